"""Deltas: legs of rods, against spheres and circles of their own, iteration and differences."""

from itertools import product

import numpy as np
import pytest

from kinematics import (
    classify,
    forward,
    inverse,
    inverse_batch,
    jacobian,
    jacobian_by_derivatives,
    jacobian_by_differences,
    singularity,
    track,
)
from kinematics.poses.angles import wrapped

HIP, FOOT, CRANK, ROD, DROOP = 220.0, 50.0, 230.0, 540.0, np.radians(25.0)
OUT = np.array([[np.cos(a), np.sin(a), 0.0] for a in np.radians([0.0, 120.0, 240.0])])
Z = np.array([0.0, 0.0, 1.0])


def draw(arm, rng, count):
    """Joint values around the drawing."""
    far = 0.8 if arm.kinds[0] == "R" else 180.0
    return rng.uniform([-far] * 3 + [-3.0], [far] * 3 + [3.0], (count, 4))


def knees(arm, q):
    """Where the cranks (or slides) end, (3, 3), mm."""
    if arm.kinds[0] == "P":
        drop = q[:3] - CRANK * np.sin(DROOP)
        return (HIP + CRANK * np.cos(DROOP)) * OUT + drop[:, None] * Z
    angle = DROOP + q[:3]  # a crank turns down as its value grows
    return (HIP + CRANK * np.cos(angle))[:, None] * OUT - (CRANK * np.sin(angle))[:, None] * Z


def feet(T):
    """Where the rods meet the platform, in the middle of each pair, (3, 3), mm."""
    return T[:3, 3] + 40.0 * Z + FOOT * OUT


@pytest.fixture(scope="module", params=["delta", "slide_delta"])
def arm(request):
    return request.getfixturevalue(request.param)


def test_the_middle_of_each_pair_of_rods_is_as_long_as_a_rod(arm, rng):
    q = draw(arm, rng, 40)
    for one, T in zip(q, forward(arm, q), strict=True):
        lengths = np.linalg.norm(knees(arm, one) - feet(T), axis=1)
        assert np.abs(lengths - ROD).max() < 1e-9
        assert np.abs(T[:3, 2] + Z).max() < 1e-12
        assert abs(wrapped(np.arctan2(T[1, 0], T[0, 0]) + one[3])) < 1e-12


def test_loops_close_and_iteration_leads_to_the_same_passive_values(arm, rng):
    q = draw(arm, rng, 25)
    y = arm.all_joints(q)
    assert arm.assembly.gap_mm(y).max() < 1e-9
    told = np.zeros_like(y)
    told[:, arm.assembly.driven] = q
    followed, closes = arm.assembly._followed(told)
    assert closes.all()
    assert np.abs((followed - y) / arm.linkage.units).max() < 1e-9


def test_six_rods_alone_hold_the_platform_parallel_to_the_base(arm, rng):
    """Without the slides: the six lengths change with each small motion of a free platform."""
    for q in draw(arm, rng, 10):
        T = forward(arm, q)
        rows = []
        for knee, foot, out in zip(knees(arm, q), feet(T), OUT, strict=True):
            for shift in (45.0, -45.0):
                end = foot + shift * np.cross(Z, out)
                along = (foot - knee) / ROD
                rows.append(np.append(along, np.cross(end - T[:3, 3], along) / FOOT))
        assert np.linalg.svd(np.array(rows), compute_uv=False)[-1] > 0.05


def test_the_jacobian_is_the_derivative_with_the_loops_kept_closed(arm, rng):
    q = draw(arm, rng, 10)
    J = jacobian(arm, q)
    assert np.abs(J - jacobian_by_differences(arm, q)).max() < 2e-4
    assert np.abs(J - jacobian_by_derivatives(arm, q)).max() < 1e-8


def test_the_jacobian_is_that_of_two_matrices_of_the_rods(arm, rng):
    """A v = B q', from the lengths: rows of A are the rods, B has rod . (rate of its knee)."""
    for q in draw(arm, rng, 10):
        T = forward(arm, q)
        rods = (feet(T) - knees(arm, q)) / ROD
        step = 1e-6 * arm.linkage.units[3]
        change = np.array([knees(arm, q + step * e) - knees(arm, q - step * e) for e in np.eye(4)])
        B = np.einsum("lk,jlk->lj", rods, change / (2 * step))
        J = np.linalg.solve(rods, B)
        assert np.abs(J[:, 3]).max() == 0.0
        assert np.abs(jacobian(arm, q)[:3] - J).max() < 1e-4 * np.abs(J).max()


def test_rods_may_be_drawn_from_either_end(delta, turned_delta, rng):
    q = draw(delta, rng, 40)
    Ts = forward(delta, q)
    assert np.abs(forward(turned_delta, q) - Ts).max() < 1e-9
    found, same = inverse_batch(delta, Ts), inverse_batch(turned_delta, Ts)
    assert (found.count == same.count).all()
    assert same.complete
    both = [inverse(arm, Ts[0]) for arm in (delta, turned_delta)]
    assert np.abs(both[0].q - both[1].q).max() < 1e-9
    assert both[0].postures == both[1].postures


