"""A window that was closed gives back its memory: nothing keeps it, its document or its view."""

import gc
import weakref

import pytest
from PySide6.QtCore import SIGNAL, QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from app.desktop.view3d.views import ViewMode

pytestmark = [pytest.mark.window, pytest.mark.gl, pytest.mark.long]
CHANGED = SIGNAL("changed()")


@pytest.fixture(autouse=True)
def searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a test makes stays in the collector's sight: its window puts nothing out of it.

    What was there before is not searched: beside the other tests each search took a second.
    """
    gc.freeze()
    monkeypatch.setattr(gc, "freeze", lambda: None)


def delete_what_waits() -> None:
    """Lets Qt delete what waits for it, and Python what nothing holds."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QApplication.processEvents()
        gc.collect()


@pytest.fixture
def used_window(qtbot, tmp_path, worker, answers, at_rest):
    """used_window(): opens a window, uses it and closes it; weak references to its parts by name.

    The window is a local name of this function only, so that no fixture keeps it.
    """
    from app.desktop.looks.settings import SettingsStore
    from app.desktop.main import open_first
    from app.desktop.runs.analyst import Analyst
    from app.desktop.window.main_window import MainWindow

    def use() -> dict[str, weakref.ref]:
        window = MainWindow(SettingsStore(tmp_path / "config"), Analyst(process=worker))
        window.desk.dialogs = answers
        window.show()
        open_first(window, None, None)
        qtbot.waitUntil(lambda: window.viewport is not None and window.viewport.frames > 0)
        qtbot.waitUntil(lambda: window.document.is_checked)
        for dock in window.docks.all():
            window.docks.bring(dock.windowTitle())
            QApplication.processEvents()
        for mode in ViewMode:
            window.view.set_mode(mode)
            QApplication.processEvents()
        window.console.input.setText("STATUS")
        window.console.input.returnPressed.emit()
        window.actions_by_key["step"].trigger()
        qtbot.waitUntil(lambda: not window.document.control.is_moving)
        parts = {
            "window": window,
            "document": window.document,
            "editor": window.editor.current,
            "view": window.viewport,
            "scene": window.viewport.scene,
            "run": window.document.run,
        }
        known = {name: weakref.ref(part) for name, part in parts.items()}
        at_rest()
        assert window.close()
        window.deleteLater()
        return known

    return use


def test_nothing_keeps_a_window_that_was_closed(used_window) -> None:
    known = used_window()
    delete_what_waits()
    assert [name for name, part in known.items() if part() is not None] == []


def test_nothing_keeps_a_program_that_was_closed(unseen) -> None:
    window = unseen
    source = window.document.active
    known = {"source": weakref.ref(source), "editor": weakref.ref(window.editor.current)}
    window.desk.close_program(source)
    del source
    delete_what_waits()
    assert [name for name, part in known.items() if part() is not None] == []


def left_behind(window) -> dict[str, int]:
    """What is drawn in the 3D view, and what hears each action, by their numbers."""
    props = window.viewport.scene.renderer.GetViewProps().GetNumberOfItems()
    heard = {key: action.receivers(CHANGED) for key, action in window.actions_by_key.items()}
    return heard | {"props": props}


def test_a_cell_that_is_opened_again_and_again_leaves_nothing_behind(qtbot, window) -> None:
    document, counts = window.document, []
    for cell, program in 3 * [("kakazu1985", "figure5"), ("ur_pick_place", "ur_pick_place")]:
        window.desk.open_cell(cell)
        assert window.desk.open_program(program)
        qtbot.waitUntil(lambda: document.is_settled, timeout=240_000)
        window.actions_by_key["run"].trigger()
        qtbot.wait(100)
        window.actions_by_key["stop"].trigger()
        for source in tuple(document.sources):
            window.desk.close_program(source)
        delete_what_waits()
        counts.append(left_behind(window))
    assert counts[4] == counts[2] and counts[5] == counts[3]
