"""Arcs of a program: their place, speed and turn, their rest after a stop, and their refusals."""

import numpy as np
import pytest

from kinematics import forward
from scenes.execution.machine.scenario import Scenario, SignalEvent
from scenes.execution.simulation import simulate
from scenes.runs.run import Run
from scenes.runs.step import Step

# A circle of radius 50 mm about (700, 0, 400) in the plane x = 700 through all four points.
POINTS = """POINT A 700 -50 400 0 70 0
POINT V 700 0 450 0 70 0
POINT W 700 0 350 0 70 0
POINT G 700 50 400 0 70 0
"""
CENTRE, RADIUS = np.array([700.0, 0.0, 400.0]), 50.0
NEAR = 1e-3  # mm, which the path of the joints may leave the arc by


def run_of(cell, lines: str, **options: object) -> Run:
    run = simulate(cell, f"{POINTS}MOVE A\n{lines}\nEND", **options)
    assert run.program.ok, run.diagnostics
    return run


def arcs_of(run: Run) -> list[Step]:
    return [s for s in run.steps if s.statement.name == "C2MOVE" and s.duration > 0.0]


def points_of(run: Run, step: Step, count: int = 400) -> np.ndarray:
    """Places (count, 3) of the tool, mm, at even times of a step."""
    robot = run.cell.robot
    q = step.motion.at(np.linspace(0.0, step.duration, count))
    return (forward(robot.mechanism, q) @ robot.T_flange_tool)[:, :3, 3]


def errors(run: Run) -> list[tuple[str, int, str]]:
    return [(p.code, p.line, p.message) for p in run.problems if p.severity == "error"]


def assert_on_circle(points: np.ndarray) -> None:
    assert np.abs(points[:, 0] - CENTRE[0]).max() < NEAR
    assert np.abs(np.linalg.norm(points - CENTRE, axis=1) - RADIUS).max() < NEAR


@pytest.mark.parametrize(("via", "side"), [("V", 1.0), ("W", -1.0)])
def test_the_arc_goes_through_its_via_point(paper_cell, via, side) -> None:
    run = run_of(paper_cell, f"C1MOVE {via}\nC2MOVE G")
    (step,) = arcs_of(run)
    points = points_of(run, step)
    assert_on_circle(points)
    assert (side * (points[1:-1, 2] - 400.0)).min() > 0.0
    np.testing.assert_allclose(points[[0, -1], 1], [-50.0, 50.0], atol=1e-6)
    assert run.end_state.vias == ()


def test_two_via_points_make_one_motion_round_the_circle(paper_cell) -> None:
    run = run_of(paper_cell, "C1MOVE V\nC1MOVE W\nC2MOVE A")
    (step,) = arcs_of(run)
    points = points_of(run, step)
    assert_on_circle(points)
    angles = np.unwrap(np.arctan2(points[:, 2] - 400.0, points[:, 1]))
    assert abs(angles[-1] - angles[0]) == pytest.approx(2.0 * np.pi, abs=1e-6)
    assert (np.diff(angles) < 1e-9).all() or (np.diff(angles) > -1e-9).all()


def test_the_speed_in_mm_per_s_holds_along_the_arc(paper_cell) -> None:
    run = run_of(paper_cell, "SPEED 40 MMPS\nC1MOVE V\nC2MOVE G")
    (step,) = arcs_of(run)
    points = points_of(run, step, 4001)
    rates = np.linalg.norm(np.diff(points, axis=0), axis=1) / (step.duration / 4000)
    assert rates.max() == pytest.approx(40.0, rel=1e-3)
    assert step.duration > np.pi * RADIUS / 40.0


def test_the_rest_of_an_interrupted_arc_stays_on_its_circle(paper_cell) -> None:
    text = (
        f".PROGRAM MAIN\n{POINTS}REACTI 1, H\nMOVE A\nSPEED 40 MMPS\nC1MOVE V\nC1MOVE W\nC2MOVE A"
    )
    text += "\n.END\n.PROGRAM H\nDELAY 0.2\n.END\n"
    (whole,) = arcs_of(simulate(paper_cell, text))
    for share in (0.1, 0.6, 0.9):
        time = whole.start_time + share * whole.duration
        run = simulate(paper_cell, text, scenario=Scenario((SignalEvent(time, 1, True),)))
        assert errors(run) == []
        first, last = arcs_of(run)
        both = np.concatenate([points_of(run, first), points_of(run, last)])
        assert_on_circle(both)
        angles = np.unwrap(np.arctan2(both[:, 2] - 400.0, both[:, 1]))
        assert abs(angles[-1] - angles[0]) == pytest.approx(2.0 * np.pi, abs=1e-5)
        np.testing.assert_allclose(last.after.q, whole.after.q, atol=1e-6)


