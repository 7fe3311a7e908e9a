"""The halving of intervals of motions until every pair is proven apart, found in contact, or too
near to tell; level by level, all intervals of all segments together. See `sweep`."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from geometry.batches import APART, MEETS, NEAR, OPEN, Path, gap_rows, open_rows
from geometry.contact import contact_seen_from_a, has_mesh, is_farther_by_mesh
from geometry.exact import common_point
from geometry.open_contact import has_open, surfaces_are_clear
from geometry.packing import Integers, PackedBodies
from geometry.poses import Array, relative
from geometry.solid import Solid

SegmentPoses = Callable[[Integers, Array], Array]
"""Segments (m,) and times in them (m,), 0 to 1, to poses of the moving bodies (m, n, 4, 4)."""

UNTOLD = 4
"""State of a body in the hull of an open surface that it will not meet over the interval: whether
it is in or beside what that bounds cannot be told, however closely one looks."""

_MOST_HALVINGS = 40
# Where a body comes into the hull of an open surface, and leaves it, is told within this, mm.
_UNTOLD_WITHIN = 1.0
# Parts to begin with are such that no pair approaches by more than this over one, mm.
_FIRST_WAY = 250.0
# Boxes that one search for a common point may look at: intervals are many.
_SEARCH_BUDGET = 4_000


@dataclass(frozen=True)
class Limits:
    """How long is looked.

    resolution: Bodies that pass each other within this, mm, are not looked at more closely.
    for_all: Whether every pair has a first contact of its own; else a segment is left at its
        first. most_open, most_searched: So many open intervals of one pair in one segment are
        halved at a level, of pairs whose pieces are their solids, and of the others; more of
        them stay open.
    """

    resolution: float
    for_all: bool = False
    most_open: int = 1 << 40
    most_searched: int = 1 << 40


@dataclass(eq=False)
class Level:
    """Intervals, their segments, and which pairs are looked at in each: rows (interval, pair)."""

    segments: Integers
    spans: Array
    items: Integers | None


class Halving:
    """Level by level, all intervals of all segments together."""

    def __init__(
        self,
        packed: PackedBodies,
        poses: SegmentPoses,
        pairs: Integers,
        rates: Array,
        limits: Limits,
        path: Path,
    ) -> None:
        self.packed, self.poses, self.pairs = packed, poses, pairs
        self.rates, self.limits, self.path = rates, limits, path
        exact = np.array([piece.is_exact for piece in packed.pieces])
        body_exact = np.asarray(np.logical_and.reduceat(exact, packed.start[:-1]))
        self.is_exact = np.asarray(body_exact[pairs].all(axis=1))
        self.most = np.where(self.is_exact, limits.most_open, limits.most_searched)
        # First contacts of each segment: in one column, or in one for each pair.
        self.column = np.arange(len(pairs)) if limits.for_all else np.zeros(len(pairs), np.int64)
        shape = (len(rates), len(pairs) if limits.for_all else 1)
        self.contact, self.contact_pair = np.full(shape, np.inf), np.full(shape, -1)
        self.gaps: dict[int, list[tuple[float, float, int, bool]]] = {}
        self.done: list[tuple[Level, Integers]] = []

    def run(self) -> None:
        """Looks until nothing is left to be halved."""
        level = self._parts()
        for _ in range(_MOST_HALVINGS):
            still = self._look(level)
            self.done.append((level, still))
            level = self._halved(level, still)
            if not len(level.segments):
                break

    def _parts(self) -> Level:
        """The parts to begin with: so short that most pairs are done with at the first look."""
        ways = self.rates.max(axis=1) / _FIRST_WAY
        self.parts = 2 ** np.clip(np.ceil(np.log2(np.maximum(ways, 1.0))), 0, 8).astype(np.int64)
        segments = np.repeat(np.arange(len(self.rates)), self.parts)
        first = np.cumsum(self.parts) - self.parts
        starts = (np.arange(len(segments)) - first[segments]) / self.parts[segments]
        spans = np.column_stack([starts, starts + 1.0 / self.parts[segments]])
        return Level(segments, spans, None)

    def _look(self, level: Level) -> Integers:
        """Rows (interval, pair, state) of what is not proven at the middles of a level."""
        middles = level.spans.mean(axis=1)
        lengths = level.spans[:, 1] - level.spans[:, 0]
        T = np.asarray(self.poses(level.segments, middles), dtype=float)
        if level.items is None:
            rows = open_rows(
                self.packed, T, (level.segments, lengths), self.pairs, self.rates, self.path
            )
        else:
            interval, pair = level.items.T
            asked = 0.5 * self.rates[level.segments[interval], pair] * lengths[interval]
            items = np.column_stack([interval, self.pairs[pair]])
            _, states = gap_rows(self.packed, T, items, asked, self.path)
            rows = np.column_stack([level.items, states])[states != APART]
        return self._searched(level, rows, T, lengths)

    def _searched(self, level: Level, rows: Integers, T: Array, lengths: Array) -> Integers:
        """The rows with those decided that the convex pieces leave open; contacts are noted.

        Of pieces that hold more than their solids, those that are near are halved like others:
        only where they meet, or nothing shorter comes after, are the solids themselves asked.
        """
        ways = 0.5 * self.rates[level.segments[rows[:, 0]], rows[:, 1]] * lengths[rows[:, 0]]
        is_last = (
            (rows[:, 2] == NEAR) & (ways <= self.limits.resolution) & ~self.is_exact[rows[:, 1]]
        )
        for place in np.flatnonzero((rows[:, 2] == OPEN) | is_last):
            interval, (a, b) = rows[place, 0], self.pairs[rows[place, 1]]
            T_a_b = relative(self._pose(T, interval, a), self._pose(T, interval, b))
            one, two = self.packed.solids[a], self.packed.solids[b]
            rows[place, 2] = searched_state(one, two, T_a_b, float(ways[place]))
        self._note_contacts(level, rows[rows[:, 2] == MEETS])
        return rows[rows[:, 2] != APART]

    def _note_contacts(self, level: Level, rows: Integers) -> None:
        """The earliest contacts; of several at one time the first in the rows."""
        rows = rows[::-1]
        segment, t = level.segments[rows[:, 0]], level.spans[rows[:, 0]].mean(axis=1)
        order = np.argsort(-t, kind="stable")
        segment, t, pair = segment[order], t[order], rows[order, 1]
        is_earlier = t < self.contact[segment, self.column[pair]]
        # Of entries that are assigned to one cell the last stays, and that is the earliest.
        cell = segment[is_earlier], self.column[pair[is_earlier]]
        self.contact[cell], self.contact_pair[cell] = t[is_earlier], pair[is_earlier]

    def _pose(self, T: Array, sample: int, body: int) -> Array:
        slot = self.packed.bodies[2][body]
        return self.packed.standing[body] if slot < 0 else T[sample, slot]

    def _halved(self, level: Level, still: Integers) -> Level:
        """The halves that are to be looked at next; what is too short to be halved is a gap."""
        interval, pair, state = still.T
        segments = level.segments[interval]
        start, end = level.spans[interval].T
        middle, contact = 0.5 * (start + end), self.contact[segments, self.column[pair]]
        is_short = 0.5 * self.rates[segments, pair] * (end - start) <= self.limits.resolution
        is_given_up = ~is_short & (self._too_many(segments, pair) | (state == UNTOLD))
        is_short |= is_given_up
        for row in np.flatnonzero(is_short & (state != MEETS) & (start < contact)):
            gap = (float(start[row]), float(end[row]), int(pair[row]), bool(is_given_up[row]))
            self.gaps.setdefault(int(segments[row]), []).append(gap)
        left = ~is_short & (start < contact)
        right = ~is_short & (state != MEETS) & (middle < contact)
        halves = np.concatenate([2 * interval[left], 2 * interval[right] + 1])
        which, inverse = np.unique(halves, return_inverse=True)
        parent, side = which // 2, which % 2
        spans = level.spans[parent].copy()
        spans[np.arange(len(which)), 1 - side] = level.spans[parent].mean(axis=1)
        pairs = np.concatenate([pair[left], pair[right]])
        return Level(level.segments[parent], spans, np.column_stack([inverse, pairs]))

    def _too_many(self, segments: Integers, pair: Integers) -> NDArray[np.bool_]:
        """Which rows belong to a pair that is open in too many intervals of its segment."""
        name = segments * len(self.pairs) + pair
        _, inverse, counts = np.unique(name, return_inverse=True, return_counts=True)
        return np.asarray(counts[inverse] > self.most[pair])


def searched_state(a: Solid, b: Solid, T_a_b: Array, asked: float) -> int:
    """The state of a pair by the exact solids, or the meshes where an imported one takes part:
    what convex pieces leave open."""
    if has_mesh(a, b):
        if is_farther_by_mesh(a, b, T_a_b, max(asked, 0.0)):
            return APART
        is_open = asked <= _UNTOLD_WITHIN and (has_open(a) or has_open(b))
        if is_open and surfaces_are_clear(a, b, T_a_b, max(asked, 0.0)):
            return UNTOLD
        return NEAR if contact_seen_from_a(a, b, T_a_b) is None else MEETS
    found = common_point(a, b, T_a_b, _SEARCH_BUDGET, margin=max(asked, 0.0))
    if found.witness is not None:
        return MEETS
    return APART if found.cover is not None and not found.touches else NEAR
