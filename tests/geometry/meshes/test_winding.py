"""Winding numbers by rays agree with sums of solid angles, and their work stays bounded."""

import numpy as np
import pytest

from geometry import Box, Cylinder, Mesh, Sphere, mesh_of
from geometry.meshes.winding import _Grid, ray_windings
from geometry.solids.primitives.mesh_solid import winding_numbers

RNG = np.random.default_rng(77)
WAY = np.array([0.31, -0.52, 0.79])


def crossed():
    """Two boxes and a cylinder pushed into each other, one turned inside out, as one mesh."""
    parts = [
        mesh_of(solid, 0.3)
        for solid in (
            Box((20, 20, 20)),
            Box((30, 8, 8)).moved([[1, 0, 0, 5], [0, 1, 0, 3], [0, 0, 1, 1], [0, 0, 0, 1]]),
            Cylinder(6, 40),
        )
    ]
    starts = np.cumsum([0, *(len(part.vertices) for part in parts[:-1])])
    triangles = [part.triangles + s for part, s in zip(parts, starts, strict=True)]
    triangles[1] = triangles[1][:, ::-1]
    return Mesh(np.vstack([part.vertices for part in parts]), np.vstack(triangles))


@pytest.mark.parametrize(
    "mesh",
    [mesh_of(Sphere(12), 0.05), mesh_of(Box((40, 3, 1)) - Cylinder(1, 9), 0.1), crossed()],
    ids=["sphere", "thin plate with a hole", "crossed"],
)
def test_rays_count_as_solid_angles_do(mesh):
    points = RNG.uniform(mesh.vertices.min(axis=0) - 1, mesh.vertices.max(axis=0) + 1, (600, 3))
    expected = np.round(winding_numbers(mesh, points))
    for _ in range(3):
        assert np.array_equal(ray_windings(mesh, points, RNG.normal(size=3)), expected)


def test_rays_along_the_edges_of_a_grid_slip_through_nowhere():
    mesh = mesh_of(Box((2, 2, 2)), 0.1)
    middle = np.zeros((1, 3))
    # Straight through corners, along diagonals and through the middles of edges.
    for way in ((1, 1, 1), (1, 1, 0), (0, 0, 1), (1, 0, 1), (1, -1, 1)):
        turned = np.array(way, dtype=float)
        nudged = middle + 1e-9 * RNG.normal(size=(50, 3))
        assert np.all(ray_windings(mesh, nudged, turned) == 1.0)


def fine_sphere(chord):
    mesh = mesh_of(Sphere(50), chord)
    return mesh, mesh.vertices[mesh.triangles].mean(axis=1) * 0.999


def test_four_times_the_triangles_are_looked_at_four_times_as_often_not_sixteen():
    looked = []
    for chord in (0.1, 0.025):
        mesh, points = fine_sphere(chord)
        grid = _Grid(mesh.vertices, mesh.triangles)
        looked.append((len(mesh.triangles), int(grid.ranges(points[:, :2])[1].sum())))
    (few, work), (many, more) = looked
    assert more / work < 2.0 * many / few


def test_points_beyond_the_work_limit_get_nan(monkeypatch):
    mesh, points = fine_sphere(0.2)
    monkeypatch.setattr("geometry.meshes.winding._MOST_PAIRS", 5_000)
    found = ray_windings(mesh, points, WAY)
    known = ~np.isnan(found)
    assert 0 < known.sum() < len(points)
    assert np.all(found[known] == 1.0)
