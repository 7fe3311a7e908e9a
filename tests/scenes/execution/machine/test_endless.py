"""Programs that would go on for ever are stopped, with the name of the line."""

import pytest

from language import parse
from scenes import load_cell
from scenes.execution.machine.clocks import asks_for_time
from scenes.execution.machine.scenario import Response, Scenario, SignalEvent
from scenes.execution.simulation import simulate


def errors(cell, text, **more):
    run = simulate(cell, text, **more)
    assert run.program.ok, run.diagnostics
    return [p for p in run.problems if p.severity == "error"]


def toggling(delay):
    """A scenario whose two responses switch signal 1 on and off for ever."""
    return Scenario((), (Response(1, delay, 1, False), Response(-1, delay, 1, True)))


@pytest.mark.parametrize(
    ("text", "line", "where"),
    [
        ("I = 0\n10 I = I + 1\nGOTO 10\nEND", 2, "lines 2 to 3"),
        ("10 GOTO 10\nEND", 1, "line 1"),
        ("X = 1\nWHILE X DO\nX = X + 1\nEND\nEND", 2, "lines 2 to 4"),
        ("X = 1\nDO\nX = X + 1\nUNTIL X < 0\nEND", 2, "lines 2 to 4"),
        ("FOR I = 1 TO 3\nI = 1\nEND\nEND", 1, "lines 1 to 3"),
        ("10 CALL P\nGOTO 10\nEND\n.PROGRAM P\nX = 1\nY = 2\n.END\n", 1, "lines 1 to 2"),
        ("CALL P\nEND\n.PROGRAM P\n10 X = 1\nGOTO 10\n.END\n", 4, "lines 4 to 5"),
    ],
)
def test_an_endless_loop_is_reported_with_its_lines(paper_cell, text, line, where):
    (problem,) = errors(paper_cell, text, budget=500)
    assert (problem.code, problem.line) == ("E603", line)
    assert where in problem.message
    assert "500 statements" in problem.message


def test_a_loop_that_only_types_texts_is_stopped_early(paper_cell):
    run = simulate(paper_cell, "10 TYPE 1\nGOTO 10\nEND")
    assert run.problems[-1].code == "E603"
    assert len(run.problems) < 10_000


def test_a_FOR_with_a_step_of_0_is_refused_where_it_would_not_end(paper_cell):
    (problem,) = errors(paper_cell, "S = 0\nFOR I = 1 TO 3 STEP S\nTYPE I\nEND\nEND")
    assert (problem.code, problem.line) == ("E603", 2)
    assert errors(paper_cell, "FOR I = 3 TO 1 STEP 0\nEND\nEND") == []


@pytest.mark.parametrize("delay", [0.5, 1e-4])
def test_a_wait_is_not_kept_by_signals_that_only_repeat_themselves(paper_cell, delay):
    text = "SIGNAL 1\nWAIT SIG(99)\nEND"
    (problem,) = errors(paper_cell, text, scenario=toggling(delay))
    assert (problem.code, problem.line) == ("E602", 2)
    assert "repeats itself" in problem.message


@pytest.mark.parametrize("body", ["WAIT SIG(99)", "DRIVE 1 10", "X = 1"])
def test_responses_without_delay_that_set_each_other_off_are_reported(paper_cell, body):
    text = f"SIGNAL 1\n{body}\nTYPE 1\nEND"
    problem = errors(paper_cell, text, scenario=toggling(0.0))[0]
    assert (problem.code, problem.severity) == ("E603", "error")
    assert "answers of the scenario" in problem.message


def test_responses_that_set_each_other_off_at_the_start_are_reported_at_the_first_statement(
    paper_cell,
):
    scenario = Scenario((SignalEvent(0.0, 1, True),), toggling(0.0).responses)
    (problem,) = errors(paper_cell, "TYPE 1\nEND", scenario=scenario)
    assert (problem.code, problem.line) == ("E603", 1)


def test_a_motion_does_not_hang_on_signals_that_change_every_microsecond(paper_cell):
    (problem,) = errors(paper_cell, "SIGNAL 1\nDRIVE 1 10\nEND", scenario=toggling(1e-6))
    assert (problem.code, problem.line) == ("E603", 2)


def test_a_motion_passes_through_signals_that_change_for_ever(paper_cell):
    assert errors(paper_cell, "SIGNAL 1\nDRIVE 1 10\nEND", scenario=toggling(0.05)) == []


def test_a_reaction_that_sets_itself_off_is_an_endless_loop(paper_cell):
    text = "REACT 1, H\nSIGNAL 1\nTYPE 2\nEND\n.PROGRAM H\nSIGNAL -1\nSIGNAL 1\n.END\n"
    (problem,) = errors(paper_cell, text, budget=500)
    assert problem.code == "E603"
    assert problem.line in (6, 7)


