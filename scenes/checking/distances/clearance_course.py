"""The least distance of moving from standing bodies as a function of time, for plots and colours.

Pairs count as in the list of nearest pairs (`clearances`). Each motion is looked at in even steps
of time and at its end, so that a distance between two moments may be missed: the proven least
distance of a run is that of the list.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scenes.checking.motions.track import Pair
from scenes.runs.run import Run
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from scenes.checking.distances.over_stretch import Stretch
    from scenes.checking.motions.run_motions import Motion
    from scenes.checking.motions.situations import Situation

# Moments of a run, but for the ends of its motions, and the shortest time between two of them, s.
MOST_MOMENTS, SHORTEST = 600, 0.01
SAME_TIME = (
    1e-9  # s; the time of the end of a motion and that of the next one's start may differ so
)
# Moments at which the distance of one pair is looked at over one motion.
MOMENTS_OF_PAIR = 60
# Moments of one motion at which pairs with holes are measured, and such pairs at one moment: it
# takes long. The course has no other moments where only convex pieces, which fill a hole, are near.
MOST_MEASURED = 16


@dataclass(frozen=True, eq=False)
class ClearanceCourse:
    """The least distance of a run at some times.

    times: (k,), s, increasing. distance_mm: (k,); inf where no pair counts. is_bound: (k,), whether
    the distance is a lower bound, because a hole counts as filled or a cut part as whole.
    """

    times: Array
    distance_mm: Array
    is_bound: NDArray[np.bool_]

    @classmethod
    def joined(cls, parts: Sequence[ClearanceCourse]) -> ClearanceCourse:
        """Stretches one after the other."""
        if not parts:
            return cls(np.zeros(0), np.zeros(0), np.zeros(0, dtype=bool))
        return cls(
            np.concatenate([part.times for part in parts]),
            np.concatenate([part.distance_mm for part in parts]),
            np.concatenate([part.is_bound for part in parts]),
        )


def clearance_course(
    run: Run, first: int = 0, budget_s: float = np.inf
) -> tuple[ClearanceCourse, int]:
    """The course from a motion on, and the number of the motion at which it goes on.

    first: Number among the moving steps of the run. budget_s: After this time no further motion is
    begun; at least one is done.
    """
    from scenes.checking.distances.over_stretch import counted
    from scenes.checking.motions.run_motions import situations

    end = time.monotonic() + budget_s
    period = max(run.duration / MOST_MOMENTS, SHORTEST)
    meant, found, number = frozenset(_meant(run)), list[ClearanceCourse](), 0
    for situation, motions in situations(run):
        if number + len(motions) <= first:
            number += len(motions)
            continue
        pairs = [pair for pair in counted(situation) if pair not in meant]
        for motion in motions[max(first - number, 0) :]:
            found.append(_over(situation, motion, pairs, period))
            if time.monotonic() > end:
                return ClearanceCourse.joined(found), first + len(found)
        number += len(motions)
    return ClearanceCourse.joined(found), first + len(found)


def clearance_at(run: Run, times: ArrayLike) -> Array:
    """The least distance at times (m,), s, of a run, mm; inf where no pair counts.

    Where two motions meet, with a grasp or a cut between them, the lesser distance counts: a time
    does not say on which side it lies. Times before the start and after the end are those of the
    ends; nan in a run without a motion. A hole counts; a part that is cut counts as whole.
    """
    from scenes.checking.distances.over_stretch import counted
    from scenes.checking.motions.run_motions import situations

    asked = np.clip(np.asarray(times, dtype=float), 0.0, run.duration)
    found, meant = np.full(len(asked), np.nan), _meant(run)
    for situation, motions in situations(run):
        pairs = [pair for pair in counted(situation) if pair not in meant]
        for motion in motions:
            step = motion.step
            is_in = (asked >= step.start_time - SAME_TIME) & (asked <= step.end_time + SAME_TIME)
            if not is_in.any():
                continue
            since = np.clip(asked[is_in] - step.start_time, 0.0, step.duration)
            course = _at(situation, motion, pairs, since, measures_all=True)
            found[is_in] = np.fmin(found[is_in], course.distance_mm)
    return found


def pair_course(run: Run, at: float, bodies: frozenset[str]) -> ClearanceCourse | None:
    """The distance of two bodies over the motion at a time of the run, s.

    None where they are no pair whose distance counts there.
    """
    from scenes.checking.distances.over_stretch import counted
    from scenes.checking.motions.run_motions import situations
    from scenes.world.allowed_contacts import bodies_of_pair

    for situation, motions in situations(run):
        for motion in motions:
            step = motion.step
            if step.start_time <= at <= step.end_time:
                pairs = [p for p in counted(situation) if frozenset(bodies_of_pair(p)) == bodies]
                period = max(step.duration / MOMENTS_OF_PAIR, SHORTEST)
                return _over(situation, motion, pairs, period) if pairs else None
    return None


_meant_in: WeakKeyDictionary[Run, frozenset[Pair]] = WeakKeyDictionary()


def _meant(run: Run) -> frozenset[Pair]:
    """The pairs of a run that are meant to touch, kept with it: each stretch asks for them."""
    from scenes.checking.distances.clearances import meant_to_touch

    if run not in _meant_in:
        _meant_in[run] = frozenset(meant_to_touch(run))
    return _meant_in[run]


def _over(
    situation: Situation, motion: Motion, pairs: Sequence[Pair], period: float
) -> ClearanceCourse:
    """The course over one motion."""
    step = motion.step
    inner = np.arange(1.0, np.ceil(step.duration / period)) * period
    times = np.concatenate([[0.0], inner, [step.duration]])
    return _at(situation, motion, pairs, times)


def _at(
    situation: Situation,
    motion: Motion,
    pairs: Sequence[Pair],
    times: Array,
    measures_all: bool = False,
) -> ClearanceCourse:
    """The course of a motion at times (k,), s since its start.

    measures_all: Whether every time is kept and every hole measured, however long it takes; else
    some of the times are left out, but never the ends.
    """
    from geometry import cell_clearance
    from scenes.checking.distances.over_stretch import Stretch
    from scenes.world.allowed_contacts import bodies_of_pair

    if not pairs:
        nothing, none = np.full(len(times), np.inf), np.zeros(len(times), dtype=bool)
        return ClearanceCourse(motion.step.start_time + times, nothing, none)
    stretch = Stretch.of(situation, [motion.course])
    track = stretch.track
    places = np.array([motion.course.place_at(t) for t in times])
    piece = np.minimum(places.astype(np.int64), len(motion.course.pieces) - 1)
    share = places - piece
    index = np.array([[track.index[name] for name in pair] for pair in pairs])
    seen = cell_clearance(track.packed, track.poses_at(piece, share), index)
    cut = np.array([bool(motion.uncut.intersection(bodies_of_pair(pair))) for pair in pairs])
    is_whole = cut[seen.pair]
    distance = np.array(seen.distance_mm)
    is_bound, is_kept = is_whole | ~seen.is_exact, is_whole | seen.is_exact
    open_rows = np.flatnonzero(~is_kept).tolist() if measures_all else _to_measure(~is_kept)
    most = len(pairs) if measures_all else MOST_MEASURED
    for row in open_rows:
        found = _by_solids(stretch, pairs, index, int(piece[row]), float(share[row]), most)
        is_kept[row] = True
        if found is not None:
            distance[row], is_bound[row] = found, False
    rows = np.flatnonzero(is_kept)
    return ClearanceCourse(motion.step.start_time + times[rows], distance[rows], is_bound[rows])


def _to_measure(wanted: NDArray[np.bool_]) -> Iterator[int]:
    """At most MOST_MEASURED of the wanted rows, evenly spread, with both ends of each stretch."""
    rows = np.flatnonzero(wanted)
    if len(rows) > MOST_MEASURED:
        ends = np.diff(wanted.astype(int), prepend=0, append=0)
        spread = rows[np.linspace(0, len(rows) - 1, MOST_MEASURED).astype(int)]
        starts, lasts = np.flatnonzero(ends > 0), np.flatnonzero(ends < 0) - 1
        rows = np.unique(np.concatenate([spread, starts, lasts]))
    yield from rows.tolist()


def _by_solids(
    stretch: Stretch,
    pairs: Sequence[Pair],
    index: NDArray[np.int64],
    piece: int,
    share: float,
    most: int,
) -> float | None:
    """The least distance at a place, mm, with the holes of the solids.

    Pairs are measured in the order of their lower bounds until none can be nearer. None where that
    takes more than `most` of them.
    """
    from geometry import pair_clearance
    from geometry.separation.batches import gap_rows
    from scenes.checking.distances.at_postures import ENOUGH

    track = stretch.track
    at = (np.array([piece]), np.array([share]))
    T = track.poses_at(*at)
    items = np.column_stack([np.zeros(len(index), dtype=np.int64), index])
    bounds, _ = gap_rows(track.packed, T, items, np.full(len(items), ENOUGH))
    least = np.inf
    for count, number in enumerate(np.argsort(bounds, kind="stable").tolist()):
        if bounds[number] >= least:
            return least
        if count == most:
            return None
        a, b = pairs[number]
        T_a, T_b = (track.poses_of(name, *at)[0] for name in (a, b))
        solids = track.bodies[a][0], track.bodies[b][0]
        found = pair_clearance(solids[0], T_a, solids[1], T_b, prove=False)
        least = min(least, found.distance_mm)
    return least
