"""The editor: numbers and marks in the margin, squiggles, completion, find, corrections."""

import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from app.desktop.editor.help.card_html import card_html
from app.desktop.editor.program_dock import EditorPanel
from app.desktop.looks.theme import DARK, LIGHT
from app.desktop.runs.run_view import lasting_contacts
from app.desktop.runs.statements import Slot, TimeLine
from app.desktop.state.source import Source
from app.programs.findings import Finding
from app.programs.text_files import read_text_file
from scenes import Collision

pytestmark = pytest.mark.window


@pytest.fixture
def panel(shown_panel, figure5):
    made = shown_panel(figure5)
    made.current.setFocus()
    return made


def waves(editor) -> list[tuple[str, str]]:
    """Marked text and colour of every drawn squiggle."""
    text = editor.toPlainText()
    found = [wave for line in range(1, editor.blockCount() + 1) for wave in editor.waves_in(line)]
    return [(text[wave.start : wave.end], wave.colour) for wave in found]


def test_typing_draws_a_squiggle_and_the_fix_takes_it_away(qtbot, panel, document) -> None:
    editor = panel.current
    editor.go_to(8, 4)
    cursor = editor.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.EndOfWord, QTextCursor.MoveMode.KeepAnchor)
    editor.setTextCursor(cursor)
    qtbot.keyClicks(editor, "APROS")
    qtbot.waitUntil(lambda: waves(editor) == [("APROS", DARK.error)])
    panel.quick_fix()
    assert "80 APPROS LOC3" in document.active.text
    assert waves(editor) == []
    editor.undo()
    assert "80 APROS LOC3" in document.active.text


def test_another_branch_can_be_chosen_for_a_motion_that_was_run(
    panel, document, analyst, cell
) -> None:
    document.show_cell(cell, None)
    QApplication.processEvents()  # the check of another cell begins in an event of its own
    analyst.answer()
    panel.current.go_to(6, 4)
    changes = {fix.title: fix for fix in panel.changes_here()}
    assert "insert via point VIA1" in changes
    panel.apply_fix(changes["switch to branch 2: RIGHTY ABOVE FLIP"])
    assert "SOLUTION 2\n60 MOVE LOC1" in document.active.text
    assert panel.changes_here() == ()  # the new text has not run yet
    document.analyse_now()
    analyst.answer()
    panel.current.go_to(7, 4)
    assert document.run.moving_steps[1].branch.startswith("RAF")
    assert panel.changes_here()


def test_a_faulty_condition_keeps_its_text_and_its_fault_is_said_at_the_field(
    qtbot, panel, document
) -> None:
    panel.ask_condition(6)
    asked = panel.condition_field
    for text, fault in (("FOO >", "a value is missing after >"), ("I == 3", "I stands nowhere")):
        asked.field.setText(text)
        qtbot.keyClick(asked.field, Qt.Key.Key_Return)
        assert document.active.breakpoints() == frozenset()
        assert fault in asked.fault.text() and asked.fault.isVisible()
        assert asked.field.text() == text
    qtbot.keyClicks(asked.field, " ")
    assert not asked.fault.isVisible(), "the message goes while the text is mended"
    asked.field.setText("1 == 1")
    qtbot.keyClick(asked.field, Qt.Key.Key_Return)
    assert document.active.conditions() == {6: "1 == 1"}
    panel.ask_condition(6)
    assert panel.condition_field.field.text() == "1 == 1"
    panel.condition_field.field.setText("")
    qtbot.keyClick(panel.condition_field.field, Qt.Key.Key_Escape)
    assert document.active.conditions() == {6: "1 == 1"}


def test_a_breakpoint_goes_to_the_next_statement_and_the_message_says_so(panel, document) -> None:
    document.active.replace_text("; said\n\nREADY\n; behind\n")
    said = []
    document.noticed.connect(lambda notice: said.append(notice.text))
    panel.toggle_breakpoint(1)
    assert document.active.breakpoints() == {3} and "line 3" in said[-1]
    panel.toggle_breakpoint(3)
    assert document.active.breakpoints() == frozenset() and len(said) == 1
    panel.toggle_breakpoint(4)
    assert document.active.breakpoints() == frozenset() and "no statement" in said[-1]
    panel.ask_condition(2)
    assert panel.condition_field is None and "no statement" in said[-1]


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


