"""The find bar: options, the count, faults at the field, the program in front."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.desktop.editor.typing.spans import Span
from app.desktop.looks.theme import DARK, LIGHT

pytestmark = pytest.mark.window


@pytest.fixture
def panel(shown_panel, figure5):
    made = shown_panel(figure5, width=460)
    made.open_find_bar()
    return made


def test_the_count_names_the_selected_match_among_all(panel) -> None:
    bar = panel.find_bar
    bar.find_field.setText("LOC")
    total = panel.current.source.text.count("LOC")
    assert bar.count.text() == f"{total} found"
    bar.find_next()
    assert bar.count.text() == f"1 of {total}"
    QTest.keyClick(bar.find_field, Qt.Key.Key_Return)
    assert bar.count.text() == f"2 of {total}"
    QTest.keyClick(bar.find_field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert bar.count.text() == f"1 of {total}"
    bar.find_field.setText("nowhere")
    assert bar.count.text() == "No match"


def test_a_faulty_expression_is_said_at_the_field_until_it_is_mended(panel) -> None:
    bar = panel.find_bar
    bar.is_regex.click()
    bar.find_field.setText("LOC(")
    assert bar.fault.isVisible() and "parenthesis" in bar.fault.text()
    assert DARK.error in bar.find_field.styleSheet() and bar.count.text() == ""
    assert not bar.find_next()
    bar.find_field.setText("LOC(1|2)")
    assert not bar.fault.isVisible() and bar.find_field.styleSheet() == ""
    assert bar.find_next()


def test_replace_all_in_the_selected_lines_changes_only_them(panel) -> None:
    bar, editor = panel.find_bar, panel.current
    text = editor.source.text
    lines = text.splitlines(keepends=True)
    start = len("".join(lines[:5]))
    end = start + len("".join(lines[5:8]))
    editor.carets.put([Span(start, end)])
    panel.open_find_bar()
    assert bar.in_selection.isChecked(), "several selected lines are the place to search"
    bar.find_field.setText("LOC")
    bar.replace_field.setText("P")
    inside = text[start:end].count("LOC")
    assert 0 < inside < text.count("LOC")
    assert bar.replace_all() == inside
    assert editor.source.text == text[:start] + text[start:end].replace("LOC", "P") + text[end:]
    editor.undo()
    assert editor.source.text == text


def test_without_a_selection_there_is_nothing_to_search_in(panel) -> None:
    panel.current.go_to(1)
    panel.find_bar.in_selection.click()
    assert not panel.find_bar.in_selection.isChecked()
    assert "Select" in panel.find_bar.fault.text()


def test_all_matches_are_marked_in_the_text_and_on_the_scroll_bar_until_the_bar_closes(
    panel,
) -> None:
    bar, editor = panel.find_bar, panel.current
    editor.source.replace_text("READY\n" * 200 + "MOVE A\n" + "READY\n" * 99 + "MOVE B")
    bar.find_field.setText("MOVE")
    editor.finder.finish()
    editor.show_found()
    document = editor.document()
    marked = [n for n in range(301) if editor.marks_in(document.findBlockByNumber(n))]
    assert marked == [200, 300]
    assert len(editor._scroll_marks.rows) == 2 and editor._scroll_marks.isVisible()
    top, bottom = sorted(editor._scroll_marks.rows)
    assert 0.6 < top / bottom < 0.72
    QTest.keyClick(bar.find_field, Qt.Key.Key_Escape)
    assert not editor._scroll_marks.isVisible()
    assert not editor.marks_in(document.findBlockByNumber(300))


def test_the_bar_searches_the_program_that_comes_to_the_front(panel, source_of) -> None:
    bar = panel.find_bar
    first = panel.current
    bar.find_field.setText("READY")
    source_of("READY\nREADY\nREADY")
    assert panel.current is not first and bar.isVisible()
    assert bar.count.text() == "3 found"
    assert first.finder.count == 0


def test_closing_the_program_closes_its_search(qtbot, panel, document) -> None:
    panel.find_bar.find_field.setText("READY")
    document.remove_source(document.active)
    qtbot.waitUntil(lambda: panel.find_bar._editor is None)
    assert not panel.find_bar.find_next()
    assert panel.find_bar.replace_all() == 0


def test_the_bar_is_dressed_in_both_themes(panel) -> None:
    panel.set_theme(LIGHT)
    assert LIGHT.accent in panel.find_bar.is_regex.styleSheet()
