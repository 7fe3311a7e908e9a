"""Roots collected for each pose: equal roots count once, with their multiplicity.

1. Roots arrive as rows with the index of their pose and are put into slots (N, k).
2. Two roots are one if all joints agree, angles modulo a turn. Comparing all pairs of all poses
   would be slow. So a number g(q) is sorted first whose slope in each joint is bounded, and only
   poses in which two of these numbers are close are compared in full.
3. The weight of a root is the number of eigenvalues that led to it. Merging adds the weights of
   roots from one loop; of roots from different loops, each with its own count, it keeps the larger.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array

SLOTS = 16


@dataclass(frozen=True, eq=False)
class Closeness:
    """When roots are equal: the joint values differ by less than `within`, (6,), in chain units.

    turning: (6,), whether the difference is taken modulo a turn.
    """

    turning: NDArray[np.bool_]
    within: Array


@dataclass(frozen=True, eq=False)
class Tally:
    """Distinct roots of N poses.

    q: (N, k, 6), chain units; used slots come first, the others hold nan. weight: (N, k).
    """

    q: Array
    weight: NDArray[np.int64]

    @property
    def count(self) -> NDArray[np.int64]:
        """Number of distinct roots of each pose, (N,)."""
        return (~np.isnan(self.q[:, :, 0])).sum(axis=1)


def tallied(
    poses: int, pose: NDArray[np.int64], q: Array, weight: NDArray[np.int64], close: Closeness
) -> Tally:
    """The distinct roots among rows q (K, 6) with their weights (K,); pose: (K,), sorted."""
    starts = np.searchsorted(pose, np.arange(poses))
    slot = np.arange(len(pose)) - starts[pose]
    width = max(SLOTS, int(slot.max(initial=-1)) + 1)
    slots = np.full((poses, width, 6), np.nan)
    weights = np.zeros((poses, width), np.int64)
    slots[pose, slot], weights[pose, slot] = q, weight
    return _merged(slots, weights, close, np.add)


def stacked(parts: list[Tally]) -> Tally:
    """The tallies of several stacks of poses, joined along the first axis."""
    poses = sum(len(part.q) for part in parts)
    width = max((part.q.shape[1] for part in parts), default=SLOTS)
    q, weight = np.full((poses, width, 6), np.nan), np.zeros((poses, width), np.int64)
    start = 0
    for part in parts:
        end, used = start + len(part.q), part.q.shape[1]
        q[start:end, :used], weight[start:end, :used] = part.q, part.weight
        start = end
    return Tally(q, weight)


def replaced(roots: Tally, where: NDArray[np.int64], part: Tally) -> Tally:
    """`roots` in which the poses with the indices `where` are replaced by those of `part`."""
    both = stacked([roots, part])
    order = np.arange(len(roots.q))
    order[where] = len(roots.q) + np.arange(len(where))
    return Tally(both.q[order], both.weight[order])


def united(first: Tally, second: Tally, close: Closeness) -> Tally:
    """The distinct roots of both tallies, pose by pose; weights as in step 3 between loops."""
    q = np.concatenate([first.q, second.q], axis=1)
    weight = np.concatenate([first.weight, second.weight], axis=1)
    return _merged(q, weight, close, np.maximum)


def same(q_a: Array, q_b: Array, close: Closeness) -> NDArray[np.bool_]:
    """Whether joint values (..., 6) are one root, (...)."""
    gap = q_a - q_b
    turned = gap - 2.0 * np.pi * np.round(gap / (2.0 * np.pi))
    gap = np.where(close.turning, turned, gap)
    return np.all(np.abs(gap) < close.within, axis=-1)


Combine = Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.int64]]


def _merged(q: Array, weight: NDArray[np.int64], close: Closeness, combine: Combine) -> Tally:
    """The distinct roots of slots q (N, k, 6), used slots first, with at least SLOTS slots."""
    where = _suspects(q, close)
    if len(where):
        q[where], weight[where] = _without_twins(q[where], weight[where], close, combine)
    empty = np.isnan(q[:, :, 0])
    ragged = np.flatnonzero((empty[:, :-1] & ~empty[:, 1:]).any(axis=1))
    if len(ragged):
        order = np.argsort(empty[ragged], axis=1, kind="stable")
        q[ragged] = np.take_along_axis(q[ragged], order[:, :, None], axis=1)
        weight[ragged] = np.take_along_axis(weight[ragged], order, axis=1)
    if q.shape[1] > SLOTS:
        width = max(SLOTS, int((~np.isnan(q[:, :, 0])).sum(axis=1).max(initial=0)))
        q, weight = q[:, :width], weight[:, :width]
    return Tally(q, weight)


def _without_twins(
    q: Array, weight: NDArray[np.int64], close: Closeness, combine: Combine
) -> tuple[Array, NDArray[np.int64]]:
    """q and weight with equal roots merged into the first of them; the other slots become empty."""
    for i in range(q.shape[1] - 1):
        twin = same(q[:, i, None], q[:, i + 1 :], close)
        absorbed = np.where(twin, weight[:, i + 1 :], 0)
        more = absorbed.sum(axis=1) if combine is np.add else absorbed.max(axis=1)
        weight[:, i] = combine(weight[:, i], more)
        q[:, i + 1 :][twin] = np.nan
        weight[:, i + 1 :][twin] = 0
    return q, weight


def _suspects(q: Array, close: Closeness) -> NDArray[np.int64]:
    """Step 2: indices of the poses in which two roots may be equal."""
    phases = 0.3 + np.arange(6)
    marks = np.where(close.turning, np.sin(q + phases), q) / close.within
    key = np.sort(marks.sum(axis=2), axis=1)
    with np.errstate(invalid="ignore"):
        return np.flatnonzero((np.diff(key, axis=1) < 6.5).any(axis=1))
