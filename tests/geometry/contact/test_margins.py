"""Proven margins never exceed exact gaps, nor distances of points sampled in both solids."""

import numpy as np
import pytest

from geometry import (
    Box,
    Cylinder,
    HalfSpace,
    Sphere,
    VerdictKind,
    check_pair,
    contains,
    pair_clearance,
    sweep,
)
from geometry.exact.common_point import common_point
from geometry.poses import relative
from tests.depth import cases

UP = HalfSpace((0, 0, 1), 0.0)
PATHS = ("numpy", "compiled")


def flat_topped(at):
    """Solids with a flat top at z = 0 about (10, 0), made in ways that need the search."""
    ball = Sphere(50)
    return [
        ball & UP,
        ball - HalfSpace((0, 0, -1), 0.0),
        Box((100, 100, 100)) & UP,
        ball & Box((200, 200, 100)).moved(at(z=-50)),
        ball - Box((200, 200, 100)).moved(at(z=50)),
        Box((100, 100, 40)).moved(at(z=-20)) - Cylinder(5, 100).moved(at(-30)),
    ]


@pytest.mark.parametrize("gap", [0.05, 0.625, 2.0])
def test_no_margin_beyond_the_gap_is_proven_in_either_order(at, gap):
    turn = at(300, -200, 100, (1, 2, 3), 0.7)
    for topped in flat_topped(at):
        for T in (np.eye(4), turn):
            here = T @ at(10, 0, 10 + gap)
            for pair in (
                (topped, Sphere(10), relative(T, here)),
                (Sphere(10), topped, relative(here, T)),
            ):
                assert common_point(*pair, margin=0.9 * gap).cover is not None
                for part in (1.001, 1.05, 1.5, 1.9, 3.0):
                    assert common_point(*pair, 2_000, margin=part * gap).cover is None


@pytest.mark.parametrize("path", PATHS)
def test_a_clearance_is_never_proven_beyond_the_gap(at, path):
    for k, topped in enumerate(flat_topped(at)):
        gap = (0.1, 0.625, 2.0)[k % 3]
        ball, T = Sphere(10), at(11, 7, 10 + gap)
        for found in (
            pair_clearance(topped, at(), ball, T, path=path),
            pair_clearance(ball, T, topped, at(), path=path),
        ):
            assert found.proven_mm == pytest.approx(gap, abs=1e-3)
            assert found.proven_mm <= gap + 1e-9
            assert found.distance_mm == pytest.approx(gap, abs=found.band_mm + 1e-6)


@pytest.mark.parametrize("path", PATHS)
def test_a_sweep_that_ends_in_contact_is_not_free(at, path):
    for topped in flat_topped(at):
        for way in (0.7, 0.95, 2.0):

            def poses(times, way=way):
                return np.array([[at(10, 0, 10.625 - way * t)] for t in times])

            found = sweep([Sphere(10)], [topped], poses, at()[None], way, path=path)
            assert found.kind is VerdictKind.HIT
            assert found.first_contact_t == pytest.approx(0.625 / way, abs=0.02)


def random_compound(rng, at):
    size = rng.uniform(15.0, 40.0, 3)
    whole = [Box(tuple(2 * size)), Cylinder(size[0], size[1]), Sphere(size[0])][rng.integers(3)]
    tool = [Box(tuple(size)), Cylinder(0.3 * size[1], 90), Sphere(0.6 * size[2])][rng.integers(3)]
    tool = tool.moved(at(*rng.uniform(-20, 20, 3), rng.normal(size=3), rng.uniform(0, 3)))
    plane = HalfSpace(tuple(rng.normal(size=3)), rng.uniform(-5.0, 5.0))
    return [whole - tool, whole & tool, whole & plane, (whole & plane) + tool][rng.integers(4)]


def points_in(rng, solid):
    """Points of the solid, many of them near its surface."""
    lo, hi = solid.bounds()
    points = rng.uniform(lo, hi, (60_000, 3))
    points = points[contains(solid, points)]
    ends = points[rng.integers(len(points), size=4_000)] if len(points) else points
    out = ends + rng.normal(size=ends.shape) * (hi - lo)
    for _ in range(20):
        middle = 0.5 * (ends + out)
        inside = contains(solid, middle)[:, None]
        ends, out = np.where(inside, middle, ends), np.where(inside, out, middle)
    return ends


def test_sampled_points_of_random_solids_are_not_nearer_than_proven(at):
    rng = np.random.default_rng(31)
    looked_at = 0
    for _ in range(cases(12, 4)):
        a, b = random_compound(rng, at), random_compound(rng, at)
        T = at(*rng.normal(0, 30, 3), rng.normal(size=3), rng.uniform(0, 3))
        on_a, on_b = points_in(rng, a), points_in(rng, b)
        if not len(on_a) or not len(on_b):
            continue
        on_b = on_b @ T[:3, :3].T + T[:3, 3]
        nearest = min(float(np.linalg.norm(on_b - p, axis=1).min()) for p in on_a[:1000])
        for margin in nearest * np.array([1.0, 1.1, 1.5, 1.9]):
            assert common_point(a, b, T, 3_000, margin=margin).cover is None
        if check_pair(a, at(), b, T).kind is VerdictKind.FREE:
            assert pair_clearance(a, at(), b, T).proven_mm <= nearest + 1e-9
        looked_at += 1
    assert looked_at > cases(5, 1)
