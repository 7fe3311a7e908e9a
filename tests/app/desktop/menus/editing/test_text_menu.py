"""The keys and menus of the program text in the real window."""

from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.desktop.editor.typing.spans import Span
from app.desktop.menus.editing.text_clipboard import CUT, PASTE, SELECT_ALL, abilities
from tests.app.desktop.in_front import is_in_front

pytestmark = [pytest.mark.window, pytest.mark.gl]
KEYS, HELD = Qt.Key, Qt.KeyboardModifier
CTRL, ALT = HELD.ControlModifier, HELD.AltModifier


@pytest.fixture
def front(qtbot, window):
    """The window in front with the keyboard in the program."""
    qtbot.waitUntil(partial(is_in_front, window))
    window.editor.current.setFocus()
    return window


def press(window, key, held=HELD.NoModifier) -> None:
    QTest.keyClick(window.windowHandle(), key, held)
    QApplication.processEvents()


def test_the_keys_of_the_text_act_in_the_editor_and_those_of_things_in_the_tree(front) -> None:
    editor = front.editor.current
    text = editor.source.text
    editor.go_to(1)
    press(front, KEYS.Key_Slash, CTRL)
    assert editor.source.text != text
    press(front, KEYS.Key_Slash, CTRL)
    press(front, KEYS.Key_Down, ALT)
    first, second = text.splitlines()[:2]
    assert editor.source.text.splitlines()[:2] == [second, first]
    press(front, KEYS.Key_Up, ALT)
    assert editor.source.text == text
    press(front, KEYS.Key_Down, ALT | HELD.ShiftModifier)
    assert editor.source.text.splitlines()[:2] == [first, first]
    front.actions_by_key["undo"].trigger()
    cell = front.document.cell_file.text
    front.document.select("body", "TR2")
    front.tree.tree.setFocus()
    press(front, KEYS.Key_Slash, CTRL)
    assert editor.source.text == text
    press(front, KEYS.Key_D, CTRL)
    assert front.document.cell_file.text != cell, "Ctrl+D duplicates the selected body there"
    front.actions_by_key["undo"].trigger()
    assert front.document.cell_file.text == cell


def test_ctrl_d_and_typing_change_every_occurrence_and_undo_takes_it_back_at_once(front) -> None:
    editor = front.editor.current
    text = editor.source.text
    at = text.index("LOC1")
    editor.carets.put([Span(at, at)])
    for _ in range(2):
        press(front, KEYS.Key_D, CTRL)
    QTest.keyClicks(editor, "P9")
    assert editor.source.text == text.replace("LOC1", "P9", 2)
    press(front, KEYS.Key_Escape)
    press(front, KEYS.Key_Z, CTRL)
    assert editor.source.text == text


def test_the_menu_edit_offers_what_the_widget_with_the_keyboard_can_do(front) -> None:
    editor, actions, menu = front.editor.current, front.actions_by_key, front.actions_by_key.menu
    QGuiApplication.clipboard().setText("")
    editor.carets.put([Span(0, 0)])
    assert abilities(front.parts) == {
        CUT: False,
        "copy_text": False,
        PASTE: False,
        SELECT_ALL: True,
    }
    menu("Edit").aboutToShow.emit()
    assert not actions[CUT].isEnabled()
    menu("Edit").aboutToHide.emit()
    assert actions[CUT].isEnabled(), "its key works while the menu is closed"
    editor.carets.put([Span(0, 4)])
    text = editor.source.text
    actions[CUT].trigger()
    assert QGuiApplication.clipboard().text() == text[:4]
    actions[PASTE].trigger()
    assert editor.source.text == text
    front.console.input.setText("FREE")
    front.docks.bring("Console")
    front.console.input.setFocus()
    actions[SELECT_ALL].trigger()
    actions["copy_text"].trigger()
    assert QGuiApplication.clipboard().text() == "FREE", "it copies what has the keyboard"
    front.console.input.clear()
    editor.undo()
    editor.undo()


def test_every_open_program_has_the_letters_of_the_size_that_was_chosen(front) -> None:
    front.actions_by_key["new"].trigger()
    before = front.editor.current.font().pointSize()
    front.actions_by_key["zoom_in"].trigger()
    sizes = {front.editor.tabs.widget(i).font().pointSize() for i in range(2)}
    assert sizes == {before + 1} and front.desk.preferences.editor_points == before + 1
    front.actions_by_key["zoom_out"].trigger()


def test_bookmarks_are_set_by_key_and_passed_through_in_a_ring(front) -> None:
    editor = front.editor.current
    for line in (5, 2):
        editor.go_to(line)
        press(front, KEYS.Key_F2, CTRL)
    assert editor.source.bookmarks() == [2, 5]
    lines = []
    for _ in range(3):
        press(front, KEYS.Key_PageDown, ALT)
        lines.append(editor.line)
    press(front, KEYS.Key_PageUp, ALT)
    assert [*lines, editor.line] == [5, 2, 5, 2]
    editor.source.set_bookmarks(())


def test_a_block_is_folded_from_the_menu_and_a_problem_inside_unfolds_it(front) -> None:
    from app.desktop.menus.editing.text_menu import TEXT

    editor, keys = front.editor.current, front.actions_by_key
    editor.source.replace_text("10 READY\nIF 1 == 1 THEN\n  OPENI\nEND\n20 END")
    editor.go_to(3)
    keys["fold"].trigger()
    assert editor.line == 2 and editor.folding.hidden_behind(editor.textCursor().block()) == 1
    front.editor.go_to(3)
    assert not editor.folding.is_used
    keys["fold_all"].trigger()
    assert editor.folding.is_used
    keys["unfold_all"].trigger()
    assert not editor.folding.is_used
    assert {"fold", "fold_all", "unfold_all"} <= {row.key for row in TEXT.actions}
    editor.undo()
