import numpy as np
import pytest

from kinematics import (
    Mechanism,
    forward,
    interpolate,
    inverse,
    jacobian,
    posture_of,
    residuals,
    track,
    translation,
)

REACHED = np.radians([20.0, -80, 95, 40, 50, -30])


def test_a_joint_path_is_found_again_from_its_poses(arm, rng):
    start = np.array([0.2, 0.4, -1.6, 0.5, 0.8, 0.1])
    q = start + np.linspace(0, 1, 200)[:, None] * rng.uniform(-0.7, 0.7, 6) * [1, 0.3, 0.3, 1, 1, 1]
    result = track(arm, forward(arm, q), start)
    assert result.failed_at is None
    assert np.allclose(result.q, q, atol=1e-9)


def test_joints_run_on_past_half_a_turn_without_a_jump(hokkaido):
    q = REACHED + np.linspace(0, 1, 400)[:, None] * np.radians([0, 0, 0, 500, 0, -700])
    result = track(hokkaido, forward(hokkaido, q), REACHED)
    assert np.allclose(result.q, q, atol=1e-9)


def test_the_turn_of_the_start_is_kept(hokkaido):
    start = REACHED + 2 * np.pi * np.array([0, 0, 0, 1, 0, -1])
    result = track(hokkaido, forward(hokkaido, REACHED)[None], start)
    assert np.allclose(result.q[0], start)


def test_the_posture_stays_along_the_path(arm, rng):
    start = np.array([0.2, 0.4, -1.6, 0.5, 0.8, 0.1])
    T = forward(arm, start)
    Ts = interpolate(T, translation(-60, 40, -50) @ T, np.linspace(0, 1, 100))
    result = track(arm, Ts, start)
    assert {posture_of(arm, q) for q in result.q} == {posture_of(arm, start)}
    assert residuals(arm, result.q, Ts)[0].max() < 1e-9


def test_the_pose_at_which_the_path_leaves_the_reach_is_reported(hokkaido):
    T = forward(hokkaido, REACHED)
    Ts = interpolate(T, translation(2000, 0, 0) @ T, np.linspace(0, 1, 101))
    result = track(hokkaido, Ts, REACHED)
    first = next(i for i, pose in enumerate(Ts) if len(inverse(hokkaido, pose)) == 0)
    assert result.failed_at == first
    assert "too far" in result.reason
    assert np.isnan(result.q[first:]).all()
    assert np.isfinite(result.q[:first]).all()


def test_a_path_through_a_straight_wrist_is_reported_as_a_leap(hokkaido):
    q = np.radians([0.0, -90, 90, 0, 20, 0])
    T = forward(hokkaido, q)
    result = track(hokkaido, interpolate(T, translation(0, 0, -300) @ T, np.linspace(0, 1, 50)), q)
    assert 0 < result.failed_at < 50
    assert "joint 4 would turn 180.0 deg" in result.reason
    assert "NOFLIP" in result.reason


def test_from_a_straight_wrist_either_way_can_be_followed(hokkaido):
    q = np.radians([0.0, -90, 90, 0, 0, 0])
    T = forward(hokkaido, q)
    for height in (-100, 100):
        Ts = interpolate(T, translation(0, 0, height) @ T, np.linspace(0, 1, 50))
        result = track(hokkaido, Ts, q)
        assert result.failed_at is None
        assert np.abs(result.q[:, [3, 5]]).max() < 1e-9


def test_a_joint_left_free_keeps_its_value(hokkaido):
    q = np.radians([10.0, -90, 90, 70, 0, -30])
    result = track(hokkaido, np.tile(forward(hokkaido, q), (3, 1, 1)), q)
    assert np.allclose(result.q, q, atol=1e-9)


def test_a_wrist_over_axis_1_keeps_joint_1(hokkaido):
    up = -np.pi / 2 - np.arctan2(450 * np.sin(1.0), 500 + 450 * np.cos(1.0))
    q = np.array([0.7, up, 1.0, 0.2, 0.9, 0.1])
    result = track(hokkaido, forward(hokkaido, q)[None], q)
    assert residuals(hokkaido, result.q, forward(hokkaido, q)[None])[0].max() < 1e-9


def test_no_poses_give_no_rows(hokkaido):
    assert track(hokkaido, np.empty((0, 4, 4)), REACHED).q.shape == (0, 6)


@pytest.mark.parametrize("count", [1, 2])
def test_few_poses_are_a_path_too(hokkaido, count):
    result = track(hokkaido, np.tile(forward(hokkaido, REACHED), (count, 1, 1)), REACHED)
    assert np.allclose(result.q, REACHED)


def singular_sizes(arm, q):
    J = jacobian(arm, q)
    J[:, :3] /= 300.0
    return np.linalg.det(J)


@pytest.mark.parametrize("seed", range(6))
def test_without_postures_the_sign_of_the_determinant_is_kept_or_its_change_is_reported(seed):
    arm = Mechanism.from_standard_dh(
        alpha=[1.1, 0.6, -1.3, 0.9, -1.0, 0.4],
        a=[60, 300, 40, 30, 20, 0],
        d=[200, 30, 50, 280, 40, 70],
    )
    rng = np.random.default_rng(seed)
    start, along = rng.uniform(-2, 2, 6), rng.uniform(-1.5, 1.5, 6)
    q = start + np.linspace(0, 1, 500)[:, None] * along
    result = track(arm, forward(arm, q), start)
    whole = result.q[: result.failed_at]
    signs = np.sign(singular_sizes(arm, whole))
    assert (signs == np.sign(singular_sizes(arm, start[None]))).all()
    assert residuals(arm, whole, forward(arm, q)[: len(whole)])[0].max(initial=0.0) < 1e-9
    assert np.abs(np.diff(whole, axis=0)).max(initial=0.0) < np.pi / 2
    crossed = np.ptp(np.sign(singular_sizes(arm, q))) > 0
    if not crossed:
        assert np.abs(result.q - q).max() < 1e-8
    elif result.failed_at is not None:
        assert result.reason
