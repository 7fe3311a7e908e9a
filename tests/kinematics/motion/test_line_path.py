"""Paths and straight lines of arms without postures, and of redundant arms."""

import numpy as np
import pytest

from kinematics import (
    Joint,
    JointKind,
    Mechanism,
    elbow_angle,
    forward,
    inverse,
    residuals,
    straight_line,
    track,
    translation,
)

START = {
    "ur5e": [0.3, -1.2, 1.4, -1.0, -1.2, 0.4],
    "stanford": [0.3, 0.7, 600.0, 0.2, 0.9, 0.1],
    "offset_seven": [0.2, 0.6, -0.3, 1.2, 0.4, 0.7, 0.1],
}


def with_speeds(arm):
    joints = tuple(
        Joint(j.name, j.kind, speed=3.0, acceleration=10.0)
        if j.kind is JointKind.REVOLUTE
        else Joint(j.name, j.kind, speed=500.0, acceleration=2000.0)
        for j in arm.joints
    )
    return Mechanism(joints, arm.T_link_joint, arm.T_last_flange, arm.name)


@pytest.fixture(params=list(START))
def moving(request):
    return with_speeds(request.getfixturevalue(request.param)), np.array(START[request.param])


def test_a_joint_path_is_found_again_or_its_poses_are_met(moving):
    arm, start = moving
    span = np.where(arm.revolute > 0.0, 0.6, 150.0) * np.linspace(1.0, -1.0, arm.n)
    q = start + np.linspace(0, 1, 200)[:, None] * span
    result = track(arm, forward(arm, q), start)
    assert result.failed_at is None
    if arm.n == 6:
        assert np.allclose(result.q, q, atol=1e-8)
    assert residuals(arm, result.q, forward(arm, q))[0].max() < 1e-8


def test_a_straight_line_is_driven_without_a_jump(moving):
    arm, start = moving
    T = forward(arm, start)
    line = straight_line(arm, T, translation(60, -80, 50) @ T, start, holds_elbow=True)
    assert line.motion is not None, line.reason
    q = line.motion.sampled(0.01).q
    assert np.abs(np.diff(q[:, arm.revolute > 0.0], axis=0)).max() < 0.1
    p = forward(arm, q)[:, :3, 3]
    along = np.array([60.0, -80, 50]) / np.linalg.norm([60.0, -80, 50])
    assert np.linalg.norm(np.cross(p - T[:3, 3], along), axis=1).max() < 1e-3
    if arm.n == 7:
        kept = (elbow_angle(arm, q) - elbow_angle(arm, start) + np.pi) % (2 * np.pi) - np.pi
        assert np.abs(kept).max() < 1e-6


def test_a_line_out_of_reach_is_reported_with_the_place(moving):
    arm, start = moving
    if arm.name == "stanford":  # its slide has no end
        return
    T = forward(arm, start)
    line = straight_line(arm, T, translation(4000, 0, 0) @ T, start)
    assert line.motion is None
    assert 0.0 < line.failed_at < 1.0
    result = track(arm, np.stack([translation(40 * i, 0, 0) @ T for i in range(100)]), start)
    assert result.failed_at is not None
    assert result.reason


def test_a_path_through_a_straight_wrist_of_a_ur_fails_or_goes_on_evenly(ur5e):
    q = np.array([0.3, -1.2, 1.4, -1.0, 0.3, 0.4])
    T = forward(ur5e, q)
    Ts = np.stack([translation(0, -2.0 * i, 1.0 * i) @ T for i in range(120)])
    result = track(ur5e, Ts, q)
    good = result.q[: result.failed_at]
    assert np.abs(np.diff(good, axis=0)).max() <= np.pi / 2
    assert residuals(ur5e, good, Ts[: len(good)])[0].max() < 1e-8


def test_a_joint_left_free_keeps_its_value_on_a_ur(ur5e):
    q = np.array([0.3, -1.2, 1.4, -1.0, 0.0, 0.4])
    result = track(ur5e, np.tile(forward(ur5e, q), (3, 1, 1)), q)
    assert np.allclose(result.q, q, atol=1e-9)


def test_an_arm_without_an_elbow_angle_moves_with_least_motion():
    panda = Mechanism.from_modified_dh(
        alpha=np.radians([0, -90, 90, 90, -90, 90, 90]),
        a=[0, 0, 0, 82.5, -82.5, 0, 88],
        d=[333, 0, 316, 0, 384, 0, 0],
        T_last_flange=translation(0, 0, 107),
        name="panda",
    )
    q = np.array([0.1, -0.6, 0.2, -2.0, 0.1, 1.6, 0.4])
    T = forward(panda, q)
    Ts = np.stack([translation(0, 2.0 * i, 0) @ T for i in range(40)])
    result = track(panda, Ts, q)
    assert result.failed_at is None
    assert residuals(panda, result.q, Ts)[0].max() < 1e-8
    steps = np.linalg.norm(np.diff(result.q, axis=0), axis=1)
    assert steps.max() < 1.5 * steps.min()


def test_a_pose_beyond_all_limits_names_the_joint(ur5e):
    joints = tuple(Joint(f"j{i}", lower=-0.2, upper=0.2) for i in range(6))
    arm = Mechanism(joints, ur5e.T_link_joint, ur5e.T_last_flange)
    answer = inverse(arm, forward(arm, np.array([0.1, -1.0, 1.2, 0.1, 1.0, 0.1])))
    assert len(answer) > 0
    assert not answer.within_limits.any()
    assert answer.verdict.startswith("beyond the limits: joint")
    assert answer.limit.excess > 0.5
