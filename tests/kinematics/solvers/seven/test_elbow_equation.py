"""All solutions at an elbow angle by one equation: none lost, and `complete` only where shown."""

import numpy as np
import pytest

from kinematics import (
    Mechanism,
    elbow_angle,
    forward,
    inverse,
    inverse_batch,
    residuals,
    sweep,
    translation,
)
from kinematics.families.elbow_angle import elbow_state
from kinematics.families.seven_axis import recognise_elbow
from kinematics.solvers.seven.elbow_equation import recognise_equation
from kinematics.solvers.seven.elbow_roots import CONE, SHOULDER, UPRIGHT, roots_at_angles
from kinematics.solvers.seven.elbow_search import searched
from kinematics.solving.choice import solver_of


def turned(gap):
    return (np.asarray(gap) + np.pi) % (2 * np.pi) - np.pi


def nearest(q, rows):
    """Largest joint difference from q (7,) to the nearest of the rows, rad."""
    return float(np.abs(turned(rows - q)).max(axis=1).min(initial=np.inf))


def by_equation(arm, T, psi):
    """Roots (k, 7) at one angle by the equation alone, and why they may not be all."""
    q, _, doubts = roots_at_angles(recognise_equation(arm), T, np.array([psi]))
    return q, doubts[0]


def unit(v):
    return v / np.linalg.norm(v)


def point_shoulder(rng):
    """A random arm whose axes 1 to 3 meet and whose axis 4 is square to shoulder, elbow, wrist."""
    z = [unit(v) for v in rng.normal(size=(7, 3))]
    z[2] = unit(np.cross(z[3], rng.normal(size=3)))
    S = rng.normal(size=3) * 300
    E = S + unit(np.cross(z[3], rng.normal(size=3))) * rng.uniform(200, 500)
    W = E + unit(np.cross(z[3], rng.normal(size=3))) * rng.uniform(200, 500)
    points = [S, S, S, E, W, W, W + rng.normal(size=3) * 60]
    T = translation(*rng.normal(size=3) * 500)
    return Mechanism.from_axes(axes=z, points=points, T_base_flange_zero=T)


def offset_shoulder(rng):
    """A random arm with a pan, a tilt and a turn, offset along the tilt axis, and oblique axes."""
    z = [unit(v) for v in rng.normal(size=(7, 3))]
    S = rng.normal(size=3) * 300
    on_3 = S + z[1] * rng.uniform(5, 40)
    E = on_3 + z[2] * rng.uniform(200, 500)
    W = E + z[3] * rng.uniform(5, 40) + unit(rng.normal(size=3)) * rng.uniform(200, 500)
    points = [S, S, on_3, E, W, W, W + rng.normal(size=3)]
    T = translation(*rng.normal(size=3) * 500)
    return Mechanism.from_axes(axes=z, points=points, T_base_flange_zero=T)


def assert_none_lost(arm, rows):
    """What is called complete holds the planted root; returns the share called complete."""
    complete = 0
    for q in rows:
        T, psi = forward(arm, q), float(elbow_angle(arm, q))
        found, doubt = by_equation(arm, T, psi)
        assert doubt or nearest(q, found) < 1e-4
        complete += not doubt
        if len(found):
            assert residuals(arm, found, T[None])[0].max() < 1e-8
            assert np.abs(turned(elbow_angle(arm, found) - psi)).max() < 1e-9
    return complete / len(rows)


def test_planted_roots_are_never_lost(arm):
    rng = np.random.default_rng(12)
    assert assert_none_lost(arm, rng.uniform(-np.pi, np.pi, (60, 7))) >= 0.9


def test_planted_roots_are_never_lost_at_multiples_of_15_deg(arm):
    rng = np.random.default_rng(15)
    rows = np.radians(15.0) * rng.integers(-12, 13, (40, 7))
    assert assert_none_lost(arm, rows) > 0.5


@pytest.mark.parametrize("make", [point_shoulder, offset_shoulder])
@pytest.mark.parametrize("seed", range(6))
def test_planted_roots_of_oblique_arms_are_never_lost(make, seed):
    rng = np.random.default_rng(seed)
    arm = make(rng)
    assert recognise_equation(arm).point_shoulder == (make is point_shoulder)
    assert_none_lost(arm, rng.uniform(-np.pi, np.pi, (8, 7)))


