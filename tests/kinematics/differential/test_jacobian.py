"""The Jacobian computed in three ways, which must agree."""

import numpy as np

from kinematics import (
    forward,
    jacobian,
    jacobian_by_derivatives,
    jacobian_by_differences,
    rotation_angle,
)


def test_three_ways_give_one_jacobian(odd_arms, rng):
    for mechanism in odd_arms:
        q = rng.uniform(-3, 3, (20, mechanism.n))
        by_columns = jacobian(mechanism, q)
        assert np.abs(by_columns - jacobian_by_derivatives(mechanism, q)).max() < 1e-9
        assert np.abs(by_columns - jacobian_by_differences(mechanism, q)).max() < 1e-4


def test_the_jacobian_predicts_a_small_motion(arm, rng):
    for q in rng.uniform(-3, 3, (20, 6)):
        dq = 1e-6 * rng.normal(size=6)
        before, after = forward(arm, q), forward(arm, q + dq)
        rate = jacobian(arm, q) @ dq
        assert np.allclose(after[:3, 3] - before[:3, 3], rate[:3], atol=1e-8)
        turn = rotation_angle(after[:3, :3] @ before[:3, :3].T)
        assert np.isclose(turn, np.linalg.norm(rate[3:]), atol=1e-10)


def test_one_row_and_a_stack_agree(arm, rng):
    q = rng.uniform(-3, 3, (2, 3, 6))
    for way in (jacobian, jacobian_by_derivatives, jacobian_by_differences):
        assert way(arm, q).shape == (2, 3, 6, 6)
        assert np.allclose(way(arm, q)[1, 2], way(arm, q[1, 2]), atol=1e-9)
