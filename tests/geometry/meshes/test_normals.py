"""Normals for drawing are unit vectors, outward, smooth over curved faces and split at edges."""

from math import radians

import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere
from geometry.meshes.edges import feature_edges
from geometry.meshes.mesh import Mesh
from geometry.meshes.normals import smooth_surface
from geometry.solids.primitives.torus import Torus
from geometry.tessellation.kernel import mesh_of

SOLIDS = {
    "box with a hole": Box((10, 20, 30)) - Cylinder(radius=4, height=40),
    "ball": Sphere(radius=20),
    "ring": Torus(40, 10),
    "post on a disc": Cylinder(radius=9, height=20) + Box((5, 5, 60)),
}


@pytest.fixture(params=SOLIDS.values(), ids=SOLIDS.keys())
def mesh(request) -> Mesh:
    return mesh_of(request.param)


def test_the_surface_is_that_of_the_mesh(mesh) -> None:
    smooth = smooth_surface(mesh)
    assert np.array_equal(smooth.points[smooth.triangles], mesh.vertices[mesh.triangles])
    assert np.linalg.norm(smooth.normals, axis=1) == pytest.approx(1.0)


def test_a_corner_is_split_by_feature_edges_and_by_nothing_else(mesh) -> None:
    """The second method walks the faces round a vertex, one after another, over smooth edges."""
    smooth = smooth_surface(mesh)
    sharp = {tuple(edge) for edge in feature_edges(mesh).tolist()}
    faces = mesh.triangles.tolist()
    for vertex in range(0, len(mesh.vertices), 7):
        round_it = [f for f, corners in enumerate(faces) if vertex in corners]
        group = {f: f for f in round_it}
        for _ in round_it:
            for f in round_it:
                for g in round_it:
                    shared = set(faces[f]) & set(faces[g])
                    if f != g and len(shared) == 2 and tuple(sorted(shared)) not in sharp:
                        group[f] = group[g] = min(group[f], group[g])
        points = {f: smooth.triangles[f][faces[f].index(vertex)] for f in round_it}
        same = {(f, g) for f in round_it for g in round_it if group[f] == group[g]}
        assert same == {(f, g) for f in round_it for g in round_it if points[f] == points[g]}


def test_the_normals_of_a_ball_point_from_its_middle() -> None:
    smooth = smooth_surface(mesh_of(Sphere(radius=20), 0.01))
    away = smooth.points / np.linalg.norm(smooth.points, axis=1)[:, None]
    assert np.einsum("ij,ij->i", away, smooth.normals).min() > np.cos(radians(3.0))


@pytest.mark.gl
def test_the_drawing_library_finds_the_same_normals(mesh) -> None:
    from app.desktop.view3d.drawing.polydata import smooth_surface as other
    from app.desktop.view3d.drawing.polydata import surface

    mine, its = smooth_surface(mesh), other(surface(mesh.vertices, mesh.triangles))
    expected = np.asarray(its.point_normals)[np.asarray(its.regular_faces)]
    assert mine.normals[mine.triangles] == pytest.approx(expected, abs=1e-6)
