"""Stepping into, over, out and back; breakpoints; watched and changed values."""

import numpy as np
import pytest

from language import parse
from language.compiled.control_flow import code_of
from scenes.errors import SceneError
from scenes.execution.debugging.debugger import (
    Breakpoint,
    begin,
    go_to,
    proceed,
    retry,
    run_to,
    step_back,
    step_into,
    step_out,
    step_over,
    value_of,
    with_signal,
    with_variable,
)
from scenes.execution.machine.machine import Machine
from scenes.execution.machine.moment import Status
from scenes.execution.simulation import simulate

TEXT = """X = 0
FOR I = 1 TO 3
  CALL P
END
DRIVE 1 5
END
.PROGRAM P
X = X + 1
DRIVE 1 10
.END
"""


@pytest.fixture
def session(paper_cell):
    return begin(Machine(paper_cell, code_of(parse(TEXT))))


def test_step_into_goes_into_a_called_program_and_its_stack_is_seen(session):
    for _ in range(3):
        session = step_into(session)
    assert session.line == 8
    assert [(f.program, f.line) for f in session.call_stack] == [("P", 8), ("", 3)]


def test_step_over_runs_a_called_program_to_its_end(session):
    session = step_over(step_over(step_over(session)))
    assert session.line == 4
    assert session.now.state.variables["X"] == 1


def test_step_out_stops_behind_the_call(session):
    session = step_out(run_to(session, 9))
    assert session.line == 4


def test_proceed_does_what_simulate_does(session, paper_cell):
    session = proceed(session)
    run = simulate(paper_cell, TEXT)
    assert session.now.status is Status.ENDED
    assert [s.line for s in session.steps] == [s.line for s in run.steps]
    np.testing.assert_array_equal(session.now.state.q, run.end_state.q)


def test_stepping_back_reaches_every_earlier_moment(session):
    moments, work = [], session
    while not work.is_over:
        moments.append(work)
        work = step_into(work)
    for earlier in reversed(moments):
        back = go_to(work, earlier.at)
        assert back.line == earlier.line
        assert len(back.steps) == len(earlier.steps)
        assert dict(back.now.state.variables) == dict(earlier.now.state.variables)
        np.testing.assert_array_equal(back.now.state.q, earlier.now.state.q)
        assert back.now.time == earlier.now.time


def test_stepping_far_back_in_a_loop_without_motion_gives_the_earlier_values(paper_cell):
    text = "X = 0\nFOR I = 1 TO 1000\nX = X + 1\nEND\nEND"
    session = proceed(begin(Machine(paper_cell, code_of(parse(text)))))
    back = step_back(session, 1000)
    again = proceed(back)
    assert back.now.state.variables["X"] < 600
    assert again.now.state.variables["X"] == 1000


def test_a_breakpoint_with_a_condition_stops_only_there(session):
    session = begin(session.machine, Breakpoint(9, "I == 2"))
    session = proceed(session)
    assert (session.line, session.now.state.variables["I"]) == (9, 2)
    assert session.why == "breakpoint in line 9"
    assert proceed(session).now.status is Status.ENDED


def test_a_changed_variable_changes_what_follows(session):
    session = with_variable(run_to(session, 5), "x", 40)
    assert value_of(session.machine, session.now, "X + 2") == 42
    assert proceed(session).now.state.variables["X"] == 40
    with pytest.raises(SceneError):
        value_of(session.machine, session.now, "NOBODY")


def test_a_signal_put_on_by_hand_ends_a_wait(paper_cell):
    text = "WAIT SIG(3)\nDRIVE 1 5\nEND"
    session = proceed(begin(Machine(paper_cell, code_of(parse(text)))))
    assert session.now.status is Status.FAILED
    session = with_signal(retry(session), 3, True)
    assert proceed(session).now.status is Status.ENDED


def test_pause_waits_for_proceed(paper_cell):
    session = proceed(begin(Machine(paper_cell, code_of(parse("X = 1\nPAUSE\nX = 2\nEND")))))
    assert (session.now.status, session.line) == (Status.PAUSED, 3)
    assert proceed(session).now.state.variables["X"] == 2
