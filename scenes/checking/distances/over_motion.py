"""The least distance over a motion: found at a moment, and proven from below for the motion.

Between two moments a distance changes by no more than the bodies move (`arm_motion`). So an
interval of time is halved where its least distance could still be below the least found, until the
found and the proven distance differ by no more than `accuracy`.
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

# Mm: rounding of a distance; a limit counts as passed only by more than this.
TOLD = 1e-6
# Greatest number of moments in one search; the remaining intervals are proven less closely.
_MOST_MOMENTS = 20_000
# Greatest number of moments for a pair with a hole: to measure it takes a thousand times as long.
_MOST_MEASURED = 100
# Mm: greatest approach of a pair over one of the first intervals; approach down to which the convex
# pieces halve an interval of a pair with a hole. Below: greatest number of such intervals.
_FIRST_WAY, _HULL_WAY = 250.0, 8.0
_MOST_PIECES = 4_000

_Interval = tuple[float, int, float, float]


def accuracy(distance: float) -> float:
    """Allowed difference of the found and the proven distance, mm: it grows with the distance."""
    return max(0.01, 0.005 * distance) if np.isfinite(distance) else 0.0


@dataclass(frozen=True, eq=False)
class Nearest(Frozen):
    """The place where two bodies come nearest to each other.

    distance_mm: Distance at `time`, s, in the statement of `line`. proven_mm: Proven lower bound
    over all motions of the search. points: Nearest points of a and b, world axes, (2, 3); None
    where only meshes were measured. file: Name of the file of a called program; "" for the program
    that is run. of_hull: Names of bodies that are open surfaces: the distance is that of their
    hulls, which is less.
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
        """Whether the distance is below a margin, mm, by more than rounding."""
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
    """The nearest of several pairs over a track: its place, and a bound proven for all pairs."""

    distance_mm: float
    proven_mm: float
    pair: Pair
    place: float
    points: Array | None


def nearest_on(
    track: Track, chunks: Sequence[Chunk], pairs: Sequence[Pair], below: float = np.inf
) -> Reached | None:
    """The least distance over the chunks of several pairs without holes; None if not below `below`.

    The convex pieces of these bodies are exactly their solids. below: mm.
    """
    return _Search(track, chunks, pairs, below).run() if pairs else None


def measured_on(
    track: Track, chunks: Sequence[Chunk], pair: Pair, below: float = np.inf
) -> Reached | None:
    """The least distance of one pair with a hole over the chunks; None if not below `below`, mm.

    The convex pieces of a body with a hole fill more than its solid and prove less. Where the
    pieces come near, the solids themselves are measured.
    """
    return _Measured(track, chunks, pair, below).run()


def holed_bodies(track: Track) -> frozenset[str]:
    """The bodies whose convex pieces fill more than their solids."""
    packed = track.packed
    return frozenset(
        name
        for name, body in track.index.items()
        if not all(
            packed.pieces[piece].is_exact
            for piece in range(packed.start[body], packed.start[body + 1])
        )
    )


class _Search:
    """The search by halving for pairs without holes: all open intervals together."""

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
        # The least distance is mostly at the end of a motion; a chunk begins where another ends.
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
        """The lower bound of every interval from its middle, (k,), mm; notes the least distance."""
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
    """The search by halving for one pair with a hole: the interval with the lowest bound first.

    The bound of an interval comes from the convex pieces at its middle or, where that is not
    enough, from the solids there, less half of the bodies' greatest approach over the interval.
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
        """Proven distance from which on an interval needs no search, mm."""
        least = min(self.below, self.best.distance_mm)
        return least - accuracy(least) if np.isfinite(least) else np.inf

    def _by_pieces(self) -> list[_Interval]:
        """Intervals with the lower bounds that the convex pieces prove."""
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
        """The proven distance of the solids at a moment, mm; notes the least distance found."""
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
