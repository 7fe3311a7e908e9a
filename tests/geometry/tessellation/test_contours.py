"""Layered contours are closed curves at world heights, and none is computed twice."""

import numpy as np
import pytest

from geometry import Box, Cylinder, GeometryError, Sphere, contours, levels_between


def test_contours_are_closed_and_lie_at_their_levels_on_the_surface(at):
    T = at(100, 50, 20, (1, 1, 0), 0.4)
    (curves,) = contours([Cylinder(20, 60)], np.array([T]), [0.0, 10.0, 25.0, 500.0], 0.05)
    assert [curve[0, 2] for curve in curves] == [0.0, 10.0, 25.0]
    for curve in curves:
        assert np.array_equal(curve[0], curve[-1])
        local = (curve - T[:3, 3]) @ T[:3, :3]
        assert np.abs(Cylinder(20, 60).level(local)).max() < 0.06


def test_a_still_body_gives_the_same_arrays(at):
    solids, levels = [Sphere(10), Box((5, 5, 5))], [0.0, 2.0]
    first = contours(solids, np.array([at(), at(3)]), levels)
    second = contours(solids, np.array([at(), at(4)]), levels)
    assert second[0][0] is first[0][0]
    assert second[1][0] == pytest.approx(first[1][0] + (1, 0, 0))


def test_poses_must_match_the_bodies(at):
    with pytest.raises(GeometryError, match="poses"):
        contours([Sphere(10)], np.zeros((0, 4, 4)), [0.0])


def test_levels_are_multiples_of_the_spacing():
    assert levels_between(-30.0, 51.0, 25.0).tolist() == [-25.0, 0.0, 25.0, 50.0]
    with pytest.raises(GeometryError, match="spacing"):
        levels_between(0.0, 1.0, 0.0)
