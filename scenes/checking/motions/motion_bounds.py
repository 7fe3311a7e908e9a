"""Bounds on the motion of pairs over the chunks of a track: the sweep in geometry needs them.

The parameter of a chunk, 0 to 1, grows evenly with the widths of its pieces. The fastest piece
bounds the approach of two bodies over the chunk. Two figures bound the change of the velocity
of points of one body seen from the other (see `geometry.sweeping.stretch`): over a part h of the
chunk all changes add up to at most bend h + kink. The bend holds the accelerations within the
pieces, and all but one of the jumps between pieces: each jump is spread over the piece before it,
or each over the piece behind it, which lies in the part as well.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scenes.checking.motions.track import Chunk, Pair, Track
from scenes.world.frozen import Array

# Factor for rounding: bounds are this much larger than computed.
_ROUNDING = 1.0 + 1e-9


@dataclass(frozen=True, eq=False)
class MotionBounds:
    """Bounds for c chunks and p pairs, each (c, p).

    rates: mm per chunk. bends: mm per chunk squared, inf where unknown. kinks: mm per chunk.
    """

    rates: Array
    bends: Array
    kinks: Array


def rates_of(track: Track, chunks: Sequence[Chunk], pairs: Sequence[Pair]) -> Array:
    """Greatest approach of each pair over each chunk, (c, p), mm.

    The speed of the pair's fastest piece, by the parameter, is taken for the whole chunk.
    """
    work = _Chunks(track, chunks, pairs)
    return work.of_pairs(work.rate)


def bounds_of(track: Track, chunks: Sequence[Chunk], pairs: Sequence[Pair]) -> MotionBounds:
    """Bounds on the motion of the pairs over the chunks.

    If both bodies of a pair move, the bounds are for points of the outer body seen from the inner
    one: see `Track.inner_first`.
    """
    work = _Chunks(track, chunks, pairs)
    rates, bends, kinks = (work.of_pairs(f) for f in (work.rate, work.bend, work.kink))
    return MotionBounds(rates, bends, kinks)


class _Chunks:
    """The pieces of chunks that follow each other in the track, and some pairs."""

    def __init__(self, track: Track, chunks: Sequence[Chunk], pairs: Sequence[Pair]) -> None:
        self.track = track
        first, last = chunks[0].first, chunks[-1].last
        self.pieces = slice(first, last)
        self.steps = track.widths[first:last]
        starts = np.array([chunk.first for chunk in chunks]) - first
        stops = np.array([chunk.last for chunk in chunks]) - first
        self.lengths = track.progress[stops + first] - track.progress[starts + first]
        # A piece between two chunks counts for neither, nor does the jump at the end of a chunk.
        self.edges = np.column_stack([starts, stops]).ravel()
        self.inner = np.ones(len(self.steps), dtype=bool)
        self.inner[stops - 1] = False
        # A piece of no width lies between two motions, and in no chunk.
        is_there = self.steps > 0.0
        self.per_step = np.divide(1.0, self.steps, out=np.zeros(len(self.steps)), where=is_there)
        self.per_step_behind = np.append(self.per_step[1:], 0.0)

        # Pairs that move alike are calculated once.
        places = {name: place for place, name in enumerate(track.movers)}
        alike: dict[tuple[int, int], int] = {}
        names = [(places.get(a, -1), places.get(b, -1)) for a, b in pairs]
        self.group = np.array([alike.setdefault(name, len(alike)) for name in names], np.int64)
        _, rows = np.unique(self.group, return_index=True)
        self.different = [pairs[int(row)] for row in rows]

    def of_pairs(self, figure: Callable[[Pair], Array]) -> Array:
        """A figure (c,) for every pair, (c, p)."""
        found = [figure(pair) * _ROUNDING for pair in self.different]
        if not found:
            return np.zeros((len(self.lengths), 0))
        return np.ascontiguousarray(np.stack(found, axis=1)[:, self.group])

    def rate(self, pair: Pair) -> Array:
        """Greatest approach of two bodies over each chunk, (c,), mm."""
        return self.lengths * self._most(self._ways(pair) * self.per_step)

    def bend(self, pair: Pair) -> Array:
        """The bend of a pair over each chunk, (c,), mm."""
        seen = self.track.seen_from(pair)
        if seen is None:
            return np.full(len(self.lengths), np.inf if self._moves(pair) else 0.0)
        arm, body, link = seen
        own = self.track.arms[arm].bends[self.pieces, body, link] * self.per_step**2
        jumps = self._jumps(pair)
        spread = np.minimum(
            self._most(jumps * self.per_step), self._most(jumps * self.per_step_behind)
        )
        bends = self.lengths**2 * (self._most(own) + spread)
        return np.where(self._most(self._slides(pair)) > 0.0, np.inf, bends)

    def kink(self, pair: Pair) -> Array:
        """The kink of a pair over each chunk, (c,), mm."""
        return self.lengths * self._most(self._jumps(pair))

    def _ways(self, pair: Pair) -> Array:
        seen = self.track.seen_from(pair)
        if seen is not None:
            arm, body, link = seen
            return self.track.arms[arm].ways[self.pieces, body, link] + self._slides(pair)
        ends = [self.track.movers[name] for name in pair if name in self.track.movers]
        ways = [self.track.arms[arm].ways[self.pieces, body, 0] for arm, body in ends]
        return np.sum(ways, axis=0) if ways else np.zeros(len(self.steps))

    def _slides(self, pair: Pair) -> Array:
        """Travel of the inner of two bodies of one arm on its link in each piece, (k,), mm."""
        inner, outer = (self.track.movers.get(name) for name in self.track.inner_first(pair))
        if inner is None or outer is None:
            return np.zeros(len(self.steps))
        return self.track.arms[inner[0]].slides[self.pieces, inner[1]]

    def _jumps(self, pair: Pair) -> Array:
        """The jump of the velocity behind each piece, (k,), mm per unit of the parameter."""
        found, seen = np.zeros(len(self.steps)), self.track.seen_from(pair)
        if seen is not None:
            arm, body, link = seen
            jumps = self._kinks[arm][:, body, link]
            found[: len(jumps)] = jumps
        return found * self.inner

    @cached_property
    def _kinks(self) -> tuple[Array, ...]:
        first, last = self.pieces.start, self.pieces.stop
        return tuple(arm.kinks(first, last) for arm in self.track.arms)

    def _moves(self, pair: Pair) -> bool:
        return any(name in self.track.movers for name in pair)

    def _most(self, figures: Array) -> Array:
        """The largest figure of a piece, from figures (k,), in each chunk, (c,)."""
        return np.asarray(np.maximum.reduceat(np.append(figures, 0.0), self.edges)[::2])
