"""Every arm gets a warning for goals at the end of its reach, but not for other singular poses."""

from dataclasses import replace

import numpy as np
import pytest

from kinematics import forward, link_poses, rotation_angle, with_goal_at_tool
from kinematics.motion.singular.nearness import smallest_singular_values
from scenes import analyse, load_robot
from scenes.checking.full_stretch import is_at_full_stretch
from scenes.library import robot_names
from scenes.world.cell import Cell

# For each arm its elbow joint, and two links whose origins are farthest apart with it straight.
ELBOWS = {
    "hokkaido1985": (2, 2, 5),
    "puma560": (2, 2, 5),
    "staubli_rx160": (2, 2, 5),
    "kuka_kr6_r900_2": (2, 2, 5),
    "abb_irb6700_200_260": (2, 2, 5),
    "ur5e": (2, 2, 4),
    "ur10e": (2, 2, 4),
    "kuka_lbr_iiwa_7_r800": (3, 2, 6),
    "yaskawa_sia20d": (3, 2, 6),
    "adept_cobra600": (1, 1, 4),
    "epson_gx4_a351": (1, 1, 4),
    "textbook_rrp": (1, 1, 3),
}


def posture_of(name: str, seed: int = 4) -> np.ndarray:
    """Joint values (n,) well inside the limits, with no joint near straight."""
    mechanism = load_robot(name).mechanism
    rng = np.random.default_rng(seed)
    lower, upper = (np.clip(x, -2.0, 2.0) for x in (mechanism.lower, mechanism.upper))
    q = 0.5 * (lower + upper) + rng.uniform(0.2, 0.35, mechanism.n) * (upper - lower)
    return np.where(mechanism.revolute > 0.0, q, load_robot(name).ready)


def straightened(name: str) -> np.ndarray:
    """Joint values (n,) at which the elbow is straight, found by search with forward kinematics."""
    mechanism, (joint, near, far) = load_robot(name).mechanism, ELBOWS[name]
    q = posture_of(name)

    def length(value: float) -> float:
        q[joint] = value
        poses = link_poses(mechanism, q)
        return float(np.linalg.norm(poses[far][:3, 3] - poses[near][:3, 3]))

    width, middle = np.pi, 0.0
    for _ in range(60):
        tried = middle + np.linspace(-width, width, 9)
        middle, width = float(tried[int(np.argmax([length(v) for v in tried]))]), width / 3.0
    q[joint] = middle
    return q


@pytest.mark.parametrize("name", ELBOWS)
def test_a_straight_elbow_is_the_end_of_the_reach_and_a_bent_one_is_not(name: str) -> None:
    mechanism, q = load_robot(name).mechanism, straightened(name)
    assert is_at_full_stretch(mechanism, q)
    q[ELBOWS[name][0]] -= np.radians(25.0)
    assert not is_at_full_stretch(mechanism, q)


@pytest.mark.parametrize("name", ["hokkaido1985", "puma560", "ur5e", "kuka_lbr_iiwa_7_r800"])
def test_a_straight_wrist_is_singular_but_not_the_end_of_the_reach(name: str) -> None:
    mechanism, q = load_robot(name).mechanism, posture_of(name)
    q[-2] = 0.0
    if mechanism.n == 6:
        assert smallest_singular_values(mechanism, q[None])[0] < 1e-9
    assert not is_at_full_stretch(mechanism, q)


@pytest.mark.parametrize("name", robot_names())
def test_singular_values_are_those_of_differences_of_the_forward_kinematics(name: str) -> None:
    robot, rng, step = load_robot(name), np.random.default_rng(8), 1e-6
    mechanism = with_goal_at_tool(robot.mechanism, robot.T_flange_tool)[0]
    for _ in range(5):
        q = posture_of(name, int(rng.integers(1000)))
        columns = []
        for joint, kind in enumerate(mechanism.kinds):
            change = np.eye(mechanism.n)[joint] * (step if kind == "R" else 1e3 * step)
            ahead, behind = forward(mechanism, q + change), forward(mechanism, q - change)
            R = ahead[:3, :3] @ behind[:3, :3].T
            turn = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2.0
            assert rotation_angle(R) < 1e-4
            moved = [(ahead - behind)[:3, 3] / 1e3, [] if mechanism.position_only else turn]
            columns.append(np.concatenate(moved) / (2.0 * step))
        least = np.linalg.svd(np.array(columns).T, compute_uv=False)[-1]
        assert smallest_singular_values(mechanism, q[None])[0] == pytest.approx(least, abs=1e-6)