def test_find_starts_again_at_the_top_after_the_last_match(panel) -> None:
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
    with qtbot.waitExposed(panel):
        panel.show()
    editor, coloured = panel.current, []
    ranges = editor._highlighter.ranges
    editor._highlighter.ranges = lambda text: (coloured.append(text), ranges(text))[1]
    program = document.program
    editor.go_to(5000, 1)
    editor.viewport().grab()
    coloured.clear()
    begun = time.perf_counter()
    qtbot.keyClicks(editor, "12345")
    editor.viewport().grab()
    assert 1 <= len(coloured) <= 5
    assert document.program is program
    print(f"5 keys in {1000 * (time.perf_counter() - begun):.0f} ms")


def reddest(editor, line: int) -> int:
    """The number of clearly red pixels in the row of a line."""
    image = editor.viewport().grab().toImage()
    cursor = QTextCursor(editor.document().findBlockByNumber(line - 1))
    area = editor.cursorRect(cursor)
    rows = range(max(area.top(), 0), min(area.bottom() + 3, image.height()))
    colours = (image.pixelColor(x, y) for y in rows for x in range(image.width()))
    return sum(c.red() > 170 and c.red() - max(c.green(), c.blue()) > 70 for c in colours)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_the_wave_of_an_error_is_bold_on_the_current_and_executed_line(panel, theme) -> None:
    editor = panel.current
    editor.set_theme(theme)
    editor.go_to(7)
    editor.set_execution_line(7)
    editor.set_findings((), is_fresh=True)
    before = reddest(editor, 7)
    editor.set_findings((Finding("E110", "error", 7, "no such word", column=4),), is_fresh=True)
    few = reddest(editor, 7)
    editor.set_findings((Finding("E501", "error", 7, "runs into", proven=True),), is_fresh=True)
    assert reddest(editor, 7) > before + 60
    assert reddest(editor, 7) > few > before


def test_a_stale_warning_gives_way_to_a_fresh_error_of_the_line(panel) -> None:
    editor = panel.current
    stale = Finding("W301", "warning", 7, "near a singular pose", proven=True)
    fresh = Finding("E110", "error", 7, "no such word", column=4, end_line=7, end_column=9)
    editor.set_findings((stale, fresh), is_fresh=False)
    assert waves(editor) == [("MOVES", DARK.error)]
    assert "not checked since the last change" in card_html(None, [stale], (), DARK, False)
    assert "not checked" not in card_html(None, [stale], (), DARK, True)


def test_a_note_does_not_cover_the_wave_of_an_error_in_its_line(panel) -> None:
    editor = panel.current
    error, note = Finding("E301", "error", 7, "too far"), Finding("N301", "note", 7, "it ends here")
    for findings in ((error, note), (note, error)):
        editor.set_findings(findings, is_fresh=True)
        assert waves(editor)[-1] == ("70 MOVES LOC2", DARK.error)
        assert reddest(editor, 7) > 60


def test_lines_during_which_a_contact_goes_on_are_marked_too(panel, document) -> None:
    hit = Collision(2.27, 3.5, 9, "arm.G2", "TR2", 10.0, np.zeros(3), 2.4)
    times = ((8, 1.0), (9, 2.0), (10, 3.0), (11, 4.0))
    slots = TimeLine.of(Slot(line, start, start + 1.0) for line, start in times)
    said = lasting_contacts([hit], slots)
    assert said == {10: ("contact goes on: G2 in TR2 since 2.27 s (line 9)",)}
    editor = panel.current
    editor.set_contacts(said)
    assert waves(editor) == [("100 DRIVE 2 30", DARK.error)]
    assert editor.waves_in(10)[0].faint
    assert editor.is_in_contact(10)


def test_the_line_under_the_pointer_is_announced_and_none_below_the_last(qtbot, panel) -> None:
    editor, pointed = panel.current, []
    panel.linePointed.connect(pointed.append)
    height = editor.fontMetrics().lineSpacing()
    below = editor.viewport().height() - 5
    for y, line in ((height // 2, 1), (height + height // 2, 2), (below, 0)):
        qtbot.mouseMove(editor.viewport(), QPoint(40, y))
        assert pointed[-1:] == [line]
    assert list(dict.fromkeys(pointed)) == [1, 2, 0]


def test_tabs_of_two_files_with_one_name_tell_their_folders(panel, document, tmp_path) -> None:
    for folder in ("left & low", "right"):
        path = tmp_path / folder / "weld.val"
        path.parent.mkdir()
        path.write_text("10 READY\n")
        document.add_source(Source(read_text_file(path), path, path.name, document))
    texts = [panel.tabs.tabText(i) for i in range(panel.tabs.count())]
    assert texts[1:] == [str(Path("left && low", "weld.val")), str(Path("right", "weld.val"))]
    document.remove_source(document.sources[-1])
    assert panel.tabs.tabText(1) == "weld.val"
