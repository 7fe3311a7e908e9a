"""Turned primitives agree with formulas, samples and their own meshes."""

from math import pi

import numpy as np
import pytest

from geometry import Box, Cone, Cylinder, GeometryError, check_pair, contains, volume
from geometry.certificates.verdict import VerdictKind
from geometry.solids.primitives.revolved import Revolved
from geometry.solids.primitives.torus import Torus

FLASK = Revolved(((5, 0), (20, 0), (20, 30), (15, 5), (5, 5)))
SPOOL = Revolved(((0, -20), (15, -20), (15, -15), (5, -15), (5, 20), (0, 20)))


def test_volumes_follow_the_formulas():
    assert volume(Torus(30, 8), 0.005) == pytest.approx(2 * pi**2 * 30 * 64, rel=1e-3)
    frustum = Revolved(((0, -15), (20, -15), (10, 15), (0, 15)))
    assert volume(frustum) == pytest.approx(volume(Cone(20, 10, 30)), rel=1e-9)


@pytest.mark.parametrize("solid", [Torus(30, 8), FLASK, SPOOL])
def test_levels_agree_with_the_mesh_and_are_never_steeper_than_distance(solid):
    rng = np.random.default_rng(51)
    lo, hi = solid.bounds()
    points = rng.uniform(lo - 3, hi + 3, (40_000, 3))
    amount = contains(solid, points).mean() * np.prod(hi - lo + 6)
    assert volume(solid, 0.01) == pytest.approx(amount, rel=0.03)
    near = points + rng.normal(0, 1.0, points.shape)
    steps = np.linalg.norm(near - points, axis=1)
    assert np.all(np.abs(solid.level(near) - solid.level(points)) <= steps + 1e-9)


@pytest.mark.parametrize("solid", [Torus(30, 8), FLASK, SPOOL])
def test_supports_reach_as_far_as_any_point(solid):
    rng = np.random.default_rng(52)
    lo, hi = solid.bounds()
    points = rng.uniform(lo, hi, (20_000, 3))
    points = points[contains(solid, points)]
    d = rng.normal(size=(50, 3))
    reach = np.sum(solid.support(d) * d, axis=1)
    assert np.all((points @ d.T).max(axis=0) <= reach + 1e-9)


def test_the_faces_of_a_convex_profile_are_those_of_the_solid():
    solid = Revolved(((0, -10), (12, -10), (20, 0), (8, 15), (0, 15)))
    points = np.random.default_rng(53).uniform(-22, 22, (5000, 3))
    values = []
    for face in solid.convex_faces():
        value = points @ face.normal - face.offset
        if face.centre is not None:
            value = value + face.swing * np.hypot(points[:, 0], points[:, 1])
        values.append(value)
    assert np.array_equal(np.max(values, axis=0) <= 0.0, contains(solid, points))
    assert SPOOL.convex_faces() is None


def test_a_bar_through_a_ring_is_free_until_it_is_too_thick(at):
    ring = Torus(30, 8)
    assert check_pair(ring, at(), Cylinder(21, 100), at(0.5)).kind is VerdictKind.FREE
    assert check_pair(ring, at(), Cylinder(22.2, 100), at()).kind is VerdictKind.HIT
    assert check_pair(ring, at(), Box((60, 4, 4)), at()).kind is VerdictKind.HIT


def test_bad_sizes_are_named():
    with pytest.raises(GeometryError, match="radius_minor"):
        Torus(5, 6)
    with pytest.raises(GeometryError, match="below 0"):
        Revolved(((-1, 0), (3, 0), (3, 4)))
