"""Accounts of poses whose joint values are multiples of a right angle or of a part of one."""

import numpy as np
import pytest

from kinematics import forward, inverse
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import straightened
from kinematics.solvers.elimination import recognise, solve
from kinematics.solvers.elimination.continuation.accounts import accounts
from scenes import load_robot

GENERAL = (
    "fanuc_crx10ia_l",
    "kinova_gen3_lite",
    "kinova_jaco_6dof_curved_wrist",
    "yaskawa_hc10",
)
NEAR = 3e-3  # rad: rounding of the pose moves a root of multiplicity four so far


def angled(step, count, seed):
    """Joint values (count, 6), rad, that are multiples of `step` degrees."""
    steps = 180 // step
    turns = np.random.default_rng(seed).integers(-steps + 1, steps + 1, (count, 6))
    return np.radians(float(step) * turns)


def lost(roots, q):
    """Whether the planted joint values q (N, 6) are not among the roots, (N,)."""
    gap = np.abs(wrapped(roots.q - q[:, None])).max(axis=2)
    return ~(np.nan_to_num(gap, nan=9.0) < NEAR).any(axis=1)


@pytest.mark.parametrize("name", GENERAL)
@pytest.mark.parametrize("step", [90, 45, 30])
def test_right_angle_poses_are_certified_or_have_a_continuum(name, step):
    mechanism = load_robot(name).mechanism
    q = angled(step, 60, seed=step)
    roots = solve(recognise(mechanism), forward(mechanism, q))
    assert (roots.complete | roots.continuum).mean() >= 0.99
    assert not (roots.complete & roots.continuum).any()
    assert not (lost(roots, q) & ~roots.continuum).any()


@pytest.mark.parametrize("name", GENERAL)
def test_the_zero_pose_is_certified_or_has_a_continuum(name):
    mechanism = load_robot(name).mechanism
    answer = inverse(mechanism, forward(mechanism, np.zeros(6)))
    assert len(answer)
    assert answer.complete != answer.continuum


def test_a_double_root_that_vanishes_near_by_is_not_lost_in_a_certificate():
    # Two complex roots of the poses near by meet in the planted, real one.
    mechanism = load_robot("kinova_gen3_6dof").mechanism
    q = np.radians([[0.0, 0.0, -180.0, 90.0, -180.0, -180.0]])
    roots = solve(recognise(mechanism), forward(mechanism, q))
    assert not (roots.complete & lost(roots, q)).any()


def test_the_roots_of_an_account_are_those_of_random_poses_with_their_number():
    mechanism = load_robot("kinova_gen3_lite").mechanism
    arm = recognise(mechanism)
    q = np.random.default_rng(4).uniform(-3.0, 3.0, (60, 6))
    Ts = straightened(forward(mechanism, q))
    account, roots = accounts(arm, arm.chain.tight(Ts)), solve(arm, Ts)
    assert account.whole.all()
    assert not account.ranged.any()
    sure = roots.complete & (roots.multiplicity < 2).all(axis=1)
    assert sure.mean() > 0.9
    assert (account.roots.count[sure] == roots.count[sure]).all()
    assert (account.roots.weight.sum(axis=1) % 2 == 0).all()  # complex solutions come in pairs


def test_multiplicities_add_up_to_an_even_number_as_complex_solutions_come_in_pairs():
    mechanism = load_robot("kinova_gen3_lite").mechanism
    q = angled(90, 40, seed=5)
    roots = solve(recognise(mechanism), forward(mechanism, q))
    assert roots.complete.all()
    assert (roots.multiplicity.sum(axis=1) % 2 == 0).all()
    assert (roots.multiplicity.sum(axis=1) <= 16).all()
    assert {1, 2, 8} <= set(roots.multiplicity.ravel().tolist())


def test_an_arm_that_is_nearly_special_has_accounts_that_hold_the_planted_roots():
    # Half of its complex solutions are almost at infinity, and its roots lie in tight pairs.
    mechanism = load_robot("kinova_gen3_6dof").mechanism
    arm, q = recognise(mechanism), angled(90, 40, seed=2)
    account = accounts(arm, arm.chain.tight(straightened(forward(mechanism, q))))
    assert account.whole.mean() > 0.8
    gap = np.abs(wrapped(account.roots.q - q[:, None])).max(axis=2)
    held = (np.nan_to_num(gap, nan=9.0) < NEAR).any(axis=1)
    assert held[account.whole & ~account.ranged].all()


@pytest.mark.parametrize(
    ("name", "degrees"),
    [
        ("kinova_gen3_lite", (90, -150, 120, 0, 0, -90)),
        ("kinova_jaco_6dof_curved_wrist", (180, -90, 90, -90, 180, 0)),
    ],
)
def test_two_close_roots_that_share_an_eigenvalue_are_not_taken_for_a_fold(name, degrees):
    # Their eigenvectors are mixtures of both roots, and any mixture of these is nearly a root.
    mechanism = load_robot(name).mechanism
    q = np.tile(np.radians(np.array(degrees, float)), (200, 1))
    Ts = forward(mechanism, q)
    rng = np.random.default_rng(0)
    Ts[:, :3, :3] += 1e-16 * rng.normal(size=(200, 3, 3))
    Ts[:, :3, 3] += 1e-13 * rng.normal(size=(200, 3))
    roots = solve(recognise(mechanism), Ts)
    assert not (roots.complete & lost(roots, q)).any()


@pytest.mark.parametrize(
    "degrees", [(-90, -45, -135, 180, 180, -135), (90, 135, -135, 0, 180, -90)]
)
def test_a_corrected_arm_does_not_certify_a_pose_whose_wrist_is_nearly_straight(degrees):
    mechanism = load_robot("kinova_gen3_6dof").mechanism
    q = np.radians(np.array(degrees, float))
    answer = inverse(mechanism, forward(mechanism, q))
    off = np.abs(wrapped(answer.q - q)).max(axis=1).min()
    assert off < NEAR or not answer.complete
