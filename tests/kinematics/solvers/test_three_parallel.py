"""The closed form of three parallel axes: the UR family, and such arms seen from the flange."""

import numpy as np
import pytest

from kinematics import (
    Mechanism,
    classify,
    forward,
    inverse,
    inverse_batch,
    rerooted,
    residuals,
    rpy,
    translation,
)
from kinematics.poses.transforms import rotation_about
from scenes import load_robot


def random_arm(rng, square):
    """A random arm: axes 2, 3, 4 parallel, 5 and 6 meet, axis 1 perpendicular to 2 or not."""
    h = np.array([0.0, 1, 0])
    first = np.array([0.0, 0, 1]) if square else np.array([0.3, 0.4, np.sqrt(0.75)])
    fifth = rotation_about([1.0, 0, 0], rng.uniform(0.5, 1.5)) @ h
    sixth = rng.normal(size=3)
    sixth /= np.linalg.norm(sixth)
    wrist = np.array([600.0, 0, 0]) + rng.uniform(-200, 200, 3)
    return Mechanism.from_axes(
        axes=[first, h, -h, h, fifth, sixth],
        points=[[0, 0, 0], [30, 10, 100], [330, 20, 150], [600, 40, 180], wrist, wrist],
        T_base_flange_zero=translation(*(wrist + 50)) @ rpy(*rng.uniform(-3, 3, 3)),
    )


def assert_all_found(arm, q, nearest_gap, most_mm=1e-9):
    Ts = forward(arm, q)
    batch = inverse_batch(arm, Ts)
    assert (np.nanmin(nearest_gap(arm, batch.q, q[:, None]), axis=1) < 1e-6).all()
    pose, slot = np.nonzero(np.isfinite(batch.q[..., 0]))
    distance, angle = residuals(arm, batch.q[pose, slot], Ts[pose])
    assert distance.max() < most_mm
    assert angle.max() < 1e-12


def test_random_poses_of_a_ur_are_solved_to_rounding(ur5e, rng, nearest_gap, any_joints):
    assert classify(ur5e).solver == "three parallel axes"
    assert_all_found(ur5e, any_joints(ur5e, rng, 5000), nearest_gap)


@pytest.mark.parametrize("square", [True, False])
def test_every_arm_of_the_family_finds_the_joints_that_made_a_pose(square, rng, nearest_gap):
    for _ in range(8):
        arm = random_arm(rng, square)
        assert classify(arm).solver == "three parallel axes"
        assert_all_found(arm, rng.uniform(-3, 3, (100, 6)), nearest_gap, 1e-8)


def test_the_same_arm_from_its_flange_has_the_same_number_of_solutions(ur5e, rng):
    q = rng.uniform(-3, 3, (200, 6))
    twin = rerooted(ur5e)
    assert classify(twin).solver == "three parallel axes, from the flange"
    there = inverse_batch(ur5e, forward(ur5e, q))
    back = inverse_batch(twin, forward(twin, q[:, ::-1]))
    assert (there.count == back.count).all()


def test_all_roots_that_newton_finds_are_there(ur5e, rng, nearest_gap):
    from kinematics.solvers import multi_start

    for q in rng.uniform(-3, 3, (8, 6)):
        T = forward(ur5e, q)
        roots = multi_start.solve(ur5e, T[None])
        found, ours = roots.q[0, roots.valid[0]], inverse(ur5e, T).q
        assert len(found) >= 2
        for root in found:
            assert nearest_gap(ur5e, ours, root).min() < 1e-6


@pytest.mark.parametrize("delta", [1e-8, 1e-6, 1e-4])
@pytest.mark.parametrize(("joint", "value"), [(4, 0.0), (2, 0.0), (4, np.pi)])
def test_near_a_singular_pose_the_joints_that_made_it_are_returned(
    ur5e, joint, value, delta, rng, nearest_gap
):
    hits = 0
    for _ in range(50):
        q = rng.uniform(-3, 3, 6)
        q[joint] = value
        direction = rng.normal(size=6)
        q = q + delta * direction / np.linalg.norm(direction)
        answer = inverse(ur5e, forward(ur5e, q))
        assert answer.residual_mm.max() < 1e-9
        hits += nearest_gap(ur5e, answer.q, q).min() < 1e-4
    assert hits == 50


def test_a_straight_wrist_is_never_lost_and_reported_as_a_continuum(ur5e, rng):
    for q in rng.uniform(-3, 3, (100, 6)):
        q[4] = 0.0
        answer = inverse(ur5e, forward(ur5e, q))
        assert len(answer) > 0
        assert answer.free_joints == (5,)
        assert answer.residual_mm.max() < 1e-9
        assert answer.residual_rad.max() < 1e-12


def test_a_stretched_arm_is_never_lost(ur5e, rng, nearest_gap):
    for q in rng.uniform(-3, 3, (50, 6)):
        q[2] = 0.0
        answer = inverse(ur5e, forward(ur5e, q))
        assert nearest_gap(ur5e, answer.q, q).min() < 1e-6


def test_solutions_are_numbered_by_their_joint_values(ur5e, rng):
    for q in rng.uniform(-3, 3, (30, 6)):
        answer = inverse(ur5e, forward(ur5e, q))
        rows = [tuple(np.round(row, 6)) for row in answer.q]
        assert rows == sorted(rows)
        assert len(set(answer.postures)) == len(answer)


def test_a_pose_out_of_reach_is_reported_with_the_distances(ur5e):
    assert "4088.3 mm too far" in inverse(ur5e, translation(5000, 0, 0)).reason
    assert "from axis 1, at least 133.3 mm" in inverse(ur5e, translation(0, 99.6, 500)).reason


def test_next_to_a_straight_wrist_no_pose_is_certified_with_a_root_missing():
    # There the turn of the bars is known to few digits, and rounding decides whether they reach.
    mechanism, rng = load_robot("ur5e").mechanism, np.random.default_rng(4)
    q = np.radians(90.0 * rng.integers(-1, 3, (2000, 6)))
    away = 10.0 ** rng.uniform(-11.0, -2.5, q.shape) * rng.choice([-1.0, 1.0], q.shape)
    q += away * (rng.random(q.shape) < 0.35)
    batch = inverse_batch(mechanism, forward(mechanism, q))
    gap = np.abs(np.angle(np.exp(1j * (batch.q - q[:, None])))).max(axis=2)
    is_lost = ~(np.nan_to_num(gap, nan=9.0) < 3e-3).any(axis=1) & ~batch.continuum
    assert not (is_lost & batch.certified).any()
    assert batch.certified.mean() > 0.85
