"""The least distance over a motion: found at a moment, and proven from below for all of it.

Between two moments a distance changes by no more than the bodies move (`arm_motion`). So the
moments of a motion are halved where the least distance could still be smaller than the smallest
found, until what is found and what is proven differ by no more than `accuracy`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from geometry import cell_clearance, pair_clearance
from scenes.frozen import Array, Frozen
from scenes.sweeping import Chunk, Integers, Pair, Track, rates_of

# A distance that is as short as it was asked for may come out a little shorter, mm.
TOLD = 1e-6
# Moments that one search looks at; what is left then is proven less closely.
_MOST_MOMENTS = 20_000
# Bodies with holes are measured one by one, at so many moments.
_MOST_MEASURED = 9
_FIRST_WAY = 250.0


def accuracy(distance: float) -> float:
    """By how much a distance found may be longer than the one proven, mm: little of it matters
    where it is long."""
    return max(0.01, 0.005 * distance) if np.isfinite(distance) else 0.0


@dataclass(frozen=True, eq=False)
class Nearest(Frozen):
    """Where two bodies come nearest to each other.

    distance_mm: At that time, s, in that line. proven_mm: What it is at least over all that was
    asked about. points: Of a and of b, world axes, (2, 3); None where only meshes measured it.
    file: Name of the file of a called program; "" for the one that is run.
    """

    distance_mm: float
    proven_mm: float
    body_a: str
    body_b: str
    time: float
    line: int
    points: Array | None = None
    file: str = ""

    def is_below(self, margin: float) -> bool:
        """Whether it is nearer than a margin, mm, by more than rounding."""
        return self.distance_mm < margin - TOLD

    def __str__(self) -> str:
        where = f"{self.file}, " if self.file else ""
        return (
            f"{self.distance_mm:.2f} mm between {self.body_a} and {self.body_b} at "
            f"{self.time:.2f} s in {where}line {self.line} "
            f"(proven: at least {self.proven_mm:.2f} mm)"
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
    prove less. Where they come near, the solids themselves are measured, at a few moments."""
    hulls = _Search(track, chunks, [pair], below).run()
    found = None if hulls is None else _measured(track, chunks, pair, below)
    if hulls is None or found is None:
        return None
    return replace(found, proven_mm=min(hulls.proven_mm, found.distance_mm))


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
        self.least, self.proven = below, np.inf
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
            if looked > _MOST_MOMENTS or self.least <= 0.0:
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
        if seen.distance_mm[at] < self.least:
            self.least = float(seen.distance_mm[at])
            place = float(piece[at] + share[at])
            self.found = int(seen.pair[at]), place, seen.points[at]
        return np.asarray(seen.proven_mm - 0.5 * self.ways[segments] * lengths)

    def _reached(self) -> Reached | None:
        if self.found is None:
            return None
        pair, place, points = self.found
        proven = min(max(self.proven, 0.0), self.least)
        return Reached(self.least, proven, self.pairs[pair], place, points)


def _measured(track: Track, chunks: Sequence[Chunk], pair: Pair, below: float) -> Reached | None:
    """The same for one pair of which a body has a hole: its pieces hold more than its solid, so
    where they come near the solids themselves are measured, at a few moments."""
    index = np.array([[track.index[name] for name in pair]])
    places = np.unique(np.concatenate([np.arange(c.first, c.last + 1) for c in chunks]))
    piece = np.minimum(places, len(track.times) - 2)
    T = track.poses_at(piece, (places - piece).astype(float))
    hulls = cell_clearance(track.packed, T, index).proven_mm
    near = np.flatnonzero(hulls < below)
    if not len(near):
        return None
    spread = near[np.unique(np.linspace(0, len(near) - 1, _MOST_MEASURED).round().astype(int))]
    best: Reached | None = None
    for at in np.unique(np.append(spread, np.argmin(hulls))):
        found = _at(track, pair, int(places[at]))
        if found.distance_mm < (below if best is None else best.distance_mm):
            best = found
    return best


def _at(track: Track, pair: Pair, place: int) -> Reached:
    piece = np.array([min(place, len(track.times) - 2)])
    share = np.array([float(place - piece[0])])
    (a, b), (T_a, T_b) = (
        [track.bodies[name][0] for name in pair],
        [track.poses_of(name, piece, share)[0] for name in pair],
    )
    found = pair_clearance(a, T_a, b, T_b, prove=False)
    points = None if found.point_a is None else np.array([found.point_a, found.point_b])
    return Reached(found.distance_mm, 0.0, pair, float(place), points)
