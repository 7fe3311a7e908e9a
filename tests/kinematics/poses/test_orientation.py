import numpy as np
import pytest

from kinematics import (
    DIALECTS,
    KinematicsError,
    place_from_xyzoat,
    place_of,
    pose_from_xyzoat,
    rotation_x,
    rotation_y,
    rotation_z,
    tool_at,
    xyzoat_from_pose,
)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_every_dialect_reads_back_what_it_wrote(dialect, rng):
    for _ in range(200):
        T = pose_from_xyzoat(rng.uniform(-180, 180, 6), dialect)
        assert np.allclose(pose_from_xyzoat(xyzoat_from_pose(T, dialect), dialect), T, atol=1e-12)


def test_the_1985_angles_turn_the_hand_whose_x_axis_is_tool_z(rng):
    first, middle, last = rng.uniform(-180, 180, 3)
    a, b, c = np.radians([first, middle, last])
    hand = rotation_z(a) @ rotation_y(b) @ rotation_x(c)
    tool = pose_from_xyzoat([0, 0, 0, first, middle, last], "hokkaido")
    assert np.allclose(tool, hand @ rotation_y(np.pi / 2), atol=1e-15)


def test_val_angles_follow_the_matrix_of_the_puma_textbook(rng):
    first, middle, last = rng.uniform(-180, 180, 3)
    a, b, c = np.radians([first, middle, last])
    M = np.eye(4)
    M[:3, :3] = [[0, 1, 0], [0, 0, -1], [-1, 0, 0]]
    turn = rotation_z(a) @ M @ rotation_y(b) @ rotation_z(c)
    assert np.allclose(pose_from_xyzoat([0, 0, 0, first, middle, last], "val"), turn, atol=1e-15)


def test_vplus_angles_are_yaw_pitch_roll_about_z_y_z():
    expected = rotation_z(0.5) @ rotation_y(0.6) @ rotation_z(0.7)
    values = [0, 0, 0, *np.degrees([0.5, 0.6, 0.7])]
    assert np.allclose(pose_from_xyzoat(values, "vplus"), expected, atol=1e-15)


def test_a_tool_that_points_straight_down_reads_as_zero_t():
    values = [700, 0, 280, 0, 90, 0]
    assert np.allclose(xyzoat_from_pose(pose_from_xyzoat(values)), values, atol=1e-12)


@pytest.mark.parametrize("tilt", [1e-13, 1e-9, 1e-5])
def test_near_the_gimbal_the_rotation_is_kept_to_rounding(tilt):
    T = pose_from_xyzoat([1, 2, 3, 40, 90 - tilt, 25])
    assert np.allclose(pose_from_xyzoat(xyzoat_from_pose(T)), T, atol=3e-14)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_right_angles_give_matrices_of_zeros_and_ones(dialect):
    for first in range(-450, 451, 90):
        for middle in range(-180, 181, 90):
            T = pose_from_xyzoat([1, 2, 3, first, middle, 90], dialect)
            assert set(np.unique(T[:3, :3])) <= {-1.0, 0.0, 1.0}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_turn_from_a_place_to_the_tool_and_back_changes_no_bit(dialect, rng):
    for _ in range(50):
        T = pose_from_xyzoat(rng.uniform(-180, 180, 6), dialect)
        assert np.array_equal(tool_at(place_of(T, dialect), dialect), T)
        assert np.array_equal(place_of(tool_at(T, dialect), dialect), T)


@pytest.mark.parametrize(
    ("dialect", "unturned"), [("hokkaido", (0, 0, 0)), ("val", (90, -90, 0)), ("vplus", (0, 0, 0))]
)
def test_angles_left_out_are_those_of_the_null_turn(dialect, unturned):
    assert np.array_equal(place_from_xyzoat((0, 0, 0), (None,) * 3, dialect), np.eye(4))
    assert np.array_equal(place_from_xyzoat((0, 0, 0), unturned, dialect), np.eye(4))
    some = place_from_xyzoat((1, 2, 3), (20.0, None, 40.0), dialect)
    assert np.array_equal(some, place_from_xyzoat((1, 2, 3), (20.0, unturned[1], 40.0), dialect))


def test_an_unknown_dialect_is_refused_with_the_known_ones():
    with pytest.raises(KinematicsError, match="hokkaido, val, vplus"):
        pose_from_xyzoat(np.zeros(6), "esperanto")


def test_a_location_of_five_numbers_is_refused():
    with pytest.raises(KinematicsError, match="six finite numbers"):
        pose_from_xyzoat(np.zeros(5))
