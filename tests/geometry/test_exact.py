"""The search for a common point: covers and witnesses against plain sampling."""

import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere, contains
from geometry.exact import common_point


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


def test_touching_surfaces_exhaust_the_budget_and_say_so(at):
    found = common_point(Box((10, 10, 10)), Box((10, 10, 10)), at(z=10), budget=500)
    assert found.witness is None
    found = common_point(Sphere(20) - Sphere(10), Sphere(10), at(), budget=500)
    assert (found.witness, found.cover) == (None, None)


def test_bounds_that_do_not_meet_need_no_box(at):
    found = common_point(Sphere(1), Sphere(1), at(10))
    assert len(found.cover) == 0
