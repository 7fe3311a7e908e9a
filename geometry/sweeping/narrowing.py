"""The search behind a sweep: unproven intervals of motions are narrowed until every pair is proven
apart, found in contact, or too near to decide.

The search goes level by level: the open intervals of all segments are looked at together. A *look*
places the bodies of a pair at one time within an interval, and at its ends. See `segments`.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.contact.pair_state import UNSURE, UNTOLD, searched_state
from geometry.errors import GeometryError
from geometry.poses import Array, relative
from geometry.separation.batches import APART, MEETS, NEAR, OPEN, Path
from geometry.separation.packed_bodies import Integers, PackedBodies
from geometry.sweeping.stretch import nothing_unproven
from geometry.sweeping.stretch_tables import Looks, unproven_items, unproven_rows

SegmentPoses = Callable[[Integers, Array], Array]
"""A function from indices of segments (m,) and times in them (m,), 0 to 1, to T_world_body of the
moving bodies, (m, n, 4, 4)."""

# Greatest approach of a pair over one of the first parts of a segment, mm, if bends are not known.
_FIRST_WAY = 250.0
# Greatest sag of a gap below a straight line over one of the first parts, mm, if bends are known.
_FIRST_SAG = 60.0
_MOST_PARTS = 256
# Parts of a segment that are looked at together: parts behind a first contact need no look.
_PARTS_AT_ONCE = 2
# Segments whose first parts are looked at together: their poses fit into the processor's cache.
_AT_ONCE = 2048


@dataclass(frozen=True, eq=False)
class Bounds:
    """Limits of the relative motion of p pairs over s segments; `stretch` defines them.

    rates: (s, p), mm per segment. bends, kinks: (s, p), or (1, p) if they are the same for all
    segments. has_bends: Whether bends are known; if not, only the middles of stretches are looked
    at, and not their ends.
    """

    rates: Array
    bends: Array
    kinks: Array
    has_bends: bool

    def of(self, segments: Integers, pairs: Integers) -> Array:
        """Rate, bend and kink of n pairs in n segments, (n, 3)."""
        return np.column_stack(
            [f[segments % len(f), pairs] for f in (self.rates, self.bends, self.kinks)]
        )


def checked_bounds(
    rates: ArrayLike, bends: ArrayLike | None, kinks: ArrayLike | None, pairs: int
) -> Bounds:
    """The bounds of so many pairs over segments; GeometryError for wrong shapes, nan, and numbers
    below 0."""
    given = np.ascontiguousarray(rates, dtype=float)
    if given.ndim != 2 or given.shape[1] != pairs or not _is_within(given, np.finfo(float).max):
        raise _wrong("reach", pairs, given)
    found = [given]
    for name, figures, default in (("bends", bends, np.inf), ("kinks", kinks, 0.0)):
        own = np.full((1, pairs), default) if figures is None else np.asarray(figures, dtype=float)
        fits = own.ndim == 2 and own.shape[1] == pairs and len(own) in (1, len(given))
        if not fits or not _is_within(own, np.inf):
            raise _wrong(name, pairs, own)
        found.append(np.ascontiguousarray(own))
    return Bounds(found[0], found[1], found[2], bends is not None)


def _is_within(figures: Array, most: float) -> bool:
    """Whether all figures are between 0 and `most`; nan is not."""
    return not figures.size or bool(figures.min() >= 0.0 and figures.max() <= most)


@dataclass(frozen=True)
class Limits:
    """The limits at which the search stops.

    resolution: Bodies that pass each other within this, mm, are not looked at more closely.
    for_all: Whether the search finds the first contact of every pair; if not, it leaves a segment
        at the first contact of any pair.
    most_open, most_searched: Greatest number of open intervals of one pair in one segment that one
        level looks at, for pairs whose pieces are exact and for other pairs; if there are more,
        they stay unproven.
    """

    resolution: float
    for_all: bool = False
    most_open: int = 1 << 40
    most_searched: int = 1 << 40


@dataclass(frozen=True, eq=False)
class Looked:
    """n looks at stretches of pairs, and what they leave unproven.

    segments, pairs: Indices, (n,). times: Start, look and end, (n, 3). states, spans: (n,) and
    (n, 7), see `Unproven`. is_guess: Whether the time of the look was chosen because a contact is
    likely there, (n,).
    """

    segments: Integers
    pairs: Integers
    times: Array
    states: Integers
    spans: Array
    is_guess: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Items:
    """n intervals (n, 2) of pairs in segments that the next level looks at, at times `look` (n,);
    is_guess as in `Looked`."""

    segments: Integers
    pairs: Integers
    intervals: Array
    look: Array
    is_guess: NDArray[np.bool_]


class Narrowing:
    """The state of the search over all segments.

    contact, contact_pair: Time and pair of the first contact of each segment, (s, 1), or of each
    pair in it, (s, p); inf and -1 without contact. gaps: By segment, rows (start, end, pair,
    whether it was given up). parts: Number of first parts of each segment, (s,). done: All looks.
    """

    def __init__(
        self,
        packed: PackedBodies,
        poses: SegmentPoses,
        pairs: Integers,
        bounds: Bounds,
        limits: Limits,
        path: Path,
    ) -> None:
        self.packed, self.poses, self.pairs = packed, poses, pairs
        self.bounds, self.limits, self.path = bounds, limits, path
        exact = np.array([piece.is_exact for piece in packed.pieces])
        body_exact = np.asarray(np.logical_and.reduceat(exact, packed.start[:-1]))
        self.is_exact = np.asarray(body_exact[pairs].all(axis=1))
        self.most = np.where(self.is_exact, limits.most_open, limits.most_searched)
        # The column of contact in which a pair's first contact stands: one for all, or its own.
        self.column = np.arange(len(pairs)) if limits.for_all else np.zeros(len(pairs), np.int64)
        shape = (len(bounds.rates), len(pairs) if limits.for_all else 1)
        self.contact, self.contact_pair = np.full(shape, np.inf), np.full(shape, -1)
        self.gaps: dict[int, list[tuple[float, float, int, bool]]] = {}
        self.parts = self._parts()
        self.done: list[Looked] = []
        self.first_looks = 0

    def run(self) -> None:
        """Looks at open intervals until none is left."""
        items = self._first()
        self.first_looks = len(self.done)
        while len(items.segments):
            items = self._next(*self._look(items))

    def _parts(self) -> Integers:
        """The number of first parts of each segment, (s,): they are so short that the first look
        decides most pairs."""
        if self.bounds.has_bends:
            bend, kink = (np.max(f, axis=1) for f in (self.bounds.bends, self.bounds.kinks))
            finite = np.where(np.isfinite(bend), bend, 0.0)
            wanted = np.maximum(np.sqrt(finite / (8.0 * _FIRST_SAG)), kink / (4.0 * _FIRST_SAG))
            wanted = np.broadcast_to(wanted, len(self.bounds.rates))
        else:
            wanted = self.bounds.rates.max(axis=1) / _FIRST_WAY
        return np.clip(np.ceil(wanted), 1, _MOST_PARTS).astype(np.int64)

    def _first(self) -> Items:
        """The open intervals after the first looks at all pairs in all parts; the early parts of
        each segment come first."""
        found: list[Items] = []
        low = 0
        alive = np.arange(len(self.parts))
        while len(alive):
            for at in range(0, len(alive), _AT_ONCE):
                found.append(self._first_parts(alive[at : at + _AT_ONCE], low))
            low += _PARTS_AT_ONCE
            earliest = np.max(self.contact, axis=1)
            alive = np.flatnonzero((self.parts > low) & (earliest * self.parts > low))
        return _together(found)

    def _first_parts(self, segments: Integers, low: int) -> Items:
        """The open intervals after the first looks at parts `low` to `low` + _PARTS_AT_ONCE - 1 of
        segments."""
        counts = np.minimum(self.parts[segments] - low, _PARTS_AT_ONCE)
        segment = np.repeat(segments, counts)
        number = np.arange(len(segment)) - np.repeat(np.cumsum(counts) - counts, counts)
        parts = self.parts[segment][:, None]
        times = ((low + number)[:, None] + (0.0, 0.5, 1.0)) / parts
        if self.bounds.has_bends:
            # Neighbouring parts share their ends, so each segment has poses at all halves of parts.
            base = np.repeat(np.cumsum(2 * counts + 1) - 2 * counts - 1, counts) + 2 * number
            rows = base[:, None] + np.arange(3)
            of_pose = np.repeat(segments, 2 * counts + 1)
            half = np.arange(len(of_pose)) - np.repeat(
                np.cumsum(2 * counts + 1) - 2 * counts - 1, 2 * counts + 1
            )
            T = self._poses(of_pose, (2 * low + half) / (2.0 * self.parts[of_pose]))
        else:
            rows = np.column_stack([np.full((len(segment), 2), -1), np.arange(len(segment))])
            rows = rows[:, [0, 2, 1]]
            T = self._poses(segment, times[:, 1])
        looks = Looks(segment, times, rows)
        figures = (self.bounds.rates, self.bounds.bends, self.bounds.kinks)
        named, left = unproven_rows(self.packed, T, looks, self.pairs, figures, self.path)
        stretch, pair = named.T
        none = np.zeros(len(named), dtype=bool)
        looked = Looked(segment[stretch], pair, times[stretch], left.states, left.spans, none)
        return self._next(looked, T, rows[stretch, 1])

    def _poses(self, segments: Integers, times: Array) -> Array:
        return np.asarray(self.poses(segments, times), dtype=float)

    def _look(self, items: Items) -> tuple[Looked, Array, Integers]:
        """The looks at items, the poses (m, k, 4, 4) that they used, and the row of the poses at
        each look, (n,)."""
        n = len(items.segments)
        start, end = items.intervals.T
        times = np.column_stack([start, items.look, end])
        if self.bounds.has_bends:
            T = self._poses(np.repeat(items.segments, 3), times.ravel())
            rows = np.arange(3 * n).reshape(n, 3)
        else:
            T = self._poses(items.segments, items.look)
            rows = np.column_stack([np.full(n, -1), np.arange(n), np.full(n, -1)])
        looks = Looks(items.segments, times, rows)
        bounds = self.bounds.of(items.segments, items.pairs)
        bodies = np.ascontiguousarray(self.pairs[items.pairs])
        left = unproven_items(self.packed, T, looks, bodies, bounds, self.path)
        looked = Looked(items.segments, items.pairs, times, left.states, left.spans, items.is_guess)
        return looked, T, rows[:, 1]

    def _next(self, looked: Looked, T: Array, rows: Integers) -> Items:
        """The open intervals after these looks; the looks and the contacts found are noted."""
        self._search(looked, T, rows)
        self._note_contacts(looked)
        self.done.append(looked)
        return self._narrowed(looked)

    def _search(self, looked: Looked, T: Array, rows: Integers) -> None:
        """Decides the looks that the convex pieces leave open, in place: their states and spans.

        Inexact pieces that are near are narrowed like exact ones. The solids themselves are
        searched only where inexact pieces meet, or in an interval that is not narrowed further.
        """
        start, look, end = looked.times.T
        rates = self.bounds.rates[looked.segments, looked.pairs]
        is_last = 0.5 * rates * (end - start) <= self.limits.resolution
        is_last &= (looked.states == NEAR) & ~self.is_exact[looked.pairs]
        ways = rates * np.maximum(look - start, end - look)
        for place in np.flatnonzero((looked.states == OPEN) | is_last):
            a, b = self.pairs[looked.pairs[place]]
            row = rows[place : place + 1]
            T_a_b = relative(*(self.packed.poses_of(T, row, body)[0] for body in (a, b)))
            one, two = self.packed.solids[a], self.packed.solids[b]
            state = searched_state(one, two, T_a_b, float(ways[place]))
            looked.states[place] = state
            if state == APART:
                looked.spans[place] = nothing_unproven(1)
                looked.spans[place, 6] = np.nan
            if state == MEETS:
                looked.spans[place, 3:] = np.inf, -np.inf, np.inf, look[place]

    def _note_contacts(self, looked: Looked) -> None:
        """Notes the earliest contact of each segment or pair; at equal times the first pair."""
        rows = np.flatnonzero(looked.spans[:, 6] < 1e299)
        t, pair = looked.spans[rows, 6], looked.pairs[rows]
        # Of several values assigned to one cell the last one stays: here the earliest contact.
        order = np.lexsort((-pair, -t))
        segment, t, pair = looked.segments[rows[order]], t[order], pair[order]
        is_earlier = t < self.contact[segment, self.column[pair]]
        cell = segment[is_earlier], self.column[pair[is_earlier]]
        self.contact[cell], self.contact_pair[cell] = t[is_earlier], pair[is_earlier]

    def _narrowed(self, looked: Looked) -> Items:
        """The unproven intervals on both sides of the looks. An interval that is too short for
        another look, and does not end at the contact, becomes a gap."""
        own = np.flatnonzero(looked.states != APART)
        which = np.concatenate([own, own])
        spans = np.concatenate([looked.spans[own, :3], looked.spans[own, 3:6]])
        segments, pairs, states = looked.segments[which], looked.pairs[which], looked.states[which]
        column = self.column[pairs]
        contact = self.contact[segments, column]
        start, end = spans[:, 0], np.minimum(spans[:, 1], contact)
        rates = self.bounds.rates[segments, pairs]
        longer = looked.times[which, 2] - looked.times[which, 0]
        was_short = 0.5 * rates * longer <= self.limits.resolution
        is_short = 0.5 * rates * (end - start) <= self.limits.resolution
        is_last = is_short & (end >= contact) & (self.contact_pair[segments, column] == pairs)
        too_many = np.tile(self._too_many(looked.segments[own], looked.pairs[own]), 2)
        given_up = ~was_short & (too_many | (states == UNTOLD))
        is_open = (start < end) & ~is_last
        for row in np.flatnonzero(is_open & (was_short | given_up)):
            is_unsure = bool(given_up[row] or states[row] == UNSURE)
            gap = (float(start[row]), float(end[row]), int(pairs[row]), is_unsure)
            self.gaps.setdefault(int(segments[row]), []).append(gap)
        on = np.flatnonzero(is_open & ~was_short & ~given_up)
        intervals = np.column_stack([start, end])[on]
        is_slow = looked.is_guess[which[on]] & (end - start > 0.5 * longer)[on]
        # Intervals that are not short have a rate above 0.
        margin = self.limits.resolution / rates[on]
        look, is_guess = _next_look(intervals, spans[on, 2], margin, is_slow)
        return Items(segments[on], pairs[on], intervals, look, is_guess)

    def _too_many(self, segments: Integers, pairs: Integers) -> NDArray[np.bool_]:
        """Whether each row belongs to a pair with too many open intervals in its segment, (n,)."""
        if self.most.min() >= len(segments):
            return np.zeros(len(segments), dtype=bool)
        name = segments * len(self.pairs) + pairs
        _, inverse, counts = np.unique(name, return_inverse=True, return_counts=True)
        return np.asarray(counts[inverse] > self.most[pairs])


def _next_look(
    intervals: Array, crossing: Array, margin: Array, is_slow: NDArray[np.bool_]
) -> tuple[Array, NDArray[np.bool_]]:
    """The times (n,) of the next looks at intervals (n, 2), and whether each is a guess, (n,).

    A look is in the middle of its interval, or a little later than a gap is likely to reach 0, so
    that the part that is then proven ends next to a contact. At the start of an interval the gap
    can reach 0 at the earliest; the crossing of the straight line between two gaps lies later by
    about its own error.
    """
    start, end = intervals.T
    middle = 0.5 * (start + end)
    with np.errstate(invalid="ignore"):
        guess = 2.0 * crossing - start + margin
        is_guess = ~is_slow & (guess > start) & (guess < end - 0.1 * (end - start))
    return np.where(is_guess, guess, middle), is_guess


def _together(found: list[Items]) -> Items:
    return Items(
        *(
            np.concatenate([getattr(items, name) for items in found])
            for name in ("segments", "pairs", "intervals", "look", "is_guess")
        )
    )


def _wrong(name: str, pairs: int, given: Array) -> GeometryError:
    return GeometryError(
        f"{name} of {pairs} pairs: a row of as many numbers of 0 or more is needed for each "
        f"segment, not an array {given.shape}"
    )
