"""Primitives: bad arguments are named; support and level functions obey their definitions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geometry import Box, Cone, Cylinder, GeometryError, HalfSpace, Prism, Sphere, contains

SOLIDS = [
    Box((10, 20, 30)),
    Cylinder(radius=10, height=30),
    Sphere(radius=12),
    Cone(radius_bottom=10, radius_top=4, height=20),
    Cone(radius_bottom=0, radius_top=7, height=20),
    Prism(points=((0, 0), (20, 0), (20, 10), (5, 4), (0, 15)), height=8),
]


@pytest.mark.parametrize(
    ("make", "word"),
    [
        (lambda: Box((1, 0, 1)), "edge length y"),
        (lambda: Box((1, 1)), "three"),
        (lambda: Box((1, 1, float("nan"))), "edge length z"),
        (lambda: Cylinder(radius=-1, height=2), "radius"),
        (lambda: Cylinder(radius=1, height=0), "height"),
        (lambda: Sphere(radius=float("inf")), "radius"),
        (lambda: Cone(radius_bottom=0, radius_top=0, height=1), "radius_bottom"),
        (lambda: Cone(radius_bottom=1), "height"),
        (lambda: Prism(((0, 0), (1, 0)), 1), "three corners"),
        (lambda: Prism(((0, 0), (1, 0), (2, 0)), 1), "no area"),
        (lambda: Prism(((0, 0), (3, 2), (3, 0), (0, 1)), 1), "cross"),
        (lambda: HalfSpace((0, 0, 0), 1), "normal"),
    ],
)
def test_a_bad_argument_is_named(make, word):
    with pytest.raises(GeometryError, match=word):
        make()


@pytest.mark.parametrize("solid", SOLIDS, ids=lambda s: type(s).__name__)
def test_no_contained_point_lies_beyond_the_support(solid):
    rng = np.random.default_rng(5)
    lo, hi = solid.bounds()
    points = rng.uniform(lo, hi, (4000, 3))
    points = points[contains(solid, points)]
    directions = rng.normal(size=(60, 3))
    reach = np.sum(solid.support(directions) * directions, axis=1)
    assert np.all((points @ directions.T).max(axis=0) <= reach + 1e-9)


@pytest.mark.parametrize("solid", SOLIDS, ids=lambda s: type(s).__name__)
def test_support_points_lie_on_the_surface(solid):
    directions = np.random.default_rng(6).normal(size=(60, 3))
    assert np.abs(solid.level(solid.support(directions))).max() < 1e-9


def test_corners_of_a_prism_may_go_round_either_way():
    corners = ((0, 0), (4, 0), (4, 3))
    points = np.random.default_rng(7).uniform(-1, 5, (500, 3))
    assert np.array_equal(
        contains(Prism(corners, 2), points), contains(Prism(corners[::-1], 2), points)
    )


@settings(max_examples=60, deadline=None)
@given(
    st.tuples(*[st.floats(0.1, 500.0)] * 3),
    st.tuples(*[st.floats(-600.0, 600.0)] * 3),
)
def test_the_level_of_a_box_is_the_distance_to_its_nearest_point(size, point):
    p, half = np.array(point), 0.5 * np.array(size)
    level = float(Box(size).level(p[None])[0])
    nearest = np.clip(p, -half, half)
    if np.array_equal(nearest, p):
        assert level == pytest.approx(-float((half - np.abs(p)).min()), abs=1e-9)
    else:
        assert level == pytest.approx(float(np.linalg.norm(p - nearest)), rel=1e-12)


def test_a_prism_with_a_notch_does_not_contain_the_notch():
    notched = Prism(((0, 0), (10, 0), (10, 10), (5, 2), (0, 10)), 4)
    assert contains(notched, [[5, 1, 0], [5, 3, 0], [1, 7, 0], [5, 1, 3]]).tolist() == [
        True,
        False,
        True,
        False,
    ]
