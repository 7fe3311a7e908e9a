"""Distances agree with closed formulas, and the nearest points are that far apart."""

import numpy as np
import pytest

from geometry import Box, Cylinder, HalfSpace, Revolved, Sphere, Torus
from geometry.contact.clearance import cell_clearance, pair_clearance
from geometry.separation.packed_bodies import pack_bodies

PATHS = ["numpy", "compiled"]
PLATE = Box((80, 80, 20)) - Cylinder(10, 40)


@pytest.mark.parametrize("path", PATHS)
def test_the_clearance_of_a_pair_comes_with_its_points(at, path):
    T_a, T_b = at(5, 5, 5, (1, 0, 0), 0.3), at(105, 5, 5, (0, 1, 0), 0.2)
    found = pair_clearance(Sphere(20), T_a, Sphere(30), T_b, path=path)
    assert found.distance_mm == pytest.approx(50.0, abs=1e-6)
    assert found.proven_mm == pytest.approx(50.0, abs=1e-6)
    assert found.point_a == pytest.approx([25, 5, 5], abs=1e-4)
    assert found.point_b == pytest.approx([75, 5, 5], abs=1e-4)


@pytest.mark.parametrize("clearance", [1.0, 0.01])
def test_the_clearance_of_a_peg_in_its_hole_is_that_of_the_radii(at, clearance):
    found = pair_clearance(PLATE, at(), Cylinder(10 - clearance, 60), at())
    assert found.proven_mm == pytest.approx(clearance, abs=1e-6)
    assert found.distance_mm == pytest.approx(clearance, abs=1e-6)


def test_a_part_in_a_bin_is_as_far_as_the_nearest_wall(at):
    bin_ = Box((200, 200, 100)) - Box((180, 180, 100)).moved(at(z=10))
    found = pair_clearance(bin_, at(), Box((50, 50, 50)), at(60, 0, 20))
    assert found.distance_mm == pytest.approx(5.0, abs=1e-6)
    assert found.band_mm == 0.0


def test_a_ball_beside_a_hole_is_measured_to_the_plate_and_one_above_it_to_the_rim(at):
    beside = pair_clearance(PLATE, at(), Sphere(5), at(30, 0, 20))
    assert (beside.distance_mm, beside.band_mm) == (pytest.approx(5.0, abs=1e-6), 0.0)
    above = pair_clearance(PLATE, at(), Sphere(5), at(0, 0, 17))
    rim = np.hypot(10.0, 7.0) - 5.0
    assert above.proven_mm <= rim + 1e-6
    assert above.distance_mm == pytest.approx(rim, abs=above.band_mm + 1e-6)


def test_overlapping_solids_have_no_clearance(at):
    assert pair_clearance(Sphere(5), at(), Box((4, 4, 4)), at(1)).distance_mm == 0.0
    assert pair_clearance(PLATE, at(), Cylinder(11, 60), at()).distance_mm == 0.0


@pytest.mark.parametrize("path", PATHS)
def test_the_clearance_of_a_cell_is_the_least_of_its_pairs(poses, primitive, path):
    rng = np.random.default_rng(41)
    standing = dict(enumerate(poses(rng, 15, 300.0), start=2))
    solids = [primitive(rng) for _ in range(17)]
    packed = pack_bodies(solids, standing)
    T = np.stack([poses(rng, 12, 200.0), poses(rng, 12, 200.0)], axis=1)
    pairs = [(0, 1)] + [(a, b) for a in (0, 1) for b in range(2, 17)]
    found = cell_clearance(packed, T, pairs, path)
    everywhere = packed.all_poses(T)
    for sample, world in enumerate(everywhere):
        each = [
            pair_clearance(solids[a], world[a], solids[b], world[b], path="numpy").distance_mm
            for a, b in pairs
        ]
        assert found.distance_mm[sample] == pytest.approx(min(each), abs=1e-6)
        if min(each) > 1e-3:
            on_a, on_b = found.points[sample]
            assert np.linalg.norm(on_a - on_b) == pytest.approx(min(each), abs=1e-5)


def test_no_pairs_are_infinitely_clear(at):
    found = cell_clearance(pack_bodies([Sphere(1)]), at()[None, None], [])
    assert found.distance_mm.tolist() == [np.inf]
    assert found.pair.tolist() == [-1]


CUP = Revolved(((0, -20), (30, -20), (30, 20), (25, 20), (25, -15), (0, -15)))
HOLLOWS = {
    "a bar in a ring": (Torus(50, 10), Cylinder(5, 100), (3,), 32.0),
    "a ball in a cavity": (Box((100, 100, 100)) - Sphere(30), Sphere(20), (5,), 5.0),
    "a peg in its hole": (
        Box((60, 60, 40)) - Cylinder(10.01, 50),
        Cylinder(10, 60),
        (0, 0, 5),
        0.01,
    ),
    "a rod in a cup": (CUP, Cylinder(20, 20), (0, 0, 5), 5.0),
    "a block on half a ball": (
        Sphere(50) & HalfSpace((0, 0, 1), 0),
        Box((10, 10, 10)),
        (0, 0, 8),
        3.0,
    ),
}


@pytest.mark.parametrize("name", HOLLOWS)
def test_curved_hollows_have_nearest_points_and_their_distance_is_proven(name, at, poses):
    a, b, place, gap = HOLLOWS[name]
    T = poses(np.random.default_rng(6), 1, 500.0)[0]
    for pair in ((a, T, b, T @ at(*place)), (b, T @ at(*place), a, T)):
        found = pair_clearance(*pair)
        assert found.distance_mm == pytest.approx(gap, abs=1e-6)
        assert gap - 2e-6 <= found.proven_mm <= gap + 1e-9
        assert np.linalg.norm(found.point_a - found.point_b) == pytest.approx(gap, abs=1e-6)
        assert _off(pair[0], pair[1], found.point_a) <= 1e-6
        assert _off(pair[2], pair[3], found.point_b) <= 1e-6


def _off(solid, T, point):
    """The least distance of a world point from the surface of a solid, mm."""
    return abs(float(solid.level((np.linalg.inv(T) @ np.append(point, 1.0))[None, :3])[0]))


def test_the_nearest_points_of_convex_bodies_are_on_them(poses, primitive):
    rng = np.random.default_rng(44)
    for T_a, T_b in zip(poses(rng, 40, 20.0), poses(rng, 40, 20.0), strict=True):
        a, b = primitive(rng), primitive(rng)
        T_b = T_b.copy()
        T_b[0, 3] += 150.0
        found = pair_clearance(a, T_a, b, T_b)
        assert _off(a, T_a, found.point_a) <= 1e-6
        assert _off(b, T_b, found.point_b) <= 1e-6
        apart = np.linalg.norm(found.point_a - found.point_b)
        assert apart == pytest.approx(found.distance_mm, abs=2e-6)