@pytest.mark.parametrize(
    ("condition", "timed"),
    [("TIME > 2", True), ("TIMER(1) > 2", True), ("TIMEOUT == 1", False), ("V[TIME] > 0", True)],
)
def test_only_a_condition_with_a_clock_is_looked_at_as_time_goes(condition, timed):
    (statement, _) = parse(f"WAIT {condition}\nEND").statements
    assert asks_for_time(statement) == timed


def test_a_wait_for_a_variable_nobody_sets_is_a_deadlock_at_once(paper_cell):
    (problem,) = errors(paper_cell, "TIMEOUT = 0\nWAIT TIMEOUT == 1\nEND")
    assert (problem.code, problem.line) == ("E602", 2)


@pytest.mark.parametrize(
    ("text", "line", "period"),
    [
        ("10 DELAY 2\nGOTO 10\nEND", 1, 2),
        ("N = 0\n10 DELAY 1\nN = (N + 1) MOD 3\nGOTO 10\nEND", 2, 3),
        ("WHILE TRUE DO\nDELAY 1\nFOR I = 1 TO 3\nDELAY 1\nEND\nEND\nEND", 1, 4),
        ("10 CALL P\nGOTO 10\nEND\n.PROGRAM P\nLOCAL X\nX = 1\nDELAY X\n.END\n", 1, 1),
        ("10 WAIT SIG(1)\nDELAY 1\nSIGNAL -1\nGOTO 10\nEND", 1, 1.5),
    ],
)
def test_a_run_ends_where_a_program_only_repeats_itself(paper_cell, text, line, period):
    """The run ends for a period of any length, although the program itself has no end."""
    scenario = Scenario((SignalEvent(0.0, 1, True),), (Response(-1, 0.5, 1, True),))
    run = simulate(paper_cell, text, scenario=scenario)
    (note,) = run.problems
    assert (note.code, note.severity) == ("N304", "note")
    assert note.figures["period"] == pytest.approx(period)
    assert run.duration <= 4 * period
    assert note.line >= line


def test_a_run_of_motions_and_corners_ends_where_it_repeats_itself(paper_cell):
    text = "POINT A 600 0 500 0 60 0\nPOINT B 600 100 450 0 60 0\nCOARSE ALWAYS\n"
    run = simulate(paper_cell, text + "10 MOVE A\nMOVES B\nGOTO 10\nEND")
    note = run.problems[-1]
    assert {problem.code for problem in run.problems} <= {"N304", "N307"}
    assert note.code == "N304"
    turn = [step.duration for step in run.moving_steps[-2:]]
    assert note.figures["period"] == pytest.approx(sum(turn))


def test_a_loop_that_changes_something_goes_on_to_its_end(paper_cell):
    text = "N = 0\n10 DELAY 1\nN = N + 1\nIF N < 40 GOTO 10\nEND"
    run = simulate(paper_cell, text)
    assert (run.problems, run.duration) == ((), pytest.approx(40))
    timed = simulate(paper_cell, "10 DELAY 1\nIF TIME < 40 GOTO 10\nEND")
    assert (timed.problems, timed.duration) == ((), pytest.approx(40))


def test_a_loop_with_a_growing_count_that_is_read_ends_after_a_day(paper_cell):
    text = "N = 0\n10 DELAY 3000\nN = N + 1\nIF N > 0 GOTO 10\nEND"
    (problem,) = errors(paper_cell, text)
    assert (problem.code, problem.line) == ("E603", 2)
    assert "24 h" in problem.message


def test_a_wait_that_a_reaction_interrupts_again_and_again_is_a_deadlock(paper_cell):
    text = "REACT 1, H\nSIGNAL 1\nWAIT SIG(99)\nEND\n.PROGRAM H\nX = 1\n.END\n"
    (problem,) = errors(paper_cell, text, scenario=toggling(0.5))
    assert (problem.code, problem.line) == ("E602", 3)


def test_a_loop_that_only_feeds_is_stopped_before_the_cell_is_full_of_copies():
    run = simulate(load_cell("kakazu1985"), "10 FEED WORK\nGOTO 10\nEND")
    assert [(p.code, p.line) for p in run.problems if p.severity == "error"] == [("E603", 1)]
    fed = [name for name, T in run.steps[-1].after.parts.items() if T is not None]
    assert fed == ["WORK", *(f"WORK.{k}" for k in range(2, len(fed) + 1))]
    assert len(fed) < 10_000


def test_a_tool_that_is_set_between_two_laps_is_a_difference(paper_cell) -> None:
    text = """CALL WORK
CALL WORK
END
.PROGRAM WORK
CALL LOOP
TOOL TRANS(0, 0, 100, 0, 0, 0)
DRAW 10, 5, 0
DRAW -10, -5, 0
.END
.PROGRAM LOOP
DRAW 0, 5, 0
DRAW 0, -5, 0
FOR K = 1 TO 2
END
.END
"""
    assert errors(paper_cell, text) == []
