"""Normals of a mesh for drawing: smooth over curved faces, split where faces meet at an angle."""

from dataclasses import dataclass
from math import cos, radians

import numpy as np

from geometry.meshes.edges import Sides, unit_normals
from geometry.meshes.mesh import Integers, Mesh
from geometry.poses import Array, read_only


@dataclass(frozen=True, eq=False)
class SmoothSurface:
    """Triangles whose corners have normals. A corner of the mesh stands here once for each of its
    normals.

    points: Shape (n, 3), mm. normals: Unit vectors, shape (n, 3). triangles: Indices, (m, 3), in
    the order of the mesh.
    """

    points: Array
    normals: Array
    triangles: Integers


def smooth_surface(
    mesh: Mesh, angle: float = radians(30.0), sides: Sides | None = None
) -> SmoothSurface:
    """The surface of a mesh with one normal for each corner of each triangle.

    A normal is the mean of the normals of the faces round the corner that are joined with the
    triangle by edges at which the surface bends by less than the angle, rad.

    sides: Those of the mesh, where they are known already.
    """
    normals, has_area = unit_normals(mesh)
    # (k, 2): corners at both ends of each edge
    first, second = (sides or Sides.of(mesh.triangles)).paired()
    face_a, face_b = first[:, 0] // 3, second[:, 0] // 3
    turns = np.einsum("ij,ij->i", normals[face_a], normals[face_b]) <= cos(angle)
    joined = ~turns | ~(has_area[face_a] & has_area[face_b])
    fan = _joined(3 * len(mesh.triangles), first[joined].ravel(), second[joined].ravel())
    kept, corner_of = np.unique(fan, return_inverse=True)
    corner_of = corner_of.ravel()
    total = np.zeros((len(kept), 3))
    np.add.at(total, corner_of, np.repeat(normals * has_area[:, None], 3, axis=0))
    length = np.linalg.norm(total, axis=1)
    unit = total / np.where(length > 0.0, length, 1.0)[:, None]
    points = mesh.vertices[mesh.triangles.ravel()[kept]]
    return SmoothSurface(read_only(points), read_only(unit), corner_of.reshape(-1, 3))


def _joined(count: int, a: Integers, b: Integers) -> Integers:
    """For each of `count` corners the lowest corner that the pairs (a, b) connect it with."""
    least = np.arange(count)
    while True:
        before = least.copy()
        nearer = np.minimum(least[a], least[b])
        np.minimum.at(least, a, nearer)
        np.minimum.at(least, b, nearer)
        least = least[least]
        if np.array_equal(least, before):
            return least
