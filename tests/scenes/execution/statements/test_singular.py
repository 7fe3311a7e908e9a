"""SINGULAR: what lines of a program do beside a singular pose, and what is said of it."""

import numpy as np
import pytest

from kinematics import forward
from scenes.analysis import analyse, certified
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.execution.simulation import simulate
from scenes.runs.run import Run
from scenes.runs.step import Step

# The line from A to B passes a nearly straight wrist in its middle.
POINTS = """POINT A 700 -150 450 0 44.4 0
POINT B 700 150 450 0 44.4 0
"""


def run_of(cell, lines: str, **options: object) -> Run:
    run = simulate(cell, f"{POINTS}MOVE A\n{lines}\nEND", **options)
    assert run.program.ok, run.diagnostics
    return run


def lines_of(run: Run) -> list[Step]:
    return [s for s in run.moving_steps if s.statement.name in ("MOVES", "C2MOVE")]


def notes(run: Run) -> list:
    return [p for p in run.problems if p.code == "N308"]


def test_joint_makes_the_line_faster_and_the_note_tells_where_and_by_how_much(paper_cell) -> None:
    (slow,) = lines_of(run_of(paper_cell, "MOVES B"))
    run = run_of(paper_cell, "SINGULAR JOINT 2, 20\nMOVES B")
    (step,), (note,) = lines_of(run), notes(run)
    assert step.duration < slow.duration - 0.05
    assert note.line == 5 and note.severity == "note"
    assert note.figures["saved_s"] == pytest.approx(slow.duration - step.duration, abs=1e-6)
    assert 0.0 < note.figures["deviation_mm"] <= 2.0
    assert 0.0 < note.figures["deviation_deg"] <= 20.0
    robot = run.cell.robot
    q = step.motion.at(np.linspace(0.0, step.duration, 5001))
    points = (forward(robot.mechanism, q) @ robot.T_flange_tool)[:, :3, 3]
    off = np.linalg.norm(points[:, [0, 2]] - points[0, [0, 2]], axis=1).max()
    assert off <= note.figures["deviation_mm"]
    assert f"joint {note.figures['joint']} (" in note.message


@pytest.mark.parametrize(
    ("before", "lines", "is_left"),
    [
        ("", "SINGULAR JOINT 2, 20\nMOVES B\nMOVES A", [True, False]),
        ("", "SINGULAR JOINT 2, 20 ALWAYS\nMOVES B\nMOVES A", [True, True]),
        ("SINGULAR JOINT 2, 20 ALWAYS", "SINGULAR SLOW\nMOVES B\nMOVES A", [False, True]),
        ("SINGULAR JOINT 2, 20 ALWAYS", "SINGULAR SLOW ALWAYS\nMOVES B\nMOVES A", [False, False]),
        ("SINGULAR JOINT 2, 20", "MOVE A\nMOVES B", [False]),
    ],
)
def test_it_holds_for_the_next_motion_or_from_here_on(paper_cell, before, lines, is_left) -> None:
    run = run_of(paper_cell, f"{before}\n{lines}")
    found = [step.duration for step in lines_of(run)]
    plain = lines_of(run_of(paper_cell, "MOVES B\nMOVES A"))[: len(is_left)]
    faster = [seconds < step.duration - 0.01 for seconds, step in zip(found, plain, strict=True)]
    assert faster == is_left


def test_stop_refuses_the_line_and_names_line_place_joint_and_ratio(paper_cell) -> None:
    run = run_of(paper_cell, "SINGULAR STOP ALWAYS\nMOVES B")
    (problem,) = [p for p in run.problems if p.severity == "error"]
    assert (problem.code, problem.line) == ("E311", 5)
    assert problem.figures["percent"] == pytest.approx(50.0, abs=5.0)
    assert problem.figures["ratio"] > 1.0
    assert f"joint {problem.figures['joint']} (" in problem.message
    assert "MOVES B" in problem.message and "times its speed" in problem.message


def test_stop_lets_lines_pass_that_no_joint_slows_down(paper_cell) -> None:
    run = run_of(paper_cell, "SINGULAR STOP ALWAYS\nSPEED 1 MMPS\nMOVES B")
    plain = run_of(paper_cell, "SPEED 1 MMPS\nMOVES B")
    assert [p for p in run.problems if p.severity == "error"] == []
    assert run.duration == plain.duration


def test_a_negative_tolerance_of_a_variable_is_refused(paper_cell) -> None:
    run = run_of(paper_cell, "D = -1\nSINGULAR JOINT D\nMOVES B")
    assert [(p.code, p.line) for p in run.problems if p.severity == "error"] == [("E309", 5)]


def test_corners_join_a_line_that_is_left(paper_cell) -> None:
    text = "ACCURACY 10 ALWAYS\n{}MOVES B\nDRAW 0, 0, -40\nMOVES A"
    slow = run_of(paper_cell, text.format(""))
    fast = run_of(paper_cell, text.format("SINGULAR JOINT 2, 20\n"))
    assert any(step.after.corner is not None for step in fast.moving_steps)
    assert fast.duration < slow.duration
    assert len(notes(fast)) == 1


def test_the_rest_of_an_interrupted_line_keeps_what_held_for_it(paper_cell) -> None:
    text = f".PROGRAM MAIN\n{POINTS}REACTI 1, H\nMOVE A\nSINGULAR JOINT 2, 20\nMOVES B\n.END\n"
    text += ".PROGRAM H\nDELAY 0.2\n.END\n"
    (whole,) = lines_of(simulate(paper_cell, text))
    event = SignalEvent(whole.start_time + 0.15 * whole.duration, 1, True)
    run = simulate(paper_cell, text, scenario=Scenario((event,)))
    first, rest = lines_of(run)
    plain = simulate(
        paper_cell, text.replace("SINGULAR JOINT 2, 20\n", ""), scenario=Scenario((event,))
    )
    assert rest.after.beside.once is None
    assert rest.duration < lines_of(plain)[-1].duration
    np.testing.assert_allclose(rest.after.q, whole.after.q, atol=1e-6)
    assert first.end_time < rest.start_time


def test_a_line_that_is_left_is_proven_and_its_evidence_accepted(paper_cell) -> None:
    text = f"{POINTS}MOVE A\nSINGULAR JOINT 2, 20\nMOVES B\nEND"
    report = certified(analyse(paper_cell, text))
    assert report.ok and report.proof.complete
    assert report.certificates is not None and report.certificates.is_accepted
    assert report.certificates.claims > 0
