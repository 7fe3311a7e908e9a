"""Several cursors in one text: each key acts at all of them, and undo takes one step back."""

import random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest

from app.desktop.editor.typing.spans import Span

pytestmark = pytest.mark.window
KEYS, HELD = Qt.Key, Qt.KeyboardModifier
TEXT = "MOVE A\nMOVES A\nMOVE B\nCLOSEI\nMOVE A\n"


@pytest.fixture
def editor(shown_editor):
    return shown_editor(TEXT, height=300)


def press(editor, *keys, held=HELD.NoModifier) -> None:
    for key in keys:
        QTest.keyClick(editor, key, held)


def point_at(editor, line: int, column: int) -> QPoint:
    """The middle of the left edge of a character, lines and columns from 1."""
    cursor = QTextCursor(editor.document().findBlockByNumber(line - 1))
    cursor.setPosition(cursor.position() + column - 1)
    return editor.cursorRect(cursor).center()


def click(editor, line: int, column: int, held) -> None:
    place = point_at(editor, line, column)
    QTest.mouseClick(editor.viewport(), Qt.MouseButton.LeftButton, held, place)


@pytest.mark.parametrize("held", [HELD.ControlModifier, HELD.AltModifier])
def test_a_click_adds_a_cursor_and_a_second_one_takes_it_away(editor, held) -> None:
    click(editor, 2, 6, held)
    click(editor, 4, 3, held)
    assert len(editor.carets.all()) == 3
    QTest.keyClicks(editor, "xy")
    assert editor.source.text == "xyMOVE A\nMOVESxy A\nMOVE B\nCLxyOSEI\nMOVE A\n"
    editor.undo()
    assert editor.source.text == TEXT, "what was typed in one go is one undo step"
    place = editor.carets.spans()[0].place - editor.document().findBlockByNumber(3).position()
    click(editor, 4, place + 1, held)
    assert len(editor.carets.all()) == 2


def test_the_next_occurrences_are_whole_words_where_a_word_was_taken(editor) -> None:
    found = []
    for _ in range(5):
        editor.carets.select_next()
        found.append(len(editor.carets.all()))
    assert found == [1, 2, 3, 3, 3], "MOVES is another word"
    QTest.keyClicks(editor, "GO")
    assert editor.source.text == "GO A\nMOVES A\nGO B\nCLOSEI\nGO A\n"


def test_all_occurrences_of_a_selected_part_of_a_word_are_taken(editor) -> None:
    editor.carets.put([Span(0, 3)])
    assert editor.carets.select_all_alike() == 4
    QTest.keyClicks(editor, "L")
    assert editor.source.text == "LE A\nLES A\nLE B\nCLOSEI\nLE A\n"
    editor.undo()
    assert editor.source.text == TEXT


def test_arrows_home_end_and_deleting_act_at_all_cursors(editor) -> None:
    editor.carets.put([Span(0, 0), Span(7, 7), Span(15, 15)])
    press(editor, KEYS.Key_End)
    press(editor, KEYS.Key_Backspace)
    assert editor.source.text == "MOVE \nMOVES \nMOVE \nCLOSEI\nMOVE A\n"
    press(editor, KEYS.Key_Home, KEYS.Key_Right, KEYS.Key_Delete)
    assert editor.source.text == "MVE \nMVES \nMVE \nCLOSEI\nMOVE A\n"
    press(editor, KEYS.Key_Left, held=HELD.ShiftModifier)
    assert editor.carets.texts() == ["M", "M", "M"]
    press(editor, KEYS.Key_Down)
    press(editor, KEYS.Key_Return)
    assert editor.source.text.count("\n") == TEXT.count("\n") + 3


def test_cursors_that_meet_become_one(editor) -> None:
    editor.carets.put([Span(2, 2), Span(4, 4), Span(9, 9)])
    press(editor, KEYS.Key_Home)
    assert sorted(span.place for span in editor.carets.spans()) == [0, 7]
    press(editor, KEYS.Key_Escape)
    assert not editor.carets.are_several


def test_a_copied_column_is_pasted_line_by_line_at_as_many_cursors(editor) -> None:
    editor.carets.put([Span(5, 6), Span(13, 14), Span(20, 21)])
    editor.copy_text()
    assert QGuiApplication.clipboard().text() == "A\nA\nB"
    editor.carets.put([Span(0, 0), Span(7, 7), Span(15, 15)])
    editor.paste_text()
    assert editor.source.text.startswith("AMOVE A\nAMOVES A\nBMOVE B\n")
    editor.undo()
    editor.carets.put([Span(0, 4), Span(7, 12)])
    editor.cut_text()
    assert editor.source.text.startswith(" A\n A\nMOVE B")
    assert QGuiApplication.clipboard().text() == "MOVE\nMOVES"


def test_a_drag_with_alt_selects_a_column(editor) -> None:
    view, left = editor.viewport(), Qt.MouseButton.LeftButton
    QTest.mousePress(view, left, HELD.AltModifier, point_at(editor, 1, 1))
    drag(editor, point_at(editor, 3, 5))
    QTest.mouseRelease(view, left, HELD.AltModifier, point_at(editor, 3, 5))
    assert editor.carets.texts() == ["MOVE"] * 3
    QTest.keyClicks(editor, "R")
    assert editor.source.text == "R A\nRS A\nR B\nCLOSEI\nMOVE A\n"


def drag(editor, place: QPoint) -> None:
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    where, left = QPointF(place), Qt.MouseButton.LeftButton
    on_screen = QPointF(editor.viewport().mapToGlobal(place))
    move = QEvent.Type.MouseMove
    none = Qt.MouseButton.NoButton
    event = QMouseEvent(move, where, on_screen, none, left, HELD.AltModifier)
    QApplication.sendEvent(editor.viewport(), event)


def test_a_plain_click_ends_the_further_cursors(editor) -> None:
    click(editor, 2, 3, HELD.ControlModifier)
    click(editor, 3, 3, HELD.NoModifier)
    assert not editor.carets.are_several


def test_random_edits_at_random_cursors_are_those_of_plain_strings_and_undo_gives_all_back(
    editor,
) -> None:
    rng = random.Random(7)
    for _ in range(60):
        text = editor.source.text
        places = sorted(rng.sample(range(len(text) + 1), min(4, len(text))))
        editor.carets.put([Span(p, p) for p in places])
        if rng.random() < 0.5:
            QTest.keyClicks(editor, "7")
            wanted = with_inserted(text, places, "7")
        else:
            press(editor, KEYS.Key_Delete)
            wanted = "".join(c for i, c in enumerate(text) if i not in places)
        assert editor.source.text == wanted
    while editor.document().isUndoAvailable():
        editor.undo()
    assert editor.source.text == TEXT


def with_inserted(text: str, places: list[int], piece: str) -> str:
    for place in reversed(places):
        text = text[:place] + piece + text[place:]
    return text