def test_all_working_modes_are_those_of_two_circles_or_heights_for_each_leg(arm, rng):
    """Each leg has two values, by hand: eight solutions, less those of the other assembly."""
    q = draw(arm, rng, 60)
    T = forward(arm, q)
    found = inverse_batch(arm, T)
    assert found.complete
    for one, T_own, rows, count in zip(q, T, found.q, found.count, strict=True):
        values = [by_hand(arm, foot, out) for foot, out in zip(feet(T_own), OUT, strict=True)]
        expected = []
        for choice in product(*values):
            volume = np.linalg.det(feet(T_own) - knees(arm, np.array([*choice, 0.0])))
            if volume * np.linalg.det(feet(T_own) - knees(arm, one)) > 0.0:
                expected.append(choice)
        assert count == len(expected)
        for choice in expected:
            gap = np.abs(wrapped((rows[:count, :3] - choice) / arm.linkage.units[3])).max(axis=1)
            assert gap.min() < 1e-9


def by_hand(arm, foot, out):
    """Both values of one drive whose rod ends in a foot, seen in the plane of its crank."""
    x, z = foot @ out, foot[2]
    rod = np.sqrt(ROD**2 - (foot @ np.cross(Z, out)) ** 2)
    if arm.kinds[0] == "P":
        across = HIP + CRANK * np.cos(DROOP) - x
        rise = np.sqrt(rod**2 - across**2)
        return [z + CRANK * np.sin(DROOP) + sign * rise for sign in (1, -1)]
    far = np.hypot(x - HIP, z)
    bend = np.arccos((CRANK**2 + far**2 - rod**2) / (2 * CRANK * far))
    return [wrapped(np.arctan2(-z, x - HIP) + sign * bend - DROOP) for sign in (1, -1)]


def test_a_straight_path_stays_in_one_working_mode(delta):
    q = np.linspace([0.0, 0.1, 0.0, 0.0], [0.5, -0.4, 0.3, 1.0], 100)
    followed = track(delta, forward(delta, q), q[0])
    assert followed.failed_at is None
    assert np.abs(followed.q - q).max() < 1e-9
    assert classify(delta).solver == "closed loops, fewer joints"


def test_a_stretched_leg_is_a_dead_centre(delta):
    """Crank 0 in line with its rods: then rod . (axis x crank), its term of det(J), is 0."""
    assert singularity(delta, np.zeros(4)).names == ()
    T = np.array(forward(delta, np.zeros(4)))
    angle = np.radians(108.0)
    T[:3, 3] = HIP * OUT[0] + (CRANK + ROD) * np.array([np.cos(angle), 0, -np.sin(angle)])
    T[:3, 3] -= 40.0 * Z + FOOT * OUT[0]
    found = inverse(delta, T)
    assert len(found)
    for q in found.q:
        assert singularity(delta, q).names == ("dead centre of loop rod0a",)


def test_rods_in_one_plane_are_a_singular_loop(slide_delta):
    """The platform in the plane of the ends of the rods: the volume of the three rods is 0.

    Then the circle through these ends, less the size of the platform, is as wide as a rod.
    """

    def miss(slide):
        a, b, c = knees(slide_delta, np.array([slide, 0.0, 0.0, 0.0])) - FOOT * OUT
        sides = [np.linalg.norm(v) for v in (a - b, b - c, c - a)]
        area = np.linalg.norm(np.cross(b - a, c - a)) / 2
        return np.prod(sides) / (4 * area) - ROD

    low, high = 0.0, 900.0
    for _ in range(100):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if miss(middle) > 0.0 else (middle, high)
    told = singularity(slide_delta, [low * (1 - 1e-15), 0.0, 0.0, 0.0])
    assert len(told.names) == 1
    assert told.names[0].startswith("loop rod0")
    assert slide_delta.closes([low - 1.0, 0.0, 0.0, 0.0])
    assert not slide_delta.closes([low + 1.0, 0.0, 0.0, 0.0])
    assert singularity(slide_delta, [low - 1.0, 0.0, 0.0, 0.0]).names == ()


def test_values_at_which_spheres_do_not_meet_are_told(slide_delta):
    """Two ends farther apart than two rods."""
    assert slide_delta.closes([500.0, 0.0, 0.0, 0.0])
    assert not slide_delta.closes([1100.0, 0.0, 0.0, 0.0])


@pytest.mark.parametrize("largest", [0.02, 0.1])
def test_no_joint_goes_farther_than_its_bound(delta, rng, largest):
    share = np.linspace(0.0, 1.0, 1001)[:, None]
    for start in draw(delta, rng, 8):
        end = start + largest * rng.uniform(-1.0, 1.0, 4)
        ways, bends = delta.link_travels(np.stack([[start, end]]))
        y = delta.all_joints(start + share * (end - start))
        gone = np.abs(np.diff(y, axis=0)).sum(axis=0)
        assert np.isfinite(ways).all()
        assert (gone <= ways[0] + 1e-9).all()
        assert (ways[0] / delta.linkage.units).sum() < 4.0 * (gone / delta.linkage.units).sum()
        change = np.abs(np.diff(y, 2, axis=0)).max(axis=0) * 1000.0**2
        assert (change <= bends[0] + 1e-3).all()
