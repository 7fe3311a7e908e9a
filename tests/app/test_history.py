"""Undo of the window: the latest change first, whether of a text or of the cell."""

import pytest
from PySide6.QtCore import Qt

from app.desktop.commands import move_body, placed_in

pytestmark = [pytest.mark.window, pytest.mark.gl]


def act(window, key: str) -> None:
    window.actions_by_key[key].trigger()


def place_of(window) -> list[float]:
    _, at, _ = placed_in(window.document.cell_file, "TR2")
    return list(at)


def lift_table(qtbot, window, height: str) -> None:
    """Types a height for the table into the properties."""
    window.document.select("body", "TR2")
    window.docks["Properties"].raise_()
    field = window.properties._fields[2]
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, height)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_ctrl_z_in_the_editor_takes_back_the_table_moved_last(qtbot, window) -> None:
    before = place_of(window)
    lift_table(qtbot, window, "300")
    assert place_of(window) != before
    qtbot.waitUntil(lambda: bool(window.document.collisions), timeout=240_000)
    window.show_collision(window.document.collisions[0])
    window.activateWindow()
    qtbot.waitUntil(lambda: window.editor.current.hasFocus())
    qtbot.keyClick(window.editor.current, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert place_of(window) == before


def test_ctrl_z_in_the_field_takes_back_the_height_typed_there(qtbot, window) -> None:
    before = place_of(window)
    lift_table(qtbot, window, "300")
    window.activateWindow()
    field = window.properties._fields[2]
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert place_of(window) == before
    assert field.value() == before[2]


def test_undo_follows_the_order_of_cell_and_text(qtbot, window) -> None:
    document, editor = window.document, window.editor.current
    text, place = document.active.text, place_of(window)
    lift_table(qtbot, window, "300")
    moved = place_of(window)
    window.console.input.setFocus()
    qtbot.keyClicks(window.console.input, "DRAW 0 0 -10")
    qtbot.keyClick(window.console.input, Qt.Key.Key_Return)
    drawn = document.active.text
    act(window, "teach")
    taught = document.active.text
    assert len({text, drawn, taught}) == 3
    act(window, "undo")
    assert (document.active.text, place_of(window)) == (drawn, moved)
    act(window, "undo")
    assert (document.active.text, place_of(window)) == (text, moved)
    act(window, "undo")
    assert (document.active.text, place_of(window)) == (text, place)
    for expected in ((text, moved), (drawn, moved), (taught, moved)):
        act(window, "redo")
        assert (document.active.text, place_of(window)) == expected
    assert editor is window.editor.current


def test_typing_in_one_go_is_one_step_and_a_new_change_ends_redo(qtbot, window) -> None:
    document, editor = window.document, window.editor.current
    text, place = document.active.text, place_of(window)
    move_body(document, "TR2", [0.0, 0.0, 100.0], [0.0, 0.0, 0.0])
    editor.go_to(13)
    qtbot.keyClicks(editor, "1234")
    act(window, "undo")
    assert (document.active.text, place_of(window)) == (text, [0.0, 0.0, 100.0])
    act(window, "undo")
    assert place_of(window) == place
    qtbot.keyClicks(editor, "5")
    act(window, "redo")
    assert place_of(window) == place
    act(window, "undo")
    assert document.active.text == text


def test_a_change_in_another_program_is_taken_back_in_sight(qtbot, window) -> None:
    document, first = window.document, window.document.active
    text = first.text
    qtbot.keyClicks(window.editor.current, "7")
    window.desk.new_program()
    assert document.active is not first
    act(window, "undo")
    assert document.active is first
    assert first.text == text


def test_the_undo_of_a_closed_program_is_forgotten(qtbot, window) -> None:
    place = place_of(window)
    lift_table(qtbot, window, "300")
    window.desk.new_program()
    qtbot.keyClicks(window.editor.current, "7")
    window.desk.close_program(window.document.active)
    act(window, "undo")
    assert place_of(window) == place
