"""The card of help and findings: where it stands, and how keys reach it."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt

from app.desktop.editor.help.help_card import MOST_WIDTH

pytestmark = pytest.mark.window

TEXT = "POINT LOC1 600 0 400 0 90 0\nMOVS LOC1\nMOVE LOC1\n" + "DELAY 1\n" * 40 + "END\n"


@pytest.fixture
def panel(shown_panel, document):
    made = shown_panel(TEXT, 900, 420)
    document.check_syntax()
    made.current.setFocus()
    return made


def covered(editor) -> QRect:
    card = editor.help_card
    return QRect(card.mapTo(editor, QPoint(0, 0)), card.size())


@pytest.mark.parametrize("width", [900, 420])
@pytest.mark.parametrize("line", [3, 12, 20])
def test_the_card_is_at_most_480_wide_inside_the_editor_and_off_its_line(
    panel, width: int, line: int
) -> None:
    panel.resize(width, 420)
    editor = panel.current
    editor.setTextCursor(editor.textCursor())
    editor.document().setModified(False)
    editor.begin_at(line)
    assert editor.show_help()
    card = covered(editor)
    assert card.width() <= MOST_WIDTH
    assert editor.rect().contains(card)
    row = editor.cursorRect().translated(editor.viewport().pos())
    assert not card.intersects(QRect(card.left(), row.top(), card.width(), row.height()))


def test_the_fix_of_a_finding_is_reached_and_made_by_the_keyboard(qtbot, panel, document) -> None:
    editor = panel.current
    editor.go_to(2, 2)
    assert editor.show_help()
    assert "MOVS is not an instruction" in editor.help_card.text.toPlainText()
    editor.show_help()  # the second F1 goes into the card
    assert panel.focusWidget() is editor.help_card.text
    qtbot.keyClick(editor.help_card.text, Qt.Key.Key_Tab)
    qtbot.keyClick(editor.help_card.text, Qt.Key.Key_Return)
    assert document.active.text.splitlines()[1] in ("MOVE LOC1", "MOVES LOC1")
    assert not editor.help_card.isVisible()


def test_escape_closes_the_card_and_a_typed_letter_too(qtbot, panel, document) -> None:
    editor = panel.current
    editor.go_to(3, 2)
    editor.show_help()
    before = document.active.text
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert not editor.help_card.isVisible()
    editor.show_help()
    editor.show_help()
    assert panel.focusWidget() is editor.help_card.text
    qtbot.keyClick(editor.help_card.text, Qt.Key.Key_Escape)
    assert not editor.help_card.isVisible()
    assert document.active.text == before
    editor.show_help()
    qtbot.keyClicks(editor, "X")
    assert not editor.help_card.isVisible()


def test_card_and_completion_list_are_never_shown_together(panel) -> None:
    editor = panel.current
    editor.go_to(3, 2)
    editor.show_help()
    editor.complete_now()
    assert editor._popup.isVisible()
    assert not editor.help_card.isVisible()
    editor.show_help()
    assert not editor._popup.isVisible()


def test_where_nothing_is_known_there_is_no_card(panel) -> None:
    panel.current.go_to(45, 1)
    assert not panel.current.show_help()
    assert not panel.current.help_card.isVisible()
