"""A search for a common point of two solids that ends in a proof, either way.

The solids are unions of terms (see `normal_form`). A common point lies in a term of each solid,
where every clause of both terms holds. A box with centre c and half edges h is free of common
points of two terms when one clause has all its conditions ruled out over the box. A condition
f <= 0 is ruled out when

- f(c), minus the most that f can fall within the box, is above 0;
- or the half sum of f and of a condition that must hold (the only one left of its clause) is above
  0 over the box. The slopes of two surfaces that face each other cancel in the half sum, so that
  boxes that are large against the clearance decide a close fit (a peg in its hole, a block in its
  pocket). For two round faces the half sum is at least half the difference of the offsets minus
  half the distance between the axes, so that coaxial fits take only a few boxes.

The search starts with boxes that fill the common part of both bounds. Free boxes are set aside, and
the others are split in eight. When none is left, the boxes set aside are a cover that proves the
solids apart. A box centre that lies deep enough inside both solids is a witness that proves HIT.

Rounding decides no verdict. Solids are apart when their distance is more than the touch tolerance,
and share volume when they share a ball of that diameter; between the two they touch. The search
reports a touch when it has found a point within half the tolerance of both solids; from then on it
also sets aside boxes that hold no ball of that diameter. If the budget ends first, nothing is
known.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.exact.deepest_point import descended
from geometry.exact.lower_bounds import Conditions, conditions_of, level_of, polished, rule_out
from geometry.poses import Array, placed, relative
from geometry.solids.tree import Solid
from geometry.tolerances import LEAST_BALL, TOUCH_TOLERANCE

INTERACTIVE_BUDGET = 20_000
"""Most boxes that one search looks at while a person waits: some tens of milliseconds."""

THOROUGH_BUDGET = 100_000
"""Most boxes that one search looks at in the worker process: some tenths of a second."""

# Share of the size of the coordinates by which a bound must exceed 0: more than its rounding.
_ROUNDING = 1e-13
# Share of the tolerance by which `is_near` lets a point exceed it: the walk of separation finds
# gaps to 1e-9 mm.
_SPARE = 1e-3
# Least edge, mm, of the region that the first boxes fill: a touch of two faces has no volume.
_THINNEST = 1e-9
_DEEPENING_STEPS = 20
_MOST_POLISHED = 32
_MOST_POLISHING = 8
# The round in which steps go down towards common depth (it happens again before the budget ends),
# and the number of points from which they start.
_DESCENT_ROUND, _MOST_DESCENTS = 2, 2
_EIGHT = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])


@dataclass(frozen=True, eq=False)
class Search:
    """The outcome of a search, in the frame of a: a witness, or a cover, or neither; mm.

    witness: A point in both solids, (3,), or None. depth_mm: Radius of a ball about the witness
        that lies in both solids.
    cover: Boxes as rows of centre and half edges, (n, 6), or None. Each box is proven free, and
        together they fill the region that both solids can share.
    touches: Whether some boxes of the cover are only proven to hold no ball whose diameter is the
        touch tolerance.
    near: A point (3,), or None. With touches it is within half the touch tolerance of both solids;
        without a cover it is within half the margin of both.
    looked_at: Number of boxes that the search looked at.
    """

    witness: Array | None = None
    depth_mm: float = 0.0
    cover: Array | None = None
    touches: bool = False
    near: Array | None = None
    looked_at: int = 0


def common_point(
    a: Solid,
    b: Solid,
    T_a_b: Array,
    budget: int = INTERACTIVE_BUDGET,
    margin: float = 0.0,
    hints: Array | None = None,
) -> Search:
    """Whether a and b share volume, touch, or are apart, by subdivision within the budget (boxes).

    T_a_b: Pose of b in a, (4, 4). margin: A cover without touches proves that the solids are more
    than this, mm, and more than the touch tolerance, apart. hints: Points (n, 3) in the frame of a
    that may lie in both solids; the search tries them first.
    """
    apart = 0.5 * max(margin, TOUCH_TOLERANCE)
    centres, half = first_boxes(a, b, T_a_b, apart)
    if hints is not None:
        level = common_level(a, b, T_a_b, hints)
        if level.min() <= -LEAST_BALL:
            witness, depth = deepened(a, b, T_a_b, hints[int(np.argmin(level))], half)
            return Search(witness=witness, depth_mm=depth)
    conditions = conditions_of(a, b, T_a_b, apart)
    alive = np.ones((len(centres), len(conditions)), dtype=bool)
    size = np.abs(T_a_b[:3, 3]).max() + np.abs(half).max() + np.abs(centres).max(initial=0.0)
    need = apart + _ROUNDING * float(size)
    settled: list[Array] = []
    near: Array | None = None
    looked_at, rounds, touches = 0, 0, False
    while len(centres):
        looked_at += len(centres)
        if looked_at > budget:
            return Search(looked_at=looked_at)
        candidates = centres if hints is None else np.vstack([hints, centres])
        hints = None
        points, level = _promising(a, b, T_a_b, candidates, conditions)
        is_last = looked_at + 8 * len(centres) > budget
        if rounds == _DESCENT_ROUND or (is_last and rounds > _DESCENT_ROUND):
            points, level = _lowered(a, b, T_a_b, points, level, conditions, half)
        rounds += 1
        if level[0] <= -LEAST_BALL:
            witness, depth = deepened(a, b, T_a_b, points[0], half)
            return Search(witness=witness, depth_mm=depth, looked_at=looked_at)
        near = _first_within(conditions, points[level <= need], need) if near is None else near
        if near is not None and margin > TOUCH_TOLERANCE:
            return Search(
                near=near, looked_at=looked_at
            )  # no box about this point can be ruled out
        alive = _left(conditions, centres, half, alive, need)
        is_open = np.asarray(alive.any(axis=1))
        if near is not None and is_open.any():
            left = _left(conditions, centres[is_open], half, alive[is_open], -LEAST_BALL)
            touches |= bool(np.any(~left.any(axis=1)))
            is_open[np.flatnonzero(is_open)] = left.any(axis=1)
        settled.append(_boxes(centres[~is_open], half))
        half = 0.5 * half
        alive = np.repeat(alive[is_open], 8, axis=0)
        centres = (centres[is_open][:, None] + 2.0 * half * _EIGHT).reshape(-1, 3)
    cover = np.concatenate(settled) if settled else np.zeros((0, 6))
    near = near if touches else None
    return Search(cover=cover, touches=touches, near=near, looked_at=looked_at)


def _promising(
    a: Solid, b: Solid, T_a_b: Array, centres: Array, conditions: tuple[Conditions, ...]
) -> tuple[Array, Array]:
    """The points (n, 3) that lie deepest in both solids, and their levels (n,), lowest first. The
    candidates are the centres, and the best of them moved towards the common part."""
    level = common_level(a, b, T_a_b, centres)
    order = np.argsort(level)[:_MOST_POLISHED]
    points, level = centres[order], level[order]
    if level[0] <= -LEAST_BALL or not conditions:
        return points, level
    moved = np.concatenate([polished(terms, points) for terms in conditions[:_MOST_POLISHING]])
    points = np.concatenate([points, moved])
    level = np.concatenate([level, common_level(a, b, T_a_b, moved)])
    order = np.argsort(level)
    return points[order], level[order]


def _lowered(
    a: Solid,
    b: Solid,
    T_a_b: Array,
    points: Array,
    level: Array,
    conditions: tuple[Conditions, ...],
    half: Array,
) -> tuple[Array, Array]:
    """The points (n, 3), joined by the ends of descents from the first of them, and the levels of
    all, (n,), lowest first."""
    reach = float(np.linalg.norm(half))
    own = conditions[:_MOST_POLISHING]
    starts = points[:_MOST_DESCENTS]
    low = np.array([descended(terms, start, reach) for terms in own for start in starts])
    points = np.concatenate([points, low.reshape(-1, 3)])
    level = np.concatenate([level, common_level(a, b, T_a_b, low.reshape(-1, 3))])
    order = np.argsort(level)
    return points[order], level[order]


def _first_within(conditions: tuple[Conditions, ...], points: Array, need: float) -> Array | None:
    """The first of the points (n, 3) that is in both solids or within `need` (mm) of both; None if
    there is none. Conditions decide it, because they leave out the films without volume that remain
    where a cutter ends flush with a face."""
    for terms in conditions if len(points) else ():
        within = np.flatnonzero(level_of(terms, points) <= need)
        if len(within):
            return np.asarray(points[within[0]])
    return None


def _left(
    conditions: tuple[Conditions, ...],
    centres: Array,
    half: Array,
    alive: NDArray[np.bool_],
    need: float,
) -> NDArray[np.bool_]:
    """Which pairs of terms (columns) may still have a common point in each box (rows)."""
    left = alive.copy()
    for column, terms in enumerate(conditions):
        rows = np.flatnonzero(alive[:, column])
        if len(rows):
            left[rows, column] = ~rule_out(terms, centres[rows], half, need)
    return left


def common_level(a: Solid, b: Solid, T_a_b: Array, points: Array) -> Array:
    """g = max(f_a, f_b), mm, with the level functions of both solids, at points (n, 3) of the frame
    of a, (n,)."""
    seen_from_b = placed(relative(T_a_b, np.eye(4)), points)
    return np.maximum(a.level(points), b.level(seen_from_b))


def is_near(a: Solid, b: Solid, T_a_b: Array, point: Array) -> bool:
    """Whether a point (3,) of the frame of a is within half the touch tolerance of both solids."""
    conditions = conditions_of(a, b, T_a_b, LEAST_BALL)
    need = LEAST_BALL * (1.0 + _SPARE)
    if float(common_level(a, b, T_a_b, point[None])[0]) > need:
        return False
    return _first_within(conditions, point[None], need) is not None


def first_boxes(a: Solid, b: Solid, T_a_b: Array, grown: float = 0.0) -> tuple[Array, Array]:
    """Nearly cubic boxes that fill the common part of both bounds, each grown by `grown` mm: their
    centres (n, 3) and their half edges (3,), which all boxes share."""
    lo_a, hi_a = a.bounds()
    lo_b, hi_b = b.bounds_in(T_a_b)
    lo, hi = np.maximum(lo_a, lo_b) - grown, np.minimum(hi_a, hi_b) + grown
    if np.any(hi < lo):
        return np.zeros((0, 3)), np.zeros(3)
    edges = np.maximum(hi - lo, _THINNEST)
    counts = np.clip(np.round(edges / edges.min()), 1, 8).astype(int)
    half = 0.5 * edges / counts
    axes = [lo[i] + half[i] * (2.0 * np.arange(counts[i]) + 1.0) for i in range(3)]
    return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3), half


def deepened(a: Solid, b: Solid, T_a_b: Array, point: Array, half: Array) -> tuple[Array, float]:
    """A point that lies deeper in both solids than `point`, found by steps, and its depth, mm.

    half: First step along each axis, (3,), mm. The depth is -g (see `common_level`); it is above 0
    only if the point lies inside both solids.
    """
    depth = -float(common_level(a, b, T_a_b, point[None])[0])
    for _ in range(_DEEPENING_STEPS):
        candidates = point + half * np.concatenate([2.0 * _EIGHT, np.eye(3), -np.eye(3)])
        g = common_level(a, b, T_a_b, candidates)
        deepest = int(np.argmin(g))
        if -g[deepest] > depth:
            point, depth = candidates[deepest], -float(g[deepest])
        else:
            half = 0.5 * half
    return point, depth


def _boxes(centres: Array, half: Array) -> Array:
    return np.hstack([centres, np.broadcast_to(half, centres.shape)])
