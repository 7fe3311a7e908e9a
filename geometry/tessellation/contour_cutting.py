"""The contours of a closed mesh at many levels at once, by walks from triangle to triangle.

A level cuts an edge that has one corner above the level and one that is not above it. Going round a
triangle, a level cuts either no edge, or one edge that goes down and one that goes up. Every edge
has two halves, one for each of its triangles. A crossing thus belongs to exactly one half that goes
down. The next crossing of the contour belongs to the twin of the half of this triangle that goes
up: the twin goes down in the neighbour. This walk has the solid on its left, so that seen from
above a contour round material runs anticlockwise and one round a hole clockwise.

A corner at the level itself counts as below it. This is decided once for each corner, so that all
triangles agree and every contour closes. Where several edges leave such a corner their crossings
coincide, and one of them is kept.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np

from geometry.errors import GeometryError
from geometry.loops.contour_kernel import walk_contours
from geometry.meshes.mesh import Integers, Mesh
from geometry.poses import Array, read_only


@dataclass(frozen=True, eq=False)
class MeshContours:
    """Closed contours, one after the other, in the order of their heights; the last point of a
    contour equals its first.

    points: Shape (n, 3), mm, read-only. bounds: The row at which each contour begins, and then n.
    """

    points: Array
    bounds: list[int]

    def placed(self, offset: Array) -> tuple[Array, ...]:
        """The contours (m, 3), moved by an offset (3,)."""
        points = read_only(self.points + offset)
        return tuple(points[a:b] for a, b in pairwise(self.bounds))


def mesh_contours(mesh: Mesh, T_world_mesh: Array, heights: Array) -> MeshContours:
    """The contours of the placed mesh at the levels z = heights, (m,), mm, ascending, in the world
    frame; GeometryError if the mesh is not closed."""
    # The mesh is only turned, and z counts from its own origin: the cut stays exact far away.
    points = mesh.vertices @ T_world_mesh[:3, :3].T
    levels = heights - T_world_mesh[2, 3]
    rank = np.searchsorted(levels, points[:, 2])
    halves = _halves(mesh)
    ends = rank[halves.corner]
    drops = ends - ends[halves.following]
    falling = np.flatnonzero(drops > 0)
    drop = drops[falling]
    first = np.cumsum(drop) - drop - ends[halves.following[falling]]
    half, level = np.repeat(falling, drop), np.arange(drop.sum()) - np.repeat(first, drop)
    begin = np.empty_like(drops)
    begin[falling] = first
    onward, last = halves.following[half], halves.last[half]
    across = halves.twin[np.where(ends[last] > level, onward, last)]
    a, b = points[halves.corner[half]], points[halves.corner[onward]]
    share = (levels[level] - a[:, 2]) / (b[:, 2] - a[:, 2])
    crossings = a + share[:, None] * (b - a) + (T_world_mesh[0, 3], T_world_mesh[1, 3], 0.0)
    crossings[:, 2] = heights[level]
    return _joined(crossings, begin[across] + level, level)


def _joined(crossings: Array, follower: Integers, level: Integers) -> MeshContours:
    """The crossings in the order of their contours; of crossings that coincide one is kept."""
    order, bounds = walked(follower, np.argsort(level, kind="stable"))
    points = crossings[order]
    is_new = np.ones(len(order), dtype=bool)
    np.any(points[1:, :2] != points[:-1, :2], axis=1, out=is_new[1:])
    is_new[bounds[:-1]] = True
    if not is_new.all():
        counts = np.diff(np.append(0, np.cumsum(is_new))[bounds])
        # A contour has at least three points and the first again; fewer are an edge or a corner
        # that a level just meets.
        is_contour = counts > 3
        points = points[is_new][np.repeat(is_contour, counts)]
        bounds = np.append(0, np.cumsum(counts[is_contour]))
    return MeshContours(points, bounds.tolist())


def walked(follower: Integers, starts: Integers) -> tuple[Integers, Integers]:
    """The numbers contour by contour, each contour with its first number again at its end, and the
    index at which each contour begins, followed by the end of the last contour; see
    `walk_contours`."""
    size = len(follower)
    if walk_contours.is_ready:
        order, bounds = np.empty(2 * size, dtype=np.int64), np.zeros(size + 1, dtype=np.int64)
        count = walk_contours(follower, starts, order, bounds)
        return order[: bounds[count]], bounds[: count + 1]
    numbers, places = [0] * (2 * size), [0] * (size + 1)
    count = walk_contours.python(follower.tolist(), starts.tolist(), numbers, places)
    walked = np.array(numbers[: places[count]], dtype=np.int64)
    return walked, np.array(places[: count + 1], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class _Halves:
    """The halves of a mesh's edges, three for each triangle, each from one corner to the next.

    corner: The vertex at which each half begins. following, last: The next and the last half round
    its triangle. twin: The half of the same edge in the neighbour, which runs the other way.
    """

    corner: Integers
    following: Integers
    last: Integers
    twin: Integers


@lru_cache(maxsize=512)
def _halves(mesh: Mesh) -> _Halves:
    numbers = np.arange(mesh.triangles.size).reshape(-1, 3)
    following, last = numbers[:, [1, 2, 0]].ravel(), numbers[:, [2, 0, 1]].ravel()
    start = mesh.triangles.ravel()
    end, size = start[following], len(mesh.vertices)
    there, back = start * size + end, end * size + start
    order, against = np.argsort(there, kind="stable"), np.argsort(back, kind="stable")
    if not np.array_equal(there[order], back[against]):
        raise GeometryError("a mesh that is not closed has no contours: some edge has one side")
    twin = np.empty_like(start)
    twin[against] = order
    return _Halves(start, following, last, twin)
