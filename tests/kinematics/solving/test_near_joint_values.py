import numpy as np

from kinematics import forward, residuals, solutions_near


def test_every_solution_near_joint_values_takes_the_pose(seven, rng):
    for q in rng.uniform(-1.5, 1.5, (5, 7)):
        T = forward(seven, q + 0.01)
        rows = solutions_near(seven, T, q)
        distance, angle = residuals(seven, rows, T[None])
        assert distance.max() < 1e-6
        assert angle.max() < 1e-9


def test_the_first_is_the_motion_of_the_pseudo_inverse(seven, rng):
    from kinematics import jacobian
    from kinematics.differential.damped_newton import damped_inverse

    q = rng.uniform(-1.2, 1.2, 7)
    step = 1e-5 * rng.normal(size=7)
    J = jacobian(seven, q)
    J[:3] /= 1000.0
    least = damped_inverse(J) @ (J @ step)
    first = solutions_near(seven, forward(seven, q + step), q)[0]
    assert np.abs(first - q - least).max() < 1e-8


def test_a_pose_out_of_reach_has_no_solution_near_joint_values(seven):
    T = forward(seven, np.zeros(7))
    T[0, 3] += 9000.0
    assert solutions_near(seven, T, np.zeros(7)).shape == (0, 7)
