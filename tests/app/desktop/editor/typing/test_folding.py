"""Folds hide lines and never change the text; what must be seen is unfolded."""

import random
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from app.desktop.editor.finding.query import Query
from app.desktop.editor.typing.spans import Span

pytestmark = pytest.mark.window
TEXT = """; first
; second
IF A == 1 THEN
  READY
  FOR I = 1 TO 3
    OPENI
  END
END
CLOSEI
END"""


@pytest.fixture
def editor(shown_editor):
    return shown_editor(TEXT)


def block(editor, line: int):
    return editor.document().findBlockByNumber(line - 1)


def shown(editor) -> list[int]:
    """The lines that are drawn."""
    return [line for line, _, _ in editor.visible_lines(editor.viewport().rect())]


def test_a_folded_block_hides_its_lines_but_not_its_end_and_says_how_many(editor) -> None:
    assert editor.folding.fold(block(editor, 3))
    assert shown(editor) == [1, 2, 3, 8, 9, 10]
    assert editor.tail_of(block(editor, 3)) == "⋯ 4 lines"
    assert editor.source.text == TEXT and not editor.document().isUndoAvailable()
    tops = [top for _, top, _ in editor.visible_lines(editor.viewport().rect())]
    gaps = {round(b - a) for a, b in pairwise(tops)}
    assert len(gaps) == 1, "no gap stays where lines are hidden"
    editor.folding.unfold(block(editor, 3))
    assert shown(editor) == list(range(1, 11))


def test_fold_all_and_unfold_all(editor) -> None:
    editor.folding.fold_all()
    assert shown(editor) == [1, 3, 8, 9, 10]
    editor.folding.unfold_all()
    assert shown(editor) == list(range(1, 11)) and not editor.folding.is_used


def test_the_innermost_part_round_the_cursor_is_folded(editor) -> None:
    assert editor.folding.fold_around(block(editor, 6))
    assert shown(editor) == [1, 2, 3, 4, 5, 7, 8, 9, 10]
    assert editor.folding.fold_around(block(editor, 8)), "the end of a block belongs to it"
    assert shown(editor) == [1, 2, 3, 8, 9, 10]
    assert not editor.folding.fold_around(block(editor, 9))


def test_a_cursor_that_is_led_into_a_fold_unfolds_it(editor) -> None:
    editor.folding.fold_all()
    editor.go_to(6)
    assert shown(editor) == [1, *range(3, 11)]
    editor.folding.fold_all()
    editor.finder.look_for(Query("OPENI"))
    editor.carets.put([editor.finder.next_from(Span(0, 0))])
    assert 6 in shown(editor)
    editor.folding.fold_all()
    editor.carets.put([Span(0, 0), Span(TEXT.index("OPENI"), TEXT.index("OPENI"))])
    assert 6 in shown(editor), "a further cursor is never hidden"


def test_the_cursor_inside_a_block_that_is_folded_goes_to_its_first_line(editor) -> None:
    editor.go_to(6)
    editor.folding.fold(block(editor, 3))
    assert editor.line == 3 and 6 not in shown(editor)


def test_the_arrow_keys_step_over_hidden_lines(editor) -> None:
    editor.folding.fold(block(editor, 3))
    editor.go_to(3)
    QTest.keyClick(editor, Qt.Key.Key_Down)
    assert editor.line == 8 and 6 not in shown(editor)
    QTest.keyClick(editor, Qt.Key.Key_Up)
    assert editor.line == 3


def test_a_fold_whose_block_is_edited_away_is_opened(qtbot, editor) -> None:
    editor.folding.fold(block(editor, 3))
    editor.go_to(3)
    cursor = editor.textCursor()
    cursor.select(QTextCursor.SelectionType.LineUnderCursor)
    cursor.insertText("READY")
    qtbot.waitUntil(lambda: len(shown(editor)) == 10)
    assert not editor.folding.is_used


def test_the_triangle_folds_and_a_click_beside_it_sets_a_breakpoint(editor) -> None:
    gutter = editor._gutter
    line, top, height = next(v for v in editor.visible_lines(editor.rect()) if v[0] == 3)
    asked: list[int] = []
    editor.breakpointAsked.connect(asked.append)
    spot = QPoint(gutter.width() - 5, int(top + height / 2))
    QTest.mouseClick(gutter, Qt.MouseButton.LeftButton, pos=spot)
    assert 5 not in shown(editor) and asked == []
    QTest.mouseClick(gutter, Qt.MouseButton.LeftButton, pos=spot)
    assert 5 in shown(editor)
    QTest.mouseClick(gutter, Qt.MouseButton.LeftButton, pos=QPoint(8, spot.y()))
    assert asked == [line]


def test_random_folds_and_edits_never_lose_a_line(qtbot, editor) -> None:
    rng = random.Random(11)
    for _ in range(60):
        lines = shown(editor)
        editor.folding.toggle(block(editor, rng.choice(lines)))
        if rng.random() < 0.5:
            cursor = QTextCursor(block(editor, rng.choice(lines)))
            rng.choice((lambda c: c.insertText("OPENI\n"), QTextCursor.deleteChar))(cursor)
        editor.folding.settle()
        for number in range(1, editor.blockCount() + 1):
            if not block(editor, number).isVisible():
                editor.folding.reveal(block(editor, number))
                assert block(editor, number).isVisible()
                editor.folding.fold_all()
        editor.folding.unfold_all()
        assert all(block(editor, n).isVisible() for n in range(1, editor.blockCount() + 1))


def test_the_line_that_is_run_is_shown_at_the_first_line_of_its_fold(editor) -> None:
    editor.folding.fold(block(editor, 3))
    editor.set_execution_line(6)
    assert editor._gutter._shown_line(6) == 3
    assert 6 not in shown(editor)