@pytest.mark.parametrize("seed", [3, 4])
def test_the_roots_are_those_of_the_search(arm, seed):
    q = np.random.default_rng(seed).uniform(-np.pi, np.pi, 7)
    T, psi = forward(arm, q), float(elbow_angle(arm, q))
    found, doubt = by_equation(arm, T, psi)
    assert not doubt
    there, sure = searched(solver_of(arm)[1], recognise_elbow(arm), T[None], np.array([psi]))
    assert sure[0]
    assert len(found) == len(there[0])
    assert max(nearest(row, found) for row in there[0]) < 1e-6


def test_a_wrist_almost_above_the_shoulder_is_named(panda):
    q = np.array([0.3, 0.0, 0.0, -1.4, 0.5, 1.1, 0.2])
    _, W, _ = elbow_state(recognise_elbow(panda), q[None])
    gap = W[0] - recognise_elbow(panda).S
    q[1] = 1e-4 - np.arctan2(np.hypot(gap[0], gap[1]), gap[2])
    _, W, _ = elbow_state(recognise_elbow(panda), q[None])
    assert np.hypot(W[0, 0], W[0, 1]) < 0.2
    answer = inverse(panda, forward(panda, q), elbow_angle=float(elbow_angle(panda, q)))
    assert not answer.complete
    assert answer.note == UPRIGHT


def test_axes_1_and_3_in_one_line_are_named(xarm7):
    q = np.array([0.4, 0.0, 0.3, 1.1, -0.5, 0.8, 0.2])
    answer = inverse(xarm7, forward(xarm7, q), elbow_angle=float(elbow_angle(xarm7, q)))
    assert not answer.complete
    assert answer.note == SHOULDER


def test_a_tilt_that_hardly_has_two_ways_is_named(gen3):
    q = np.array([0.4, 0.0, 0.3, 1.1, -0.5, 0.8, 0.2])
    found, doubt = by_equation(gen3, forward(gen3, q), float(elbow_angle(gen3, q)))
    assert doubt == CONE
    assert found.shape[1] == 7


def test_a_sweep_is_complete_and_gives_what_each_angle_gives(arm):
    rng = np.random.default_rng(6)
    T = forward(arm, rng.uniform(-2, 2, 7))
    angles = np.linspace(-np.pi, np.pi, 12, endpoint=False)
    batch = sweep(arm, T, angles)
    assert batch.certified.any()
    for psi, rows, count, sure in zip(angles, batch.q, batch.count, batch.certified, strict=True):
        if sure:
            single, _ = by_equation(arm, T, psi)
            assert len(single) == count
            assert all(nearest(row, single) < 1e-6 for row in rows[:count])


def test_a_batch_gives_what_each_pose_gives(panda):
    q = np.random.default_rng(8).uniform(-2, 2, (4, 7))
    Ts, psi = forward(panda, q), elbow_angle(panda, q)
    batch = inverse_batch(panda, Ts, elbow_angle=psi)
    assert batch.complete
    for T, angle, rows, count in zip(Ts, psi, batch.q, batch.count, strict=True):
        single = inverse(panda, T, elbow_angle=angle).q
        assert len(single) == count
        assert all(nearest(row, single) < 1e-9 for row in rows[:count])


@pytest.mark.parametrize("scale", [1e-6, 1e4])
def test_the_roots_do_not_depend_on_the_scale_of_the_arm(panda, scale):
    links, last = panda.T_link_joint.copy(), panda.T_last_flange.copy()
    links[:, :3, 3] *= scale
    last[:3, 3] *= scale
    scaled = Mechanism(panda.joints, links, last, "scaled")
    q = np.random.default_rng(9).uniform(-2, 2, 7)
    psi = float(elbow_angle(panda, q))
    here, doubt = by_equation(panda, forward(panda, q), psi)
    there, scaled_doubt = by_equation(scaled, forward(scaled, q), psi)
    assert not doubt
    assert not scaled_doubt
    assert len(here) == len(there)
    assert max(nearest(row, there) for row in here) < 1e-8


def test_an_arm_of_another_form_has_no_equation(rng):
    lengths = rng.uniform(50, 300, (2, 7))
    arm = Mechanism.from_modified_dh(alpha=rng.uniform(0.5, 2, 7), a=lengths[0], d=lengths[1])
    assert recognise_equation(arm) is None
