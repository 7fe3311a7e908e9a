"""The curves in which one plane cuts a closed mesh, for planes that move with every frame.

`contour_cutting` cuts a mesh at many levels, and keeps the neighbours of all its triangles. Here
only the triangles that the plane meets are looked at: of half a million some hundreds.

A corner in the plane counts as below it, once for all its triangles. A triangle that the plane
meets then has one edge that goes down through the plane and one that goes up. The edge that goes up
goes down in the neighbour, where the walk goes on. The curves run anticlockwise round material and
clockwise round holes, as seen from above the plane.
"""

from itertools import pairwise

import numpy as np

from geometry.errors import GeometryError
from geometry.meshes.mesh import Mesh
from geometry.poses import Array
from geometry.tessellation.contour_cutting import walked

# Curves with fewer different points enclose nothing.
_LEAST = 3


def plane_cut(mesh: Mesh, T_plane_mesh: Array) -> list[Array]:
    """The curves in which the plane z = 0 of a frame cuts the mesh: x and y in that frame, (n, 2).

    T_plane_mesh: Pose of the mesh in the frame of the plane, (4, 4). The last point of a curve does
    not repeat the first. GeometryError if the mesh is not closed where it is cut.
    """
    z = mesh.vertices @ T_plane_mesh[2, :3] + T_plane_mesh[2, 3]
    is_above = z > 0.0
    count = is_above[mesh.triangles].sum(axis=1)
    corners = mesh.triangles[(count == 1) | (count == 2)]
    if not len(corners):
        return []
    following = np.roll(corners, -1, axis=1)
    starts_above, ends_above = is_above[corners], is_above[following]
    falls = starts_above & ~ends_above
    rises = ~starts_above & ends_above
    lower = np.minimum(corners, following) * len(z) + np.maximum(corners, following)
    fall, rise = lower[falls], lower[rises]
    by_fall, by_rise = np.argsort(fall, kind="stable"), np.argsort(rise, kind="stable")
    if not np.array_equal(fall[by_fall], rise[by_rise]):
        raise GeometryError("the mesh is not closed where the plane cuts it")
    follower = np.empty(len(corners), dtype=np.int64)
    follower[by_rise] = by_fall
    a, b = corners[falls], following[falls]
    share = z[a] / (z[a] - z[b])
    points = mesh.vertices[a] + share[:, None] * (mesh.vertices[b] - mesh.vertices[a])
    flat = points @ T_plane_mesh[:2, :3].T + T_plane_mesh[:2, 3]
    order, bounds = walked(follower, np.arange(len(corners)))
    curves = (flat[order[i:j][:-1]] for i, j in pairwise(bounds))
    return [curve for curve in map(_without_doubles, curves) if len(curve) >= _LEAST]


def _without_doubles(curve: Array) -> Array:
    """The curve without points that equal the point before them, as at a corner in the plane."""
    is_new = np.any(curve != np.roll(curve, 1, axis=0), axis=1)
    return curve[is_new]
