"""The proven check of many motions, pair by pair, as a whole run of a cell needs it.

`sweep_segments` leaves a segment at its first contact. Here every pair is checked on its own: it is
proven free over the segment, or has a first contact of its own, or stretches without proof. The
proofs are not kept.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.poses import Array
from geometry.separation.batches import Path
from geometry.separation.packed_bodies import Integers, PackedBodies, checked_pairs
from geometry.sweeping.narrowing import Limits, Narrowing, SegmentPoses, checked_bounds
from geometry.sweeping.segments import RESOLUTION

MOST_OPEN = 4096
"""Most open intervals of one pair in one segment that one level looks at, for exact pieces."""
MOST_SEARCHED = 256
"""The same for pairs with inexact pieces, which need a search."""


@dataclass(frozen=True, eq=False)
class PairSweep:
    """The contacts and gaps of pairs in segments; everything else is proven free.

    contacts: Rows (segment, pair), (c, 2). contact_times: The time of each first contact, 0 to 1,
    (c,). gaps: Rows (segment, pair), (g, 2). gap_spans: Start and end of each stretch without
    proof, (g, 2); none goes beyond the pair's first contact, behind which nothing is checked.
    given_up: Whether a gap remains because the pair is near for too long, not because the bodies
    are within the resolution, (g,).
    """

    contacts: Integers
    contact_times: Array
    gaps: Integers
    gap_spans: Array
    given_up: NDArray[np.bool_]


def sweep_pairs(
    packed: PackedBodies,
    poses: SegmentPoses,
    pairs: ArrayLike,
    rates: ArrayLike,
    *,
    bends: ArrayLike | None = None,
    kinks: ArrayLike | None = None,
    resolution: float = RESOLUTION,
    path: Path = "auto",
) -> PairSweep:
    """The sweep of every pair (p, 2) in every segment; the arguments are those of
    `sweep_segments`."""
    index = checked_pairs(packed, pairs)
    bounds = checked_bounds(rates, bends, kinks, len(index))
    limits = Limits(resolution, True, MOST_OPEN, MOST_SEARCHED)
    work = Narrowing(packed, poses, index, bounds, limits, path)
    work.run()
    contacts = np.argwhere(np.isfinite(work.contact))
    return PairSweep(contacts, work.contact[tuple(contacts.T)], *_gaps(work))


def _gaps(work: Narrowing) -> tuple[Integers, Array, NDArray[np.bool_]]:
    """The gaps of all pairs in order, as `PairSweep` holds them; gaps that adjoin become one."""
    found: list[tuple[int, int, float, float, bool]] = []
    for segment, rows in sorted(work.gaps.items()):
        for start, end, pair, given_up in sorted(rows, key=lambda row: (row[2], row[0])):
            contact = float(work.contact[segment, pair])
            if start >= contact:
                continue
            until, last = min(end, contact), found[-1] if found else None
            if last is not None and last[:2] == (segment, pair) and start <= last[3]:
                found[-1] = (segment, pair, last[2], max(last[3], until), last[4] or given_up)
            else:
                found.append((segment, pair, start, until, given_up))
    names = np.array([row[:2] for row in found], dtype=np.int64).reshape(-1, 2)
    spans = np.array([row[2:4] for row in found], dtype=float).reshape(-1, 2)
    return names, spans, np.array([row[4] for row in found], dtype=bool)
