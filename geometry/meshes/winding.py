"""How often a mesh winds round many points, by parallel rays.

Seen along the rays, triangles and points lie in a plane. There is one grid for each power of two,
and each triangle is entered in the grid whose cells are as large as the triangle. A triangle thus
touches at most four cells, and a point is looked up in one cell of each grid. The work grows with
n log n unless many triangles of one size lie behind each other.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from geometry.meshes.mesh import Integers, Mesh
from geometry.poses import Array
from geometry.tolerances import NO_LENGTH

# Most pairs of a point and a triangle that one step looks at: some 200 MB.
_PAIRS_AT_ONCE = 1_000_000
# Most pairs that one call looks at, about a second: the points beyond that get no answer.
_MOST_PAIRS = 12_000_000
_COLUMNS = 1 << 24
_FINEST = 2.0**-20


def ray_windings(mesh: Mesh, origins: Array, way: Array) -> Array:
    """How often the closed mesh winds round points, (n,): a triangle through which a ray leaves
    counts +1, one through which it enters counts -1. Points beyond _MOST_PAIRS get nan.

    origins: Points, (n, 3), mm. way: The direction of all rays, (3,). Triangles that share an edge
    agree on the side of it on which a ray passes, so that no ray passes between them.
    """
    R = _basis(way / np.linalg.norm(way))
    corners, points = mesh.vertices @ R, origins @ R
    grid = _Grid(corners, mesh.triangles)
    counts = np.zeros(len(points))
    for rows, faces in grid.pairs(points):
        sign = _covering(corners, mesh.triangles[faces], points[rows])
        np.add.at(counts, rows, sign)
    counts[grid.unanswered] = np.nan
    return counts


def _basis(w: Array) -> Array:
    """A right-handed frame with w (a unit vector) as its third column, (3, 3)."""
    least = np.eye(3)[int(np.argmin(np.abs(w)))]
    u = np.cross(least, w)
    u /= np.linalg.norm(u)
    return np.column_stack([u, np.cross(w, u), w])


def _covering(corners: Array, triangles: Integers, points: Array) -> Array:
    """For each pair of a triangle and a point: +1 if the triangle lies over the point and looks up,
    -1 if it lies over the point and looks down, 0 if it does not lie over the point, (n,)."""
    sides = np.stack(
        [_side(corners, triangles[:, i], triangles[:, (i + 1) % 3], points) for i in range(3)]
    )
    # A side is twice the area that the point makes with an edge: the weight of the opposite corner.
    over = np.all(sides > 0.0, axis=0) | np.all(sides < 0.0, axis=0)
    total = np.where(over, sides.sum(axis=0), 1.0)
    heights = corners[triangles, 2] - points[:, 2, None]
    # sides[i] belongs to the edge from corner i to i + 1, opposite corner i + 2.
    height = (sides * heights[:, [2, 0, 1]].T).sum(axis=0) / total
    return np.where(over & (height > 0.0), np.sign(total), 0.0)


def _side(corners: Array, one: Integers, two: Integers, points: Array) -> Array:
    """Twice the signed area that each point makes with the edge from one to two, seen along the
    rays. It is never 0, and the edge from two to one gives exactly the negative."""
    low, high = np.minimum(one, two), np.maximum(one, two)
    a, b = corners[low, :2] - points[:, :2], corners[high, :2] - points[:, :2]
    area = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    area = np.where(area == 0.0, np.finfo(float).tiny, area)
    return np.where(one < two, area, -area)


class _Grid:
    """The cells that triangles touch, seen along the rays.

    unanswered: Indices of the points that `pairs` left out, because they exceed _MOST_PAIRS.
    """

    def __init__(self, corners: Array, triangles: Integers) -> None:
        seen = [corners[triangles[:, i]] for i in range(3)]
        lowest, highest = np.minimum.reduce(seen), np.maximum.reduce(seen)
        lo, hi = lowest[:, :2], highest[:, :2]
        # A point lies below a triangle only if it passes these five bounds of the triangle: one
        # after the other, because most pairs fail at the first ones.
        self._bounds = [np.ascontiguousarray(b) for b in (*-lo.T, *hi.T, highest[:, 2])]
        self._origin = lo.min(axis=0)
        self._size = max(float((hi.max(axis=0) - self._origin).max()), NO_LENGTH)
        extent = np.maximum((hi - lo).max(axis=1) / self._size, _FINEST)
        # A cell of level k is 2^-k of the whole wide: a triangle touches two cells along each axis.
        level = np.floor(-np.log2(extent)).astype(np.int64)
        self.levels = np.unique(level)
        cell = np.ldexp(1.0, -level)[:, None] * self._size
        first = np.floor((lo - self._origin) / cell).astype(np.int64)
        last = np.floor((hi - self._origin) / cell).astype(np.int64)
        keys, faces = [], []
        for x in (0, 1):
            for y in (0, 1):
                at = first + np.array((x, y))
                there = np.all(at <= last, axis=1)
                keys.append(_key(level[there], at[there]))
                faces.append(np.flatnonzero(there))
        key, face = np.concatenate(keys), np.concatenate(faces)
        order = np.argsort(key, kind="stable")
        self._keys, self._faces = key[order], face[order]
        self.unanswered: Integers = np.zeros(0, dtype=np.int64)

    def pairs(self, points: Array) -> Iterator[tuple[Integers, Integers]]:
        """Indices of points (n, 3), and of the triangles below whose boxes they lie, in parts of
        at most _PAIRS_AT_ONCE pairs."""
        starts, counts = self.ranges(points[:, :2])
        beyond = [np.ascontiguousarray(b) for b in (*-points[:, :2].T, *points.T)]
        done = np.cumsum(counts.sum(axis=1))
        answered = int(np.searchsorted(done, _MOST_PAIRS, side="right"))
        self.unanswered = np.arange(answered, len(points))
        begin = 0
        while begin < answered:
            before = done[begin - 1] if begin else 0
            end = max(begin + 1, int(np.searchsorted(done, before + _PAIRS_AT_ONCE, side="right")))
            end = min(end, answered)
            rows, faces = self._listed(begin, starts[begin:end].ravel(), counts[begin:end].ravel())
            for place, bound in zip(beyond, self._bounds, strict=True):
                below = np.flatnonzero(place[rows] <= bound[faces])
                rows, faces = rows[below], faces[below]
            yield rows, faces
            begin = end

    def ranges(self, points: Array) -> tuple[Integers, Integers]:
        """The index in the list of triangles at which the cell of each point begins, and the number
        of triangles in the cell, for each level: (n, levels) each."""
        starts, counts = [], []
        for level in self.levels:
            cell = np.ldexp(1.0, -int(level)) * self._size
            at = np.floor((points - self._origin) / cell).astype(np.int64)
            key = _key(np.full(len(at), level), at)
            inside = np.all((at >= 0) & (at < _COLUMNS), axis=1)
            first = np.searchsorted(self._keys, key, side="left")
            last = np.searchsorted(self._keys, key, side="right")
            starts.append(first)
            counts.append(np.where(inside, last - first, 0))
        return np.column_stack(starts), np.column_stack(counts)

    def _listed(self, begin: int, starts: Integers, counts: Integers) -> tuple[Integers, Integers]:
        rows = begin + np.repeat(np.arange(len(counts)) // len(self.levels), counts)
        within = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
        return rows, self._faces[np.repeat(starts, counts) + within]


def _key(level: Integers, at: NDArray[np.int64]) -> Integers:
    """A number for each cell (its level, and its column and row `at`) that no other cell has."""
    return np.asarray((level * _COLUMNS + at[:, 0]) * _COLUMNS + at[:, 1])
