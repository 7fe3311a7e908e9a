"""Roots are polished by the shipped loop to where NumPy polishes them."""

import numpy as np
import pytest

from kinematics import Mechanism, elimination_arm, forward, jacobian
from kinematics.loops.newton_kernel import descend_rows
from kinematics.solvers.elimination.polish import (
    POLISH,
    SHARPEN,
    least_sizes,
    led_by_numpy,
    polished,
    sharpened,
)


@pytest.fixture(params=["RRRRRR", "RRPRRR"])
def general(request, rng):
    arm = Mechanism.from_modified_dh(
        alpha=rng.uniform(-2, 2, 6),
        a=rng.uniform(-300, 300, 6),
        d=rng.uniform(-300, 300, 6),
        kinds=request.param,
    )
    return elimination_arm(arm)


def planted(rng, arm, count):
    """Joint values (count, 6) in the units of the chain, and their poses."""
    q = rng.uniform(-2, 2, (count, 6))
    return q, arm.chain.tight(forward(arm.mechanism, q * arm.chain.units))


def test_quick_steps_lead_where_numpy_leads(general, rng):
    assert descend_rows.is_ready
    q, S = planted(rng, general, 200)
    seeds = q + rng.uniform(-1e-4, 1e-4, q.shape)
    ours = polished(general.affine, seeds, S, POLISH.steps)
    other = led_by_numpy(general.affine, seeds, S, POLISH)
    assert np.allclose(ours[2], other[2], rtol=1e-9)
    regular = least_sizes(general.affine, q)[0] > 1e-2
    assert regular.mean() > 0.5
    assert np.abs(ours[0] - other[0])[regular].max() < 1e-10
    assert np.abs(ours[0] - q)[regular].max() < 1e-10
    assert (ours[1][regular] < 1e-13).all()


def test_careful_steps_keep_joints_that_are_held(general, rng):
    q, S = planted(rng, general, 60)
    seeds = q + rng.uniform(-1e-3, 1e-3, q.shape)
    held = np.zeros(q.shape, bool)
    held[:30, 2] = True
    seeds[:30, 2] = q[:30, 2]
    found, residual = sharpened(general.affine, seeds, S, held)
    assert (found[:30, 2] == q[:30, 2]).all()
    assert (residual < 1e-13).mean() > 0.9
    # NumPy's decomposition gives a held joint a singular value of rounding and not of 0.
    other = led_by_numpy(general.affine, seeds, S, SHARPEN, held)
    assert ((residual < 1e-11) == (other[1] < 1e-11)).mean() > 0.9
    assert np.median(np.abs(found - other[0]).max(axis=1)) < 1e-11


def test_roots_of_singular_poses_are_found_as_exactly_as_by_numpy(puma, rng):
    arm = elimination_arm(
        Mechanism(puma.joints, puma.T_link_joint + 0.0, puma.T_last_flange, name="drawn")
    )
    q = rng.uniform(-2, 2, (40, 6))
    q[:, 4] = 0.0
    S = arm.chain.tight(forward(arm.mechanism, q * arm.chain.units))
    seeds = q + rng.uniform(-1e-4, 1e-4, q.shape)
    ours = sharpened(arm.affine, seeds, S)
    other = led_by_numpy(arm.affine, seeds, S, SHARPEN)
    assert np.median(ours[1]) < 10 * max(1e-15, float(np.median(other[1])))


def test_the_least_singular_value_is_that_of_the_decomposition(general, rng):
    q, _ = planted(rng, general, 100)
    size = np.diag([1 / general.chain.length] * 3 + [1.0] * 3)
    given = jacobian(general.mechanism, q * general.chain.units)
    J = size @ given * general.chain.units
    # The flange of the tight chain lies elsewhere on the last link: only the determinant is common.
    least, determinant = least_sizes(general.affine, q)
    assert np.allclose(determinant, np.abs(np.linalg.det(J)), rtol=1e-8, atol=1e-12)
    few, _ = least_sizes(general.affine, q, 1e-3)
    assert (few[least < 1e-3] == least[least < 1e-3]).all()
    assert (few[few >= 1e-3] >= 1e-3).all()
    assert (few > 1e-3).any()
