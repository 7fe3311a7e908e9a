"""Separation of two convex shapes for many relative poses at once (Gilbert, Johnson, Keerthi 1988).

Two convex shapes A and B are apart exactly when the origin is outside their difference
A - B = {a - b}. The method walks towards the point v of A - B nearest to the origin. Each step
finds the farthest point w of A - B in the direction d = -v/|v|, adds it to the simplex, and takes
the point of the simplex nearest to the origin as the next v. Each step also gives a proof: every
point x of A - B has d . x <= d . w, so when d . w < 0 the shapes are at least -(d . w) apart along
d. This bound depends on the support functions only: rounding can slow the walk, but no bound that
it gives is wrong.

The nearest point of a simplex is found by trying every face that has the newest corner (the step
would not have come nearer otherwise): one corner, three edges, three triangles, the tetrahedron.
All rows of a batch take their steps together; a row leaves the batch when it is decided.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.poses import Array
from geometry.solids.primitives.primitive import Primitive

_MOST_STEPS = 60
# Simplices that are solved together: their products fit into the processor's cache.
_AT_ONCE = 1000
# A face whose Gram determinant is below this share of its scale has no area: smaller faces serve.
_FLAT = 1e-13
# The walk ends when the bound is this near to the distance walked to, as a share of the distance.
_ARRIVED = 1e-9
# Share of the simplex' size: a point this near to the origin is the origin, and the shapes meet.
_AT_ORIGIN = 1e-14


@dataclass(frozen=True, eq=False)
class Separation:
    """The separation of a shape A and of a shape B in n poses; all in the frame of A, mm.

    gap: Proven lower bound of the distance, (n,); 0 or less where nothing is proven.
    direction: Unit vectors from A to B along which the gap is proven, (n, 3).
    distance: The distance that the walk has found, (n,); 0 where the shapes meet.
    point: The point of A nearest to B, or a common point where the shapes meet, (n, 3).
    """

    gap: Array
    direction: Array
    distance: Array
    point: Array


def separation(
    a: Primitive, b: Primitive, T_a_b: Array, enough: float | Array = np.inf
) -> Separation:
    """The separation of the hulls of a and b in each pose T_a_b (n, 4, 4).

    enough: A row ends as soon as a gap above this, mm, is proven; one number, or one for each row,
    (n,). With 0 the walk only finds out whether the hulls are apart.
    """
    n = len(T_a_b)
    limit = np.broadcast_to(np.asarray(enough, dtype=float), n)
    walk = _Walk(n)
    rows = np.arange(n)
    v = -T_a_b[:, :3, 3]
    v[np.all(v == 0.0, axis=1)] = (1.0, 0.0, 0.0)
    held, held_a = np.zeros((n, 3, 3)), np.zeros((n, 3, 3))
    used = np.zeros((n, 3), dtype=bool)
    for step in range(_MOST_STEPS):
        if not len(rows):
            break
        d = -v / np.linalg.norm(v, axis=1, keepdims=True)
        w, w_a = _farthest(a, b, T_a_b[rows], d)
        gap = -np.einsum("ij,ij->i", d, w)
        walk.note_gap(rows, gap, d)
        corners = _with_newest(w, held, used)
        corners_a = _with_newest(w_a, held_a, used)
        weights = _nearest_weights(corners)
        nearer = np.einsum("ij,ijk->ik", weights, corners)
        distance = np.linalg.norm(nearer, axis=1)
        # The first v is a guess and no point of A - B; every later step must come nearer.
        moved = np.full(len(rows), True) if step == 0 else distance < np.linalg.norm(v, axis=1)
        walk.note_step(rows, moved, distance, np.einsum("ij,ijk->ik", weights, corners_a))
        scale = np.abs(corners).max(axis=(1, 2))
        meets = np.all(weights > 0.0, axis=1) | (distance <= _AT_ORIGIN * scale)
        walk.distance[rows[meets & moved]] = 0.0
        best = walk.gap[rows]
        arrived = best >= walk.distance[rows] * (1.0 - _ARRIVED)
        going = moved & ~meets & ~(best > limit[rows]) & ~(arrived & (best > 0.0))
        rows, v = rows[going], nearer[going]
        held, used = _kept(corners[going], weights[going])
        held_a, _ = _kept(corners_a[going], weights[going])
    return Separation(walk.gap, walk.direction, walk.distance, walk.point)


class _Walk:
    """The best gap and the last step of every row so far, as arrays over the whole batch."""

    def __init__(self, n: int) -> None:
        self.gap = np.full(n, -np.inf)
        self.direction = np.zeros((n, 3))
        self.distance = np.full(n, np.inf)
        self.point = np.zeros((n, 3))

    def note_gap(self, rows: NDArray[np.int64], gap: Array, direction: Array) -> None:
        better = gap > self.gap[rows]
        self.gap[rows[better]] = gap[better]
        self.direction[rows[better]] = direction[better]

    def note_step(
        self, rows: NDArray[np.int64], moved: NDArray[np.bool_], distance: Array, point: Array
    ) -> None:
        self.distance[rows[moved]] = distance[moved]
        self.point[rows[moved]] = point[moved]


def _farthest(a: Primitive, b: Primitive, T_a_b: Array, d: Array) -> tuple[Array, Array]:
    """The point of A - B farthest along d (n, 3), and the point of A of which it is made."""
    R, origin = T_a_b[:, :3, :3], T_a_b[:, :3, 3]
    on_a = a.support(d)
    on_b = b.support(-np.einsum("nij,ni->nj", R, d))
    return on_a - np.einsum("nij,nj->ni", R, on_b) - origin, on_a


def _with_newest(newest: Array, held: Array, used: NDArray[np.bool_]) -> Array:
    """The simplex (n, 4, 3) with the newest corner first; unused corners repeat the newest."""
    rest = np.where(used[:, :, None], held, newest[:, None])
    return np.concatenate([newest[:, None], rest], axis=1)


def _kept(corners: Array, weights: Array) -> tuple[Array, NDArray[np.bool_]]:
    """The corners (n, 3, 3) with weights above 0, at most three, moved to the front, and whether
    each place is in use, (n, 3)."""
    order = np.argsort(weights <= 0.0, axis=1, kind="stable")[:, :3]
    kept = np.take_along_axis(corners, order[:, :, None], axis=1)
    return kept, np.take_along_axis(weights, order, axis=1) > 0.0


def _nearest_weights(corners: Array) -> Array:
    """Barycentric weights (n, 4) of the simplex point nearest to the origin; only faces that have
    corner 0 are tried."""
    if len(corners) > _AT_ONCE:
        blocks = np.array_split(corners, 1 + len(corners) // _AT_ONCE)
        return np.concatenate([_nearest_weights(block) for block in blocks])
    edges = corners[:, 1:] - corners[:, :1]
    gram = np.einsum("nik,njk->ijn", edges, edges)
    target = -np.einsum("nik,nk->in", edges, corners[:, 0])
    parts, solvable = _solved(gram, target)
    total = parts.sum(axis=1)
    weights = np.concatenate([1.0 - total[:, None], parts], axis=1)
    points = np.einsum("fjn,njk->fkn", weights, corners)
    inside = solvable & np.all(parts >= 0.0, axis=1) & (total <= 1.0)
    squared = np.where(inside, np.einsum("fkn,fkn->fn", points, points), np.inf)
    # Of equally near faces the one with fewer corners comes first; corner 0 is always one of them.
    nearest = np.argmin(squared, axis=0)
    return np.ascontiguousarray(weights[nearest, :, np.arange(len(corners))])


def _solved(gram: Array, target: Array) -> tuple[Array, NDArray[np.bool_]]:
    """The weights of the three edges at the foot of the origin on each of eight faces (Cramer's
    rule), (8, 3, n), and whether each face has a length, area or volume, so that the weights are
    valid, (8, n).

    The faces are corner 0 alone, and with each one, each two and all of the edges. gram: Products
    of the edges, (3, 3, n). target: Products of the edges with the way to the origin, (3, n).
    """
    n, ((g00, g01, g02), (_, g11, g12), (_, _, g22)), (t0, t1, t2) = len(target[0]), gram, target
    # Cofactors of the products.
    c00, c11, c22 = g11 * g22 - g12 * g12, g22 * g00 - g02 * g02, g00 * g11 - g01 * g01
    c01, c02, c12 = g12 * g02 - g01 * g22, g01 * g12 - g11 * g02, g02 * g01 - g12 * g00
    top = np.zeros((8, 3, n))
    top[1, 0], top[2, 1], top[3, 2] = target
    top[4, 0], top[4, 1] = t0 * g11 - t1 * g01, t1 * g00 - t0 * g01
    top[5, 0], top[5, 2] = t0 * g22 - t2 * g02, t2 * g00 - t0 * g02
    top[6, 1], top[6, 2] = t1 * g22 - t2 * g12, t2 * g11 - t1 * g12
    top[7, 0] = c00 * t0 + c01 * t1 + c02 * t2
    top[7, 1] = c01 * t0 + c11 * t1 + c12 * t2
    top[7, 2] = c02 * t0 + c12 * t1 + c22 * t2
    one, whole = np.ones(n), g00 * c00 + g01 * c01 + g02 * c02
    determinant = np.array([one, g00, g11, g22, c22, c11, c00, whole])
    pair = g00 * g11
    scale = np.array([one, g00, g11, g22, pair, g00 * g22, g11 * g22, pair * g22])
    solvable = determinant > _FLAT * scale
    return top / np.where(solvable, determinant, 1.0)[:, None], solvable
