"""A search for a common point of two solids that ends in a proof, either way.

Let g = max(f_a, f_b) with the level functions of the two solids (see `solid`). The solids share a
ball of radius d about p when g(p) = -d, and share nothing within distance g(p) of p when
g(p) > 0. A box of half-diagonal r about p is therefore free when g(p) > r. Starting from the box
that holds both bounds, boxes that are free are set aside and the others cut in eight. When none
is left, those set aside are a cover that proves FREE; when a centre has g below the touch
tolerance, it is a witness that proves HIT. Surfaces closer than a small part of their size need
more boxes than the budget allows; the search then says that it does not know.
"""

from dataclasses import dataclass

import numpy as np

from geometry.poses import Array, placed, relative
from geometry.solid import Solid

TOUCH_TOLERANCE = 1e-5
"""Bodies that share no ball of this radius, mm, touch at most: far above rounding, far below
anything that can be made or measured."""

INTERACTIVE_BUDGET = 20_000
"""Boxes that one search may look at: some ten milliseconds for a part of ten primitives."""

_DEEPENING_STEPS = 20
_EIGHT = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])


@dataclass(frozen=True, eq=False)
class Search:
    """The outcome, in the frame of a: a witness, or a cover, or neither.

    witness: A point in both solids, (3,), or None; depth_mm: radius of the ball about it in both.
    cover: Boxes as rows of centre and half edges, (n, 6), each proven free, together all of the
        region both solids can share; or None.
    """

    witness: Array | None = None
    depth_mm: float = 0.0
    cover: Array | None = None


def common_point(
    a: Solid, b: Solid, T_a_b: Array, budget: int = INTERACTIVE_BUDGET, margin: float = 0.0
) -> Search:
    """Whether a and b share volume, by subdivision within the budget."""
    centres, half = first_boxes(a, b, T_a_b, 0.5 * margin)
    free: list[Array] = []
    looked_at = 0
    while len(centres):
        looked_at += len(centres)
        if looked_at > budget:
            return Search()
        g = common_level(a, b, T_a_b, centres)
        deepest = int(np.argmin(g))
        if g[deepest] <= -TOUCH_TOLERANCE:
            witness, depth = deepened(a, b, T_a_b, centres[deepest], half)
            return Search(witness=witness, depth_mm=depth)
        is_free = g > np.linalg.norm(half) + 0.5 * margin
        free.append(_boxes(centres[is_free], half))
        half = 0.5 * half
        centres = (centres[~is_free][:, None] + 2.0 * half * _EIGHT).reshape(-1, 3)
    return Search(cover=np.concatenate(free) if free else np.zeros((0, 6)))


def common_level(a: Solid, b: Solid, T_a_b: Array, points: Array) -> Array:
    """g = max(f_a, f_b) at points (n, 3) of the frame of a."""
    seen_from_b = placed(relative(T_a_b, np.eye(4)), points)
    return np.maximum(a.level(points), b.level(seen_from_b))


def first_boxes(a: Solid, b: Solid, T_a_b: Array, grown: float = 0.0) -> tuple[Array, Array]:
    """Nearly cubic boxes that fill the region common to both bounds: centres and half edges."""
    lo_a, hi_a = a.bounds()
    lo_b, hi_b = b.bounds_in(T_a_b)
    lo, hi = np.maximum(lo_a, lo_b) - grown, np.minimum(hi_a, hi_b) + grown
    if np.any(hi < lo):
        return np.zeros((0, 3)), np.zeros(3)
    edges = np.maximum(hi - lo, 1e-9)
    counts = np.clip(np.round(edges / edges.min()), 1, 8).astype(int)
    half = 0.5 * edges / counts
    axes = [lo[i] + half[i] * (2.0 * np.arange(counts[i]) + 1.0) for i in range(3)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3), half


def deepened(a: Solid, b: Solid, T_a_b: Array, point: Array, half: Array) -> tuple[Array, float]:
    """Steps from a point towards more depth in both solids: where they led, and the depth there.

    half: First step along each axis, (3,), mm. The depth is -g, above 0 for a witness only.
    """
    depth = -float(common_level(a, b, T_a_b, point[None])[0])
    for _ in range(_DEEPENING_STEPS):
        around = point + half * np.concatenate([2.0 * _EIGHT, np.eye(3), -np.eye(3)])
        g = common_level(a, b, T_a_b, around)
        deepest = int(np.argmin(g))
        if -g[deepest] > depth:
            point, depth = around[deepest], -float(g[deepest])
        else:
            half = 0.5 * half
    return point, depth


def _boxes(centres: Array, half: Array) -> Array:
    return np.hstack([centres, np.broadcast_to(half, centres.shape)])
