"""Programs on arms of seven axes: lines are straight and smooth, moves take the least way."""

import numpy as np
import pytest

from kinematics import elbow_angle, forward
from scenes import load_robot, simulate
from scenes.world.cell import Cell

ROBOTS = (
    "franka_panda",
    "ufactory_xarm7",
    "kinova_gen3_7dof",
    "kuka_lbr_iiwa_7_r800",
    "yaskawa_sia50d",
)
THERE_AND_BACK = "READY\nHERE A\nDRAW 0 80 0\nDRAW 40 -60 30\nHERE B\n{}MOVE A\nMOVES B\nEND"


@pytest.fixture(scope="module", params=ROBOTS)
def cell(request):
    robot = load_robot(request.param)
    return Cell("bare", robot, {"world": np.eye(4)}, (), (), frozenset())


def moved(run, name):
    """Joint values (m, n) of each step of one instruction."""
    return [step.trajectory.q for step in run.steps if step.statement.name == name]


def test_lines_are_straight_and_joints_go_evenly_within_their_speeds(cell):
    run = simulate(cell, THERE_AND_BACK.format(""))
    assert not run.problems
    mechanism = cell.robot.mechanism
    lines = moved(run, "DRAW") + moved(run, "MOVES")
    assert len(lines) == 3
    for q in lines:
        p = forward(mechanism, q)[:, :3, 3]
        along = (p[-1] - p[0]) / np.linalg.norm(p[-1] - p[0])
        assert (
            np.linalg.norm(np.cross(p - p[0], along), axis=1).max() < 1e-3
        )  # the tolerance of lines
    whole = run.trajectory()
    rates = np.abs(np.diff(whole.q, axis=0)) / np.diff(whole.times)[:, None]
    assert (rates / mechanism.speed).max() < 1.0 + 1e-6
    assert np.abs(np.diff(whole.q, axis=0)).max() < 0.05


def test_a_move_to_where_the_arm_stands_moves_nothing(cell):
    run = simulate(cell, "READY\nDRAW 0 60 20\nHERE A\nMOVE A\nEND")
    assert not run.problems
    q = moved(run, "MOVE")[0]
    assert np.abs(q - q[0]).max() < 1e-9


def test_elbow_asks_for_an_elbow_angle_that_the_move_reaches(cell):
    run = simulate(cell, THERE_AND_BACK.format("ELBOW 20\n"))
    assert not run.problems
    q = moved(run, "MOVE")[0][-1]
    assert abs(elbow_angle(cell.robot.mechanism, q) - np.radians(20)) < 1e-8


def test_after_elbow_lines_keep_the_elbow_angle_and_before_it_they_need_not(cell):
    run = simulate(cell, THERE_AND_BACK.format("ELBOW 20\n"))
    assert not run.problems
    mechanism = cell.robot.mechanism
    kept = elbow_angle(mechanism, moved(run, "MOVES")[0])
    assert np.abs(kept - np.radians(20)).max() < 1e-5
    assert np.ptp(elbow_angle(mechanism, moved(run, "DRAW")[0])) > 1e-5


def test_a_line_there_and_back_many_times_ends_at_the_same_joints(cell):
    lines = "READY\nHERE A\nDRAW 0 80 0\nHERE B\n" + "MOVES A\nMOVES B\n" * 4 + "END"
    run = simulate(cell, lines)
    assert not run.problems
    ends = np.stack([step.trajectory.q[-1] for step in run.steps if step.statement.name == "MOVES"])
    assert np.abs(ends[2:] - ends[:-2]).max() < 1e-8


def test_a_line_to_a_precision_point_ends_at_its_joint_values(cell):
    run = simulate(cell, "READY\nHERE #A\nHERE A\nDRAW 0 80 0\nDRAW 40 -60 30\nMOVES #A\nEND")
    assert not run.problems
    start = run.steps[0].trajectory.q[-1]
    assert moved(run, "MOVES")[0][-1] == pytest.approx(start, abs=1e-8)
    free = simulate(cell, "READY\nHERE A\nDRAW 0 80 0\nDRAW 40 -60 30\nMOVES A\nEND")
    assert np.abs(moved(free, "MOVES")[0][-1] - start).max() > 1e-4
