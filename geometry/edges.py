"""Feature edges of a mesh: where faces meet at an angle, as a draughtsman would draw them."""

from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from geometry.mesh import Mesh


def feature_edges(mesh: Mesh, angle: float = radians(30.0)) -> NDArray[np.int64]:
    """Edges whose two faces are turned against each other by more than the angle (rad), and
    edges with one face only: vertex index pairs, shape (k, 2), the lower index first."""
    triangles = mesh.triangles
    sides = np.sort(
        np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    )
    face = np.tile(np.arange(len(triangles)), 3)
    order = np.lexsort((sides[:, 1], sides[:, 0]))
    sides, face = sides[order], face[order]
    starts = np.flatnonzero(np.r_[True, np.any(np.diff(sides, axis=0) != 0, axis=1)])
    count = np.diff(np.r_[starts, len(sides)])
    first = face[starts]
    second = face[np.minimum(starts + 1, len(face) - 1)]
    normals, is_flat = _unit_normals(mesh)
    turned = np.einsum("ij,ij->i", normals[first], normals[second]) < cos(angle)
    # A face without area has no normal, so it cannot say that it is turned.
    turned &= is_flat[first] & is_flat[second]
    return sides[starts[(count != 2) | turned]]


def _unit_normals(mesh: Mesh) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    a, b, c = mesh.vertices[mesh.triangles].transpose(1, 0, 2)
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1)
    longest = np.maximum.reduce([np.sum((q - p) ** 2, axis=1) for p, q in ((a, b), (b, c), (c, a))])
    is_flat = length > 1e-12 * longest
    return normals / np.where(is_flat, length, 1.0)[:, None], is_flat
