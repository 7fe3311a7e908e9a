"""Newton's method from a seed: traces, least squares, positions, null space, redundant arms."""

import numpy as np

from kinematics import forward, inverse_from_seed, jacobian, residuals, rrp_arm, translation


def test_a_seed_nearby_leads_to_the_root_and_the_trace_falls(arm, rng, nearest_gap):
    for _ in range(10):
        q = rng.uniform(-2, 2, 6)
        answer = inverse_from_seed(arm, forward(arm, q), q + rng.uniform(-0.1, 0.1, 6))
        assert answer.reached
        assert answer.residual_mm < 1e-8
        assert (np.diff(answer.trace) <= 0).all()
        assert len(answer.trace) < 15


def test_the_step_of_a_redundant_arm_is_that_of_least_motion(seven, rng):
    q = rng.uniform(-1, 1, 7)
    T = translation(0.01, 0, 0) @ forward(seven, q)
    answer = inverse_from_seed(seven, T, q)
    J = jacobian(seven, q)
    least = np.linalg.pinv(J) @ np.array([0.01, 0, 0, 0, 0, 0])
    assert answer.reached
    assert np.linalg.norm(answer.q - q - least) < 0.05 * np.linalg.norm(least)


def test_a_pose_out_of_reach_gets_the_result_of_least_squares(hokkaido):
    answer = inverse_from_seed(hokkaido, translation(3000, 0, 450), np.full(6, 0.3), steps=400)
    assert not answer.reached
    around = answer.q + 1e-3 * np.random.default_rng(0).normal(size=(200, 6))
    size = 1570.0

    def cost(q):
        distance, angle = residuals(hokkaido, q, translation(3000, 0, 450)[None])
        return (distance / size) ** 2 + angle**2

    assert cost(answer.q[None])[0] <= cost(around).min() + 1e-6


def test_a_position_alone_leaves_the_orientation(puma, rng):
    T = forward(puma, rng.uniform(-2, 2, 6))
    answer = inverse_from_seed(puma, T, np.full(6, 0.3), position_only=True)
    assert answer.reached
    assert answer.residual_mm < 1e-8


def test_a_resting_posture_draws_redundant_joints_without_moving_the_flange(seven):
    q = np.array([0.2, 0.6, -0.3, 1.2, 0.4, 0.7, 0.1])
    T, rest = forward(seven, q), np.array([0.2, 0.6, 0.5, 1.2, 0.4, 0.7, 0.1])
    answer = inverse_from_seed(seven, T, q, q_rest=rest, steps=200)
    assert answer.residual_mm < 1e-3
    assert abs(answer.q[2] - 0.5) < abs(q[2] - 0.5)


def test_an_arm_whose_goals_are_positions_needs_no_word_about_the_orientation():
    arm = rrp_arm().with_goals(position_only=True)
    q = np.array([0.4, 1.1, 120.0])
    goal = translation(*forward(arm, q)[:3, 3])
    answer = inverse_from_seed(arm, goal, q + np.array([0.1, -0.1, 20.0]))
    assert answer.reached
    assert np.allclose(answer.q, q, atol=1e-9)
