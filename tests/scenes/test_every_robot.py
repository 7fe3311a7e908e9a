"""Programs run on every shipped arm, also on redundant ones and those of few joints."""

from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest

from kinematics import (
    classify,
    elbow_angle,
    forward,
    inverse,
    invert,
    posture_of,
    translation,
    xyzoat_from_pose,
)
from kinematics.solutions.distinct_roots import in_order
from scenes import load_robot, simulate
from scenes.errors import SceneFileError
from scenes.files.loader import robot_from_document
from scenes.files.text.documents import parse_document
from scenes.library import robot_names, robot_path
from scenes.runs.run import Run
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.robot import Robot

PERIOD = 0.05


def cell_with(robot: Robot) -> Cell:
    """A cell with the robot alone."""
    return Cell("one robot", robot, {"world": np.eye(4)}, (), (), frozenset())


def point(name: str, T_base_tool: Array) -> str:
    return f"POINT {name} " + " ".join(f"{v:.9f}" for v in xyzoat_from_pose(T_base_tool))


def tool_at(robot: Robot, q: Array) -> Array:
    return forward(robot.mechanism, q) @ robot.T_flange_tool


def places_near_ready(robot: Robot) -> tuple[Array, Array, float]:
    """Tool poses at two joint values near ready, inside the limits, and a short distance, mm."""
    mechanism = robot.mechanism
    step = np.where(mechanism.revolute > 0.0, 0.08, 20.0)
    inwards = np.where(robot.ready > (mechanism.lower + mechanism.upper) / 2, -step, step)
    if mechanism.n == 5:  # with its hand upright it follows straight lines in all directions
        inwards[3] = 0.0
    beside = tool_at(robot, robot.ready + 2.0 * inwards)
    here = tool_at(robot, robot.ready + inwards)
    return here, beside, 0.01 * float(np.linalg.norm(here[:3, 3]))


def is_seven(robot: Robot) -> bool:
    return robot.mechanism.n == 7 and classify(robot.mechanism).solver == "elbow angle"


@lru_cache(maxsize=64)
def short_run(name: str) -> Run:
    """READY, then there and back by joint motions and by straight lines."""
    robot = load_robot(name)
    here, beside, way = places_near_ready(robot)
    elbow = []
    if is_seven(robot):
        elbow = [f"ELBOW {np.degrees(elbow_angle(robot.mechanism, robot.ready)):.6f}"]
    lines = ["READY", *elbow, "MOVE P2", "MOVES P1", f"DEPART {way:.6f}", f"APPRO P2 {way:.6f}"]
    lines += ["MOVES P2", f"DEPARTS {way:.6f}", f"APPROS P1 {way:.6f}", "MOVES P1", "READY"]
    text = "\n".join([point("P1", here), point("P2", beside), *lines, "END", ""])
    return simulate(cell_with(robot), text, PERIOD)


@pytest.mark.parametrize("name", robot_names())
def test_a_short_program_runs_on_every_shipped_arm_and_ends_where_it_says(name: str) -> None:
    robot = load_robot(name)
    run = short_run(name)
    assert not run.diagnostics
    assert not run.problems
    here, beside, way = places_near_ready(robot)
    back = translation(0.0, 0.0, -way)
    wanted = [beside, here, here @ back, beside @ back, beside, beside @ back, here @ back, here]
    for step, T in zip(run.moving_steps, wanted, strict=False):
        gap = tool_at(robot, step.after.q)[:3, 3] - T[:3, 3]
        assert np.linalg.norm(gap) < 1e-6, step.line
    assert len(run.moving_steps) >= len(wanted)
    np.testing.assert_array_equal(run.end_state.q, robot.ready)


@pytest.mark.parametrize("name", robot_names())
def test_straight_motions_near_ready_never_leap(name: str) -> None:
    robot = load_robot(name)
    turning = robot.mechanism.revolute > 0.0
    for step in short_run(name).moving_steps:
        leaps = np.abs(np.diff(step.trajectory.q, axis=0))[:, turning]
        assert np.degrees(leaps).max(initial=0.0) <= np.degrees(
            robot.mechanism.speed[turning].max() * PERIOD * 1.01
        )


