"""Arms with more than one free joint, and ways of a free joint that end at given joint values."""

import numpy as np
import pytest

import scenes
from kinematics import forward
from kinematics.arm.joints import Joint, JointKind
from kinematics.arm.mechanism import Mechanism
from kinematics.motion.paths.curve_path import curve_path
from kinematics.motion.paths.tool_curve import StraightCurve
from kinematics.poses.transforms import translation

TOLERANCES = 1e-3, 1e-5
Q = np.array([0.2, 0.3, 0.1, -1.9, 0.2, 1.8, 0.3])


@pytest.fixture
def railed():
    """A Panda on a rail along x of the base: eight joints, two of them free."""
    arm = scenes.load_robot("franka_panda").mechanism
    rail = Joint("rail", JointKind.PRISMATIC, -500.0, 500.0, speed=500.0, acceleration=2000.0)
    along_x = np.eye(4)
    along_x[:3, :3] = [[0, 0, 1], [0, 1, 0], [-1, 0, 0]]
    T = np.concatenate([along_x[None], arm.T_link_joint])
    T[1] = along_x.T @ T[1]
    return Mechanism((rail, *arm.joints), T, arm.T_last_flange, "railed panda")


def test_an_arm_of_eight_joints_follows_a_line_with_a_bound_and_comes_back(railed) -> None:
    q = np.concatenate([[10.0], Q])
    start = forward(railed, q)
    end = translation(300, 100, 50) @ start
    forth = StraightCurve(start, end)
    path = curve_path(railed, forth, q, np.eye(4), TOLERANCES)
    assert path is not None
    s = np.linspace(0.0, 1.0, 1000)
    gaps = np.linalg.norm((forward(railed, path.at(s)) - forth.poses(s))[:, :3, 3], axis=1)
    assert gaps.max() <= path.deviation_mm <= TOLERANCES[0]
    back = curve_path(railed, StraightCurve(end, start), path.q_end, np.eye(4), TOLERANCES)
    assert back is not None
    assert back.q_end[1:] == pytest.approx(Q, abs=1e-7)
    assert back.q_end[0] == pytest.approx(10.0, abs=1e-4)


def test_a_line_ends_at_given_joint_values_if_a_way_leads_there() -> None:
    arm = scenes.load_robot("franka_panda").mechanism
    start = forward(arm, Q)
    first = translation(60, 40, 0) @ start
    second = translation(0, 80, -40) @ start
    at_first = curve_path(arm, StraightCurve(start, first), Q, np.eye(4), TOLERANCES)
    at_second = curve_path(arm, StraightCurve(first, second), at_first.q_end, np.eye(4), TOLERANCES)
    home = StraightCurve(second, start)
    free = curve_path(arm, home, at_second.q_end, np.eye(4), TOLERANCES)
    led = curve_path(arm, home, at_second.q_end, np.eye(4), TOLERANCES, q_end=Q)
    assert np.abs(free.q_end - Q).max() > 1e-4
    assert led.q_end == pytest.approx(Q, abs=1e-8)
    s = np.linspace(0.0, 1.0, 1000)
    gaps = np.linalg.norm((forward(arm, led.at(s)) - home.poses(s))[:, :3, 3], axis=1)
    assert gaps.max() <= led.deviation_mm <= TOLERANCES[0]


def test_joint_values_of_another_pose_change_nothing() -> None:
    arm = scenes.load_robot("franka_panda").mechanism
    curve = StraightCurve(forward(arm, Q), translation(60, 40, 0) @ forward(arm, Q))
    free = curve_path(arm, curve, Q, np.eye(4), TOLERANCES)
    led = curve_path(arm, curve, Q, np.eye(4), TOLERANCES, q_end=Q + 0.5)
    assert led.q_end == pytest.approx(free.q_end, abs=1e-12)
