"""Solutions of a redundant arm near given joint values."""

import numpy as np
import pytest

from kinematics import (
    Mechanism,
    forward,
    inverse,
    inverse_near,
    null_motions,
    residuals,
    sweep,
    translation,
)

READY = np.array([0.1, -0.6, 0.2, 1.2, 0.1, 0.9, 0.4])


@pytest.fixture(scope="module")
def crooked():
    """An arm of seven axes with offsets at elbow and wrist, which has no closed form."""
    return Mechanism.from_modified_dh(
        alpha=np.radians([0, -90, 90, 90, 90, 90, -90]),
        a=[0, 0, 0, 52.5, 77.5, 0, 76],
        d=[267, 0, 293, 0, 342.5, 0, 0],
        T_last_flange=translation(0, 0, 97),
    )


@pytest.fixture(params=["crooked", "offset_seven"])
def arm(request):
    return request.getfixturevalue(request.param)


def travel(q, q_near):
    return np.linalg.norm((q - q_near + np.pi) % (2 * np.pi) - np.pi, axis=-1)


def test_an_arm_that_stands_at_the_pose_stays(arm):
    answer = inverse_near(arm, forward(arm, READY), READY)
    assert travel(answer.q, READY).min() < 1e-9
    assert answer.continuum
    assert not answer.complete


def test_no_sampled_solution_is_nearer_and_no_small_continuum_curve_helps(arm, rng):
    for _ in range(6):
        T = forward(arm, READY + rng.uniform(-0.5, 0.5, 7))
        answer = inverse_near(arm, T, READY)
        assert residuals(arm, answer.q, T[None])[0].max() < 1e-8
        best = answer.q[np.argmin(travel(answer.q, READY))]
        swept = sweep(arm, T, np.linspace(-3, 3, 50), joint=2)
        sampled = swept.q[np.isfinite(swept.q[..., 0])]
        assert travel(best, READY) <= travel(sampled, READY).min() + 1e-9
        slope = null_motions(arm, best) @ (best - READY)
        assert np.abs(slope).max() < 1e-5


def test_an_arm_of_six_joints_has_no_choice(puma, rng):
    T = forward(puma, rng.uniform(-1, 1, 6))
    assert np.array_equal(inverse_near(puma, T, np.zeros(6)).q, inverse(puma, T).q)
