"""Arms folded so that two axes are one line: the whole range of solutions is reported."""

import numpy as np
import pytest

from kinematics import Mechanism, forward, inverse, inverse_batch


def parallel_arm(bar: float, lean: float) -> Mechanism:
    return Mechanism.from_standard_dh(
        alpha=[np.pi / 2, 0, 0, np.pi / 2, -np.pi / 2, 0],
        a=[0, -bar, -bar, 0, 0, 0],
        d=[100, 0, 0, lean, 90, 70],
    )


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("lean", [80.0, 0.0])
def test_equal_bars_folded_back_leave_the_second_joint_free(seed, lean):
    rng = np.random.default_rng(seed)
    arm = parallel_arm(rng.uniform(200, 500), lean)
    q = rng.uniform(-1.5, 1.5, 6)
    q[2] = np.pi
    T = forward(arm, q)
    turned = forward(arm, q + np.array([0, 0.7, 0, -0.7, 0, 0]))
    np.testing.assert_allclose(turned, T, atol=1e-9)
    found = inverse(arm, T)
    assert len(found) and found.continuum and 1 in found.free_joints
    np.testing.assert_allclose(
        forward(arm, found.q), np.broadcast_to(T, (len(found), 4, 4)), atol=1e-6
    )
    np.testing.assert_array_equal(inverse_batch(arm, T[None]).continuum, [True])


@pytest.mark.parametrize("seed", range(8))
def test_four_axes_of_which_two_are_one_line_are_never_without_a_solution(seed):
    rng = np.random.default_rng(seed)
    lean, across = rng.uniform(0.3, 1.8), rng.uniform(50, 200)
    arm = Mechanism.from_standard_dh(
        alpha=[lean, -lean, *rng.uniform(-1.5, 1.5, 2)],
        a=[across, -across, *rng.uniform(50, 200, 2)],
        d=[rng.uniform(50, 300), 0, *rng.uniform(50, 300, 2)],
    )
    q = rng.uniform(-1.5, 1.5, 4)
    q[1] = 0.0
    T = forward(arm, q)
    np.testing.assert_allclose(forward(arm, q + np.array([0.4, 0, -0.4, 0])), T, atol=1e-9)
    found = inverse(arm, T)
    assert len(found) and found.continuum
    np.testing.assert_allclose(
        forward(arm, found.q), np.broadcast_to(T, (len(found), 4, 4)), atol=1e-6
    )
