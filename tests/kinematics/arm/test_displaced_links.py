"""Displaced links stand where the drawing says, and everything behind them moves along."""

import numpy as np
import pytest

from kinematics import KinematicsError, Mechanism, forward, link_poses, translation
from kinematics.arm.displaced_links import displaced
from kinematics.poses.transforms import rotation_z

ARM = Mechanism.from_axes(
    axes=[[0, 0, 1], [0, 1, 0], [1, 0, 0]],
    points=[[0, 0, 0], [0, 0, 400], [300, 0, 400]],
    T_base_flange_zero=translation(500, 0, 400),
)


def test_a_shift_of_a_joint_shifts_it_and_all_behind_it_in_the_drawing() -> None:
    D = np.tile(np.eye(4), (3, 1, 1))
    D[1] = translation(1.0, 2.0, 3.0)
    moved = displaced(ARM, D)
    before, after = (link_poses(arm, np.zeros(3)) for arm in (ARM, moved))
    np.testing.assert_allclose(after[:2], before[:2], atol=1e-12)
    np.testing.assert_allclose((after - before)[2:, :3, 3], [[1, 2, 3]] * 2, atol=1e-12)
    shift = forward(moved, np.zeros(3)) - forward(ARM, np.zeros(3))
    np.testing.assert_allclose(shift[:3, 3], [1, 2, 3], atol=1e-12)


def test_a_turn_about_the_axis_of_a_joint_is_an_offset_of_its_zero() -> None:
    D = np.tile(np.eye(4), (3, 1, 1))
    D[0] = rotation_z(0.01)
    q = np.array([0.3, -0.8, 1.2])
    expected = forward(ARM, q + np.array([0.01, 0.0, 0.0]))
    np.testing.assert_allclose(forward(displaced(ARM, D), q), expected, atol=1e-12)


def test_the_count_of_displacements_is_that_of_the_joints() -> None:
    with pytest.raises(KinematicsError, match="3 joints need as many displacements, not 2"):
        displaced(ARM, np.tile(np.eye(4), (2, 1, 1)))
