"""Distances against closed formulas, with nearest points that are as far apart as they say."""

import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere
from geometry.clearance import cell_clearance, pair_clearance
from geometry.compiled import HAS_NUMBA
from geometry.packing import pack_bodies

PATHS = ["numpy", "compiled"] if HAS_NUMBA else ["numpy"]
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


def test_beside_a_hole_the_plate_counts_and_in_it_the_wall(at):
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
