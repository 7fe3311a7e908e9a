"""The document has one time and one selection, and drops answers to old texts."""

import numpy as np
import pytest
from PySide6.QtGui import QTextCursor

from app.desktop.runs.run_control import Command, RunState
from scenes.files.text.documents import read_document
from scenes.library import cell_path

pytestmark = pytest.mark.window


@pytest.fixture
def opened(document, analyst, source_of, figure5, cell):
    document.show_cell(cell, read_document(cell_path("kakazu1985"), "cell file"))
    source_of(figure5)
    analyst.answer()
    return document


def test_a_program_is_run_and_checked_when_it_is_opened(opened) -> None:
    assert opened.is_checked
    assert opened.control.duration == pytest.approx(opened.run.duration)
    assert [f.code for f in opened.findings] == ["W301"]


def test_the_answer_to_an_old_text_is_dropped(opened, analyst) -> None:
    source = opened.active
    source.replace_text(source.text.replace("100 DRIVE 2 30\n", ""))
    opened.analyse_now()
    source.replace_text(source.text.replace("90 DRAW -30 -40 -50\n", ""))
    opened.analyse_now()
    before = opened.run
    analyst.answer(0)
    assert opened.run is before
    assert not opened.is_checked
    analyst.answer()
    assert opened.is_checked
    assert len(opened.run.steps) == 11


def test_an_edit_makes_the_verdict_old_and_keeps_it_in_sight(opened) -> None:
    opened.active.insert_line(1, "REMARK above everything")
    assert not opened.is_checked
    assert [(f.code, f.line) for f in opened.findings] == [("W301", 8)]


def test_an_edit_keeps_the_time_at_the_same_statement(opened, analyst) -> None:
    opened.seek(opened.run.steps[6].start_time + 0.5)
    assert opened.control.line == 7
    into = opened.time - opened.step.start_time
    opened.active.insert_line(5, "45 DRAW 0 0 -50")
    assert opened.control.line == 8
    opened.analyse_now()
    analyst.answer()
    assert opened.control.line == 8
    assert opened.time - opened.step.start_time == pytest.approx(into)


def test_a_broken_line_keeps_the_last_run_in_sight(opened, analyst) -> None:
    opened.seek(2.0)
    opened.active.replace_text(opened.active.text.replace("MOVES", "MVOES"))
    opened.analyse_now()
    analyst.answer()
    assert opened.time == pytest.approx(2.0)
    assert opened.run.duration > 5.0
    assert not opened.is_checked


def test_running_a_broken_program_says_which_line_to_mend(opened, analyst) -> None:
    said = []
    opened.noticed.connect(said.append)
    opened.active.replace_text(opened.active.text.replace("MOVES", "MVOES"))
    opened.press(Command.RUN)
    analyst.answer()
    assert "line 7" in said[-1].text
    assert opened.control.state is not RunState.RUNNING


def test_run_pressed_too_early_starts_when_the_run_is_there(opened, analyst) -> None:
    opened.active.insert_line(1, "REMARK new")
    opened.press(Command.RUN)
    assert opened.control.state is not RunState.RUNNING
    analyst.answer()
    assert opened.control.state is RunState.RUNNING


def test_the_time_moves_line_and_pose_together(opened, clock) -> None:
    opened.press(Command.RUN)
    clock.now = 3.0
    opened.tick()
    assert opened.time == pytest.approx(3.0)
    assert opened.control.line == opened.run.line_at(3.0) == 7
    assert np.allclose(opened.state.q, opened.run.state_at(3.0).q)


def test_jogging_shows_another_pose_and_keeps_the_run(opened) -> None:
    opened.seek(2.0)
    q = np.array(opened.state.q) + 0.1
    opened.jog(q)
    assert np.allclose(opened.state.q, q)
    opened.end_jog()
    assert np.allclose(opened.state.q, opened.run.state_at(2.0).q)
    assert opened.time == pytest.approx(2.0)


def test_breakpoints_stay_with_their_lines(opened) -> None:
    opened.active.toggle_breakpoint(9)
    opened.active.insert_line(3, "REMARK between")
    assert opened.active.breakpoints() == {10}
    assert opened.control.breakpoints == {10}
    opened.active.toggle_breakpoint(10)
    assert opened.control.breakpoints == frozenset()


def test_a_selection_is_announced_once_and_can_be_cleared(opened) -> None:
    told = []
    opened.selectionChanged.connect(lambda: told.append(opened.selection))
    opened.select("body", "TR2")
    opened.select("body", "TR2")
    opened.select("body", "")
    assert [(s.kind, s.name) for s in told] == [("body", "TR2"), ("", "")]


def test_the_findings_are_those_of_the_program_in_front(opened, analyst, source_of) -> None:
    first = opened.active
    source_of("10 MVOE X\n20 END\n")
    opened.check_syntax()
    assert "E110" in [f.code for f in opened.findings]
    opened.activate(first)
    opened.check_syntax()
    assert [f.code for f in opened.findings] == []
    analyst.answer()
    assert opened.is_checked


def test_a_change_of_the_text_from_outside_is_one_undo_step(opened) -> None:
    source, before = opened.active, opened.active.text
    source.replace_text(before.replace("670", "671").replace("630", "631"))
    source.text_document.undo()
    assert source.text == before


def test_a_run_stops_where_a_statement_cannot_be_carried_out(
    document, analyst, source_of, cell, clock
) -> None:
    document.show_cell(cell, read_document(cell_path("kakazu1985"), "cell file"))
    source_of("10 POINT FAR 3000 0 500 0 0 0\n20 MOVE FAR\n30 END\n")
    analyst.answer()
    document.press(Command.RUN)
    clock.now = 1.0
    document.tick()
    assert document.control.state is RunState.PAUSED
    assert "reach" in document.control.reason
    assert [f.line for f in document.findings if f.severity == "error"] == [2]


def test_a_cancelled_check_begins_again_when_run_is_pressed(opened, analyst) -> None:
    opened.active.insert_line(1, "REMARK new")
    opened.analyse_now()
    opened.cancel_check()
    opened.press(Command.RUN)
    analyst.answer()
    assert opened.control.state is RunState.RUNNING


def test_only_the_first_key_tells_the_panels_that_the_verdict_is_old(opened, qtbot) -> None:
    told: list[bool] = []
    opened.findingsChanged.connect(lambda: told.append(opened.is_checked))
    cursor = QTextCursor(opened.active.text_document)
    for _ in range(5):
        cursor.insertText(" ")
    assert told == [False]
    cursor.insertText("; a line above\n")
    assert told == [False, False], "findings have moved with their lines"
    cursor.insertText(" ")
    assert told == [False, False]


def test_a_question_without_an_answer_leaves_the_check_as_it_is(document, analyst) -> None:
    told = []
    document.noticed.connect(lambda notice: told.append(str(notice)))
    assert not document.has_failed
    analyst.missed.emit("the worker process ended")
    assert not document.has_failed and "the worker process ended" in told[0]


def test_a_program_that_cannot_run_is_settled_without_a_verdict(document, source_of, analyst, cell):
    document.show_cell(cell, None)
    source_of("10 CASE 1 OF\n20 READY\n30 VALUE 1:\n40 READY\n50 END\n60 END\n")
    document.analyse_now()
    assert not document.is_settled
    analyst.answer()
    assert document.is_settled and document.verdict is None and not document.is_checked


def test_a_program_is_settled_with_its_verdict_and_an_edit_ends_that(opened, analyst) -> None:
    assert opened.is_settled and opened.verdict is not None
    opened.active.insert_line(1, "REMARK new")
    assert not opened.is_settled
