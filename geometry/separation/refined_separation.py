"""Better separations of convex shapes that meet or nearly meet, for many poses at once.

Where shapes meet, even by very little, the walk of `gjk` ends with an arbitrary direction; where
they nearly meet it has few digits. Two things help there. The normals of flat faces are tried as
directions. And the shapes are moved apart along the best direction, so that a new walk finds the
face between them: its gap, minus the part of the displacement along its direction, is a gap of the
shapes in their true pose. With the old direction d and the displacement s the walk maximises

    gap(e) + s d . e    over unit vectors e;    for e = d this is gap(d) + s,

so gap(e) is at least gap(d) + s (1 - d . e): no step gives a worse gap.
"""

import numpy as np
from numpy.typing import NDArray

from geometry.poses import Array
from geometry.separation.gjk import Separation, separation
from geometry.solids.primitives.primitive import Primitive

DRAWN = 0.02
"""Distance to which shapes that meet are moved apart, mm; farther shapes keep their first walk."""

_MOST_DRAWINGS = 4
# Least gain of a step as a share of the size of the coordinates: a smaller gain is rounding.
_GAIN = 1e-14
# Least gain of a step as a share of the depth: after a smaller gain no further step is tried.
_LEAST_STEP = 0.1
_MOST_NORMALS = 96
_ENDS = np.array([(0.0, 0.0, 1.0), (0.0, 0.0, -1.0)])


def close_separation(a: Primitive, b: Primitive, T_a_b: Array) -> Separation:
    """The separation of a and b in each pose T_a_b (n, 4, 4). A gap below 0 is a bound of the
    depth of shapes that meet. The points lie midway between the shapes."""
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
    """Improves the given rows of `known` in place: gaps (n,), directions (n, 3) and points of a
    (n, 3), in poses T_a_b (n, 4, 4)."""
    gap, along, at = known
    _try_normals(a, b, T_a_b, (gap, along), rows)
    for _ in range(_MOST_DRAWINGS):
        if not len(rows):
            return
        apart = (DRAWN - gap[rows])[:, None] * along[rows]
        drawn = T_a_b[rows]
        drawn[:, :3, 3] += apart
        found = separation(a, b, drawn)
        # The point of a nearest to the moved b is nearly the nearest one in the true pose too.
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
    """Normals (n, 3) of the flat faces of a shape; those of its ends for a round shape, none for a
    shape with very many faces."""
    planes = shape.flat_planes()
    if planes is None:
        return _ENDS
    return planes[:, :3] if len(planes) <= _MOST_NORMALS else np.zeros((0, 3))
