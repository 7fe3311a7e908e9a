"""Feature edges of a mesh: edges at which faces meet at an angle, as on a technical drawing."""

from math import cos, radians

import numpy as np
from numpy.typing import NDArray

from geometry.meshes.mesh import Integers, Mesh
from geometry.tolerances import NO_AREA


def feature_edges(mesh: Mesh, angle: float = radians(30.0)) -> NDArray[np.int64]:
    """Edges whose two faces meet at more than the angle (rad) from flat, and edges that do not
    have exactly two faces: pairs of vertex indices, shape (k, 2), the lower index first."""
    sides, corner, starts, count = _sides(mesh.triangles)
    face = corner // 3
    first = face[starts]
    second = face[np.minimum(starts + 1, len(face) - 1)]
    normals, is_flat = unit_normals(mesh)
    turned = np.einsum("ij,ij->i", normals[first], normals[second]) < cos(angle)
    # A face without area has no normal, so it makes no feature edge.
    turned &= is_flat[first] & is_flat[second]
    return sides[starts[(count != 2) | turned]]


def paired_sides(triangles: Integers) -> tuple[Integers, Integers]:
    """The corners of the first and of the second face at both ends of every edge that has two
    faces: two arrays of shape (k, 2).

    Corner 3 f + i is corner i of triangle f; the end with the lower vertex index comes first.
    """
    sides, corner, starts, count = _sides(triangles)
    pairs = starts[count == 2]
    first, second = (_ends(triangles, sides[at], corner[at]) for at in (pairs, pairs + 1))
    return first, second


def _ends(triangles: Integers, sides: Integers, corner: Integers) -> Integers:
    """The corners at the lower and the higher vertex of sides that begin at these corners."""
    follower = corner - corner % 3 + (corner + 1) % 3
    is_first = triangles.ravel()[corner] == sides[:, 0]
    return np.where(
        is_first[:, None],
        np.stack([corner, follower], axis=1),
        np.stack([follower, corner], axis=1),
    )


def _sides(triangles: Integers) -> tuple[Integers, Integers, Integers, Integers]:
    """All sides of triangles, sorted so that the sides of one edge stand together.

    Returns the vertex pair of each side (3 m, 2), the lower index first; the corner at which each
    side begins, (3 m,); the row at which the sides of each edge begin, and their number, (e,).
    """
    ends = [triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]
    sides = np.sort(np.concatenate(ends))
    corner = np.concatenate([3 * np.arange(len(triangles)) + i for i in range(3)])
    # One number for each edge: it is sorted three times as fast as pairs of numbers.
    edge = sides[:, 0] * (int(triangles.max(initial=0)) + 1) + sides[:, 1]
    order = np.argsort(edge, kind="stable")
    sides, corner, edge = sides[order], corner[order], edge[order]
    starts = np.flatnonzero(np.r_[True, np.diff(edge) != 0])
    return sides, corner, starts, np.diff(np.r_[starts, len(sides)])


def unit_normals(mesh: Mesh) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Unit normal of each triangle, (m, 3), and whether it has an area."""
    a, b, c = mesh.vertices[mesh.triangles].transpose(1, 0, 2)
    normals = np.cross(b - a, c - a)
    length = np.linalg.norm(normals, axis=1)
    longest = np.maximum.reduce([np.sum((q - p) ** 2, axis=1) for p, q in ((a, b), (b, c), (c, a))])
    is_flat = length > NO_AREA * longest
    return normals / np.where(is_flat, length, 1.0)[:, None], is_flat
