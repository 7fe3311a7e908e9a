"""A search for a common point of two solids that ends in a proof, either way.

The solids are unions of terms (see `clauses`); a common point lies in a term of each, where every
clause of both holds. A box with centre c and half edges h is free of such points, for one pair of
terms, when some clause has all its conditions ruled out over the box. A condition f <= 0 is ruled
out when

- f(c) less what f can fall within the box is above 0;
- or the half sum of f and of a condition that has to hold, its clause having no other left, is
  above 0 over the box. Where two surfaces face each other their slopes cancel, so that a close fit
  (a peg in its hole, a block in its pocket) is decided in boxes that are large against its
  clearance. For two round faces the half sum is at least half the difference of the offsets less
  half the distance between the axes: coaxial fits take a few boxes only.

Starting from the boxes that hold both bounds, boxes that are free are set aside and the others cut
in eight. When none is left, those set aside are a cover that proves FREE. A centre well inside
both solids is a witness that proves HIT. Boxes in which the solids share no ball of the touch
tolerance prove that they touch at most. Where the budget ends first, nothing is known.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.bounding import Conditions, conditions_of, polished, rule_out
from geometry.poses import Array, placed, relative
from geometry.solid import Solid

TOUCH_TOLERANCE = 1e-5
"""Bodies that share no ball of this radius, mm, touch at most: far above rounding, far below
anything that can be made or measured."""

INTERACTIVE_BUDGET = 20_000
"""Boxes that one search may look at while somebody waits: some tens of milliseconds."""

THOROUGH_BUDGET = 100_000
"""Boxes that one search may look at in the worker process: some tenths of a second."""

# A bound counts as above zero when it is by more than rounding, as part of the figures' size.
_ROUNDING = 1e-13
_DEEPENING_STEPS = 20
_MOST_POLISHED = 32
_EIGHT = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])


@dataclass(frozen=True, eq=False)
class Search:
    """The outcome, in the frame of a: a witness, or a cover, or neither.

    witness: A point in both solids, (3,), or None; depth_mm: radius of the ball about it in both.
    cover: Boxes as rows of centre and half edges, (n, 6), each proven free, together all of the
        region both solids can share; or None. touches: Whether some of the boxes are only proven
        to hold no ball of the touch tolerance.
    """

    witness: Array | None = None
    depth_mm: float = 0.0
    cover: Array | None = None
    touches: bool = False


def common_point(
    a: Solid, b: Solid, T_a_b: Array, budget: int = INTERACTIVE_BUDGET, margin: float = 0.0
) -> Search:
    """Whether a and b share volume, by subdivision within the budget.

    With a margin (mm) a cover proves that they are more than that apart.
    """
    centres, half = first_boxes(a, b, T_a_b, 0.5 * margin)
    conditions = conditions_of(a, b, T_a_b, 0.5 * margin)
    alive = np.ones((len(centres), len(conditions)), dtype=bool)
    need = 0.5 * margin + _ROUNDING * float(np.abs(T_a_b[:3, 3]).max() + np.abs(half).max())
    settled: list[Array] = []
    looked_at, touches = 0, False
    while len(centres):
        looked_at += len(centres)
        if looked_at > budget:
            return Search()
        deepest, level = _deepest(a, b, T_a_b, centres, conditions)
        if level <= -TOUCH_TOLERANCE:
            witness, depth = deepened(a, b, T_a_b, deepest, half)
            return Search(witness=witness, depth_mm=depth)
        if margin > 0.0 and level <= need:
            return Search()  # no box about this point can be ruled out
        alive = _left(conditions, centres, half, alive, need)
        is_open = np.asarray(alive.any(axis=1))
        if margin == 0.0 and is_open.any():
            left = _left(conditions, centres[is_open], half, alive[is_open], -TOUCH_TOLERANCE)
            touches |= bool(np.any(~left.any(axis=1)))
            is_open[np.flatnonzero(is_open)] = left.any(axis=1)
        settled.append(_boxes(centres[~is_open], half))
        half = 0.5 * half
        alive = np.repeat(alive[is_open], 8, axis=0)
        centres = (centres[is_open][:, None] + 2.0 * half * _EIGHT).reshape(-1, 3)
    cover = np.concatenate(settled) if settled else np.zeros((0, 6))
    return Search(cover=cover, touches=touches)


def _deepest(
    a: Solid, b: Solid, T_a_b: Array, centres: Array, conditions: tuple[Conditions, ...]
) -> tuple[Array, float]:
    """The point deepest in both solids among the centres, and the most promising of them moved
    towards where both are."""
    level = common_level(a, b, T_a_b, centres)
    lowest = int(np.argmin(level))
    point, least = centres[lowest], float(level[lowest])
    if least <= -TOUCH_TOLERANCE or not conditions:
        return point, least
    promising = centres[np.argsort(level)[:_MOST_POLISHED]]
    points = np.concatenate([polished(terms, promising) for terms in conditions[:8]])
    level = common_level(a, b, T_a_b, points)
    lowest = int(np.argmin(level))
    return (points[lowest], float(level[lowest])) if level[lowest] < least else (point, least)


def _left(
    conditions: tuple[Conditions, ...],
    centres: Array,
    half: Array,
    alive: NDArray[np.bool_],
    need: float,
) -> NDArray[np.bool_]:
    """Which pairs of terms (columns) may still have a point in common in each box."""
    left = alive.copy()
    for column, terms in enumerate(conditions):
        rows = np.flatnonzero(alive[:, column])
        if len(rows):
            left[rows, column] = ~rule_out(terms, centres[rows], half, need)
    return left


def common_level(a: Solid, b: Solid, T_a_b: Array, points: Array) -> Array:
    """g = max(f_a, f_b) at points (n, 3) of the frame of a, with the solids' level functions."""
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
