"""The nearest that an arm within its limits comes to a pose."""

import numpy as np
import pytest

from kinematics import forward
from kinematics.arm.size import size_of
from kinematics.differential.nearest_pose import nearest_pose
from kinematics.differential.pose_equations import pose_error
from scenes import load_robot

ARMS = ("hokkaido1985", "ur5e", "franka_panda", "adept_cobra600", "stanford_arm", "textbook_rrp")


def missing(mechanism, T, q) -> np.ndarray:
    """Residuals from the pose T at rows of q, lengths by the size of the arm."""
    rows = 3 if mechanism.position_only else 6
    return np.linalg.norm(pose_error(mechanism, T, q, size_of(mechanism))[:, :rows], axis=1)


@pytest.mark.parametrize("name", ARMS)
@pytest.mark.parametrize("scale", [1.0, 1.5, 6.0])
def test_no_small_change_of_the_joints_within_their_limits_comes_nearer(name, scale) -> None:
    robot, rng = load_robot(name), np.random.default_rng(3)
    mechanism, start = robot.mechanism, robot.ready
    lower, upper = (
        np.nan_to_num(x, posinf=3, neginf=-3) for x in (mechanism.lower, mechanism.upper)
    )
    units = np.where(mechanism.revolute > 0.0, 1.0, size_of(mechanism))
    for _ in range(4):
        T = np.array(forward(mechanism, rng.uniform(lower, upper)))
        T[:3, 3] *= scale
        q = nearest_pose(mechanism, T, start)
        assert np.all((q >= mechanism.lower) & (q <= mechanism.upper))
        around = q + rng.normal(size=(400, mechanism.n)) * 1e-2 * units
        around = np.clip(around, mechanism.lower, mechanism.upper)
        best = missing(mechanism, T, q[None])[0]
        assert best <= missing(mechanism, T, start[None])[0]
        assert best <= missing(mechanism, T, around).min() + 1e-3


@pytest.mark.parametrize("name", ARMS)
def test_a_pose_close_by_is_taken(name) -> None:
    robot = load_robot(name)
    mechanism = robot.mechanism
    middle = (mechanism.lower + mechanism.upper) / 2.0
    step = np.where(mechanism.revolute > 0.0, 0.1, 10.0) * np.sign(
        np.nan_to_num(middle - robot.ready)
    )
    T = forward(mechanism, robot.ready + step)
    assert missing(mechanism, T, nearest_pose(mechanism, T, robot.ready)[None])[0] < 1e-8


def test_the_arm_of_1985_stretches_out_towards_a_pose_that_is_too_far_away() -> None:
    """Its shoulder is at the height 450 mm; 500 + 450 mm to the wrist, 170 mm to the flange."""
    robot = load_robot("hokkaido1985")
    T = np.array(forward(robot.mechanism, [np.pi / 4, 0, 0, 0, 0, 0]))
    T[:3, 3] = 2000.0, 2000.0, 450.0
    end = forward(robot.mechanism, nearest_pose(robot.mechanism, T, robot.ready))[:3, 3]
    assert np.linalg.norm(end - [0.0, 0.0, 450.0]) == pytest.approx(1120.0, abs=1.0)
