"""A recorded run gives the same moments again, whichever way they are reached."""

import numpy as np
import pytest

from language import parse
from language.compiled.control_flow import code_of
from scenes.errors import SceneError
from scenes.execution.debugging.by_hand import change_of
from scenes.execution.debugging.change import Kind
from scenes.execution.debugging.debugger import Breakpoint, begin, proceed, step_into
from scenes.execution.debugging.kept_moments import KEPT_EVERY
from scenes.execution.debugging.recording import record
from scenes.execution.machine.machine import Machine
from scenes.execution.simulation import machine_for, simulate

TEXT = """X = 0
FOR I = 1 TO 3
  CALL P
END
DRIVE 1, X
END
.PROGRAM P
X = X + I
DRIVE 1 10
.END
"""


@pytest.fixture
def machine(paper_cell):
    return Machine(paper_cell, code_of(parse(TEXT)))


def moments(machine):
    session = begin(machine)
    while not session.is_over:
        yield session
        session = step_into(session)


def test_a_trace_holds_the_statements_that_stepping_into_visits(paper_cell, machine):
    trace = simulate(paper_cell, TEXT).trace
    stepped = [s for s in moments(machine) if s.line is not None]
    assert list(trace.lines) == [s.line for s in stepped]
    assert list(trace.depths) == [s.now.depth for s in stepped]
    assert list(trace.advances) == [s.at for s in stepped]
    assert list(trace.done) == [len(s.steps) for s in stepped]
    np.testing.assert_allclose(trace.starts, [s.now.time for s in stepped])


def test_a_recording_gives_back_every_moment_of_the_run(machine):
    recording = record(machine)
    for session in moments(machine):
        look = recording.look(session.at, ("X * 2",))
        assert look.variables == session.now.state.variables
        assert look.stack == session.call_stack
        if "X" in look.variables:
            assert look.watched == (("X * 2", 2 * look.variables["X"]),)


def test_a_long_count_keeps_only_some_of_its_moments(paper_cell):
    machine = Machine(paper_cell, code_of(parse("FOR I = 1 TO 5000\n  X = I\nEND\n")))
    recording = record(machine)
    assert len(recording.marks) < 15_100 / KEPT_EVERY
    look = recording.look(9999)
    same = next(s for s in moments(machine) if s.at == 9999)
    assert look.variables == same.now.state.variables


def test_a_condition_stops_where_it_holds_and_nowhere_else(machine):
    hits = record(machine).hits([Breakpoint(8, "I == 2")])
    stopped = [s for s in moments(machine) if s.at in hits]
    assert [(s.line, s.now.state.variables["I"]) for s in stopped] == [(8, 2.0)]


def test_a_condition_without_a_value_stops_as_in_a_session(machine):
    breakpoint_ = Breakpoint(9, "NONSENSE > 1")
    session = proceed(begin(machine, breakpoint_))
    assert record(machine).hits([breakpoint_])[0] == session.at
    assert session.why.startswith("breakpoint in line 9: NONSENSE > 1 has no value")


def test_a_conditional_breakpoint_is_where_a_session_stops_at_it(machine):
    session = proceed(begin(machine, Breakpoint(8, "X >= 3")))
    assert record(machine).hits([Breakpoint(8, "X >= 3")]) == (session.at,)


def test_a_changed_variable_holds_from_there_and_not_before(paper_cell, machine):
    recording = record(machine)
    at = recording.hits([Breakpoint(5)])[0]
    change = change_of(machine, recording.moment(at), Kind.VARIABLE, "x", "X + 14")
    changed = simulate(paper_cell, TEXT, changes=[change])
    plain = simulate(paper_cell, TEXT)
    assert len(changed.steps) == len(plain.steps)
    for old, new in zip(plain.steps[:-2], changed.steps[:-2], strict=True):
        np.testing.assert_array_equal(old.after.q, new.after.q)
    turned = changed.end_state.q[0] - plain.end_state.q[0]
    assert np.degrees(turned) == pytest.approx(14.0)


def test_a_changed_signal_ends_a_wait_that_would_never_end(paper_cell):
    text = "WAIT SIG(4)\nDRIVE 1 10\nEND\n"
    stuck = simulate(paper_cell, text)
    assert stuck.steps[-1].problems[0].code == "E602"
    recording = record(machine_for(paper_cell, text))
    at = recording.hits([Breakpoint(1)])[0]
    change = change_of(recording.machine, recording.moment(at), Kind.SIGNAL, "4", "on")
    assert not simulate(paper_cell, text, changes=[change]).problems


def test_a_changed_location_takes_what_point_takes(paper_cell):
    text = "POINT A 700 0 280 0 90 0\nMOVE A\nEND\n"
    recording = record(machine_for(paper_cell, text))
    at = recording.hits([Breakpoint(2)])[0]
    moment = recording.moment(at)
    change = change_of(recording.machine, moment, Kind.LOCATION, "a", "A:TRANS(-50, 0, 0)")
    moved = simulate(paper_cell, text, changes=[change])
    np.testing.assert_allclose(moved.end_state.locations["A"][:3, 3], (700, 0, 330), atol=1e-9)
    with pytest.raises(SceneError, match="needs"):
        change_of(recording.machine, moment, Kind.LOCATION, "A", "1 2")


def test_a_called_file_finds_the_names_that_its_caller_has_defined(paper_cell):
    main = "POINT A 700 0 280 0 90 0\nN = 20\nCALL Q\nEND\n"
    run = simulate(paper_cell, main, others=[(".PROGRAM Q\nMOVE A\nDRIVE 1, N\n.END\n", "q.val")])
    assert not run.problems
    assert np.degrees(run.end_state.q[0]) == pytest.approx(20)


def test_a_called_file_with_faults_is_not_run_and_says_so(paper_cell):
    run = simulate(paper_cell, "CALL Q\nEND\n", others=[(".PROGRAM Q\nMOVV A\n.END\n", "q.val")])
    assert not run.steps
    assert [(p.file, p.line) for p in run.problems] == [("q.val", 2)]


def test_a_pause_is_where_the_trace_says(paper_cell):
    trace = simulate(paper_cell, "DRIVE 1 5\nPAUSE\nDRIVE 1 5\nEND\n").trace
    assert [trace.lines[i] for i in trace.pauses] == [3]


def test_steps_and_problems_of_a_called_file_carry_its_name(paper_cell):
    main, other = "CALL Q\nEND\n", ".PROGRAM Q\nDRIVE 1 10\nDRIVE 9 1\n.END\n"
    run = simulate(paper_cell, main, others=[(other, "q.val")])
    assert [(s.file, s.line) for s in run.steps] == [("q.val", 2), ("q.val", 3)]
    assert str(run.problems[0]).startswith("q.val, line 3: error[E305]")
