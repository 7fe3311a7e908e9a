"""The editor: numbers and marks in the margin, squiggles, completion, find, corrections."""

import time

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from app.desktop.panels.editor import EditorPanel
from app.desktop.theme import DARK

pytestmark = pytest.mark.window


@pytest.fixture
def panel(qtbot, document, source_of, figure5):
    source_of(figure5)
    made = EditorPanel(document, DARK, 11)
    qtbot.addWidget(made)
    made.resize(700, 500)
    made.show()
    qtbot.waitExposed(made)
    made.current.setFocus()
    return made


def waves(editor) -> list[tuple[str, str]]:
    """Marked text and colour of every squiggle that is drawn."""
    none = Qt.PenStyle.NoPen
    assert none is not None
    found = [s for s in editor.extraSelections() if s.format.underlineColor().isValid()]
    return [(s.cursor.selectedText(), s.format.underlineColor().name()) for s in found]


def test_typing_draws_a_squiggle_and_the_fix_takes_it_away(qtbot, panel, document) -> None:
    editor = panel.current
    editor.go_to(7, 4)
    cursor = editor.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.EndOfWord, QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)
    qtbot.keyClicks(editor, "MVOES")
    qtbot.waitUntil(lambda: waves(editor) == [("MVOES", DARK.error)])
    panel.quick_fix()
    assert "70 MOVES LOC2" in document.active.text
    assert waves(editor) == []
    editor.undo()
    assert "70 MVOES LOC2" in document.active.text


def test_the_tooltip_of_a_squiggle_tells_message_help_and_fix(panel, document) -> None:
    from app.desktop.text_places import tooltip_html

    document.active.replace_text(document.active.text.replace("APPROS LOC3 30", "APPROS LOC3"))
    document.check_syntax()
    finding = panel.current.findings_in(8)[0]
    text = tooltip_html([finding])
    assert finding.code in text
    assert "distance" in text


def test_a_click_in_the_margin_sets_and_removes_a_breakpoint(qtbot, panel, document) -> None:
    editor = panel.current
    line, top, height = next(v for v in editor.visible_lines(editor.rect()) if v[0] == 5)
    spot = QPoint(8, int(top + height / 2))
    for expected in ({line}, set()):
        qtbot.mouseClick(editor._gutter, Qt.MouseButton.LeftButton, pos=spot)
        assert document.active.breakpoints() == expected


def test_a_word_opens_the_list_and_tab_takes_the_first(qtbot, panel, document) -> None:
    editor = panel.current
    editor.go_to(13)
    qtbot.keyClicks(editor, "AP")
    assert editor._popup.isVisible()
    qtbot.keyClick(editor, Qt.Key.Key_Tab)
    assert document.active.text.splitlines()[12].startswith("APPROS")
    qtbot.keyClicks(editor, " ")
    assert not editor._popup.isVisible()


def test_return_at_the_end_of_a_whole_word_makes_a_new_line(qtbot, panel, document) -> None:
    editor = panel.current
    editor.go_to(13)
    qtbot.keyClicks(editor, "READY")
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert document.active.text.splitlines()[12:] == ["READY", "130 END"]


def test_replace_all_is_one_undo_step(qtbot, panel, document) -> None:
    before = document.active.text
    panel.open_find_bar()
    panel.find_bar.find_field.setText("loc")
    panel.find_bar.replace_field.setText("P")
    assert panel.find_bar.replace_all() == before.count("LOC")
    assert "POINT P1 700" in document.active.text
    panel.current.undo()
    assert document.active.text == before


def test_find_goes_on_from_the_start_behind_the_last(panel) -> None:
    panel.open_find_bar()
    panel.find_bar.find_field.setText("LOC2")
    lines = []
    for _ in range(3):
        assert panel.find_bar.find_next()
        lines.append(panel.current.line)
    assert lines == [3, 7, 3]


def test_columns_count_characters_not_units(panel, document) -> None:
    document.active.replace_text("REMARK 𝄞𝄞 x\n10 END\n")
    panel.go_to(1, 11)
    assert panel.current.column == 11
    assert panel.current.textCursor().positionInBlock() == 12


def test_unproven_findings_are_grey_until_the_worker_answers(panel, document) -> None:
    from app.findings import Finding

    editor = panel.current
    finding = Finding("E501", "error", 7, "runs into", proven=True)
    editor.set_findings((finding,), is_fresh=False)
    assert waves(editor) == [("70 MOVES LOC2", DARK.pending)]
    assert editor.severity_of(7) == ""
    editor.set_findings((finding,), is_fresh=True)
    assert waves(editor) == [("70 MOVES LOC2", DARK.error)]
    assert editor.severity_of(7) == "error"


def test_ten_thousand_lines_are_typed_into_without_reading_them_all(
    qtbot, document, source_of
) -> None:
    """Counts work instead of time: no key parses the program or colours more than its line."""
    source_of("\n".join(f"{10 * i} DRAW 0 0 {i % 7}" for i in range(1, 10_000)) + "\n99999 END\n")
    panel = EditorPanel(document, DARK, 11)
    qtbot.addWidget(panel)
    panel.show()
    qtbot.waitExposed(panel)
    editor, coloured = panel.current, []
    highlight = editor._highlighter.highlightBlock
    editor._highlighter.highlightBlock = lambda text: (coloured.append(text), highlight(text))
    program = document.program
    editor.go_to(5000, 1)
    begun = time.perf_counter()
    qtbot.keyClicks(editor, "12345")
    assert len(coloured) <= 5
    assert document.program is program
    print(f"5 keys in {1000 * (time.perf_counter() - begun):.0f} ms")


def test_the_line_under_the_pointer_is_announced_and_none_below_the_last(qtbot, panel) -> None:
    editor, pointed = panel.current, []
    panel.linePointed.connect(pointed.append)
    height = editor.fontMetrics().lineSpacing()
    for y in (height // 2, height + height // 2, editor.viewport().height() - 5):
        QTest.mouseMove(editor.viewport(), QPoint(40, y))
        qtbot.wait(10)
    assert list(dict.fromkeys(pointed)) == [1, 2, 0]
