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
    """The weights of a face's edges at the foot of the origin (Cramer's rule), and whether the face
    has an area (or volume), so that the weights are valid, (n,)."""
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
