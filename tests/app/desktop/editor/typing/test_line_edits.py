"""Commands on whole lines: each is one undo step, and breakpoints stay with their lines."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.desktop.editor.code_editor import CodeEditor
from app.desktop.editor.typing import line_edits
from app.desktop.editor.typing.spans import Span
from app.desktop.looks.theme import DARK
from app.desktop.menus.editing.text_menu import toggle_comment

pytestmark = pytest.mark.window
KEYS = Qt.Key
TEXT = "10 READY\n20 MOVE A\n30 MOVE B\n40 END"


@pytest.fixture
def editor(qtbot, source_of):
    made = CodeEditor(source_of(TEXT), DARK, 11)
    qtbot.addWidget(made)
    return made


def write(editor, text: str) -> None:
    """Types a text, as if no list of completions ever opened."""
    for letter in text:
        QTest.keyClick(editor, letter)
        editor._popup.hide()


def test_lines_of_a_block_that_is_typed_stand_as_the_formatter_puts_them(qtbot, editor) -> None:
    from language.editing.service import format_program

    lines = ("WHILE SIG(1) DO", "IF A == 1 THEN", "READY", "ELSE", "OPENI", "END", "CLOSEI", "END")
    editor.selectAll()
    for line in (*lines, "END"):
        write(editor, line)
        QTest.keyClick(editor, KEYS.Key_Return)
        editor._popup.hide()
    typed = editor.source.text.rstrip()
    assert "\n    READY\n  ELSE\n    OPENI\n  END\n  CLOSEI\nEND" in typed
    assert format_program(typed) == typed


def test_the_indent_of_a_closing_word_goes_with_the_letter_that_made_it(editor) -> None:
    editor.selectAll()
    write(editor, "IF A == 1 THEN")
    QTest.keyClick(editor, KEYS.Key_Return)
    write(editor, "END")
    assert editor.source.text == "IF A == 1 THEN\nEND"
    editor.undo()
    assert "  END" not in editor.source.text


def test_tab_indents_selected_lines_behind_their_numbers_and_shift_tab_back(editor) -> None:
    editor.carets.put([Span(0, 25)])
    QTest.keyClick(editor, KEYS.Key_Tab)
    assert editor.source.text == "10   READY\n20   MOVE A\n30   MOVE B\n40 END"
    QTest.keyClick(editor, KEYS.Key_Backtab)
    assert editor.source.text == TEXT
    editor.undo()
    assert editor.source.text.startswith("10   READY\n20   MOVE A")
    editor.undo()
    assert editor.source.text == TEXT


def test_tab_without_a_selection_writes_blanks_up_to_the_next_indent(editor) -> None:
    editor.carets.put([Span(3, 3)])
    QTest.keyClick(editor, KEYS.Key_Tab)
    assert editor.source.text.startswith("10  READY")


def test_comments_are_set_and_taken_away_in_one_step_each(editor) -> None:
    editor.carets.put([Span(10, 25)])
    editor.change_lines(line_edits.toggle_comment)
    assert editor.source.text == "10 READY\n20 ; MOVE A\n30 ; MOVE B\n40 END"
    editor.change_lines(line_edits.toggle_comment)
    assert editor.source.text == TEXT
    editor.undo()
    editor.undo()
    assert editor.source.text == TEXT and not editor.document().isUndoAvailable()


@pytest.mark.parametrize(
    ("name", "text", "once"),
    [
        ("weld.src", "PTP HOME\n", "; PTP HOME\n"),
        ("weld.mod", "MoveJ p1;\n", "! MoveJ p1;\n"),
        ("weld.script", "movej(q)\n", "# movej(q)\n"),
        ("WELD.LS", "   1:  END ;\n", "   1:  ! END ;\n"),
        ("WELD.JBI", "END\n", "' END\n"),
        ("weld.val", "10 READY\n", "10 ; READY\n"),
    ],
)
def test_the_menu_marks_comments_as_the_language_of_the_file_does(editor, name, text, once) -> None:
    editor.source.path = Path(name)
    editor.setPlainText(text)
    toggle_comment(None, editor)
    assert editor.source.text == once
    toggle_comment(None, editor)
    assert editor.source.text == text


def test_a_line_and_a_selection_are_duplicated_below(editor) -> None:
    editor.carets.put([Span(12, 12)])
    editor.change_lines(line_edits.duplicate)
    assert editor.source.text == "10 READY\n20 MOVE A\n20 MOVE A\n30 MOVE B\n40 END"
    assert editor.line == 3
    editor.undo()
    assert editor.source.text == TEXT


@pytest.mark.parametrize("column", [1, 4, 10])
def test_moved_lines_keep_their_breakpoints_and_the_cursor_and_so_does_their_neighbour(
    editor, column
) -> None:
    source = editor.source
    source.set_breakpoint(2, "A == 1")
    source.set_breakpoint(3)
    source.toggle_bookmark(3)
    editor.go_to(2, column)
    editor.move_lines(down=True)
    assert source.text == "10 READY\n30 MOVE B\n20 MOVE A\n40 END"
    assert source.breakpoints() == {2, 3} and source.conditions() == {3: "A == 1"}
    assert source.bookmarks() == [2]
    assert (editor.line, editor.column) == (3, column)
    editor.move_lines(down=False)
    assert source.text == TEXT
    assert source.breakpoints() == {2, 3} and source.conditions() == {2: "A == 1"}
    assert (editor.line, editor.column) == (2, column)


def test_lines_at_the_edge_of_the_text_stay(editor) -> None:
    editor.go_to(1)
    editor.move_lines(down=False)
    editor.go_to(4)
    editor.move_lines(down=True)
    assert editor.source.text == TEXT and not editor.document().isUndoAvailable()


def test_the_last_line_moves_up_and_down_again(editor) -> None:
    editor.go_to(4)
    editor.move_lines(down=False)
    assert editor.source.text == "10 READY\n20 MOVE A\n40 END\n30 MOVE B"
    editor.move_lines(down=True)
    assert editor.source.text == TEXT
