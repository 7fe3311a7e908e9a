"""Debugging with a document: steps, stops, shown and changed values, without a process."""

import pytest
from PySide6.QtCore import QObject, Signal

from app.desktop.debugging.debug_session import DebugSession
from app.desktop.runs.run_control import Command, RunState
from app.desktop.state.source import Source
from app.programs.text_files import TextFile
from scenes.execution.debugging.change import Kind
from scenes.execution.debugging.debugger import Line
from scenes.files.text.documents import read_document
from scenes.library import cell_path

MAIN = """COUNT = 0
FOR I = 1 TO 3
  CALL PICK(I)
END
DRIVE 1, COUNT
END
"""
PICK = """.PROGRAM PICK(N)
COUNT = COUNT + N
DRIVE 1 10
.END
"""


pytestmark = pytest.mark.window


@pytest.fixture
def paper_cell_file(cell):
    return cell, read_document(cell_path("kakazu1985"), "cell file")


class InlineProber(QObject):
    """Answers at once, in this process."""

    failed = Signal(str)

    def ask(self, kind, function, *arguments, then) -> None:
        then(function(*arguments))

    def close(self) -> None:
        """Does nothing: there is no process."""


@pytest.fixture
def debugged(document, analyst, paper_cell_file):
    cell, file = paper_cell_file
    session = DebugSession(document, InlineProber())
    session.show(True)
    document.show_cell(cell, file)
    document.add_source(Source(TextFile(PICK), None, "pick.val", document))
    document.add_source(Source(TextFile(MAIN), None, "main.val", document))
    document.check_syntax()
    document.check_again()
    analyst.answer()
    return session


def press(document, clock, command, line=0, file=0):
    document.press(command, line, file)
    clock.now += 100.0
    document.tick()


def test_a_call_of_an_open_file_runs_without_a_warning(debugged, document):
    assert document.run.files[1:] == ("pick.val",)
    assert not document.findings


def test_steps_go_into_over_and_out_of_a_called_file(debugged, document, clock):
    for _ in range(3):
        press(document, clock, Command.STEP)
    assert (document.control.file, document.control.line) == (1, 2)
    assert debugged.look.stack == (Line("PICK", 2, 1), Line("", 3, 0))
    press(document, clock, Command.OUT)
    assert (document.control.file, document.control.line) == (0, 4)
    press(document, clock, Command.STEP)
    press(document, clock, Command.OVER)
    assert (document.control.file, document.control.line) == (0, 4)
    assert debugged.look.variables["COUNT"] == 3


def test_a_step_back_shows_the_values_of_that_moment(debugged, document, clock):
    press(document, clock, Command.TO_LINE, 5)
    assert debugged.look.variables["COUNT"] == 6
    press(document, clock, Command.BACK)
    press(document, clock, Command.BACK)
    assert debugged.look.variables["COUNT"] == 6
    press(document, clock, Command.STOP)
    assert "COUNT" not in debugged.look.variables


def test_a_breakpoint_of_a_called_file_stops_where_its_condition_holds(debugged, document, clock):
    pick = document.sources[0]
    pick.set_breakpoint(3, "N == 2")
    press(document, clock, Command.RUN)
    assert document.control.reason == "breakpoint in line 3"
    assert debugged.look.variables["N"] == 2
    press(document, clock, Command.RUN)
    assert document.control.state is RunState.FINISHED


def test_a_plain_breakpoint_of_a_called_file_stops_each_time(debugged, document, clock):
    document.sources[0].set_breakpoint(2)
    seen = []
    for _ in range(3):
        press(document, clock, Command.RUN)
        seen.append(debugged.look.variables["N"])
    assert seen == [1, 2, 3]


def test_a_changed_value_goes_on_from_its_stop_and_stays_out_of_the_text(
    debugged, document, clock, analyst
):
    press(document, clock, Command.TO_LINE, 5)
    index = document.control.position.index
    debugged.put(Kind.VARIABLE, "COUNT", "COUNT + 4")
    analyst.answer()
    assert document.control.position.index == index
    assert debugged.look.variables["COUNT"] == 10
    assert document.active.text == MAIN
    assert [(c.name, c.shown) for c in debugged.changes] == [("COUNT", "COUNT + 4")]
    debugged.drop()
    analyst.answer()
    assert debugged.look.variables["COUNT"] == 6


def test_an_invalid_value_is_refused_with_the_reason(debugged, document, clock):
    said = []
    document.noticed.connect(lambda notice: said.append(notice.text))
    press(document, clock, Command.TO_LINE, 5)
    debugged.put(Kind.VARIABLE, "COUNT", "NOWHERE + 1")
    assert said == ["Not changed: NOWHERE has no value yet"]
    assert not debugged.changes


def test_an_edit_ends_the_changed_values_and_says_so(debugged, document, clock, analyst):
    press(document, clock, Command.TO_LINE, 5)
    debugged.put(Kind.VARIABLE, "COUNT", "1")
    analyst.answer()
    said = []
    document.noticed.connect(lambda notice: said.append(notice.text))
    document.active.insert_line(1, "; a remark")
    assert not debugged.changes
    assert "gone" in said[0]


def test_watched_values_are_read_at_every_stop(debugged, document, clock):
    debugged.watch("COUNT * 2")
    debugged.watch("DISTANCE(A, B)")
    press(document, clock, Command.TO_LINE, 5)
    values = dict(debugged.look.watched)
    assert values["COUNT * 2"] == 12
    assert values["DISTANCE(A, B)"] == "A is not defined"


def test_a_pause_holds_the_run_until_it_is_told_to_go_on(document, clock, analyst, paper_cell_file):
    document.show_cell(*paper_cell_file)
    text = "DRIVE 1 10\nPAUSE\nDRIVE 1 10\nEND\n"
    document.add_source(Source(TextFile(text), None, "pause.val", document))
    analyst.answer()
    press(document, clock, Command.RUN)
    assert (document.control.line, document.control.state) == (3, RunState.PAUSED)
    assert "PAUSE" in document.control.reason
    press(document, clock, Command.RUN)
    assert document.control.state is RunState.FINISHED


def test_a_deadlock_and_an_endless_loop_stop_the_playback_at_their_line(
    document, clock, analyst, paper_cell_file
):
    document.show_cell(*paper_cell_file)
    text = "DRIVE 1 10\nWAIT SIG(4)\nEND\n"
    document.add_source(Source(TextFile(text), None, "wait.val", document))
    analyst.answer()
    press(document, clock, Command.RUN)
    assert document.control.line == 2
    assert "deadlock" in document.control.reason
