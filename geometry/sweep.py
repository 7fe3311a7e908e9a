"""A proven check of a whole motion, not of samples of it (Schwarzer, Saha, Latombe 2005).

Two bodies whose points approach each other by at most `rate` mm per unit of time, and that are
more than rate (t1 - t0) / 2 apart at the middle of an interval, are apart over the whole of it.
Where that is not proven, the interval is halved. Pairs that are far from each other are done
with at the first look; only what is near is looked at often.

The motion is given by a function of time, so what is proven is the very trajectory that runs;
how fast points can approach each other has to be told, and is all that is taken on trust.
Intervals left of the first contact are all proven or, where two bodies pass within the
resolution, named as gaps of the proof.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from geometry.batches import APART, MEETS, NEAR, OPEN, Path, gap_rows, open_rows
from geometry.contact import contact_seen_from_a, has_mesh, is_farther_by_mesh
from geometry.errors import GeometryError
from geometry.exact import common_point
from geometry.packing import Integers, PackedBodies, checked_pairs, pack_bodies
from geometry.poses import Array, read_only, relative
from geometry.solid import Solid
from geometry.verdict import VerdictKind

RESOLUTION = 0.01
"""Bodies that pass each other within this, mm, and for which no proof was found, count as TOUCH."""

Poses = Callable[[Array], Array]
"""Times (m,) to poses (m, bodies, 4, 4)."""
SegmentPoses = Callable[[Integers, Array], Array]
"""Segments (m,) and times in them (m,), 0 to 1, to poses of the moving bodies (m, n, 4, 4)."""

_MOST_HALVINGS = 40
# Parts to begin with are such that no pair approaches by more than this over one, mm.
_FIRST_WAY = 250.0
# Boxes that one search for a common point may look at: intervals are many.
_SEARCH_BUDGET = 4_000


@dataclass(frozen=True)
class ProofGap:
    """A stretch of time over which a pair could not be proven free nor found in contact."""

    start: float
    end: float
    a: int
    b: int


@dataclass(frozen=True, eq=False)
class SweepProof:
    """What proves that pairs do not meet: a pair that is looked at in an interval is apart by more
    than half its relative way at the interval's middle, or it is open there, and is looked at in
    both halves. All pairs are looked at in 0..1.

    pairs: All pairs, (p, 2). rates: How fast each may approach, mm per unit of time, (p,).
    intervals: Start and end, (n, 2). opened: Rows (interval, pair) of what is open, (r, 2).
    """

    pairs: Integers
    rates: Array
    parts: int
    intervals: Array
    opened: Integers


@dataclass(frozen=True, eq=False)
class Sweep:
    """The outcome over one segment, time running from 0 to 1.

    kind: FREE: proven so throughout. HIT: in contact at first_contact_t, and proven free before
        but for the gaps. TOUCH: no contact found, and gaps are left.
    pair: The bodies in contact (of solids_a, of solids_b), or None.
    gaps: What is not proven, before the first contact; to within the resolution.
    """

    kind: VerdictKind
    first_contact_t: float | None
    pair: tuple[int, int] | None
    gaps: tuple[ProofGap, ...]
    proof: SweepProof


def sweep(
    solids_a: Sequence[Solid],
    solids_b: Sequence[Solid],
    poses_a: Poses,
    poses_b: Poses | ArrayLike,
    reach: ArrayLike,
    *,
    pairs: ArrayLike | None = None,
    resolution: float = RESOLUTION,
    path: Path = "auto",
) -> Sweep:
    """Whether bodies a and b stay apart over a motion, proven, or when they first meet.

    poses_a, poses_b: Functions of times (m,) in 0..1 to T_world_body (m, bodies, 4, 4); bodies
        that stand may be given by their poses (bodies, 4, 4). reach: By how much, mm, points of a
        and b can approach each other over the whole motion, at an even rate at most: one number,
        one for each a, or (a, b); for links of one arm only the joints between them count.
    pairs: Which (a, b) are looked at, (p, 2); without it all.
    """
    n_a, n_b = len(solids_a), len(solids_b)
    index = every_pair(n_a, n_b) if pairs is None else np.asarray(pairs, dtype=np.int64)
    index = index.reshape(-1, 2)
    rates = checked_reach(reach, n_a, n_b)[index[:, 0], index[:, 1]]
    standing = {} if callable(poses_b) else _standing(poses_b, n_a, n_b)
    packed = pack_bodies([*solids_a, *solids_b], standing)

    def poses(_: Integers, times: Array) -> Array:
        own = np.asarray(poses_a(times), dtype=float)
        if not callable(poses_b):
            return own
        return np.concatenate([own, np.asarray(poses_b(times), dtype=float)], axis=1)

    (found,) = sweep_segments(
        packed, poses, index + np.array([0, n_a]), rates[None], resolution=resolution, path=path
    )
    back = tuple(replace(gap, b=gap.b - n_a) for gap in found.gaps)
    pair = None if found.pair is None else (found.pair[0], found.pair[1] - n_a)
    proof = replace(found.proof, pairs=index)
    return replace(found, pair=pair, gaps=back, proof=proof)


def sweep_segments(
    packed: PackedBodies,
    poses: SegmentPoses,
    pairs: ArrayLike,
    rates: Array,
    *,
    resolution: float = RESOLUTION,
    path: Path = "auto",
) -> list[Sweep]:
    """The sweeps of many segments at once, which share the cost of every call.

    poses: Of the moving bodies. pairs: Body indices, (p, 2). rates: By how much points of each
        pair can approach each other over each segment, mm, (segments, p).
    """
    index, rates = checked_pairs(packed, pairs), np.asarray(rates, dtype=float)
    if rates.ndim != 2 or rates.shape[1] != len(index) or not np.all(rates >= 0.0):
        raise GeometryError(
            f"the reach of {len(index)} pairs is a row of as many numbers of 0 mm or more for each "
            f"segment, not an array {rates.shape}"
        )
    if not len(index):
        return [_nothing_to_prove(index, rates[s]) for s in range(len(rates))]
    work = _Halving(packed, poses, index, rates, resolution, path)
    return work.run()


@dataclass(eq=False)
class _Level:
    """Intervals, their segments, and which pairs are looked at in each: rows (interval, pair)."""

    segments: Integers
    spans: Array
    items: Integers | None


class _Halving:
    """Level by level, all intervals of all segments together."""

    def __init__(
        self,
        packed: PackedBodies,
        poses: SegmentPoses,
        pairs: Integers,
        rates: Array,
        resolution: float,
        path: Path,
    ) -> None:
        self.packed, self.poses, self.pairs = packed, poses, pairs
        self.rates, self.resolution, self.path = rates, resolution, path
        exact = np.array([piece.is_exact for piece in packed.pieces])
        body_exact = np.asarray(np.logical_and.reduceat(exact, packed.start[:-1]))
        self.is_exact = np.asarray(body_exact[pairs].all(axis=1))
        self.contact = np.full(len(rates), np.inf)
        self.contact_pair = np.full(len(rates), -1)
        self.gaps: dict[int, list[tuple[float, float, int]]] = {}
        self.done: list[tuple[_Level, Integers]] = []

    def run(self) -> list[Sweep]:
        level = self._parts()
        for _ in range(_MOST_HALVINGS):
            still = self._look(level)
            self.done.append((level, still))
            level = self._halved(level, still)
            if not len(level.segments):
                break
        return self._results()

    def _parts(self) -> _Level:
        """The parts to begin with: so short that most pairs are done with at the first look."""
        ways = self.rates.max(axis=1) / _FIRST_WAY
        self.parts = 2 ** np.clip(np.ceil(np.log2(np.maximum(ways, 1.0))), 0, 8).astype(np.int64)
        segments = np.repeat(np.arange(len(self.rates)), self.parts)
        first = np.cumsum(self.parts) - self.parts
        starts = (np.arange(len(segments)) - first[segments]) / self.parts[segments]
        spans = np.column_stack([starts, starts + 1.0 / self.parts[segments]])
        return _Level(segments, spans, None)

    def _look(self, level: _Level) -> Integers:
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

    def _searched(self, level: _Level, rows: Integers, T: Array, lengths: Array) -> Integers:
        """The rows with those decided that the convex pieces leave open; contacts are noted.

        Of pieces that hold more than their solids, those that are near are halved like others:
        only where they meet, or nothing shorter comes after, are the solids themselves asked.
        """
        ways = 0.5 * self.rates[level.segments[rows[:, 0]], rows[:, 1]] * lengths[rows[:, 0]]
        is_last = (rows[:, 2] == NEAR) & (ways <= self.resolution) & ~self.is_exact[rows[:, 1]]
        for place in np.flatnonzero((rows[:, 2] == OPEN) | is_last):
            interval, (a, b) = rows[place, 0], self.pairs[rows[place, 1]]
            T_a_b = relative(self._pose(T, interval, a), self._pose(T, interval, b))
            one, two = self.packed.solids[a], self.packed.solids[b]
            rows[place, 2] = searched_state(one, two, T_a_b, float(ways[place]))
        self._note_contacts(level, rows[rows[:, 2] == MEETS])
        return rows[rows[:, 2] != APART]

    def _note_contacts(self, level: _Level, rows: Integers) -> None:
        """The earliest contact of each segment; of several at one time the first in the rows."""
        rows = rows[::-1]
        segment, t = level.segments[rows[:, 0]], level.spans[rows[:, 0]].mean(axis=1)
        order = np.argsort(-t, kind="stable")
        segment, t, pair = segment[order], t[order], rows[order, 1]
        is_earlier = t < self.contact[segment]
        # Of entries that are assigned to one segment the last stays, and that is the earliest.
        self.contact[segment[is_earlier]] = t[is_earlier]
        self.contact_pair[segment[is_earlier]] = pair[is_earlier]

    def _pose(self, T: Array, sample: int, body: int) -> Array:
        slot = self.packed.bodies[2][body]
        return self.packed.standing[body] if slot < 0 else T[sample, slot]

    def _halved(self, level: _Level, still: Integers) -> _Level:
        """The halves that are to be looked at next; what is too short to be halved is a gap."""
        interval, pair, state = still.T
        segments = level.segments[interval]
        start, end = level.spans[interval].T
        middle, contact = 0.5 * (start + end), self.contact[segments]
        is_short = 0.5 * self.rates[segments, pair] * (end - start) <= self.resolution
        for row in np.flatnonzero(is_short & (state != MEETS) & (start < contact)):
            gap = (float(start[row]), float(end[row]), int(pair[row]))
            self.gaps.setdefault(int(segments[row]), []).append(gap)
        left = ~is_short & (start < contact)
        right = ~is_short & (state != MEETS) & (middle < contact)
        halves = np.concatenate([2 * interval[left], 2 * interval[right] + 1])
        which, inverse = np.unique(halves, return_inverse=True)
        parent, side = which // 2, which % 2
        spans = level.spans[parent].copy()
        spans[np.arange(len(which)), 1 - side] = level.spans[parent].mean(axis=1)
        pairs = np.concatenate([pair[left], pair[right]])
        return _Level(level.segments[parent], spans, np.column_stack([inverse, pairs]))

    def _results(self) -> list[Sweep]:
        segments = np.concatenate([level.segments for level, _ in self.done])
        spans = np.concatenate([level.spans for level, _ in self.done])
        first = np.cumsum([0, *(len(level.segments) for level, _ in self.done)])
        opened = np.concatenate(
            [rows[:, :2] + (at, 0) for (_, rows), at in zip(self.done, first, strict=False)]
        )
        order = np.argsort(segments, kind="stable")
        place = np.empty(len(order), dtype=np.int64)
        counts = np.bincount(segments, minlength=len(self.rates))
        starts = np.concatenate([[0], np.cumsum(counts)])
        place[order] = np.arange(len(order)) - starts[segments[order]]
        of_opened = segments[opened[:, 0]]
        by_segment = np.argsort(of_opened, kind="stable")
        parts = np.split(
            np.column_stack([place[opened[:, 0]], opened[:, 1]])[by_segment],
            np.cumsum(np.bincount(of_opened, minlength=len(self.rates)))[:-1],
        )
        spans = spans[order]
        return [
            self._result(s, spans[starts[s] : starts[s + 1]], part) for s, part in enumerate(parts)
        ]

    def _result(self, segment: int, spans: Array, opened: Integers) -> Sweep:
        contact = float(self.contact[segment])
        proof = SweepProof(self.pairs, self.rates[segment], int(self.parts[segment]), spans, opened)
        gaps = tuple(
            ProofGap(start, min(end, contact), *(int(i) for i in self.pairs[pair]))
            for start, end, pair in sorted(self.gaps.get(segment, ()))
            if start < contact
        )
        if np.isfinite(contact):
            a, b = (int(i) for i in self.pairs[self.contact_pair[segment]])
            return Sweep(VerdictKind.HIT, contact, (a, b), gaps, proof)
        return Sweep(VerdictKind.TOUCH if gaps else VerdictKind.FREE, None, None, gaps, proof)


def searched_state(a: Solid, b: Solid, T_a_b: Array, asked: float) -> int:
    """The state of a pair by the exact solids, or the meshes where an imported one takes part:
    what convex pieces leave open."""
    if has_mesh(a, b):
        if is_farther_by_mesh(a, b, T_a_b, max(asked, 0.0)):
            return APART
        return NEAR if contact_seen_from_a(a, b, T_a_b) is None else MEETS
    found = common_point(a, b, T_a_b, _SEARCH_BUDGET, margin=max(asked, 0.0))
    if found.witness is not None:
        return MEETS
    return APART if found.cover is not None and not found.touches else NEAR


def checked_reach(reach: ArrayLike, n_a: int, n_b: int) -> Array:
    """The reach of every pair of n_a and n_b bodies, (n_a, n_b), mm."""
    given = np.asarray(reach, dtype=float)
    shape = (n_a, 1) if given.shape == (n_a,) else given.shape
    try:
        rates = np.broadcast_to(given.reshape(shape), (n_a, n_b))
    except ValueError:
        rates = np.zeros((0, 0))
    if rates.shape != (n_a, n_b) or not np.all(np.isfinite(rates)) or np.any(rates < 0.0):
        raise GeometryError(
            f"reach is one length of 0 mm or more, one for each of the {n_a} bodies a, or one for "
            f"each pair ({n_a}, {n_b}), not an array {given.shape}"
        )
    return rates


def every_pair(n_a: int, n_b: int) -> Integers:
    """All pairs of n_a and n_b bodies, (n_a n_b, 2)."""
    return np.stack(np.meshgrid(np.arange(n_a), np.arange(n_b), indexing="ij"), -1).reshape(-1, 2)


def _standing(poses_b: ArrayLike, n_a: int, n_b: int) -> dict[int, Array]:
    T = np.asarray(poses_b, dtype=float)
    if T.shape != (n_b, 4, 4):
        raise GeometryError(f"the poses of {n_b} bodies have the shape ({n_b}, 4, 4)")
    return {n_a + i: read_only(pose) for i, pose in enumerate(T)}


def _nothing_to_prove(pairs: Integers, rates: Array) -> Sweep:
    proof = SweepProof(pairs, rates, 1, np.zeros((0, 2)), np.zeros((0, 2), dtype=np.int64))
    return Sweep(VerdictKind.FREE, None, None, (), proof)
