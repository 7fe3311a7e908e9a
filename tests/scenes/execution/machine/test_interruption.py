"""Signals that interrupt: when, in which order, and how the interrupted motion is finished."""

import numpy as np
import pytest

from scenes.execution.debugging.debugger import begin, proceed, step_back, step_into
from scenes.execution.machine.scenario import Response, Scenario, SignalEvent
from scenes.execution.simulation import machine_for, simulate

A = "POINT A 600 0 500 0 60 0\n"


def at(*events):
    """A scenario from pairs of a time, s, and a signal, negative for off."""
    return Scenario(tuple(SignalEvent(time, abs(n), n > 0) for time, n in events))


def ran(cell, text, scenario=None):
    run = simulate(cell, text, scenario=scenario)
    assert run.program.ok, run.diagnostics
    assert not [p for p in run.problems if p.severity == "error"], run.problems
    return run


def times(run, line):
    """Start and end times, s, of the steps of a line."""
    return [(step.start_time, step.end_time) for step in run.steps if step.line == line]


def said(run):
    return [p.message for p in run.problems if p.code == "N303"]


def program(react, body, handler="T = TIME", more=""):
    return f"{react}\n{body}\nE = TIME\nEND\n.PROGRAM H\n{handler}\n.END\n{more}"


SLOW = "SPEED 10\nDRIVE 1 40"


@pytest.mark.parametrize(
    ("react", "scenario"),
    [
        ("REACTI 1, H", at((0.5, -1), (2, 1))),
        ("REACTI 1, H", at((0.3, 2), (2, 1))),
        ("REACTI -1, H", at((0.5, 1), (2, -1))),
        ("REACTI 1, H", Scenario((SignalEvent(0.5, 5, True),), (Response(5, 1.5, 1, True),))),
        (
            "REACTI 1, H",
            Scenario(
                (SignalEvent(0.5, 5, True),),
                (Response(5, 1.0, 6, True), Response(6, 0.5, 1, True)),
            ),
        ),
    ],
)
def test_a_motion_is_interrupted_when_the_signal_changes_as_REACTI_asks_and_not_before(
    paper_cell, react, scenario
):
    run = ran(paper_cell, program(react, SLOW), scenario)
    (first, cut), (again, _) = times(run, 3)
    assert first == 0.0
    assert 2.0 < cut < 2.2
    assert again == cut == run.end_state.variables["T"]


def test_an_interrupted_motion_is_finished_unless_BRAKE_cancels_the_rest(paper_cell):
    text = program("REACTI 1, H", "DRIVE 1 30\nDRIVE 2 1")
    whole = ran(paper_cell, text)
    cut = ran(paper_cell, text, at((0.2, 1)))
    np.testing.assert_allclose(cut.end_state.q, whole.end_state.q, atol=1e-9)
    dropped = ran(paper_cell, text.replace("T = TIME", "T = TIME\nBRAKE"), at((0.2, 1)))
    turned = np.degrees(dropped.end_state.q - dropped.start_state.q)
    assert 0 < turned[0] < 20
    assert turned[1] == pytest.approx(1)
    assert len(times(dropped, 2)) == 1


@pytest.mark.parametrize(
    "motion",
    [
        "DRAW 0, 40, -30",
        "TDRAW 0, 20, -30",
        "DEPART 60",
        "DEPARTS 60",
        "DRIVE 1, 20, 50",
        "MOVES A:TRANS(-20, 30, 0)",
        "APPROS A, 70",
        "MOVE HERE:TRANS(-20, 30, 0)",
        "READY",
        "MOVEST A:TRANS(-20, 30, 0), 30",
    ],
)
def test_the_rest_leads_to_the_goal_of_the_motion_from_any_place_of_the_arm(paper_cell, motion):
    """This holds for relative motions too: their original end counts."""
    text = (
        A
        + "MOVE A\n"
        + program("REACTI 1, H", f"SPEED 20\n{motion}", "DRIVE 1 4\nPOINT A 1 2 3 4 5 6")
    )
    start = ran(paper_cell, A + "MOVE A\nEND").duration
    whole = ran(paper_cell, text)
    cut = ran(paper_cell, text, at((start + 0.1, 1)))
    assert len(times(cut, 5)) == 2
    np.testing.assert_allclose(cut.end_state.q, whole.end_state.q, atol=1e-6)
    assert cut.end_state.opening == pytest.approx(whole.end_state.opening)


