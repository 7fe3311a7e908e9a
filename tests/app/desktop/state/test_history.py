"""Undo of the window: of the program in the editor, of the cell in view and panels."""

from functools import partial

import pytest
from PySide6.QtCore import Qt

from app.desktop.modelling.edits.placing import move_to, placed_in
from tests.app.desktop.in_front import is_in_front

pytestmark = [pytest.mark.window, pytest.mark.gl]
CTRL = Qt.KeyboardModifier.ControlModifier


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


def focus(qtbot, window, widget) -> None:
    qtbot.waitUntil(partial(is_in_front, window))
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus)


def notices(window) -> list:
    said: list = []
    window.document.noticed.connect(said.append)
    return said


def test_ctrl_z_in_the_editor_leaves_the_table_where_it_was_put(qtbot, window) -> None:
    text = window.document.active.text
    editor = window.editor.current
    focus(qtbot, window, editor)
    qtbot.keyClicks(editor, "7")
    lift_table(qtbot, window, "300")
    moved = place_of(window)
    focus(qtbot, window, editor)
    for _ in range(3):
        qtbot.keyClick(editor, Qt.Key.Key_Z, CTRL)
    assert (window.document.active.text, place_of(window)) == (text, moved)


def test_ctrl_z_in_the_view_takes_back_the_table_and_no_text(qtbot, window) -> None:
    before, editor = place_of(window), window.editor.current
    lift_table(qtbot, window, "300")
    focus(qtbot, window, editor)
    qtbot.keyClicks(editor, "7")
    text = window.document.active.text
    focus(qtbot, window, window.viewport)
    qtbot.keyClick(window.viewport, Qt.Key.Key_Z, CTRL)
    assert (window.document.active.text, place_of(window)) == (text, before)
    qtbot.keyClick(window.viewport, Qt.Key.Key_Z, CTRL)
    assert window.document.active.text == text
    assert "nothing to undo in the cell" in window.status.under.text()


def test_ctrl_z_in_the_field_takes_back_the_height_typed_there(qtbot, window) -> None:
    before = place_of(window)
    lift_table(qtbot, window, "300")
    qtbot.waitUntil(partial(is_in_front, window))
    field = window.properties._fields[2]
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClick(field, Qt.Key.Key_Z, CTRL)
    assert place_of(window) == before
    assert field.value() == before[2]


def test_ctrl_z_past_the_start_of_a_new_program_leaves_other_tabs_alone(qtbot, window) -> None:
    first = window.document.active
    focus(qtbot, window, window.editor.current)
    qtbot.keyClicks(window.editor.current, "7")
    text = first.text
    window.desk.new_program()
    new = window.document.active
    start = new.text
    focus(qtbot, window, window.editor.current)
    qtbot.keyClicks(window.editor.current, "12")
    for _ in range(4):
        qtbot.keyClick(window.editor.current, Qt.Key.Key_Z, CTRL)
    assert window.document.active is new
    assert (new.text, first.text) == (start, text)


def test_a_change_of_a_program_from_a_panel_is_undone_there_and_in_the_program(
    qtbot, unseen
) -> None:
    document, editor = unseen.document, unseen.editor.current
    text, place = document.active.text, place_of(unseen)
    lift_table(qtbot, unseen, "300")
    moved = place_of(unseen)
    unseen.console.input.setFocus()
    qtbot.keyClicks(unseen.console.input, "DRAW 0 0 -10")
    qtbot.keyClick(unseen.console.input, Qt.Key.Key_Return)
    drawn = document.active.text
    assert drawn != text
    unseen.tree.setFocus()
    act(unseen, "undo")
    assert (document.active.text, place_of(unseen)) == (text, moved)
    act(unseen, "redo")
    assert (document.active.text, place_of(unseen)) == (drawn, moved)
    editor.setFocus()
    act(unseen, "undo")
    assert (document.active.text, place_of(unseen)) == (text, moved)
    unseen.tree.setFocus()
    act(unseen, "undo")
    assert (document.active.text, place_of(unseen)) == (text, place)


def test_a_change_from_a_panel_does_not_make_the_cell_unsaved(qtbot, unseen) -> None:
    unseen.tree.setFocus()
    act(unseen, "teach")
    assert unseen.document.active.is_modified
    assert not unseen.document.cell_is_modified


def test_undo_of_a_change_that_was_typed_over_is_refused_with_two_choices(qtbot, unseen) -> None:
    document, editor = unseen.document, unseen.editor.current
    unseen.tree.setFocus()
    act(unseen, "teach")
    taught = document.active.text
    editor.setFocus()
    qtbot.keyClicks(editor, "; typed ")
    typed, said = document.active.text, notices(unseen)
    unseen.tree.setFocus()
    act(unseen, "undo")
    assert document.active.text == typed
    (notice,) = said
    assert "Teach" in notice.text and document.active.title in notice.text
    go, alone = notice.offers
    go.action()
    assert unseen.focusWidget() is editor
    while document.active.text != taught:
        act(unseen, "undo")
    unseen.tree.setFocus()
    act(unseen, "undo")
    assert "LOC4" not in document.active.text
    act(unseen, "redo")
    assert document.active.text == taught
    alone.action()
    assert document.active.text == taught, "only the cell's part is taken back"


def test_later_moves_of_the_table_are_not_in_the_way_of_the_program(qtbot, unseen) -> None:
    document, editor = unseen.document, unseen.editor.current
    text, place = document.active.text, place_of(unseen)
    unseen.tree.setFocus()
    act(unseen, "teach")
    lift_table(qtbot, unseen, "300")
    moved = place_of(unseen)
    editor.setFocus()
    act(unseen, "undo")
    assert (document.active.text, place_of(unseen)) == (text, moved)
    unseen.tree.setFocus()
    act(unseen, "undo")
    assert place_of(unseen) == place


def test_typing_in_one_go_is_one_step_and_a_new_change_ends_redo(qtbot, unseen) -> None:
    document, editor = unseen.document, unseen.editor.current
    text, place = document.active.text, place_of(unseen)
    move_to(document, "TR2", [0.0, 0.0, 100.0], [0.0, 0.0, 0.0])
    editor.setFocus()
    editor.go_to(13)
    qtbot.keyClicks(editor, "1234")
    act(unseen, "undo")
    assert (document.active.text, place_of(unseen)) == (text, [0.0, 0.0, 100.0])
    unseen.tree.setFocus()
    act(unseen, "undo")
    assert place_of(unseen) == place
    editor.setFocus()
    qtbot.keyClicks(editor, "5")
    act(unseen, "redo")
    act(unseen, "undo")
    assert document.active.text == text


def test_a_change_in_a_hidden_program_is_taken_back_in_sight(qtbot, unseen) -> None:
    document, first = unseen.document, unseen.document.active
    text = first.text
    unseen.tree.setFocus()
    act(unseen, "teach")
    unseen.desk.new_program()
    assert document.active is not first
    unseen.tree.setFocus()
    act(unseen, "undo")
    assert document.active is first
    assert first.text == text


def test_the_shared_undo_of_a_closed_program_is_forgotten(qtbot, unseen) -> None:
    place = place_of(unseen)
    lift_table(qtbot, unseen, "300")
    unseen.desk.new_program()
    unseen.tree.setFocus()
    act(unseen, "teach")
    unseen.desk.close_program(unseen.document.active)
    unseen.tree.setFocus()
    act(unseen, "undo")
    assert place_of(unseen) == place
