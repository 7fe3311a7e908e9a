"""Primitives: bad arguments are named; support and level functions obey their definitions."""

import tracemalloc
from fractions import Fraction
from itertools import combinations

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


def star(n, swapped=None):
    """A ragged outline of n corners about the origin; two of its corners change places."""
    turn, out = np.linspace(0.0, 2.0 * np.pi, n, endpoint=False), 100.0 + 5.0 * (np.arange(n) % 2)
    corners = np.column_stack([out * np.cos(turn), out * np.sin(turn)])
    if swapped is not None:
        corners[list(swapped)] = corners[list(swapped)[::-1]]
    return corners.tolist()


def edges_cross(corners):
    """Whether two edges cross, pair by pair in fractions."""
    exact = [(Fraction(x), Fraction(y)) for x, y in corners]

    def turns(p, q, r):
        turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (turn > 0) - (turn < 0)

    edges = list(zip(exact, [*exact[1:], exact[0]], strict=True))
    return any(
        turns(a, b, c) * turns(a, b, d) < 0 and turns(c, d, a) * turns(c, d, b) < 0
        for (a, b), (c, d) in combinations(edges, 2)
    )


def test_edges_that_cross_are_found_wherever_they_lie_in_an_outline(monkeypatch):
    monkeypatch.setattr("geometry.solids.outlines.PAIRS_AT_ONCE", 100)
    rng = np.random.default_rng(3)
    for n in (4, 5, 8, 60):
        Prism(star(n), 1.0)
        for _ in range(8):
            corners = star(n, rng.choice(n, 2, replace=False))
            if edges_cross(corners):
                with pytest.raises(GeometryError, match=r"cross|no area"):
                    Prism(corners, 1.0)
            else:
                Prism(corners, 1.0)


def test_a_long_outline_takes_no_more_room_than_a_short_one():
    tracemalloc.start()
    Prism(star(3000), 1.0)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 100 * 2**20  # all pairs of edges at once took over 400 MB


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