def test_the_rest_of_a_motion_may_be_interrupted_again(paper_cell):
    run = ran(
        paper_cell, program("REACTI 1, H", SLOW), at((0.5, 1), (1, -1), (2, 1), (3, -1), (4, 1))
    )
    uncut = ran(paper_cell, program("REACTI 1, H", SLOW)).duration
    assert len(times(run, 3)) == 4
    assert run.duration > uncut
    assert np.degrees(run.end_state.q - run.start_state.q)[0] == pytest.approx(40)


def test_the_speed_of_one_motion_holds_for_its_rest_and_not_for_the_program_between(paper_cell):
    text = program("REACTI 1, H", "SPEED 10\nDRIVE 1 30\nDRIVE 1 -30", "DRIVE 2 5")
    run = ran(paper_cell, text, at((0.5, 1)))
    full = ran(paper_cell, "DRIVE 2 5\nDRIVE 1 -30\nEND").steps
    (_, cut), (_, _) = times(run, 3)
    steps = {step.line: step for step in run.steps}
    assert steps[8].duration == pytest.approx(full[0].duration)
    assert steps[4].duration == pytest.approx(full[1].duration)
    slow = ran(paper_cell, "SPEED 10\nDRIVE 1 30\nEND").duration
    assert times(run, 3)[1][1] - times(run, 3)[1][0] > slow - cut


def test_the_rest_of_a_delay_is_waited_for(paper_cell):
    run = ran(paper_cell, program("REACTI 1, H", "DELAY 3", "DELAY 0.5"), at((1, 1)))
    assert run.end_state.variables["E"] == pytest.approx(3.5)
    braked = ran(paper_cell, program("REACTI 1, H", "DELAY 3", "BRAKE"), at((1, 1)))
    assert braked.end_state.variables["E"] == pytest.approx(1)


def test_a_hand_that_opens_goes_on_opening(paper_cell):
    run = ran(paper_cell, program("REACTI 1, H", "OPENI 0\nOPENI 50"), at((0.7, 1)))
    assert run.end_state.opening == 50
    assert run.end_state.variables["T"] == pytest.approx(0.7)


def test_DEST_of_an_interrupted_motion_is_its_goal(paper_cell, oracle):
    text = A + program("REACTI 1, H", "SPEED 10\nMOVE A", "SET D = DEST\nBRAKE")
    run = ran(paper_cell, text, at((0.2, 1)))
    np.testing.assert_allclose(run.end_state.locations["D"][:3, 3], [600, 0, 500], atol=1e-6)


@pytest.mark.parametrize("react", ["REACT", "REACTI"])
def test_a_signal_during_wait_runs_its_program_at_once_and_the_wait_goes_on(paper_cell, react):
    text = program(f"{react} 1, H", "WAIT SIG(2)", "T = TIME\nSIGNAL 2")
    found = ran(paper_cell, text, at((1, 1))).end_state.variables
    assert (found["T"], found["E"]) == (1, 1)
    later = ran(paper_cell, program(f"{react} 1, H", "WAIT SIG(2)"), at((1, 1), (2, 2)))
    assert (later.end_state.variables["T"], later.end_state.variables["E"]) == (1, 2)


def test_a_wait_for_a_variable_ends_when_a_reaction_sets_it(paper_cell):
    text = "DONE = 0\n" + program("REACT 1, H", "WAIT DONE == 1", "DONE = 1")
    assert ran(paper_cell, text, at((1.5, 1))).end_state.variables["E"] == 1.5


BOTH = '.PROGRAM LOW\nTYPE "low"\nDELAY 1\nTYPE "low ends"\n.END\n'
BOTH += '.PROGRAM HIGH\nTYPE "high"\nDELAY 1\nTYPE "high ends"\n.END\n'