def test_the_program_of_an_interruption_may_move_the_arm_though_an_arc_was_begun(
    paper_cell,
) -> None:
    text = f".PROGRAM MAIN\n{POINTS}REACTI 1, H\nMOVE A\nSPEED 40 MMPS\nC1MOVE V\nC2MOVE G\n.END\n"
    text += ".PROGRAM H\nDRAW -20, 0, 0\n.END\n"
    (whole,) = arcs_of(simulate(paper_cell, text))
    event = SignalEvent(whole.start_time + 0.5 * whole.duration, 1, True)
    run = simulate(paper_cell, text, scenario=Scenario((event,)))
    assert errors(run) == []
    np.testing.assert_allclose(arcs_of(run)[-1].after.q, whole.after.q, atol=1e-9)


@pytest.mark.parametrize(
    ("lines", "code", "line", "words"),
    [
        ("IF 1 < 2 THEN\nC2MOVE G\nEND", "E310", 7, "C2MOVE G has no via point"),
        ("IF 1 < 2 THEN\nC1MOVE V\nEND\nMOVES G", "E310", 9, "C1MOVE V gives the via point"),
        ("C1MOVE V\nC2MOVE A", "E307", 7, "a full circle takes two C1MOVE"),
        ("C1MOVE A\nC2MOVE G", "E307", 7, "A lies where the place before it lies"),
        ("C1MOVE SHIFT(A BY 0, 40, 0)\nC2MOVE G", "E307", 7, "lie in a line"),
        ("C1MOVE SHIFT(A BY 0, 50, 0.01)\nC2MOVE G", "E307", 7, "radius of 125 m"),
        ("C1MOVE V\nC1MOVE W\nC2MOVE G", "E307", 8, "G lies 100.00 mm from the place before it"),
    ],
)
def test_an_arc_that_cannot_be_is_refused_at_its_line(paper_cell, lines, code, line, words) -> None:
    ((found, at, message),) = errors(run_of(paper_cell, lines))
    assert (found, at) == (code, line)
    assert words in message


def test_a_third_via_point_is_refused_where_it_runs(paper_cell) -> None:
    lines = "FOR I = 1 TO 3\nC1MOVE V\nEND\nC2MOVE G"
    ((code, line, _),) = errors(run_of(paper_cell, lines))
    assert (code, line) == ("E310", 7)


def test_an_arc_out_of_reach_says_where_it_leaves_the_reach(paper_cell) -> None:
    lines = "POINT F 2500 0 1500 0 70 0\nC1MOVE F\nC2MOVE G"
    ((code, line, message),) = errors(run_of(paper_cell, lines))
    assert (code, line) == ("E301", 8)
    assert "the arc leaves the reach at" in message


def test_a_posture_that_is_asked_for_needs_a_joint_motion_first(paper_cell) -> None:
    ((code, _, message),) = errors(run_of(paper_cell, "BELOW\nC1MOVE V\nC2MOVE G"))
    assert code == "E302"
    assert "an arc cannot change the posture" in message


def test_a_via_point_passed_in_another_orientation_is_noted(paper_cell) -> None:
    lines = "POINT T 700 0 450 0 40 0\nC1MOVE T\nC2MOVE G"
    (note,) = [p for p in run_of(paper_cell, lines).problems if p.code == "N307"]
    assert note.figures["off_deg"] == pytest.approx(30.0, abs=1e-6)
    assert note.line == 8


def test_via_points_and_arcs_have_rows_in_the_motion_table(paper_cell) -> None:
    run = run_of(paper_cell, "C1MOVE V\nC2MOVE G")
    rows = [step.row for step in run.steps if step.statement.name in ("C1MOVE", "C2MOVE")]
    assert [(row.mc, row.lc) for row in rows] == [(48, 2), (49, 4)]
