import numpy as np

from kinematics import forward, jacobian


def by_differences(mechanism, q, h=1e-5):
    """Central differences of forward kinematics, the angular part from R' R^T."""
    columns = []
    for i in range(mechanism.n):
        step = np.zeros(mechanism.n)
        step[i] = h
        ahead, behind = forward(mechanism, q + step), forward(mechanism, q - step)
        rate = (ahead - behind) / (2 * h)
        W = rate[:3, :3] @ forward(mechanism, q)[:3, :3].T
        columns.append([*rate[:3, 3], W[2, 1], W[0, 2], W[1, 0]])
    return np.array(columns).T


def test_the_jacobian_is_the_derivative_of_forward_kinematics(arm, odd_arms, rng):
    for mechanism in [arm, *odd_arms]:
        for _ in range(5):
            q = rng.uniform(-3, 3, mechanism.n)
            gap = jacobian(mechanism, q) - by_differences(mechanism, q)
            assert np.abs(gap).max() < 1e-5  # mm per rad out of some 1000


def test_a_batch_of_jacobians_has_one_a_row(arm, rng):
    q = rng.uniform(-3, 3, (4, 6))
    J = jacobian(arm, q)
    assert J.shape == (4, 6, 6)
    assert np.allclose(J[2], jacobian(arm, q[2]))


def test_a_straight_wrist_makes_the_jacobian_singular(arm, rng):
    q = rng.uniform(-3, 3, 6)
    q[4] = 0.0
    assert np.linalg.svd(jacobian(arm, q), compute_uv=False)[-1] < 1e-10
