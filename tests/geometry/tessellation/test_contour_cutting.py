"""Contours of a mesh at many levels agree with the kernel's cuts and with exact sections."""

import numpy as np
import pytest

from geometry import Box, Cone, Cylinder, GeometryError, Mesh, Sphere, Torus, mesh_of
from geometry.tessellation.contour_cutting import mesh_contours
from geometry.tessellation.kernel import slices
from resources.loops import Loop


def enclosed(curve):
    x, y = (curve[:, :2] - curve[0, :2]).T
    return 0.5 * float(x[:-1] @ y[1:] - x[1:] @ y[:-1])


def areas(solid, T, heights, chord=0.1):
    """The area inside the contours of each level, minus holes, mm2."""
    found = mesh_contours(mesh_of(solid, chord), T, np.array(heights)).placed(np.zeros(3))
    level = np.searchsorted(heights, [curve[0, 2] for curve in found])
    return np.bincount(level, [enclosed(curve) for curve in found], len(heights))


def turned(rng, at):
    return at(*rng.uniform(-300, 300, 3), rng.normal(size=3), rng.uniform(0, 3))


def bored_block(rng, at):
    block = Box(rng.uniform(40, 90, 3))
    bores = [
        Cylinder(rng.uniform(2, 6), 200).moved(at(*rng.uniform(-15, 15, 3), rng.normal(size=3), 1))
        for _ in range(4)
    ]
    for bore in bores:
        block = block - bore
    return block + Sphere(25).moved(at(*rng.uniform(-30, 30, 3))) - Torus(18, 4)


@pytest.mark.parametrize("seed", range(12))
def test_areas_are_those_of_the_kernels_own_cuts(at, seed):
    rng = np.random.default_rng(seed)
    solid, T = bored_block(rng, at), turned(rng, at)
    heights = np.sort(T[2, 3] + rng.uniform(-70, 70, 60))
    peer = [
        sum(enclosed(np.vstack([curve, curve[:1]])) for curve in curves)
        for curves in slices(solid, T, heights)
    ]
    assert areas(solid, T, heights) == pytest.approx(np.array(peer), abs=0.05)


def test_a_turned_bar_has_its_exact_sections(at):
    rng = np.random.default_rng(3)
    for _ in range(20):
        axis, angle = (rng.uniform(-1, 1), rng.uniform(-1, 1), 0.0), rng.uniform(0.05, 0.8)
        T = at(1e5, -3e5, 2e5, axis, angle)
        heights = T[2, 3] + np.linspace(-40, 40, 9)
        expected = np.full(9, 10 * 20 / np.cos(angle))
        assert areas(Box((10, 20, 400)), T, heights) == pytest.approx(expected, rel=1e-9)


def test_the_sections_of_a_frustum_add_up_to_its_volume(at):
    solid = Cone(30, 12, 50) - Cylinder(5, 100)
    heights = np.linspace(-40, 40, 4001)
    T = at(axis=(1, 2, 0), angle=0.7)
    volume = mesh_of(solid).volume_and_centroid()[0]
    assert areas(solid, T, heights).sum() * 0.02 == pytest.approx(volume, rel=1e-5)


def test_levels_in_faces_and_through_corners_give_closed_contours_of_the_right_area(at):
    steps = Box((40, 40, 10)) + Box((20, 20, 10)).moved(at(z=10)) - Box((5, 5, 90))
    found = areas(steps, at(), [-5.0, 0.0, 5.0, 10.0, 15.0])
    assert found[[0, 1, 3]] == pytest.approx([1575, 1575, 375])
    assert found[2] in (pytest.approx(1575), pytest.approx(375))
    assert found[4] == 0.0
    tip = at(axis=(1, 0, 0), angle=np.pi / 4)
    ridge = areas(Box((10, 10, 10)), tip, [-np.sqrt(50), 0.0, np.sqrt(50)])
    assert ridge == pytest.approx([0, 10 * np.sqrt(200), 0], abs=1e-6)


def test_contours_come_from_low_to_high_and_no_point_twice_in_a_row(at):
    found = mesh_contours(mesh_of(Sphere(20)), at(5, 6, 7), np.linspace(-14, 28, 43)).placed(
        np.zeros(3)
    )
    heights = [curve[0, 2] for curve in found]
    assert heights == sorted(heights)
    for curve in found:
        assert np.array_equal(curve[0], curve[-1])
        assert np.linalg.norm(np.diff(curve, axis=0), axis=1).min() > 0.0


def test_the_compiled_walk_and_the_plain_one_give_the_same(at, monkeypatch):
    solid, T = bored_block(np.random.default_rng(5), at), at(axis=(1, 1, 0), angle=1)
    found = []
    for is_compiled in (True, False):
        monkeypatch.setattr(Loop, "is_ready", is_compiled)
        found.append(mesh_contours(mesh_of(solid), T, np.linspace(-60, 60, 50)))
    assert found[0].bounds == found[1].bounds
    assert np.array_equal(found[0].points, found[1].points)


def test_a_level_beside_the_mesh_gives_no_contour(at):
    assert mesh_contours(mesh_of(Sphere(5)), at(), np.array([50.0])).placed(np.zeros(3)) == ()
    assert mesh_contours(mesh_of(Sphere(5)), at(), np.zeros(0)).placed(np.zeros(3)) == ()


def test_an_open_mesh_is_refused(at):
    whole = mesh_of(Box((4, 4, 4)))
    with pytest.raises(GeometryError, match="not closed"):
        mesh_contours(Mesh(whole.vertices, whole.triangles[1:]), at(), np.zeros(1))
