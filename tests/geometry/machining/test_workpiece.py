"""Cut and pressed workpieces have the shapes and volumes of closed formulas."""

from math import pi

import numpy as np
import pytest

from geometry import (
    Box,
    Cone,
    Cylinder,
    GeometryError,
    Prism,
    Sphere,
    VerdictKind,
    check_pair,
    contains,
    volume,
)
from geometry.machining.workpiece import cut_by_sweep, deformed, eased

BLOCK = Box((60, 40, 20))


def test_a_drill_leaves_a_hole_of_its_radius(at):
    way = [at(10, 0, z) for z in (40.0, 25.0, -30.0)]
    drilled = cut_by_sweep(BLOCK, Cylinder(4, 30), way)
    assert volume(drilled, 0.002) == pytest.approx(60 * 40 * 20 - pi * 16 * 20, rel=1e-4)
    assert not contains(drilled, np.array([[10, 0, 0], [13.9, 0, 9]])).any()
    assert contains(drilled, np.array([[14.1, 0, 0]])).all()
    assert contains(BLOCK, np.array([[10, 0, 0]])).all()


def test_a_mill_leaves_a_slot_with_round_ends(at):
    slot = cut_by_sweep(BLOCK, Cylinder(5, 30), [at(-10, 0, 10), at(10, 0, 10)], 0.002)
    lost = 15 * (20 * 10 + pi * 25)
    assert volume(slot, 0.002) == pytest.approx(60 * 40 * 20 - lost, rel=1e-4)


def test_a_cut_removes_what_the_tool_passes_and_nothing_else(at, poses):
    rng = np.random.default_rng(71)
    tool = Box((6, 8, 10)) + Sphere(5)
    start, end = poses(rng, 2, 12.0)
    end[:3, :3] = start[:3, :3]
    cut = cut_by_sweep(BLOCK, tool, [start, end], 0.01)
    points = rng.uniform((-30, -20, -10), (30, 20, 10), (3000, 3))
    steps = np.linspace(0, 1, 400)[:, None] * (end[:3, 3] - start[:3, 3])
    least = np.min(
        [tool.level((points - start[:3, 3] - step) @ start[:3, :3]) for step in steps], axis=0
    )
    kept = contains(cut, points)
    assert not kept[least < -0.02].any()
    assert kept[least > 0.02].all()


def test_pressing_a_named_part_moves_its_half_spaces(at):
    rib = Box((10, 10, 30)).named("rib").moved(at(20, 0, 25))
    solid = BLOCK + rib
    flat = deformed(solid, "rib", np.diag([1.0, 1.0, 0.5]), (0, 0, 5.0))
    assert volume(flat) == pytest.approx(60 * 40 * 20 + 100 * 15, rel=1e-9)
    assert contains(flat, np.array([[20, 0, 24.9]])).all()
    assert not contains(flat, np.array([[20, 0, 25.1]])).any()
    sheared = deformed(solid, "rib", [[1, 0, 0.5], [0, 1, 0], [0, 0, 1]])
    assert volume(sheared) > volume(BLOCK)


def test_dents_and_round_parts_follow_the_map_or_are_refused(at):
    angle = Prism(((0, 0), (9, 0), (9, 3), (3, 3), (3, 9), (0, 9)), 4).named("angle")
    assert volume(deformed(angle, "angle", 2.0 * np.eye(3))) == pytest.approx(8 * volume(angle))
    pin = (Cylinder(3, 10) - Sphere(1)).named("pin").moved(at(5, 6, 7, (1, 0, 0), 0.5))
    grown = deformed(pin, "pin", 2.0 * np.eye(3), (1, 0, 0))
    assert volume(grown, 0.01) == pytest.approx(8 * volume(pin, 0.005), rel=1e-3)
    with pytest.raises(GeometryError, match="stretch it along its axis"):
        deformed(pin, "pin", np.diag([1.0, 2.0, 1.0]))
    with pytest.raises(GeometryError, match="flattens"):
        deformed(pin, "pin", np.diag([1.0, 1.0, 0.0]))
    with pytest.raises(GeometryError, match="pin"):
        deformed(pin, "pen", np.eye(3))


def test_a_tool_off_its_own_cut_touches_within_the_band_and_hits_beyond_it(at):
    block, drill = Box((40, 40, 20)), Cylinder(4, 30)
    cut = cut_by_sweep(block, drill, [at(0, 0, 20), at(0, 0, 5)])
    wider = eased(cut, block, 0.025)
    for aside, kind in ((0.02, VerdictKind.HIT), (0.05, VerdictKind.HIT)):
        assert check_pair(cut, at(), drill, at(aside, 0, 8)).kind is kind
    assert check_pair(wider, at(), drill, at(0.02, 0, 8)).kind is not VerdictKind.HIT
    assert check_pair(wider, at(), drill, at(0.05, 0, 8)).kind is VerdictKind.HIT
    assert eased(block, block, 0.025) is block
    bored = block - Cylinder(2, 30)
    assert eased(bored, bored, 0.025) is bored


@pytest.mark.parametrize(
    "cutter",
    [
        Box((6, 6, 30)),
        Cylinder(4, 30),
        Sphere(6),
        Cone(6, 2, 12),
        Prism(((0, 0), (8, 0), (0, 8)), 30),
    ],
)
def test_an_eased_part_has_its_cuts_widened_by_the_band_on_all_sides(at, cutter):
    block = Box((40, 40, 20))
    cut = cut_by_sweep(block, cutter, [at(0, 0, 3, (1, 2, 0), 0.3), at(5, 1, 3, (1, 2, 0), 0.3)])
    wider = eased(cut, block, 0.5)
    points = np.random.default_rng(3).uniform(-10, 10, (4000, 3))
    # No point in a cutter, or nearer to one than the band, belongs to the eased part.
    near = np.min([c.level(points) for c in cut.cutters], axis=0) < 0.45
    assert near.sum() > 50
    assert not contains(wider, points[near]).any()
