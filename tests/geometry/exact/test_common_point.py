"""The search for a common point: covers and witnesses against plain sampling."""

import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere, contains
from geometry.exact.common_point import common_point


def test_a_witness_ball_lies_in_both(at):
    a, b, T = Box((20, 20, 20)) - Cylinder(6, 30), Sphere(9), at(9, 2, 1)
    found = common_point(a, b, T)
    ball = np.random.default_rng(13).normal(size=(500, 3))
    ball *= found.depth_mm / np.linalg.norm(ball, axis=1, keepdims=True)
    points = found.witness + ball * (1.0 - 1e-9)
    assert contains(a, points).all()
    assert contains(b, points - T[:3, 3]).all()


def test_no_sampled_point_of_a_cover_is_in_both(at):
    a, b = Box((40, 40, 40)) - Cylinder(15, 50), Cylinder(13.5, 80)
    found = common_point(a, b, at())
    assert found.witness is None
    rng = np.random.default_rng(14)
    points = found.cover[:, :3] + found.cover[:, 3:] * rng.uniform(-1, 1, (len(found.cover), 3))
    assert not (contains(a, points) & contains(b, points)).any()
    assert 8.0 * np.prod(found.cover[:, 3:], axis=1).sum() == pytest.approx(27.0 * 27.0 * 40.0)


def test_resting_and_equal_radii_touch_by_a_cover(at):
    for a, b, T in (
        (Box((10, 10, 10)), Box((10, 10, 10)), at(z=10)),
        (Sphere(20) - Sphere(10), Sphere(10), at()),
        (Box((40, 40, 20)) - Cylinder(10, 30), Cylinder(10, 60), at(angle=0.2)),
    ):
        found = common_point(a, b, T, budget=500)
        assert found.witness is None
        assert found.cover is not None and found.touches


@pytest.mark.parametrize("clearance", [1.0, 0.1, 0.01, 0.001])
def test_close_fits_are_decided_in_a_few_boxes(at, clearance):
    block = Box((80, 80, 30))
    hole, pocket = block - Cylinder(10, 40), block - Box((40, 40, 30)).moved(at(z=10))
    peg, tile = Cylinder(10 - clearance, 60), Box((40 - 2 * clearance, 40 - 2 * clearance, 9))
    shift = 0.9 * clearance
    for a, b, T in ((hole, peg, at(shift, 0, 4)), (pocket, tile, at(0, -shift, 0.01))):
        found = common_point(a, b, T, budget=500)
        assert found.cover is not None and not found.touches
        bitten = common_point(a, b, T @ at(2 * clearance, 0, 0), budget=500)
        assert bitten.witness is not None


def test_a_cutter_that_ends_flush_leaves_no_film(at):
    plate = Box((80, 80, 20)) - Cylinder(10, 20)
    found = common_point(plate, Cylinder(9.99, 60), at())
    assert found.cover is not None and not found.touches


def test_a_cover_with_a_margin_proves_that_distance(at):
    plate, peg = Box((80, 80, 20)) - Cylinder(10, 40), Cylinder(9, 60)
    assert common_point(plate, peg, at(0.25), margin=0.7).cover is not None
    assert common_point(plate, peg, at(0.25), budget=500, margin=0.8).cover is None


def test_a_search_beyond_its_budget_gives_no_answer(at):
    found = common_point(Box((40, 40, 20)) - Cylinder(10, 30), Box((14.1, 14.1, 60)), at(), 100)
    assert (found.witness, found.cover) == (None, None)


def test_bounds_that_do_not_meet_need_no_box(at):
    found = common_point(Sphere(1), Sphere(1), at(10))
    assert len(found.cover) == 0