def test_the_signal_of_highest_priority_comes_first(paper_cell):
    text = "REACT 1, LOW, 1\nREACT 2, HIGH, 9\nSIGNAL 1, 2\nDELAY 1\nEND\n" + BOTH
    assert said(ran(paper_cell, text)) == ["high", "high ends", "low", "low ends"]


def test_a_higher_priority_interrupts_a_reaction_and_a_lower_waits(paper_cell):
    text = "REACT 1, LOW, 1\nREACT 2, HIGH, 9\nDELAY 1\nDELAY 1\nEND\n" + BOTH
    first_low = said(ran(paper_cell, text, at((0.5, 1), (1.5, 2))))
    assert first_low == ["low", "high", "high ends", "low ends"]
    first_high = said(ran(paper_cell, text, at((0.5, 2), (1.5, 1))))
    assert first_high == ["high", "high ends", "low", "low ends"]


def test_reactions_of_equal_priority_come_in_the_order_of_their_signals_and_wait_once(paper_cell):
    text = "REACT 1, LOW\nREACT 2, HIGH\nDELAY 1\nEND\n" + BOTH
    scenario = at((0.2, 2), (0.3, 1), (0.4, -2), (0.5, 2))
    assert said(ran(paper_cell, text, scenario)) == ["high", "high ends", "low", "low ends"]


def test_a_signal_that_comes_again_while_its_program_runs_calls_it_once_more(paper_cell):
    text = "REACT 1, LOW\nDELAY 1\nEND\n" + BOTH
    found = said(ran(paper_cell, text, at((0.5, 1), (1.2, -1), (1.4, 1))))
    assert found == ["low", "low ends"] * 2


def test_IGNORE_also_cancels_a_reaction_that_waits(paper_cell):
    text = "REACT 1, LOW, 1\nREACT 2, H, 9\nSIGNAL 1, 2\nDELAY 1\nEND\n" + BOTH
    text += ".PROGRAM H\nIGNORE 1\n.END\n"
    assert said(ran(paper_cell, text)) == []


def test_a_signal_is_reacted_to_inside_a_called_program(paper_cell):
    text = (
        "REACTI 1, H\nCALL WORK\nEND\n.PROGRAM WORK\nLOCAL X\nX = 3\nDELAY 2\nY = X + TIME\n.END\n"
    )
    text += ".PROGRAM H\nX = 100\nT = TIME\n.END\n"
    found = ran(paper_cell, text, at((1, 1))).end_state.variables
    assert found == {"X": 100.0, "T": 1.0, "Y": pytest.approx(5)}


@pytest.mark.parametrize(
    "text",
    [
        "DELAY 1\nBRAKE\nEND",
        "REACT 1, H\nDELAY 1\nEND\n.PROGRAM H\nBRAKE\n.END\n",
        "REACTI 1, H\nDELAY 1\nCALL H\nEND\n.PROGRAM H\nBRAKE\n.END\n",
    ],
)
def test_BRAKE_is_refused_outside_a_program_that_REACTI_calls(paper_cell, text):
    problems = simulate(paper_cell, text, scenario=at((0.5, 1))).problems
    assert "E610" in [p.code for p in problems]


def test_BRAKE_is_allowed_in_a_program_that_a_reaction_calls(paper_cell):
    text = program("REACTI 1, H", "DELAY 3", "CALL STOPPED", ".PROGRAM STOPPED\nBRAKE\n.END\n")
    assert ran(paper_cell, text, at((1, 1))).end_state.variables["E"] == pytest.approx(1)


def test_stepping_back_through_an_interruption_restores_everything(paper_cell):
    text = program("REACTI 1, H", "DRIVE 1 30\nDRIVE 2 1", "DRIVE 3 2\nX = 1")
    passed = [begin(machine_for(paper_cell, text, scenario=at((0.2, 1))))]
    while not passed[-1].is_over:
        passed.append(step_into(passed[-1]))
    end = passed[-1]
    for back, there in enumerate(reversed(passed)):
        again = step_back(end, back)
        assert again.line == there.line
        assert again.now.time == there.now.time
        np.testing.assert_array_equal(again.now.state.q, there.now.state.q)
        assert again.call_stack == there.call_stack
        np.testing.assert_array_equal(proceed(again).now.state.q, end.now.state.q)
