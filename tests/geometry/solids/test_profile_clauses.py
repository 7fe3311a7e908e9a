"""Torus and hollow turned profiles: exact in the search for a common point and in its check."""

import numpy as np
import pytest

from geometry import Box, Cylinder, Prism, Revolved, Sphere, Torus, check_pair, verify
from geometry.certificates.terms import _outside as beyond_of
from geometry.certificates.terms import alternatives
from geometry.certificates.verdict import Proof, VerdictKind
from geometry.exact.common_point import common_point
from geometry.exact.normal_form import _outside as outside_of
from geometry.exact.normal_form import terms_of

FREE, HIT, TOUCH = VerdictKind.FREE, VerdictKind.HIT, VerdictKind.TOUCH

RING = Revolved(((20, -10), (30, -10), (30, 10), (20, 10)))
CUP = Revolved(((0, -20), (30, -20), (30, 20), (25, 20), (25, -15), (0, -15)))
# A dent with a tooth in it, and a tooth on the tooth.
TEETH = ((40, 20), (35, 20), (35, 5), (28, 5), (28, 14), (24, 18), (22, 14), (24, 14), (24, 5))
COMB = Revolved(((5, 0), (40, 0), *TEETH, (10, 5), (10, 20), (5, 20)))
TORUS = Torus(50, 10)


def _holds(clauses, points):
    """The highest over clauses of their lowest condition, (n,): 0 or less where all clauses
    hold."""
    return np.max([np.min([c.value(points) for c in own], axis=0) for own in clauses], axis=0)


@pytest.mark.parametrize("solid", [RING, CUP, COMB, TORUS])
def test_the_clauses_hold_where_the_solid_is(solid):
    lo, hi = solid.bounds()
    points = np.random.default_rng(3).uniform(lo - 3, hi + 3, (20_000, 3))
    level, place = solid.level(points), np.eye(4)
    for inside, beyond in (
        (terms_of(solid)[0].clauses, outside_of(solid, place)),
        (alternatives(solid, place)[0].clauses, beyond_of(solid, place)),
    ):
        assert all(c.solid is None for own in [*inside, *beyond] for c in own)
        assert np.array_equal(_holds(inside, points) <= 0.0, level <= 0.0)
        assert np.array_equal(_holds(beyond, points) <= 0.0, level >= 0.0)
        assert np.all(_holds(inside, points) <= np.maximum(level, 0.0) + 1e-9)


def _random_profile(rng):
    """A random simple profile with dents, a star about a point; it may reach the axis."""
    count = rng.integers(5, 14)
    turn = 2.0 * np.pi * (np.arange(count) + rng.uniform(0.1, 0.9, count)) / count
    far = 10.0 * rng.uniform(0.2, 1.0, count)
    middle = rng.choice([12.0, 20.0])
    return Revolved(tuple(zip(middle + far * np.cos(turn), far * np.sin(turn), strict=True)))


def test_random_profiles_are_the_same_by_both_normal_forms_and_by_their_level():
    rng = np.random.default_rng(5)
    for _ in range(40):
        solid = _random_profile(rng)
        lo, hi = solid.bounds()
        points = rng.uniform(lo, hi, (2_000, 3))
        inside = solid.level(points) <= 0.0
        assert np.array_equal(_holds(terms_of(solid)[0].clauses, points) <= 0.0, inside)
        walls = alternatives(solid, np.eye(4))[0].clauses
        assert np.array_equal(_holds(walls, points) <= 0.0, inside)


def test_a_profile_that_touches_itself_is_left_to_its_level():
    pinched = Revolved(((0, -2), (7, -1), (1, -1), (8, 1), (7, 5)))
    assert pinched.clauses(outside=False) is None


