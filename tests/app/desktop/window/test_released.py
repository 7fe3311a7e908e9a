"""A window that was closed gives back its memory: nothing keeps it, its document or its view."""

import gc
import weakref

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from app.desktop.view3d.views import ViewMode

pytestmark = [pytest.mark.window, pytest.mark.gl]


def delete_what_waits() -> None:
    """Lets Qt delete what waits for it, and Python what nothing holds."""
    gc.unfreeze()  # an earlier window may have put what exists out of the collector's sight
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
