"""Hulls, patterns, mirror images and named parts obey their laws, also for random points."""

from math import pi

import numpy as np
import pytest

from geometry import Box, Cylinder, GeometryError, HalfSpace, Prism, Sphere, contains, volume
from geometry.tessellation.patterns import (
    circular_pattern,
    hull,
    linear_pattern,
    mirrored,
    named_parts,
    with_named,
)

BRACKET = Prism(((0, 0), (30, 0), (30, 10), (10, 10), (10, 30), (0, 30)), 5)


def test_a_hull_holds_its_solids_and_is_convex(at):
    a, b = Sphere(10), Box((8, 8, 8)).moved(at(40, 3, 2, (1, 1, 0), 0.5))
    whole = hull(a, b, chord=0.05)
    points = np.random.default_rng(61).uniform(-15, 50, (6000, 3))
    level = whole.level(points)
    assert np.all(level[b.level(points) <= 0.0] <= 1e-9)
    assert np.all(level[a.level(points) <= -0.1] <= 0.0)
    inside = points[level <= 0.0]
    assert np.all(whole.level(0.5 * (inside[:-1] + inside[1:])) <= 1e-9)
    with pytest.raises(GeometryError, match="one plane"):
        hull(points=[(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])


def test_patterns_repeat_without_gaps_or_doubles(at):
    assert volume(linear_pattern(Box((1, 1, 1)), (2, 0, 0), 5)) == pytest.approx(5.0)
    ring = circular_pattern(Box((1, 1, 1)).moved(at(10)), 6)
    assert volume(ring) == pytest.approx(6.0)
    turned = ring.moved(at(angle=pi / 3))
    points = np.random.default_rng(62).uniform(-12, 12, (5000, 3)) * (1, 1, 0.05)
    away = np.abs(ring.level(points)) > 1e-6
    assert np.array_equal(contains(ring, points)[away], contains(turned, points)[away])
    for count in (0, 1.5):
        with pytest.raises(GeometryError, match="count"):
            linear_pattern(Box((1, 1, 1)), (1, 0, 0), count)


@pytest.mark.parametrize("normal", [(1, 0, 0), (0, 2, 0), (1, -1, 3)])
def test_a_mirror_image_holds_the_mirrored_points(at, normal):
    solid = (BRACKET - Cylinder(2, 10).moved(at(20, 5)) + Sphere(6)) & HalfSpace((1, 1, 0), 30)
    solid = solid.moved(at(3, 4, 5, (1, 2, 3), 0.8))
    points = np.random.default_rng(63).uniform(-40, 60, (5000, 3))
    n = np.asarray(normal) / np.linalg.norm(normal)
    image = points - 2.0 * np.outer(points @ n - 7.0, n)
    assert np.array_equal(contains(solid, points), contains(mirrored(solid, normal, 7.0), image))
    assert volume(mirrored(solid, normal, 7.0)) == pytest.approx(volume(solid), rel=1e-6)


def test_a_named_part_is_found_and_changed_where_it_is(at):
    flange = Box((10, 10, 2)).named("flange")
    solid = (Cylinder(3, 40) + flange.moved(at(z=20))) - Box((1, 1, 90)).named("slot")
    assert named_parts(solid) == ("flange", "slot")
    wider = with_named(solid, "flange", lambda part: Box((20, 20, 2)))
    assert named_parts(wider) == named_parts(solid)
    assert volume(wider) == pytest.approx(volume(solid) + 600.0, rel=1e-6)
    with pytest.raises(GeometryError, match="parts with a name: flange, slot"):
        with_named(solid, "flang", lambda part: part)


def test_a_name_changes_the_key_but_not_the_shape(at):
    plain, named = Box((4, 5, 6)), Box((4, 5, 6)).named("block")
    assert plain.key != named.key
    assert volume(named) == volume(plain)