CASES = {
    "ball in a bore": (RING, Sphere(19.99), (), FREE),
    "ball too big for a bore": (RING, Sphere(20.001), (), HIT),
    "ball of the bore's size": (RING, Sphere(20), (), TOUCH),
    "rod in a cup": (CUP, Cylinder(24.99, 30), (0, 0, 0.01), FREE),
    "rod too thick for a cup": (CUP, Cylinder(25.001, 30), (0, 0, 0.01), HIT),
    "rod on the floor of a cup": (CUP, Cylinder(20, 30), (), TOUCH),
    "rod through the floor": (CUP, Cylinder(20, 30), (0, 0, -0.001), HIT),
    "rod in a torus": (TORUS, Cylinder(39.99, 50), (), FREE),
    "rod too thick for a torus": (TORUS, Cylinder(40.001, 50), (), HIT),
    "links of a chain": (TORUS, TORUS, (20.01, 0, 0, (1, 0, 0), np.pi / 2), FREE),
    "links that bite": (TORUS, TORUS, (19.999, 0, 0, (1, 0, 0), np.pi / 2), HIT),
    "torus in its own groove": (Box((150, 150, 30)) - Torus(50, 10.01), TORUS, (), FREE),
    "torus too thick for its groove": (
        Box((150, 150, 30)) - TORUS,
        Torus(50, 10.001),
        (),
        HIT,
    ),
    "needles that cross": (
        Cylinder(0.005, 1000),
        Cylinder(0.005, 1000),
        (0.0099, 0, 0, (1, 0, 0), 1.0),
        HIT,
    ),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("far", [0.0, 1e3, 1e5])
def test_gaps_and_depths_of_a_hundredth_of_a_millimetre_are_judged_right(name, far, at, poses):
    a, b, place, kind = CASES[name]
    T_a_b = at(*place)
    T = poses(np.random.default_rng(7), 1, far)[0] if far else at()
    for pair in ((a, T, b, T @ T_a_b), (b, T @ T_a_b, a, T)):
        verdict = check_pair(*pair)
        assert verdict.kind is kind
        assert verdict.proof is not Proof.MESH and verdict.band_mm <= 1e-5
        assert verify(verdict, *pair)


def _random_outline(rng):
    """A random simple outline with dents, a star about the origin, and a side in two pieces."""
    points = np.array(_random_profile(rng).points)
    points = points - points.mean(axis=0)
    points = np.insert(points, 1, 0.5 * (points[0] + points[1]), axis=0)
    return tuple(map(tuple, points.tolist()))


def test_outside_a_prism_with_dents_both_normal_forms_and_the_level_agree():
    rng = np.random.default_rng(8)
    for _ in range(40):
        solid = Prism(_random_outline(rng), float(rng.uniform(2.0, 20.0)))
        if solid.is_convex:
            continue
        lo, hi = solid.bounds()
        points = rng.uniform(lo - 2.0, hi + 2.0, (2_000, 3))
        level = solid.level(points)
        for beyond in (outside_of(solid, np.eye(4)), beyond_of(solid, np.eye(4))):
            assert all(c.solid is None for own in beyond for c in own)
            assert np.array_equal(_holds(beyond, points) <= 0.0, level >= 0.0)
            # A condition never says more than the distance from the solid's surface.
            assert np.all(_holds(beyond, points) <= np.maximum(-level, 0.0) + 1e-9)


def test_a_drum_in_a_slot_with_dents_is_proven_free_with_few_boxes(at):
    outline = ((0, -56), (84, -100), (84, 80), (-84, 80), (-84, -100))
    lying = at(axis=(1, 0, 0), angle=0.5 * np.pi)
    fork = Cylinder(85, 260) + Cylinder(66, 132).moved(lying)
    fork = fork - Prism(outline, 80).moved(lying)
    drum = Cylinder(43, 77).moved(lying)
    found = common_point(fork, drum, at(), 2_000, margin=1.4)
    assert found.cover is not None and not found.touches
    verdict = check_pair(fork, at(), drum, at())
    assert verdict.kind is FREE and verify(verdict, fork, at(), drum, at())
