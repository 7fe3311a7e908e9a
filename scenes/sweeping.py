"""The sweep of arms through their samples: what of a motion is not proven free, and from when.

All arms have the same samples, so several arms in one cell move in their common time. Samples
are taken together in runs of a few, within which a parameter grows with the largest way that
any body makes: pieces of little motion take little of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from geometry import Solid
from geometry.packing import PackedBodies, pack_bodies
from geometry.pair_sweep import PairSweep, sweep_pairs
from scenes.arm_motion import ArmMotion
from scenes.frozen import Array

Pair = tuple[str, str]
Integers = NDArray[np.int64]
# Pieces that are swept as one segment, at most; a pair's way over it is its fastest piece's.
PIECES_AT_ONCE = 16


@dataclass(frozen=True, eq=False)
class Chunk:
    """Samples first to last of a track, swept as one segment."""

    first: int
    last: int


@dataclass(frozen=True, eq=False)
class Open:
    """A pair that is not proven free in a chunk, from one place of its track to another.

    A place is the number of a sample plus the share of the piece behind it that has passed.
    is_contact: The pair meets, from `start` on. is_still: It keeps its distance over the chunk.
    given_up: It is near for too long to be proven free, and not only nearer than the resolution.
    """

    chunk: int
    pair: Pair
    start: float
    end: float
    is_contact: bool
    is_still: bool
    given_up: bool = False


@dataclass(frozen=True, eq=False)
class Track:
    """Arms through m samples among bodies that stand.

    times: (m,), s. bodies: Name to solid, T_world_body (None for one that an arm moves), and the
        name of the body of the arm that it is, or is a part of.
    """

    arms: tuple[ArmMotion, ...]
    times: Array
    bodies: Mapping[str, tuple[Solid, Array | None, str]]

    @cached_property
    def movers(self) -> dict[str, tuple[int, int]]:
        """The bodies that move: name to arm, and place among its bodies."""
        places = {
            name: (arm, body)
            for arm, motion in enumerate(self.arms)
            for body, name in enumerate(motion.names)
        }
        return {name: places[own] for name, (_, T, own) in self.bodies.items() if T is None}

    @cached_property
    def index(self) -> dict[str, int]:
        """Place of each body among those of `packed`."""
        return {name: i for i, name in enumerate(self.bodies)}

    @cached_property
    def packed(self) -> PackedBodies:
        """The bodies as the loops of geometry read them."""
        standing = {i: T for i, (_, T, _) in enumerate(self.bodies.values()) if T is not None}
        return pack_bodies([solid for solid, _, _ in self.bodies.values()], standing)

    def ways_of(self, pair: Pair, pieces: slice) -> Array:
        """By how much the points of two bodies can approach each other in pieces, (k,), mm."""
        a, b = (self.movers.get(name) for name in pair)
        if a is not None and b is not None and a[0] == b[0]:
            return self._within(self.arms[a[0]], a[1], b[1], pieces)
        ways = [self.arms[m[0]].ways[pieces, m[1], 0] for m in (a, b) if m is not None]
        return np.sum(ways, axis=0) if ways else np.zeros(len(self.times[pieces]))

    def _within(self, arm: ArmMotion, a: int, b: int, pieces: slice) -> Array:
        inner, outer = (a, b) if arm.links[a] <= arm.links[b] else (b, a)
        ways = arm.ways[pieces, outer, arm.links[inner]]
        return np.asarray(ways + arm.slides[pieces, inner])

    @cached_property
    def progress(self) -> Array:
        """The parameter at every sample, (m,)."""
        largest = [arm.ways[:, :, 0].max(axis=1, initial=0.0) for arm in self.arms]
        return np.concatenate([[0.0], np.cumsum(np.max(largest, axis=0))])

    def at(self, chunks: Sequence[Chunk], segments: Integers, t: Array) -> tuple[Integers, Array]:
        """The piece, and the share of it that has passed, at t (k,) of 0 to 1 in chunks."""
        first = np.array([chunk.first for chunk in chunks])[segments]
        last = np.array([chunk.last for chunk in chunks])[segments]
        progress = self.progress
        goal = progress[first] + t * (progress[last] - progress[first])
        piece = np.clip(np.searchsorted(progress, goal, side="right") - 1, first, last - 1)
        length = progress[piece + 1] - progress[piece]
        passed = np.clip(goal - progress[piece], 0.0, length)
        return piece, np.divide(passed, length, out=np.zeros(len(t)), where=length > 0.0)

    def time_at(self, place: float) -> float:
        """The time, s, of a place: see `Open`."""
        return float(np.interp(place, np.arange(len(self.times)), self.times))

    def poses_at(self, piece: Integers, share: Array) -> Array:
        """T_world_body of the bodies that move, (k, bodies, 4, 4), at shares of pieces."""
        own, part = [], share[:, None]
        for arm in self.arms:
            q = arm.q[piece] * (1.0 - part) + arm.q[piece + 1] * part
            opened = arm.openings[piece] * (1.0 - share) + arm.openings[piece + 1] * share
            own.append(arm.poses(q, opened))
        first = np.cumsum([0, *(len(arm.names) for arm in self.arms)])
        rows = [first[arm] + body for arm, body in self.movers.values()]
        return np.concatenate(own, axis=1)[:, rows]

    def poses_of(self, name: str, piece: Integers, share: Array) -> Array:
        """T_world_body (k, 4, 4) of one body at shares of pieces."""
        T = self.bodies[name][1]
        if T is not None:
            return np.broadcast_to(T, (len(piece), 4, 4))
        return self.poses_at(piece, share)[:, list(self.movers).index(name)]


def chunks_of(first: int, last: int) -> tuple[Chunk, ...]:
    """Samples first to last in runs of about PIECES_AT_ONCE pieces."""
    count = -(-(last - first) // PIECES_AT_ONCE)
    bounds = np.linspace(first, last, count + 1).round().astype(int)
    return tuple(Chunk(int(a), int(b)) for a, b in pairwise(bounds))


def sweep_track(track: Track, chunks: Sequence[Chunk], pairs: Sequence[Pair]) -> list[Open]:
    """What is not proven free, in order.

    A pair that meets in a chunk is not looked at behind its first contact there.
    """
    if not chunks or not pairs:
        return []
    index = np.array([[track.index[name] for name in pair] for pair in pairs], dtype=np.int64)

    def poses(segments: Integers, t: Array) -> Array:
        return track.poses_at(*track.at(chunks, segments, t))

    rates = rates_of(track, chunks, pairs)
    found = sweep_pairs(track.packed, poses, index, rates)
    return _named(track, chunks, pairs, rates, found)


def rates_of(track: Track, chunks: Sequence[Chunk], pairs: Sequence[Pair]) -> Array:
    """How fast each pair can approach in each chunk, mm over the whole of it, (c, p): as if its
    fastest piece, measured by the parameter, went on throughout."""
    progress = track.progress
    pieces = slice(chunks[0].first, chunks[-1].last)
    steps = np.diff(progress[chunks[0].first : chunks[-1].last + 1])
    starts = np.array([chunk.first for chunk in chunks]) - chunks[0].first
    stops = np.array([chunk.last for chunk in chunks]) - chunks[0].first
    lengths = progress[stops + chunks[0].first] - progress[starts + chunks[0].first]
    # What lies between two chunks counts for neither.
    edges = np.column_stack([starts, stops]).ravel()
    rates = np.zeros((len(chunks), len(pairs)))
    done: dict[tuple[object, ...], Array] = {}
    for p, pair in enumerate(pairs):
        name = tuple(track.movers.get(body) for body in pair)
        if name not in done:
            ways = track.ways_of(pair, pieces)
            shares = np.divide(ways, steps, out=np.zeros(len(ways)), where=steps > 0.0)
            done[name] = lengths * np.maximum.reduceat(np.append(shares, 0.0), edges)[::2]
        rates[:, p] = done[name]
    return rates * (1.0 + 1e-9)


def _named(
    track: Track,
    chunks: Sequence[Chunk],
    pairs: Sequence[Pair],
    rates: Array,
    found: PairSweep,
) -> list[Open]:
    rows: list[Open] = []
    gaps = zip(found.gaps, found.gap_spans, found.given_up, strict=True)
    for (chunk, pair), span, given_up in gaps:
        start, end = _places(track, chunks, int(chunk), span)
        is_still = rates[chunk, pair] == 0.0
        rows.append(Open(int(chunk), pairs[pair], start, end, False, is_still, bool(given_up)))
    for (chunk, pair), t in zip(found.contacts, found.contact_times, strict=True):
        is_still = rates[chunk, pair] == 0.0
        start, end = _places(track, chunks, int(chunk), np.array([0.0 if is_still else t, 1.0]))
        rows.append(Open(int(chunk), pairs[pair], start, end, True, is_still))
    return sorted(rows, key=lambda row: (row.chunk, row.pair, row.start))


def _places(track: Track, chunks: Sequence[Chunk], chunk: int, t: Array) -> list[float]:
    piece, share = track.at(chunks, np.full(len(t), chunk), t)
    return [float(place) for place in piece + share]
