"""Arms of eight joints and more: solutions, paths and null-space motions."""

import numpy as np
import pytest

from kinematics import (
    KinematicsError,
    Mechanism,
    classify,
    forward,
    inverse,
    inverse_near,
    jacobian,
    joint_rates,
    null_motions,
    residuals,
    track,
    track_split,
    translation,
)


def random_arm(n):
    rng = np.random.default_rng(n)
    return Mechanism.from_modified_dh(
        alpha=rng.uniform(0.4, 2, n), a=rng.uniform(0, 200, n), d=rng.uniform(0, 300, n)
    )


def on_rails(arm, count):
    """The arm on `count` slides along x, y, ..."""
    rails = Mechanism.from_axes(
        axes=np.eye(3)[:count],
        points=np.zeros((count, 3)),
        kinds="P" * count,
        T_base_flange_zero=np.eye(4),
    )
    frames = arm.T_link_joint.copy()
    frames[0] = rails.T_last_flange @ frames[0]
    links = np.concatenate([rails.T_link_joint, frames])
    return Mechanism((*rails.joints, *arm.joints), links, arm.T_last_flange)


@pytest.fixture(params=["8 turning", "9 turning", "seven on a rail", "six on two rails"])
def arm(request, offset_seven, puma):
    return {
        "8 turning": lambda: random_arm(8),
        "9 turning": lambda: random_arm(9),
        "seven on a rail": lambda: on_rails(offset_seven, 1),
        "six on two rails": lambda: on_rails(puma, 2),
    }[request.param]()


@pytest.fixture
def q(arm):
    values = np.array([0.3, 0.6, -0.9, 1.1, 0.7, -0.5, 0.9, 0.4, -0.3])[: arm.n]
    return np.where(arm.revolute > 0.0, values, 100.0 * values)


def gap(arm, rows, q):
    difference = rows - q
    turned = (difference + np.pi) % (2 * np.pi) - np.pi
    return np.abs(np.where(arm.revolute > 0.0, turned, difference)).max(axis=1)


def test_classify_says_how_many_joints_have_to_be_locked(arm):
    assert f"where {arm.n - 6} joints are locked" in classify(arm).reason


def test_a_pose_has_solutions_that_represent_the_continuum(arm, q):
    T = forward(arm, q)
    answer = inverse(arm, T)
    assert len(answer) > 0
    assert residuals(arm, answer.q, T[None])[0].max() < 1e-8
    assert len(answer.free_joints) == arm.n - 6
    assert not answer.complete
    assert "some of a whole range" in answer.note


def test_with_the_joints_beyond_six_locked_all_solutions_are_found(arm, q):
    T = forward(arm, q)
    locked = {joint: q[joint] for joint in inverse(arm, T).free_joints}
    answer = inverse(arm, T, locked=locked)
    assert answer.complete
    assert gap(arm, answer.q, q).min() < 1e-6
    assert not inverse(arm, T, locked={0: q[0]}).complete


def test_the_nearest_solution_to_where_the_arm_stands_is_there(arm, q):
    answer = inverse_near(arm, forward(arm, q), q)
    assert gap(arm, answer.q, q).min() < 1e-9


def test_a_path_is_followed_with_little_motion(arm, q):
    T = forward(arm, q)
    Ts = np.stack([translation(3.0 * i, -2.0 * i, i) @ T for i in range(20)])
    result = track(arm, Ts, q)
    assert result.failed_at is None, result.reason
    assert residuals(arm, result.q, Ts)[0].max() < 1e-7
    assert (np.abs(np.diff(result.q, axis=0)) * arm.revolute).max() < 0.1


def test_joints_split_off_and_joints_solved_follow_the_path_together(arm, q):
    T = forward(arm, q)
    Ts = np.stack([translation(3.0 * i, -2.0 * i, i) @ T for i in range(10)])
    if (arm.revolute > 0.0).all():
        with pytest.raises(KinematicsError, match="no choice of six joints"):
            track_split(arm, Ts, q)
        return
    result = track_split(arm, Ts, q)
    assert result.failed_at is None, result.reason
    assert residuals(arm, result.q, Ts)[0].max() < 1e-8


def test_null_motions_move_joints_and_not_the_flange(arm, q):
    motions = null_motions(arm, q)
    assert len(motions) == arm.n - 6
    assert np.abs(jacobian(arm, q) @ motions.T).max() < 1e-6
    wish = np.where(arm.revolute > 0.0, 0.1, 5.0)
    rates = joint_rates(arm, q, np.zeros(6), wish=wish)
    assert np.linalg.norm(rates) > 1e-3
    assert np.abs(jacobian(arm, q) @ rates).max() < 1e-6


def test_an_elbow_angle_is_refused_with_the_joints_to_lock(arm, q):
    with pytest.raises(KinematicsError, match="seven revolute ones are needed; lock joints"):
        inverse(arm, forward(arm, q), elbow_angle=0.1)
