import numpy as np
import pytest

from kinematics import (
    KinematicsError,
    check_pose,
    interpolate,
    invert,
    rotation_angle,
    rotation_x,
    rotation_y,
    rotation_z,
    rpy,
    translation,
)
from kinematics.poses.transforms import (
    check_poses,
    pose_along,
    rotation_about,
    rotation_vector,
    straightened,
)


def random_pose(rng):
    return translation(*rng.uniform(-1000, 1000, 3)) @ rpy(*rng.uniform(-3, 3, 3))


def test_a_pose_times_its_inverse_is_the_identity(rng):
    Ts = np.stack([random_pose(rng) for _ in range(50)])
    assert np.allclose(invert(Ts) @ Ts, np.eye(4), atol=1e-12)


def test_inverting_a_product_inverts_the_factors_in_reverse(rng):
    T_a_b, T_b_c = random_pose(rng), random_pose(rng)
    assert np.allclose(invert(T_a_b @ T_b_c), invert(T_b_c) @ invert(T_a_b), atol=1e-10)


def test_turns_about_one_axis_add_up(rng):
    for turn in (rotation_x, rotation_y, rotation_z):
        a, b = rng.uniform(-3, 3, 2)
        assert np.allclose(turn(a) @ turn(b), turn(a + b), atol=1e-14)


def test_a_pose_along_an_axis_is_rigid_and_stands_at_its_origin(rng):
    z = rng.normal(size=(50, 3))
    for axis in (*np.eye(3), *-np.eye(3), *z / np.linalg.norm(z, axis=1)[:, None]):
        origin = rng.uniform(-1000, 1000, 3)
        T = pose_along(origin, axis)
        check_pose(T)
        assert np.array_equal(T[:3, 2], axis) and np.array_equal(T[:3, 3], origin)


def test_a_positive_quarter_turn_takes_each_axis_to_the_next():
    x, y, z = np.eye(4)[:3]
    assert np.allclose(rotation_z(np.pi / 2) @ x, y)
    assert np.allclose(rotation_x(np.pi / 2) @ y, z)
    assert np.allclose(rotation_y(np.pi / 2) @ z, x)


def test_rpy_is_yaw_then_pitch_then_roll():
    roll, pitch, yaw = 0.1, -0.4, 1.2
    expected = rotation_z(yaw) @ rotation_y(pitch) @ rotation_x(roll)
    assert np.array_equal(rpy(roll, pitch, yaw), expected)


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-6, 0.3, 2.0, np.pi - 1e-9, np.pi])
def test_the_angle_of_a_rotation_keeps_its_digits_at_both_ends(angle):
    axis = np.array([0.6, 0.0, 0.8])
    assert rotation_angle(rotation_about(axis, angle)) == pytest.approx(angle, rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("angle", [1e-8, 0.3, 2.6, 2.8, np.pi - 1e-7])
def test_a_rotation_is_made_again_from_its_vector(angle, rng):
    axis = rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    vector = rotation_vector(rotation_about(axis, angle))
    assert np.allclose(vector, axis * angle, atol=1e-13)


def test_the_vector_of_a_half_turn_has_the_length_pi():
    assert np.allclose(np.abs(rotation_vector(rotation_y(np.pi))), [0, np.pi, 0], atol=1e-15)


def test_interpolation_begins_and_ends_exactly(rng):
    start, end = random_pose(rng), random_pose(rng)
    path = interpolate(start, end, [0.0, 1.0])
    assert np.allclose(path[0], start, atol=1e-12)
    assert np.array_equal(path[1], end)


def test_interpolation_moves_straight_and_turns_evenly(rng):
    start, end = random_pose(rng), random_pose(rng)
    path = interpolate(start, end, np.linspace(0, 1, 11))
    steps = invert(path[:-1]) @ path[1:]
    assert np.ptp(rotation_angle(steps[:, :3, :3])) < 1e-12
    assert np.allclose(np.diff(path[:, :3, 3], axis=0), (end - start)[:3, 3] / 10, atol=1e-10)


@pytest.mark.parametrize(
    ("pose", "words"),
    [
        (np.eye(3), "4x4"),
        (np.full((4, 4), np.nan), "finite"),
        (2 * np.eye(4), "not rigid"),
        (np.diag([1.0, 1.0, -1.0, 1.0]), "right-handed"),
        ("not a pose", "matrix of numbers"),
        ([[1, 2], [3]], "matrix of numbers"),
    ],
)
def test_a_matrix_that_is_not_a_pose_is_refused_with_the_reason(pose, words):
    with pytest.raises(KinematicsError, match=words):
        check_pose(pose)


def test_of_many_poses_the_first_bad_one_is_named():
    Ts = np.tile(np.eye(4), (5, 1, 1))
    Ts[3, 0, 0] = 1.1
    with pytest.raises(KinematicsError, match="number 3"):
        check_poses(Ts)


def test_a_pose_typed_with_seven_decimals_becomes_exactly_rigid(rng):
    rounded = np.round(random_pose(rng), 7)[None]
    R = straightened(rounded)[0, :3, :3]
    assert np.abs(R.T @ R - np.eye(3)).max() < 1e-15
    assert np.abs(R - rounded[0, :3, :3]).max() < 1e-7
