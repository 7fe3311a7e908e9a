"""Separation of two convex shapes for many relative poses at once (Gilbert, Johnson, Keerthi 1988).

Two convex shapes A and B are apart exactly when the origin is outside their difference
A - B = {a - b}. The method walks towards the point v of A - B nearest to the origin: ask for the
farthest point w in the direction d = -v/|v|, add it to the simplex held so far, and take the point
of that simplex nearest to the origin as the next v. Each question gives a proof as well: every
point x of A - B has d . x <= d . w, so when d . w < 0 the shapes are at least -(d . w) apart along
d. That bound needs no trust in the walk, only in the support functions; the walk's own rounding
can cost speed, never soundness.

The nearest point of a simplex is found by trying every face that holds the newest corner (it
must, or the step would not have led nearer): one corner, three edges, three triangles, the
tetrahedron. Rows of a batch take the same steps, and leave it when they are decided.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.poses import Array
from geometry.solids.primitives.primitive import Primitive

_MOST_STEPS = 60
# A face whose Gram determinant is below this part of its scale is flat: a smaller face serves.
_FLAT = 1e-13
# The walk has arrived when the bound is this near to the distance walked to, relative to it.
_ARRIVED = 1e-9


@dataclass(frozen=True, eq=False)
class Separation:
    """What is known of n poses of a shape B beside a shape A; all in the frame of A, mm.

    gap: Proven lower bound of the distance, (n,); not above 0 where nothing is proven.
    direction: Unit vectors from A to B along which the bound holds, (n, 3).
    distance: The distance walked to, (n,); 0 where the shapes meet.
    point: A point of A, nearest to B or, where they meet, common to both, (n, 3).
    """

    gap: Array
    direction: Array
    distance: Array
    point: Array


def separation(
    a: Primitive, b: Primitive, T_a_b: Array, enough: float | Array = np.inf
) -> Separation:
    """How far the hulls of a and b are apart in each pose T_a_b (n, 4, 4).

    A row is left as soon as a gap above `enough` (one, or one a row) is proven: 0 asks only
    whether they are apart.
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
        # The first v is a guess, no point of A - B; from then on a step must lead nearer.
        moved = np.full(len(rows), True) if step == 0 else distance < np.linalg.norm(v, axis=1)
        walk.note_step(rows, moved, distance, np.einsum("ij,ijk->ik", weights, corners_a))
        scale = np.abs(corners).max(axis=(1, 2))
        meets = np.all(weights > 0.0, axis=1) | (distance <= 1e-14 * scale)
        walk.distance[rows[meets & moved]] = 0.0
        best = walk.gap[rows]
        arrived = best >= walk.distance[rows] * (1.0 - _ARRIVED)
        going = moved & ~meets & ~(best > limit[rows]) & ~(arrived & (best > 0.0))
        rows, v = rows[going], nearer[going]
        held, used = _kept(corners[going], weights[going])
        held_a, _ = _kept(corners_a[going], weights[going])
    return Separation(walk.gap, walk.direction, walk.distance, walk.point)


class _Walk:
    """The best of every row so far, as full arrays over the batch."""

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
    """The point of A - B farthest along d, and the point of A it comes from."""
    R, origin = T_a_b[:, :3, :3], T_a_b[:, :3, 3]
    on_a = a.support(d)
    on_b = b.support(-np.einsum("nij,ni->nj", R, d))
    return on_a - np.einsum("nij,nj->ni", R, on_b) - origin, on_a


def _with_newest(newest: Array, held: Array, used: NDArray[np.bool_]) -> Array:
    """The simplex (n, 4, 3), newest corner first; corners that are not in use repeat it."""
    rest = np.where(used[:, :, None], held, newest[:, None])
    return np.concatenate([newest[:, None], rest], axis=1)


def _kept(corners: Array, weights: Array) -> tuple[Array, NDArray[np.bool_]]:
    """The (at most three) corners that carry the nearest point, moved to the front."""
    order = np.argsort(weights <= 0.0, axis=1, kind="stable")[:, :3]
    kept = np.take_along_axis(corners, order[:, :, None], axis=1)
    return kept, np.take_along_axis(weights, order, axis=1) > 0.0


def _nearest_weights(corners: Array) -> Array:
    """Barycentric weights (n, 4) of the simplex point nearest to the origin, over the faces that
    hold corner 0."""
    edges = corners[:, 1:] - corners[:, :1]
    gram = np.einsum("nik,njk->nij", edges, edges)
    target = -np.einsum("nik,nk->ni", edges, corners[:, 0])
    n = len(corners)
    best = np.zeros((n, 4))
    best[:, 0] = 1.0
    squared = np.einsum("nk,nk->n", corners[:, 0], corners[:, 0])
    for face in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)):
        parts, solvable = _solved(gram, target, face)
        inside = solvable & np.all(parts >= 0.0, axis=1) & (parts.sum(axis=1) <= 1.0)
        weights = np.zeros((n, 4))
        weights[:, 1:][:, list(face)] = parts
        weights[:, 0] = 1.0 - parts.sum(axis=1)
        point = np.einsum("ij,ijk->ik", weights, corners)
        length = np.einsum("nk,nk->n", point, point)
        better = inside & (length < squared)
        best[better], squared[better] = weights[better], length[better]
    return best


def _solved(gram: Array, target: Array, face: tuple[int, ...]) -> tuple[Array, Array]:
    """The weights of the face's edges at the foot of the origin (Cramer's rule), and where the
    face is not flat."""
    g = gram[:, face][:, :, face]
    t = target[:, face]
    scale = np.prod(np.diagonal(g, axis1=1, axis2=2), axis=1)
    if len(face) == 1:
        determinant, numerators = g[:, 0, 0], t
    elif len(face) == 2:
        determinant = g[:, 0, 0] * g[:, 1, 1] - g[:, 0, 1] ** 2
        numerators = np.stack(
            [
                t[:, 0] * g[:, 1, 1] - t[:, 1] * g[:, 0, 1],
                t[:, 1] * g[:, 0, 0] - t[:, 0] * g[:, 0, 1],
            ],
            axis=1,
        )
    else:
        rows = np.stack(
            [np.cross(g[:, 1], g[:, 2]), np.cross(g[:, 2], g[:, 0]), np.cross(g[:, 0], g[:, 1])],
            axis=1,
        )
        determinant = np.einsum("ni,ni->n", g[:, 0], rows[:, 0])
        numerators = np.einsum("nij,ni->nj", rows, t)
    solvable = determinant > _FLAT * scale
    return numerators / np.where(solvable, determinant, 1.0)[:, None], solvable
