"""A single key acts only where it is meant to: real key presses with the focus in each place."""

from functools import partial

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QWidget
from shiboken6 import isValid

from app.desktop.menus.action_set import ACTIONS
from app.desktop.state.files.open_files import NEW_PROGRAM_LINE
from app.desktop.view3d.drawing import camera
from tests.app.desktop.in_front import is_in_front

pytestmark = [pytest.mark.window, pytest.mark.gl]
KEYS = Qt.Key
SINGLE = (KEYS.Key_Space, KEYS.Key_F, KEYS.Key_1, KEYS.Key_5, KEYS.Key_Left, KEYS.Key_Escape)


@pytest.fixture
def front(qtbot, window):
    """The window in front, so that the keys of the keyboard reach it."""
    qtbot.waitUntil(partial(is_in_front, window))
    return window


def press(window, *keys, modifiers=Qt.KeyboardModifier.NoModifier) -> None:
    """Presses keys of the keyboard: Qt finds the shortcut or the widget with the focus."""
    for key in keys:
        QTest.keyClick(window.windowHandle(), key, modifiers)
        QApplication.processEvents()


def press_stray_keys(window, widget: QWidget) -> None:
    """Presses keys that mean something in the 3D view and in the transport only."""
    for key in (KEYS.Key_F, KEYS.Key_1, KEYS.Key_9, KEYS.Key_5):
        press(window, key)
    if not isinstance(widget, QAbstractSpinBox | QLineEdit | QComboBox):
        QTest.keyPress(window.windowHandle(), KEYS.Key_Space)  # its release goes elsewhere


def type_text(window, text: str) -> None:
    for letter in text:
        QTest.keyClick(window.windowHandle(), letter)


def focusable(window) -> list[QWidget]:
    """Every widget of the window that Tab or a click gives the focus."""
    found = [w for w in window.findChildren(QWidget) if w.focusPolicy() != Qt.FocusPolicy.NoFocus]
    return [w for w in found if w.window() is window and w.isEnabled() and w.focusProxy() is None]


def bring_into_sight(window, widget: QWidget) -> None:
    for dock in window.docks.all():
        if dock.isAncestorOf(widget):
            dock.show()
            dock.raise_()
    QApplication.processEvents()


def state_of(window) -> tuple:
    """The state that a stray key must not change: the run, the texts, the cell, the camera."""
    document, seen = window.document, window.viewport.scene.camera
    return (
        document.control.is_moving,
        tuple(source.text for source in document.sources),
        document.cell_file.text,
        seen.parallel,
        *np.round([seen.azimuth, seen.elevation, seen.distance], 9),
    )


def test_only_space_and_digits_for_views_need_no_ctrl_alt_or_function_key() -> None:
    single = {row.key: row.keys for row in ACTIONS if row.is_single_key}
    assert single.pop("run_or_pause") == "Space"
    assert all(key.startswith("look_") and keys.isdigit() for key, keys in single.items())
    keyed = [r for r in ACTIONS if r.keys and not r.is_of_things and not r.is_of_text]
    plain = [row.keys for row in keyed if not row.is_single_key]
    assert all(k.startswith(("Ctrl+", "Alt+", "F", "Shift+F")) for k in plain)


def test_a_single_key_acts_only_on_the_widget_with_the_focus(qtbot, front) -> None:
    window = front
    window.document.select("body", "TR2")
    window.viewport.flight_ms = 0
    tried = []
    for widget in focusable(window):
        if not isValid(widget):
            continue  # Esc in the tree selects nothing, and the properties are then empty
        meant = (window.viewport, window.transport)
        if any(widget is m or m.isAncestorOf(widget) for m in meant):
            continue
        bring_into_sight(window, widget)
        if not widget.isVisible():
            continue
        widget.setFocus()
        if not widget.hasFocus() or widget is window.editor.current:
            continue
        before, size = None, None
        while size != window.viewport.size():  # the answer of a worker may have widened a panel
            before, size = state_of(window), window.viewport.size()
            press_stray_keys(window, widget)
        assert state_of(window) == before, widget
        press(window, KEYS.Key_Escape)
        assert not window.document.control.is_moving
        tried.append(type(widget).__name__)
    assert len(set(tried)) > 8, tried


def test_digits_turn_the_view_that_has_the_focus_and_ctrl_turns_it_to_the_other_side(
    qtbot, front
) -> None:
    window, view = front, front.viewport
    view.flight_ms = 0
    view.setFocus()
    ctrl = Qt.KeyboardModifier.ControlModifier
    for key, side, other in (
        (KEYS.Key_1, "front", "back"),
        (KEYS.Key_3, "right", "left"),
        (KEYS.Key_7, "top", "bottom"),
        (KEYS.Key_9, "isometric_front_right", "isometric_back_left"),
    ):
        for modifier, name in ((Qt.KeyboardModifier.NoModifier, side), (ctrl, other)):
            press(window, key, modifiers=modifier)
            wanted = camera.standard_view(view.scene.camera, name)
            np.testing.assert_allclose(view.scene.camera.axes, wanted.axes, atol=1e-9)


def test_space_runs_where_the_view_or_the_time_line_has_the_focus_and_types_in_the_text(
    qtbot, front
) -> None:
    window, document = front, front.document
    for widget in (window.viewport, window.transport.timeline):
        widget.setFocus()
        press(window, KEYS.Key_Space)
        assert document.control.is_moving, widget
        press(window, KEYS.Key_Space)
        assert not document.control.is_moving
    window.editor.current.setFocus()
    before = document.active.text
    press(window, KEYS.Key_Space)
    assert document.active.text == " " + before
    assert not document.control.is_moving
    window.editor.current.undo()


def test_text_typed_after_new_or_open_goes_into_the_program(
    qtbot, front, answers, tmp_path
) -> None:
    window, document = front, front.document
    answers.path = tmp_path / "other.val"
    answers.path.write_text("10 READY\n20 END\n")
    ctrl = Qt.KeyboardModifier.ControlModifier
    ways = {
        "new": lambda: press(window, KEYS.Key_N, modifiers=ctrl),
        "open": lambda: press(window, KEYS.Key_O, modifiers=ctrl),
        "opened already": lambda: press(window, KEYS.Key_O, modifiers=ctrl),
        "recent": lambda: window.parts.actions["recent"].menu().actions()[0].trigger(),
        "another tab by the keyboard": lambda: press(window, KEYS.Key_Tab, modifiers=ctrl),
        "another tab by a click": lambda: click_tab(window, 0),
    }
    for name, way in ways.items():
        elsewhere = window.console.input if name != "another tab by the keyboard" else None
        if elsewhere is not None:
            window.docks.bring("Console")
            elsewhere.setFocus()
        way()
        QApplication.processEvents()
        assert window.editor.current.hasFocus(), name
        type_text(window, "15 FINE")
        lines = document.active.text.splitlines()
        assert lines[NEW_PROGRAM_LINE - 1 if name == "new" else 0].startswith("15 FINE"), name
        assert window.console.input.text() == ""
        assert not document.control.is_moving
        window.editor.current.undo()


def test_text_typed_at_once_into_a_new_program_leaves_its_header_in_place(qtbot, front) -> None:
    front.desk.new_program()
    front.editor.take_focus()
    type_text(front, "DRIVE 1, 10")
    front.document.check_syntax(at_once=True)
    assert not front.document.findings
    front.editor.current.undo()


def click_tab(window, index: int) -> None:
    bar = window.editor.tabs.tabBar()
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(index).center() - QPoint(9, 0))
