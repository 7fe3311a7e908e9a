"""How far joint values are from poses: the loop, NumPy and known motions agree."""

import numpy as np
import pytest

from kinematics import KinematicsError, forward, residuals, rotation_x, translation
from kinematics.arm.residuals import misses, misses_by_numpy


def test_a_known_motion_is_what_the_residual_tells(arm, rng):
    q = rng.uniform(-2, 2, (20, 6))
    moved = translation(3.0, -4.0, 12.0) @ forward(arm, q)
    moved[:, :3, :3] = moved[:, :3, :3] @ rotation_x(0.3)[:3, :3]
    distance, angle = residuals(arm, q, moved)
    assert np.allclose(distance, 13.0, rtol=1e-12)
    assert np.allclose(angle, 0.3, rtol=1e-12)


@pytest.mark.parametrize("rows", [0, 1, 7, 200])
def test_the_loop_tells_what_numpy_tells(arm, stanford, rng, rows):
    for mechanism in (arm, stanford):
        q = rng.uniform(-2, 2, (rows, 6))
        one, many = forward(mechanism, np.zeros((1, 6))), forward(mechanism, q + 0.1)
        for poses in (one, many):
            ours, other = misses(mechanism, q, poses), misses_by_numpy(mechanism, q, poses)
            assert np.allclose(ours, other, rtol=1e-10, atol=1e-12)


def test_one_row_is_held_against_many_poses(arm, rng):
    q, others = rng.uniform(-2, 2, (1, 6)), rng.uniform(-2, 2, (5, 6))
    distance, _ = residuals(arm, q, forward(arm, others))
    assert distance.shape == (5,)
    with pytest.raises(KinematicsError, match="one pose or as many"):
        residuals(arm, others, forward(arm, others[:3]))
