"""Better separations of convex shapes that meet or nearly do, for many poses at once.

The walk of `gjk` ends where shapes meet, be it by next to nothing, with whatever direction it has,
and near to that it has few digits left. There the normals of flat faces are tried; and the shapes
are drawn apart along the best direction, so that a walk finds the face between them. What it
proves then along its direction, less what they were drawn along that, is a gap of the shapes as
they lie. With d the direction before and s what they were drawn, the walk maximises

    gap(e) + s d . e    over unit vectors e;    for e = d that is gap(d) + s,

so gap(e) is at least gap(d) + s (1 - d . e): no step leads to a worse one.
"""

import numpy as np
from numpy.typing import NDArray

from geometry.poses import Array
from geometry.separation.gjk import Separation, separation
from geometry.solids.primitives.primitive import Primitive

DRAWN = 0.02
"""How far shapes that meet are drawn apart, mm; those that are farther apart keep their walk."""

_MOST_DRAWINGS = 4
# What a step gains at least, as part of the size of the figures, or it is the last.
_GAIN = 1e-14
# Nor is there another after one that changed the depth by less than this part of it.
_LEAST_STEP = 0.1
_MOST_NORMALS = 96
_ENDS = np.array([(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)])


def close_separation(a: Primitive, b: Primitive, T_a_b: Array) -> Separation:
    """The separation in each pose (n, 4, 4); where shapes meet, gaps below 0 tell by how much at
    most. Its points are midway between the shapes."""
    found = separation(a, b, T_a_b)
    gap, along, at = found.gap.copy(), found.direction.copy(), found.point.copy()
    rows = np.flatnonzero(gap <= DRAWN)
    better_gaps(a, b, T_a_b, (gap, along, at), rows)
    return Separation(gap, along, np.maximum(gap, 0.0), at + 0.5 * gap[:, None] * along)


def better_gaps(
    a: Primitive,
    b: Primitive,
    T_a_b: Array,
    known: tuple[Array, Array, Array],
    rows: NDArray[np.int64],
) -> None:
    """Puts better ones into the given rows of what is known: gaps (n,), directions (n, 3) and
    points of a (n, 3)."""
    gap, along, at = known
    _try_normals(a, b, T_a_b, (gap, along), rows)
    for _ in range(_MOST_DRAWINGS):
        if not len(rows):
            return
        apart = (DRAWN - gap[rows])[:, None] * along[rows]
        drawn = T_a_b[rows]
        drawn[:, :3, 3] += apart
        found = separation(a, b, drawn)
        # A point of a nearest to b where they are drawn apart is nearly so where they touch.
        at[rows] = found.point
        new = found.gap - np.einsum("ni,ni->n", apart, found.direction)
        size = np.abs(drawn[:, :3, 3]).max(axis=1)
        gain = new - gap[rows]
        is_better = gain > _GAIN * size
        rows, gain = rows[is_better], gain[is_better]
        gap[rows], along[rows] = new[is_better], found.direction[is_better]
        rows = rows[gain > _LEAST_STEP * -gap[rows]]


def _try_normals(
    a: Primitive,
    b: Primitive,
    T_a_b: Array,
    known: tuple[Array, Array],
    rows: NDArray[np.int64],
) -> None:
    gap, along = known
    for normals, is_of_a in ((flat_normals(a), True), (-flat_normals(b), False)):
        for normal in normals:
            R = T_a_b[rows, :3, :3]
            d = np.broadcast_to(normal, (len(rows), 3)) if is_of_a else R @ normal
            on_a = np.einsum("ni,ni->n", a.support(d), d)
            back = -np.einsum("nij,ni->nj", R, d)
            on_b = np.einsum("ni,ni->n", b.support(back), back)
            new = np.einsum("ni,ni->n", d, T_a_b[rows, :3, 3]) - on_a - on_b
            is_better = new > gap[rows]
            gap[rows[is_better]], along[rows[is_better]] = new[is_better], d[is_better]


def flat_normals(shape: Primitive) -> Array:
    """Normals (n, 3) of the flat faces of a shape, for a round one those of its ends; one of many
    faces is as good as round."""
    planes = shape.flat_planes()
    if planes is None:
        return _ENDS
    return planes[:, :3] if len(planes) <= _MOST_NORMALS else np.zeros((0, 3))
