"""Arms with a spherical wrist on any three joints, and arms with a spherical shoulder."""

import itertools

import numpy as np
import pytest

from kinematics import (
    Mechanism,
    classify,
    forward,
    inverse,
    inverse_batch,
    leg,
    rerooted,
    residuals,
    translation,
)
from kinematics.solvers import decoupled, spherical_wrist

KINDS = ["".join(letters) for letters in itertools.product("RP", repeat=3)]


def carrier(kinds, special, rng):
    """Three random joints that carry a random spherical wrist; special: without offsets."""
    alpha, theta0 = rng.uniform(-2, 2, 6), rng.uniform(-2, 2, 6)
    a, d = rng.uniform(-300, 300, 6), rng.uniform(-300, 300, 6)
    a[4:], d[4] = 0.0, 0.0
    if special == "parallel":
        alpha[1] = 0.0
    if special == "meeting":
        a[1] = 0.0
    return Mechanism.from_modified_dh(
        alpha=alpha, a=a, d=d, theta0=theta0, kinds=kinds + "RRR", name=f"{kinds} {special}"
    )


@pytest.mark.parametrize("special", ["general", "parallel", "meeting"])
@pytest.mark.parametrize("kinds", KINDS)
def test_any_three_joints_bring_the_wrist_to_its_place(kinds, special, rng, nearest_gap):
    arm = carrier(kinds, special, rng)
    if classify(arm).solver is None:
        assert "structurally singular" in classify(arm).reason
        return
    q = rng.uniform(-2, 2, (100, 6)) * np.where(arm.revolute > 0.0, 1.0, 200.0)
    Ts = forward(arm, q)
    batch = inverse_batch(arm, Ts)
    assert batch.solver == "decoupled wrist"
    assert (np.nanmin(nearest_gap(arm, batch.q, q[:, None]), axis=1) < 1e-4).mean() >= 0.99
    pose, slot = np.nonzero(np.isfinite(batch.q[..., 0]))
    distance, angle = residuals(arm, batch.q[pose, slot], Ts[pose])
    assert distance.max() < 1e-8
    assert angle.max() < 1e-12


def test_the_stanford_arm_has_eight_solutions(stanford, rng, nearest_gap, any_joints):
    q = any_joints(stanford, rng, 500)
    batch = inverse_batch(stanford, forward(stanford, q))
    assert (batch.count == 8).all()
    assert (np.nanmin(nearest_gap(stanford, batch.q, q[:, None]), axis=1) < 1e-6).all()


def test_the_quartic_and_the_closed_form_of_the_puma_agree(puma, rng, nearest_gap):
    Ts = forward(puma, rng.uniform(-3, 3, (200, 6)))
    one = decoupled.solve(decoupled.recognise(puma), Ts)
    other = spherical_wrist.solve(spherical_wrist.SOLVER.recognise(puma), Ts)
    assert (one.valid.sum(axis=1) == other.valid.sum(axis=1)).all()
    for i in range(len(Ts)):
        for root in other.q[i, other.valid[i]]:
            assert nearest_gap(puma, one.q[i, one.valid[i]], root).min() < 1e-6


def test_a_puma_from_its_flange_is_an_arm_with_a_spherical_shoulder(puma, rng, nearest_gap):
    twin = rerooted(puma)
    assert classify(twin).solver == "spherical shoulder"
    q = rng.uniform(-3, 3, (100, 6))
    assert np.allclose(forward(twin, q[:, ::-1]) @ forward(puma, q), np.eye(4), atol=1e-9)
    batch = inverse_batch(twin, forward(twin, q))
    assert (batch.count == 8).all()
    assert (nearest_gap(twin, batch.q, q[:, None]).min(axis=1) < 1e-6).all()


def test_a_leg_is_solved_from_the_hip_and_from_the_foot(rng, nearest_gap):
    for mechanism in (leg(), rerooted(leg())):
        q = rng.uniform(-1, 1, (50, 6))
        batch = inverse_batch(mechanism, forward(mechanism, q))
        assert (batch.count == 8).all()
        assert (nearest_gap(mechanism, batch.q, q[:, None]).min(axis=1) < 1e-6).all()


def test_a_wrist_out_of_reach_is_reported_with_the_distance():
    arm = Mechanism.from_modified_dh(
        alpha=np.radians([0, 60, 50, 90, -90, 90]), a=[0, 100, 300, 0, 0, 0], d=[0, 0, 0, 300, 0, 0]
    )
    reason = inverse(arm, translation(3000, 0, 0)).reason
    assert reason.startswith("out of reach: wrist")
    assert "beyond what the arm can reach" in reason