@pytest.mark.parametrize("name", ["ur5e", "ur3e", "ur10e", "puma560", "hokkaido1985"])
def test_config_brings_an_arm_into_every_posture_in_which_it_can_be(name: str) -> None:
    robot = load_robot(name)
    here, _, _ = places_near_ready(robot)
    found = inverse(robot.mechanism, here @ invert(robot.T_flange_tool))
    for posture, inside in zip(found.postures, found.within_limits, strict=True):
        letters = "".join(part[0] for part in str(posture).split())
        text = f'{point("P1", here)}\nREADY\nCONFIG "{letters}"\nMOVE P1\nEND\n'
        run = simulate(cell_with(robot), text, PERIOD)
        assert inside == (not run.problems)
        if inside:
            assert posture_of(robot.mechanism, run.end_state.q) == posture


def test_elbow_is_refused_in_words_where_there_is_no_elbow_angle() -> None:
    for name in ("ur5e", "stanford_arm"):
        run = simulate(cell_with(load_robot(name)), "READY\nELBOW 10\nEND\n", PERIOD)
        assert "ELBOW is for arms of seven" in run.problems[0].message


@pytest.mark.parametrize("name", ["yaskawa_sia50d", "kuka_lbr_iiwa_7_r800", "franka_panda"])
def test_a_redundant_arm_that_is_told_no_elbow_angle_moves_the_least_way(name: str) -> None:
    robot = load_robot(name)
    rest, step = robot.ready, np.linspace(0.02, -0.03, 7)
    goal = point("P1", tool_at(robot, rest + step))
    run = simulate(cell_with(robot), f"{goal}\nREADY\nMOVE P1\nEND\n", PERIOD)
    assert not run.problems
    moved = run.end_state.q - rest
    assert np.linalg.norm(moved) <= np.linalg.norm(step) * 1.001


@pytest.mark.parametrize("name", ["ur5e", "kinova_gen3_lite", "stanford_arm", "gantry_6axis"])
def test_solution_k_is_the_kth_of_all_in_the_order_of_their_joint_values(name: str) -> None:
    robot = load_robot(name)
    here = tool_at(robot, robot.ready)
    found = inverse(robot.mechanism, forward(robot.mechanism, robot.ready))
    order = in_order(found.q)
    for k, row in enumerate(order, start=1):
        text = f"{point('P1', here)}\nREADY\nSOLUTION {k}\nMOVE P1\nEND\n"
        run = simulate(cell_with(robot), text, PERIOD)
        if found.within_limits[row]:
            assert not run.problems
            gap = run.end_state.q - found.q[row]
            turned = np.where(robot.mechanism.revolute > 0.0, np.sin(gap / 2), gap)
            assert np.abs(turned).max() < 1e-6
        else:
            assert "limit" in run.problems[0].message
    text = f"{point('P1', here)}\nREADY\nSOLUTION {len(order) + 1}\nMOVE P1\nEND\n"
    message = simulate(cell_with(robot), text, PERIOD).problems[0].message
    assert f"has {len(order)} solutions" in message


def test_an_arm_that_sets_a_position_goes_to_points_whatever_their_orientation() -> None:
    robot = load_robot("textbook_rrp")
    text = "POINT A 300 300 200 10 20 30\nPOINT B 450 -100 150 0 0 0\n"
    text += "READY\nMOVE A\nMOVES B\nTOOL TRANS(50,0,20)\nMOVES A\nEND\n"
    run = simulate(cell_with(robot), text, PERIOD)
    assert not run.problems
    ends = [step.after for step in run.moving_steps]
    tools = [np.eye(4) if state.tool is None else state.tool for state in ends]
    places = [
        (forward(robot.mechanism, state.q) @ tool)[:3, 3]
        for state, tool in zip(ends, tools, strict=True)
    ]
    np.testing.assert_allclose(places[0], [300, 300, 200], atol=1e-9)
    np.testing.assert_allclose(places[1], [450, -100, 150], atol=1e-9)
    np.testing.assert_allclose(places[2], [300, 300, 200], atol=1e-9)


def test_a_robot_of_six_joints_is_refused_if_its_targets_are_positions() -> None:
    text = robot_path("textbook_leg").read_text()
    text = text.replace("ready: [", "targets: position\nready: [")
    with pytest.raises(SceneFileError, match="determine three joints; there are 6"):
        robot_from_document(parse_document(Path("x.robot.yaml"), text, "robot file"))
