"""No corner of a convex mesh lies outside a plane of its faces, with boxes and without."""

import numpy as np
import pytest

from geometry import Box, Sphere, mesh_of
from geometry.meshes.face_planes import face_planes


@pytest.mark.parametrize("shift", [0.0, 1e5])
def test_boxes_of_corners_give_the_planes_that_all_corners_give(monkeypatch, shift):
    mesh = mesh_of(Sphere(80), 0.05)
    mesh = type(mesh)(mesh.vertices * (1.0, 0.3, 2.0) + shift, mesh.triangles)
    by_boxes = face_planes_with(monkeypatch, mesh, few=0)
    whole = face_planes_with(monkeypatch, mesh, few=10**9)
    assert len(by_boxes) == len(whole) > 1000
    assert np.array_equal(by_boxes[:, :3], whole[:, :3])
    # The order of the sums in a product of matrices differs: a few units in the last place.
    last_place = 8.0 * np.spacing(np.abs(mesh.vertices).max())
    assert np.allclose(by_boxes[:, 3], whole[:, 3], rtol=0.0, atol=last_place)


def face_planes_with(monkeypatch, mesh, few):
    monkeypatch.setattr("geometry.meshes.face_planes._FEW", max(few, 10_000))
    if not few:
        monkeypatch.setattr("geometry.meshes.face_planes._TOGETHER", 64)
    return face_planes(mesh)


def test_faces_in_one_plane_make_one():
    assert len(face_planes(mesh_of(Box((3, 4, 5)), 0.1))) == 6
