"""The sweep of a track: the pairs that are not proven free, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geometry.sweeping.pair_segments import PairSweep, sweep_pairs
from scenes.checking.motions.motion_bounds import bounds_of
from scenes.checking.motions.track import Chunk, Integers, Pair, Track
from scenes.world.frozen import Array


@dataclass(frozen=True, eq=False)
class Open:
    """A pair that is not proven free in a chunk, from place `start` to place `end` of the track.

    A place is the number of a piece plus a share of it. way: Greatest approach of the pair over the
    chunk, mm; 0 where its bodies keep their distance. is_contact: The pair meets at `start`.
    given_up: The bodies are near for so long that the search ended; else nearer than its
    resolution.
    """

    chunk: int
    pair: Pair
    start: float
    end: float
    way: float
    is_contact: bool
    given_up: bool = False

    @property
    def is_still(self) -> bool:
        """Whether the bodies keep their distance over the chunk."""
        return self.way == 0.0


def sweep_track(track: Track, chunks: Sequence[Chunk], pairs: Sequence[Pair]) -> list[Open]:
    """The pairs that are not proven free, ordered by chunk, pair and start.

    The sweep of a pair in a chunk ends at its first contact.
    """
    if not chunks or not pairs:
        return []
    seen = [[track.index[name] for name in track.inner_first(pair)] for pair in pairs]
    index = np.array(seen, dtype=np.int64)

    def poses(segments: Integers, t: Array) -> Array:
        return track.poses_at(*track.at(chunks, segments, t))

    known = bounds_of(track, chunks, pairs)
    found = sweep_pairs(
        track.packed, poses, index, known.rates, bends=known.bends, kinks=known.kinks
    )
    return _named(track, chunks, pairs, known.rates, found)


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
        way = float(rates[chunk, pair])
        rows.append(Open(int(chunk), pairs[pair], start, end, way, False, bool(given_up)))
    for (chunk, pair), t in zip(found.contacts, found.contact_times, strict=True):
        way = float(rates[chunk, pair])
        times = np.array([t if way > 0.0 else 0.0, 1.0])
        start, end = _places(track, chunks, int(chunk), times)
        rows.append(Open(int(chunk), pairs[pair], start, end, way, True))
    return sorted(rows, key=lambda row: (row.chunk, row.pair, row.start))


def _places(track: Track, chunks: Sequence[Chunk], chunk: int, t: Array) -> list[float]:
    piece, share = track.at(chunks, np.full(len(t), chunk), t)
    return [float(place) for place in piece + share]
