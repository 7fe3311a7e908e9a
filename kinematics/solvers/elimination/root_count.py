"""Roots gathered by pose: those that are one root are counted once, with their multiplicity.

1. Roots arrive as rows with the number of their pose; they are put into slots (N, k).
2. Two roots are one when every joint agrees, angles modulo a turn. All pairs of all poses would
   be dear: a number g(q) that varies by no more than its weights when q varies is sorted
   along the slots first, and only poses with close neighbours are compared in full.
3. The weight of a root is how many eigenvalues led to it. Merging adds weights within one loop;
   between loops, which count the same root each in its own way, it keeps the larger.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array

SLOTS = 16


@dataclass(frozen=True, eq=False)
class Closeness:
    """What counts as equal. turning: (6,), joints taken modulo a turn. within: (6,)."""

    turning: NDArray[np.bool_]
    within: Array


@dataclass(frozen=True, eq=False)
class Tally:
    """q: (N, k, 6), chain units, nan where unused; used slots come first. weight: (N, k)."""

    q: Array
    weight: NDArray[np.int64]

    @property
    def count(self) -> NDArray[np.int64]:
        """Distinct roots of each pose, (N,)."""
        return (~np.isnan(self.q[:, :, 0])).sum(axis=1)


def tallied(
    poses: int, pose: NDArray[np.int64], q: Array, weight: NDArray[np.int64], close: Closeness
) -> Tally:
    """Rows q (K, 6), sorted by pose, as distinct roots."""
    starts = np.searchsorted(pose, np.arange(poses))
    slot = np.arange(len(pose)) - starts[pose]
    width = max(SLOTS, int(slot.max(initial=-1)) + 1)
    slots = np.full((poses, width, 6), np.nan)
    weights = np.zeros((poses, width), np.int64)
    slots[pose, slot], weights[pose, slot] = q, weight
    return _merged(slots, weights, close, np.add)


def stacked(parts: list[Tally]) -> Tally:
    """The tallies of several sets of poses, one after the other."""
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
    """`roots` with the poses `where` taken from `part`."""
    both = stacked([roots, part])
    order = np.arange(len(roots.q))
    order[where] = len(roots.q) + np.arange(len(where))
    return Tally(both.q[order], both.weight[order])


def united(first: Tally, second: Tally, close: Closeness) -> Tally:
    """The distinct roots of either."""
    q = np.concatenate([first.q, second.q], axis=1)
    weight = np.concatenate([first.weight, second.weight], axis=1)
    return _merged(q, weight, close, np.maximum)


def same(q_a: Array, q_b: Array, close: Closeness) -> NDArray[np.bool_]:
    """Whether joint values (..., 6) agree."""
    gap = q_a - q_b
    turned = gap - 2.0 * np.pi * np.round(gap / (2.0 * np.pi))
    gap = np.where(close.turning, turned, gap)
    return np.all(np.abs(gap) < close.within, axis=-1)


Combine = Callable[[NDArray[np.int64], NDArray[np.int64]], NDArray[np.int64]]


def _merged(q: Array, weight: NDArray[np.int64], close: Closeness, combine: Combine) -> Tally:
    """Distinct roots, used slots first, at least SLOTS of them."""
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
    """Every slot compared with all after it; twins are emptied into the first."""
    for i in range(q.shape[1] - 1):
        twin = same(q[:, i, None], q[:, i + 1 :], close)
        absorbed = np.where(twin, weight[:, i + 1 :], 0)
        more = absorbed.sum(axis=1) if combine is np.add else absorbed.max(axis=1)
        weight[:, i] = combine(weight[:, i], more)
        q[:, i + 1 :][twin] = np.nan
        weight[:, i + 1 :][twin] = 0
    return q, weight


def _suspects(q: Array, close: Closeness) -> NDArray[np.int64]:
    """Poses in which two roots may be one, step 2."""
    phases = 0.3 + np.arange(6)
    marks = np.where(close.turning, np.sin(q + phases), q) / close.within
    key = np.sort(marks.sum(axis=2), axis=1)
    with np.errstate(invalid="ignore"):
        return np.flatnonzero((np.diff(key, axis=1) < 6.5).any(axis=1))
