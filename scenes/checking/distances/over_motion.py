"""The least distance over a motion: found at a moment, and proven from below for all of it.

Between two moments a distance changes by no more than the bodies move (`arm_motion`). So the
moments of a motion are halved where the least distance could still be smaller than the smallest
found, until what is found and what is proven differ by no more than `accuracy`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import heapify, heappop, heappush

import numpy as np

from geometry import cell_clearance, pair_clearance
from scenes.checking.motions.motion_bounds import rates_of
from scenes.checking.motions.track import Chunk, Integers, Pair, Track
from scenes.world.frozen import Array, Frozen

# A distance that is as short as it was asked for may come out a little shorter, mm.
TOLD = 1e-6
# Moments that one search looks at; what is left then is proven less closely.
_MOST_MOMENTS = 20_000
# Bodies with holes are measured one by one, a thousand times as slowly: at so many moments.
_MOST_MEASURED = 60
# Intervals to begin with are such that no pair approaches by more than this over one, mm; those
# of bodies with holes are halved down to this by their pieces, and are so many at most.
_FIRST_WAY, _HULL_WAY = 250.0, 8.0
_MOST_PIECES = 4_000

_Interval = tuple[float, int, float, float]


def accuracy(distance: float) -> float:
    """By how much a distance found may be longer than the one proven, mm: little of it matters
    where it is long."""
    return max(0.01, 0.005 * distance) if np.isfinite(distance) else 0.0


@dataclass(frozen=True, eq=False)
class Nearest(Frozen):
    """Where two bodies come nearest to each other.

    distance_mm: At that time, s, in that line. proven_mm: What it is at least over all that was
    asked about. points: Of a and of b, world axes, (2, 3); None where only meshes measured it.
    file: Name of the file of a called program; "" for the one that is run. of_hull: Those of the
    two that are open surfaces: measured is the distance from their hulls, which is less.
    """

    distance_mm: float
    proven_mm: float
    body_a: str
    body_b: str
    time: float
    line: int
    points: Array | None = None
    file: str = ""
    of_hull: tuple[str, ...] = ()

    def is_below(self, margin: float) -> bool:
        """Whether it is nearer than a margin, mm, by more than rounding."""
        return self.distance_mm < margin - TOLD

    def __str__(self) -> str:
        where = f"{self.file}, " if self.file else ""
        hull = f", to the hull of {' and '.join(self.of_hull)}" if self.of_hull else ""
        return (
            f"{self.distance_mm:.2f} mm between {self.body_a} and {self.body_b} at "
            f"{self.time:.2f} s in {where}line {self.line} "
            f"(proven: at least {self.proven_mm:.2f} mm{hull})"
        )


@dataclass(frozen=True, eq=False)
class Reached:
    """The nearest of some pairs over a track: place in it, pair, and what is proven of all."""

    distance_mm: float
    proven_mm: float
    pair: Pair
    place: float
    points: Array | None


def nearest_on(
    track: Track, chunks: Sequence[Chunk], pairs: Sequence[Pair], below: float = np.inf
) -> Reached | None:
    """The least distance over the chunks of pairs whose convex pieces are their solids; None
    where it is `below` or more."""
    return _Search(track, chunks, pairs, below).run() if pairs else None


def measured_on(
    track: Track, chunks: Sequence[Chunk], pair: Pair, below: float = np.inf
) -> Reached | None:
    """The same for a pair of which a body has a hole: its pieces hold more than its solid, and
    prove less. Where they come near, the solids themselves are measured."""
    return _Measured(track, chunks, pair, below).run()


def has_holes(track: Track, pair: Pair) -> bool:
    """Whether pieces of one of the two hold more than its solid."""
    packed = track.packed
    return any(
        not packed.pieces[piece].is_exact
        for name in pair
        for piece in range(packed.start[track.index[name]], packed.start[track.index[name] + 1])
    )


class _Search:
    """Halving of the moments, all that are open together."""

    def __init__(
        self, track: Track, chunks: Sequence[Chunk], pairs: Sequence[Pair], below: float
    ) -> None:
        self.track, self.chunks, self.pairs = track, chunks, pairs
        self.index = np.array([[track.index[name] for name in pair] for pair in pairs])
        self.ways = rates_of(track, chunks, pairs).max(axis=1)
        self.below, self.least, self.proven = below, below, np.inf
        self.shortest = np.inf
        self.found: tuple[int, float, Array] | None = None

    def run(self) -> Reached | None:
        parts = np.ceil(np.maximum(self.ways / _FIRST_WAY, 1.0)).astype(np.int64)
        segments = np.repeat(np.arange(len(self.chunks)), parts)
        first = np.cumsum(parts) - parts
        starts = (np.arange(len(segments)) - first[segments]) / parts[segments]
        lengths, looked = 1.0 / parts[segments], 0
        # Motions come nearest mostly where they end; every chunk begins where another ends.
        whole = np.arange(len(self.chunks))
        for end in (0.0, 1.0):
            self._look(whole, np.full(len(whole), end), np.zeros(len(whole)))
        while len(segments):
            proven = self._look(segments, starts, lengths)
            looked += len(segments)
            floor = self.least - accuracy(self.least)
            is_open = proven < floor
            if looked > _MOST_MOMENTS or self.shortest <= 0.0:
                is_open[:] = False
            self.proven = min(self.proven, proven[~is_open].min(initial=np.inf))
            segments, lengths = np.repeat(segments[is_open], 2), np.repeat(lengths[is_open] / 2, 2)
            starts = np.repeat(starts[is_open], 2)
            starts[1::2] += lengths[1::2]
        return self._reached()

    def _look(self, segments: Integers, starts: Array, lengths: Array) -> Array:
        """What is proven of every interval by its middle, mm; notes the nearest."""
        middles = starts + 0.5 * lengths
        piece, share = self.track.at(self.chunks, segments, middles)
        T = self.track.poses_at(piece, share)
        seen = cell_clearance(self.track.packed, T, self.index)
        at = int(np.argmin(seen.distance_mm))
        if seen.distance_mm[at] < self.shortest:
            self.shortest = float(seen.distance_mm[at])
            place = float(piece[at] + share[at])
            self.found = int(seen.pair[at]), place, seen.points[at]
            self.least = min(self.least, self.shortest)
        return np.asarray(seen.proven_mm - 0.5 * self.ways[segments] * lengths)

    def _reached(self) -> Reached | None:
        is_listed = self.shortest < self.below or self.proven < self.below - accuracy(self.below)
        if self.found is None or not is_listed:
            return None
        pair, place, points = self.found
        proven = min(max(self.proven, 0.0), self.shortest)
        return Reached(self.shortest, proven, self.pairs[pair], place, points)


class _Measured:
    """Halving of the moments of one pair, those first of which the least is proven.

    An interval is proven by the pieces of the bodies at its middle and, where that is not enough,
    by the solids there, less half of what the two can approach each other over it.
    """

    def __init__(self, track: Track, chunks: Sequence[Chunk], pair: Pair, below: float) -> None:
        self.track, self.chunks, self.pair, self.below = track, chunks, pair, below
        self.ways = rates_of(track, chunks, [pair])[:, 0]
        self.best = Reached(np.inf, 0.0, pair, 0.0, None)

    def run(self) -> Reached | None:
        intervals, settled = self._by_pieces(), np.inf
        heapify(intervals)
        for _ in range(_MOST_MEASURED):
            if not intervals or intervals[0][0] >= self._floor():
                break
            proven, segment, start, length = heappop(intervals)
            half_way, half = 0.5 * self.ways[segment] * length, 0.5 * length
            proven = max(proven, self._measured(segment, start + half) - half_way)
            if half_way <= 0.5 * accuracy(self.best.distance_mm):
                settled = min(settled, proven)
                continue
            for begin in (start, start + half):
                heappush(intervals, (proven, segment, begin, half))
        settled = min(settled, intervals[0][0] if intervals else np.inf)
        if self.best.distance_mm >= self.below and settled >= self._floor():
            return None
        proven = min(max(float(settled), 0.0), self.best.distance_mm)
        return replace(self.best, proven_mm=proven)

    def _floor(self) -> float:
        """What is proven to be as far away as this need not be looked at, mm."""
        least = min(self.below, self.best.distance_mm)
        return least - accuracy(least) if np.isfinite(least) else np.inf

    def _by_pieces(self) -> list[_Interval]:
        """Intervals with what the pieces prove of them."""
        index = np.array([[self.track.index[name] for name in self.pair]])
        segments = np.arange(len(self.chunks))
        starts, lengths, found = np.zeros(len(segments)), np.ones(len(segments)), list[_Interval]()
        while len(segments):
            piece, share = self.track.at(self.chunks, segments, starts + 0.5 * lengths)
            seen = cell_clearance(self.track.packed, self.track.poses_at(piece, share), index)
            ways = self.ways[segments] * lengths
            proven = np.maximum(seen.proven_mm - 0.5 * ways, 0.0)
            if not found and not np.isfinite(self._floor()):
                first = int(np.argmin(proven))
                self._measured(int(segments[first]), float(starts[first] + 0.5 * lengths[first]))
            # Where the pieces keep clear at the middle, shorter intervals prove more.
            may_do = (seen.proven_mm >= self._floor()) | (ways > _HULL_WAY)
            is_open = may_do & (proven < self._floor())
            is_open &= len(found) + 2 * is_open.sum() <= _MOST_PIECES
            rows = np.column_stack([proven, segments, starts, lengths])[~is_open]
            found += [(float(p), int(s), float(t), float(n)) for p, s, t, n in rows]
            segments, lengths = np.repeat(segments[is_open], 2), np.repeat(lengths[is_open] / 2, 2)
            starts = np.repeat(starts[is_open], 2)
            starts[1::2] += lengths[1::2]
        return found

    def _measured(self, segment: int, t: float) -> float:
        """The distance of the solids at a moment, as far as it is proven; notes the nearest."""
        piece, share = self.track.at(self.chunks, np.array([segment]), np.array([t]))
        (a, b), (T_a, T_b) = (
            [self.track.bodies[name][0] for name in self.pair],
            [self.track.poses_of(name, piece, share)[0] for name in self.pair],
        )
        found = pair_clearance(a, T_a, b, T_b, prove=False)
        if found.distance_mm < self.best.distance_mm:
            points = None if found.point_a is None else np.array([found.point_a, found.point_b])
            place = float(piece[0] + share[0])
            self.best = Reached(found.distance_mm, 0.0, self.pair, place, points)
        return found.proven_mm
