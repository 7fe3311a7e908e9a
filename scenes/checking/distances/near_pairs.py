"""Lower bounds of the distances of all pairs at once: most pairs are ruled out by them.

All pairs are taken together, chunk by chunk. Between two moments a distance changes by no more than
the bodies move, so a proven gap at the middle of an interval, less half of the way over it, holds
for the whole interval. Where that is below what is asked the interval is halved, a few times only:
what is left is for the search of single pairs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from geometry.separation.batches import gap_rows
from scenes.checking.motions.motion_bounds import rates_of
from scenes.checking.motions.track import Chunk, Integers, Pair, Track
from scenes.world.frozen import Array

# Greatest number of halvings; an interval over which its pair moves less, mm, is not halved.
_HALVINGS, _SHORT = 5, 2.0
# Greatest number of rows (moment, pair) in one call of the loops.
_MOST_ROWS = 100_000


def bounds_below(
    track: Track,
    chunks: Sequence[Chunk],
    pairs: Sequence[Pair],
    asked: Array,
    is_wanted: NDArray[np.bool_],
) -> Array:
    """Proven lower bounds of the distances of pairs over chunks, (c, p), mm.

    A bound is above `asked` wherever a few halvings prove so. Where it is not, the distance may be
    below. asked: For each pair, (p,), mm; finite. is_wanted: Where a bound is asked for, (c, p);
    elsewhere it is infinite. Of a body with a hole the convex pieces count, which fill more.
    """
    bounds = np.where(is_wanted, 0.0, np.inf)
    segments, columns = np.nonzero(is_wanted)
    if not len(segments):
        return bounds
    bounds[segments, columns] = np.inf
    rates = _rates(track, chunks, pairs)
    # Interval k of segment s, of the 2^depth intervals of each chunk, has the code 2^depth s + k.
    codes, parts = segments, 1
    for depth in range(_HALVINGS + 1):
        segments, enough = codes // parts, asked[columns]
        half_way = 0.5 * rates[segments, columns] / parts
        items = codes, columns
        proven = _gaps(track, chunks, pairs, parts, items, enough + half_way) - half_way
        is_open = (proven < enough) & (2.0 * half_way > _SHORT) & (depth < _HALVINGS)
        np.minimum.at(bounds, (segments[~is_open], columns[~is_open]), proven[~is_open])
        codes, columns = np.repeat(2 * codes[is_open], 2), np.repeat(columns[is_open], 2)
        codes[1::2] += 1
        parts *= 2
    return np.maximum(bounds, 0.0)


def _rates(track: Track, chunks: Sequence[Chunk], pairs: Sequence[Pair]) -> Array:
    """Greatest approach of each pair over each chunk, (c, p), mm; calculated once for pairs of the
    same moving bodies."""
    moving = [tuple(name for name in pair if name in track.movers) for pair in pairs]
    example = dict(zip(moving, pairs, strict=True))
    columns = {names: column for column, names in enumerate(example)}
    rates = rates_of(track, chunks, list(example.values()))
    return np.asarray(rates[:, [columns[names] for names in moving]])


def _gaps(
    track: Track,
    chunks: Sequence[Chunk],
    pairs: Sequence[Pair],
    parts: int,
    items: tuple[Integers, Integers],
    asked: Array,
) -> Array:
    """Proven gaps of pairs at the middles of intervals, (k,), mm.

    They are no closer to the distance than needed to tell whether it is above `asked`, (k,), mm.
    items: Codes of the intervals among `parts` for each chunk, and numbers of the pairs, (k,) each.
    """
    index = np.array([[track.index[name] for name in pair] for pair in pairs], dtype=np.int64)
    codes, columns = items
    found = np.empty(len(codes))
    for first in range(0, len(codes), _MOST_ROWS):
        rows = slice(first, first + _MOST_ROWS)
        own, inverse = np.unique(codes[rows], return_inverse=True)
        T = track.poses_at(*track.at(chunks, own // parts, (own % parts + 0.5) / parts))
        asked_rows = np.column_stack([inverse, index[columns[rows]]])
        found[rows] = gap_rows(track.packed, T, asked_rows, asked[rows])[0]
    return found
