"""Coarse copies stay near the surface, keep its normals and its sharp corners, and get smaller."""

import itertools

import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere, Torus
from geometry.meshes.coarse import (
    CUBES,
    FEWEST,
    GAIN,
    LEAST_AREA,
    CoarseSurface,
    clustered,
    coarse_copies,
)
from geometry.meshes.edges import feature_edges
from geometry.meshes.normals import smooth_surface
from geometry.solids.tree import Solid
from geometry.tessellation.kernel import mesh_of

RADIUS = 35.0
BALL = Sphere(radius=RADIUS)


def whole(solid: Solid) -> CoarseSurface:
    """A solid as a surface that is not coarse yet."""
    mesh = mesh_of(solid)
    smooth = smooth_surface(mesh)
    segments = mesh.vertices[feature_edges(mesh)]
    return CoarseSurface(smooth, np.arange(len(smooth.triangles)), segments)


def copies(solid: Solid) -> tuple[CoarseSurface, ...]:
    fine = whole(solid)
    return coarse_copies(fine.surface, fine.segments)


def test_each_copy_has_much_fewer_triangles_than_the_one_before() -> None:
    counts = [whole(BALL).triangles, *(copy.triangles for copy in copies(BALL))]
    assert len(counts) > 3
    assert all(b <= GAIN * a for a, b in itertools.pairwise(counts))
    assert counts[-1] <= FEWEST


def test_no_point_of_a_ball_leaves_the_ball_by_more_than_its_cubes() -> None:
    diagonal = 2.0 * RADIUS * 3**0.5
    for copy in copies(BALL):
        far = np.linalg.norm(copy.surface.points, axis=1)
        assert far.max() <= RADIUS + 1e-9  # a mean of points of a ball lies in it
        assert far.min() >= RADIUS - 3**0.5 * diagonal / CUBES[-1]


def test_normals_of_a_coarse_ball_point_away_from_its_middle() -> None:
    for copy in copies(BALL)[:3]:
        points, normals = copy.surface.points, copy.surface.normals
        np.testing.assert_allclose(np.linalg.norm(normals, axis=1), 1.0, atol=1e-12)
        outward = points / np.linalg.norm(points, axis=1)[:, None]
        assert np.einsum("ij,ij->i", normals, outward).min() > 0.8


def test_triangles_of_a_coarse_ball_face_outwards_but_for_slivers() -> None:
    for copy in copies(BALL):
        a, b, c = copy.surface.points[copy.surface.triangles].transpose(1, 0, 2)
        turned = np.einsum("ij,ij->i", np.cross(b - a, c - a), a + b + c)
        assert -turned[turned < 0.0].sum() < 1e-3 * turned.sum()


def test_a_box_in_small_cubes_stays_the_box_with_a_normal_for_each_face() -> None:
    fine = whole(Box((80, 60, 40)))
    copy = clustered(fine, 5.0)
    assert copy.triangles == fine.triangles == 12
    assert len(copy.surface.points) == 24
    assert set(np.abs(copy.surface.points).max(axis=0)) == {40.0, 30.0, 20.0}
    np.testing.assert_allclose(np.abs(copy.surface.normals).max(axis=1), 1.0, atol=1e-12)
    lengths = np.linalg.norm(copy.segments[:, 1] - copy.segments[:, 0], axis=1)
    assert sorted(lengths.round(9)) == [40.0] * 4 + [60.0] * 4 + [80.0] * 4


def test_a_triangle_comes_from_one_on_the_same_side() -> None:
    solid = Box((80, 60, 40)) + Sphere(radius=25.0)
    fine = whole(solid)
    before = fine.surface
    for copy in coarse_copies(before, fine.segments)[:2]:
        own = copy.surface.points[copy.surface.triangles].mean(axis=1)
        source = before.points[before.triangles[copy.sources]].mean(axis=1)
        size = float(np.linalg.norm(np.ptp(before.points, axis=0)))
        assert np.linalg.norm(own - source, axis=1).max() < 2.0 * size / 16.0


@pytest.mark.parametrize("solid", [Box((80, 60, 40)), Cylinder(radius=3, height=20)])
def test_a_surface_of_few_triangles_has_no_copies(solid) -> None:
    assert len(mesh_of(solid).triangles) <= FEWEST
    assert copies(solid) == ()


def test_a_thin_ring_keeps_its_area_so_that_it_does_not_tear() -> None:
    ring = Torus(radius=26.0, radius_minor=6.0)
    exact = 4.0 * np.pi**2 * 26.0 * 6.0  # Pappus: way of the middle of the tube times its girth
    assert copies(ring)
    for copy in copies(ring):
        a, b, c = copy.surface.points[copy.surface.triangles].transpose(1, 0, 2)
        area = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum()
        assert area > 0.99 * LEAST_AREA * exact
