"""The results of the sweeps of many segments; each result is made when it is read."""

from collections.abc import Sequence
from functools import cached_property
from typing import overload

import numpy as np

from geometry.certificates.sweep_proof import ProofGap, Sweep, SweepProof
from geometry.certificates.verdict import VerdictKind
from geometry.poses import Array
from geometry.separation.batches import MEETS
from geometry.separation.packed_bodies import Integers
from geometry.sweeping.narrowing import Looked, Narrowing


class Sweeps(Sequence[Sweep]):
    """The sweeps of n segments, in order; the proof of a segment is put together when it is
    read."""

    def __init__(self, work: Narrowing) -> None:
        self._work = work

    def __len__(self) -> int:
        return len(self._work.bounds.rates)

    @overload
    def __getitem__(self, index: int) -> Sweep: ...
    @overload
    def __getitem__(self, index: slice) -> list[Sweep]: ...
    def __getitem__(self, index: int | slice) -> Sweep | list[Sweep]:
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(f"there are {len(self)} sweeps, none at {index}")
        return self._sweep(index % len(self))

    @property
    def first_contact_t(self) -> Array:
        """The time of the first contact of each segment, 0 to 1, (n,); inf without contact."""
        return np.min(self._work.contact, axis=1)

    def _sweep(self, segment: int) -> Sweep:
        work, contact = self._work, float(self._work.contact[segment, 0])
        gaps = tuple(
            ProofGap(start, min(end, contact), *(int(i) for i in work.pairs[pair]))
            for start, end, pair, _ in sorted(work.gaps.get(segment, ()))
            if start < contact
        )
        proof = self._proof(segment, contact)
        if np.isfinite(contact):
            a, b = (int(i) for i in work.pairs[work.contact_pair[segment, 0]])
            return Sweep(VerdictKind.HIT, contact, (a, b), gaps, proof)
        return Sweep(VerdictKind.TOUCH if gaps else VerdictKind.FREE, None, None, gaps, proof)

    def _proof(self, segment: int, contact: float) -> SweepProof:
        work, bounds = self._work, self._work.bounds
        places = np.arange(len(work.pairs))
        rates, bends, kinks = bounds.of(np.full(len(places), segment), places).T
        starts, rows = self._claims
        own = rows[starts[segment] : starts[segment + 1]]
        claims = np.concatenate([self._at_first(segment, contact), own])
        claims = claims[claims[:, 1] < min(contact, 1.0)]
        return SweepProof(work.pairs, rates, bends, kinks, claims)

    def _at_first(self, segment: int, contact: float) -> Array:
        """Claims (n, 5) of all pairs and parts that the first looks did not leave open: these
        looks prove them."""
        work = self._work
        parts, pairs = int(work.parts[segment]), len(work.pairs)
        starts, rows = self._opened
        opened = rows[starts[segment] : starts[segment + 1]]
        is_open = np.zeros((parts, pairs), dtype=bool)
        is_open[opened[:, 0], opened[:, 1]] = True
        part, pair = np.nonzero(~is_open)
        times = (part[:, None] + (0.0, 0.5, 1.0)) / parts
        if not work.bounds.has_bends:
            return _claim_rows(pair, times, (0, 2), (1, 1))
        halves = [_claim_rows(pair, times, side, side) for side in ((0, 1), (1, 2))]
        return np.concatenate(halves)

    @cached_property
    def _opened(self) -> tuple[Integers, Integers]:
        """The rows (part, pair) that the first looks leave open, sorted by segment, and the row at
        which each segment begins."""
        work = self._work
        first = work.done[: work.first_looks]
        segments = np.concatenate([looked.segments for looked in first])
        times = np.concatenate([looked.times[:, 1] for looked in first])
        pairs = np.concatenate([looked.pairs for looked in first])
        part = np.floor(times * work.parts[segments]).astype(np.int64)
        order, starts = _by_segment(segments, len(self))
        return starts, np.column_stack([part, pairs])[order]

    @cached_property
    def _claims(self) -> tuple[Integers, Array]:
        """The claims (n, 5) of all looks, sorted by segment, and the row at which each segment
        begins."""
        found = [_claims_of(looked, self._work.bounds.has_bends) for looked in self._work.done]
        segments = np.concatenate([segments for segments, _ in found])
        order, starts = _by_segment(segments, len(self))
        return starts, np.concatenate([rows for _, rows in found])[order]


def _by_segment(segments: Integers, count: int) -> tuple[Integers, Integers]:
    """The order that sorts rows by their segments, and the position in it at which each of `count`
    segments begins, (count + 1,)."""
    order = np.argsort(segments, kind="stable")
    return order, np.searchsorted(segments[order], np.arange(count + 1))


def _claim_rows(
    pairs: Integers, times: Array, span: tuple[int, int], ends: tuple[int, int]
) -> Array:
    """Claims (pair, from, to, first, last), (n, 5). times: Start, look and end, (n, 3). span, ends:
    The columns of times for from and to, and for first and last."""
    return np.column_stack([pairs, times[:, span], times[:, ends]])


def _claims_of(looked: Looked, has_ends: bool) -> tuple[Integers, Array]:
    """The segments (m,) of the claims that looks prove, and these claims, (m, 5)."""
    start, look, end = looked.times.T
    spans = looked.spans
    by_rate = np.isnan(spans[:, 6])
    before, behind = ~by_rate, ~by_rate & ~((looked.states == MEETS) | (spans[:, 6] <= look))
    low, high = _both_sides(spans[:, 0:2], start, look)
    far, last = _both_sides(spans[:, 3:5], look, end)
    first_ends = (start, look) if has_ends else (look, look)
    last_ends = (look, end) if has_ends else (look, look)
    found = [
        (by_rate, (start, end), (look, look)),
        (before, (start, low), first_ends),
        (before, (high, look), first_ends),
        (behind, (look, far), last_ends),
        (behind, (last, end), last_ends),
    ]
    segments, rows = [], []
    for holds, (since, until), ends in found:
        own = holds & (since < until)
        segments.append(looked.segments[own])
        rows.append(np.column_stack([looked.pairs, since, until, *ends])[own])
    return np.concatenate(segments), np.concatenate(rows)


def _both_sides(span: Array, start: Array, end: Array) -> tuple[Array, Array]:
    """The times until which and from which one side of the look is proven, (n,) each; span: Its
    unproven interval, (n, 2)."""
    is_left = span[:, 0] < span[:, 1]
    return np.where(is_left, span[:, 0], end), np.where(is_left, span[:, 1], end)