@pytest.mark.parametrize("name", ELBOWS)
def test_whichever_way_the_joints_turn_the_flange_stays_on_one_side_of_a_stretched_pose(
    name: str,
) -> None:
    """A second method: small motions in place of derivatives."""
    mechanism, q = load_robot(name).mechanism, straightened(name)
    _, near, far = ELBOWS[name]
    poses = link_poses(mechanism, q)
    reach = np.linalg.norm(poses[far][:3, 3] - poses[near][:3, 3])
    for change in np.random.default_rng(1).normal(size=(200, mechanism.n)) * 0.1:
        change[mechanism.revolute == 0.0] = 0.0
        poses = link_poses(mechanism, q + change)
        assert np.linalg.norm(poses[far][:3, 3] - poses[near][:3, 3]) <= reach + 1e-9
    assert is_at_full_stretch(mechanism, q)


@pytest.mark.parametrize(
    "name",
    [
        "hokkaido1985",
        "ur5e",
        "kuka_lbr_iiwa_7_r800",
        "yaskawa_sia20d",
        "adept_cobra600",
        "textbook_rrp",
    ],
)
def test_a_motion_to_full_stretch_warns_and_one_to_a_bent_arm_does_not(name: str) -> None:
    """The goal is just before full stretch, where no line of a redundant arm ends exactly."""
    robot = replace(load_robot(name), bodies=(), hand=None)
    joints = robot.mechanism.joints
    wide = [replace(j, lower=-7.0, upper=7.0) if j.kind.value == "R" else j for j in joints]
    mechanism = replace(robot.mechanism, joints=tuple(wide))
    cell = Cell("", replace(robot, mechanism=mechanism), {"world": np.eye(4)}, (), (), frozenset())
    elbow, stretched = ELBOWS[name][0], straightened(name)
    stretched[elbow] -= np.radians(1.0)
    bent = np.array(stretched)
    bent[elbow] -= np.radians(30.0)
    units = np.where(mechanism.revolute > 0.0, 180.0 / np.pi, 1.0)
    points = [
        f"POINT #{key} " + " ".join(f"{value:.9f}" for value in q * units)
        for key, q in (("A", bent), ("B", stretched))
    ]
    lines = ["MOVE #A", "MOVE #B", "MOVE #A", "MOVES #B", "DEPARTS 0", "END"]
    found = analyse(cell, "\n".join([*points, *lines]), 0.05).problems
    told = [(p.code, p.line) for p in found if p.code != "W310"]  # an arm without bodies
    assert told == [("W301", 4), ("W301", 6)]


def test_a_goal_at_full_stretch_that_is_rounded_off_warns_as_well() -> None:
    robot = replace(load_robot("hokkaido1985"), bodies=(), hand=None)
    cell = Cell("", robot, {"world": np.eye(4)}, (), (), frozenset())
    points = ["POINT #A 10 -60 60 20 50 10", "POINT #B 10 -30 1 20 50 10"]
    lines = ["MOVE #A", "ACCURACY 20", "MOVE #B", "MOVE #A", "END"]
    report = analyse(cell, "\n".join([*points, *lines]), 0.05)
    assert [p.line for p in report.problems if p.code == "W301"] == [5]
    assert any(step.after.corner is not None for step in report.run.steps)


def test_a_line_that_leaves_a_stretched_arm_tells_the_cause() -> None:
    robot = replace(load_robot("textbook_rrp"), bodies=(), hand=None)
    cell = Cell("", robot, {"world": np.eye(4)}, (), (), frozenset())
    points = ["POINT #A 0 60 150", "POINT #B 0 1 150"]
    lines = ["MOVE #A", "MOVE #B", "MOVES #A", "END"]
    report = analyse(cell, "\n".join([*points, *lines]), 0.05)
    (told,) = [p for p in report.problems if p.code == "W301" and p.line == 5]
    assert told.message.startswith("near a singular pose (elbow) at ")
