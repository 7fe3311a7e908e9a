"""How near the bodies of a run come to each other, pair by pair, and where that is too near.

Counted is what the arm and the part in its hand come near to: what stands. Not counted are links
of the arm among themselves, which touch by construction, the fingers with what they grip in the
run, and a part with what it rests on where it is taken or released: they are meant to touch.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from geometry import pack_bodies, pair_clearance
from geometry.batches import APART, gap_rows
from scenes.contacts import bodies_of_pair, body_of
from scenes.frozen import Frozen
from scenes.nearness import Nearest, Reached, accuracy, has_holes, measured_on, nearest_on
from scenes.placement import bodies_in, bodies_of, placements
from scenes.situations import Situation, situations
from scenes.state import CellState
from scenes.step import WARNING, Problem, Step
from scenes.sweeping import Chunk, Pair, Track, chunks_of

if TYPE_CHECKING:
    from scenes.run import Run

# Bodies as near as this at the time when a part is taken or released rest on each other, mm.
RESTS = 0.01
# Pairs that a report lists, and pairs below the margin that it warns of, at most.
_MOST_LISTED, _MOST_WARNED = 5, 20


@dataclass(frozen=True, eq=False)
class Clearances(Frozen):
    """The nearest pairs of a run, the nearest first; the first tells of the whole cell."""

    nearest: tuple[Nearest, ...] = ()

    @property
    def least(self) -> Nearest | None:
        """The nearest pair of all; None where there is nothing to come near to."""
        return self.nearest[0] if self.nearest else None

    def below(self, margin: float) -> tuple[Nearest, ...]:
        """The pairs that come nearer than a margin, mm."""
        return tuple(near for near in self.nearest if near.is_below(margin))


def clearances(run: Run, stop: Callable[[], bool] = lambda: False) -> Clearances:
    """The nearest pairs over all motions of a run, and every one below the margin of the cell.

    stop: Asked now and then; when it says yes the list holds what was found so far.
    """
    work = _Listing(run.cell.margin)
    meant = _meant_to_touch(run)
    for situation, motions in situations(run):
        stretch = _Stretch.of(situation, [motion.step for motion in motions])
        pairs = [pair for pair in _counted(situation) if pair not in meant]
        holed = [pair for pair in pairs if has_holes(stretch.track, pair)]
        pairs = [pair for pair in pairs if pair not in set(holed)]
        while pairs and not stop():
            found = nearest_on(stretch.track, stretch.chunks, pairs, work.limit)
            if found is None:
                break
            work.note(stretch, found)
            pairs.remove(found.pair)
        # These take longest: what is listed already rules most of them out.
        for pair in holed if not stop() else ():
            work.note(stretch, measured_on(stretch.track, stretch.chunks, pair, work.limit))
    return Clearances(tuple(work.nearest()))


def least_in_step(situation: Situation, step: Step) -> float:
    """What the distance between what moves and what stands is at least over one motion, mm:
    proven; infinite where nothing stands."""
    stretch, pairs = _Stretch.of(situation, [step]), list(_counted(situation))
    holed = [pair for pair in pairs if has_holes(stretch.track, pair)]
    plain = [pair for pair in pairs if pair not in set(holed)]
    found = [nearest_on(stretch.track, stretch.chunks, plain)]
    found += [measured_on(stretch.track, stretch.chunks, pair) for pair in holed]
    return min((near.proven_mm for near in found if near is not None), default=np.inf)


class _Listing:
    """The nearest of each pair so far, and how near another has to be to be listed."""

    def __init__(self, margin: float) -> None:
        self.margin = margin
        self.by_pair: dict[Pair, Nearest] = {}

    def nearest(self) -> list[Nearest]:
        """Those that are listed, the nearest first."""
        found = sorted(self.by_pair.values(), key=lambda near: near.distance_mm)
        return [
            near
            for i, near in enumerate(found[:_MOST_WARNED])
            if i < _MOST_LISTED or near.distance_mm < self.margin
        ]

    @property
    def limit(self) -> float:
        """What is as far away as this is not listed, mm."""
        found = sorted(near.distance_mm for near in self.by_pair.values())
        if len(found) < _MOST_LISTED:
            return np.inf
        last = found[_MOST_WARNED - 1] if len(found) >= _MOST_WARNED else self.margin
        return max(found[_MOST_LISTED - 1], min(last, self.margin))

    def note(self, stretch: _Stretch, found: Reached | None) -> None:
        """Keeps what was found where it is the nearest of its pair."""
        if found is None:
            return
        near = stretch.nearest(found)
        known = self.by_pair.get(found.pair)
        if known is None or near.distance_mm < known.distance_mm:
            self.by_pair[found.pair] = near


@dataclass(frozen=True, eq=False)
class _Stretch:
    """Motions of one situation, one after the other, as a track in chunks."""

    steps: Sequence[Step]
    firsts: Sequence[int]
    track: Track
    chunks: Sequence[Chunk]

    @classmethod
    def of(cls, situation: Situation, steps: Sequence[Step]) -> _Stretch:
        """The stretch of some motions."""
        chunks: list[Chunk] = []
        firsts = [0]
        for step in steps:
            last = firsts[-1] + len(step.trajectory.times) - 1
            chunks += chunks_of(firsts[-1], last)
            firsts.append(last + 1)
        return cls(steps, firsts, situation.track(steps), chunks)

    def nearest(self, found: Reached) -> Nearest:
        """What was found in words of the run."""
        number = int(np.searchsorted(self.firsts, found.place, side="right")) - 1
        step = self.steps[min(number, len(self.steps) - 1)]
        time = step.start_time + self.track.time_at(found.place)
        # Other stretches were searched for what is nearer than this by more than the accuracy.
        proven = min(found.proven_mm, found.distance_mm - accuracy(found.distance_mm))
        distance = found.distance_mm
        pair, points = bodies_of_pair(found.pair), found.points
        return Nearest(distance, max(proven, 0.0), *pair, time, step.line, points, step.file)


def _counted(situation: Situation) -> Iterator[Pair]:
    """The pairs of one that moves with the arm and one that stands."""
    known = bodies_of(situation.cell, situation.state.parts)
    for a, b in situation.pairs:
        if known[body_of(a)].link != 0 and b in situation.standing:
            yield a, b


def _meant_to_touch(run: Run) -> set[Pair]:
    """Fingers and what they grip, parts and what they rest on when taken or released."""
    known = bodies_of(run.cell, run.end_state.parts)
    fingers = [name for name, body in known.items() if body.kind == "finger"]
    found: set[Pair] = set()
    for step in run.steps:
        before, after = step.before.held, step.after.held
        if (before is None) == (after is None):
            continue
        part = (after or before).part  # type: ignore[union-attr]
        found |= {(finger, part) for finger in fingers}
        found |= {(part, name) for name in _resting_on(run, step.after, part)}
    return found


def _resting_on(run: Run, state: CellState, part: str) -> Iterator[str]:
    """What stands so near to a part that the part rests on it."""
    names, poses = placements(run.cell, state.q[None], [state.opening], state.held, state.parts)
    known = bodies_in(run.cell, state)
    stands = [name for name in names if known[name].link is None and name != part]
    chosen = [part, *stands]
    packed = pack_bodies([known[name].solid for name in chosen])
    T = poses[:, [names.index(name) for name in chosen]]
    items = np.array([[0, 0, 1 + i] for i in range(len(stands))], dtype=np.int64).reshape(-1, 3)
    _, states = gap_rows(packed, T, items, np.full(len(items), RESTS))
    for i in np.flatnonzero(states != APART):
        own, other = packed.solids[0], packed.solids[1 + i]
        if pair_clearance(own, T[0, 0], other, T[0, 1 + i], prove=False).distance_mm <= RESTS:
            yield stands[i]


def warnings(run: Run, found: Clearances, colliding: Collection[Pair]) -> tuple[Problem, ...]:
    """W303 for each pair that comes nearer than the margin of the cell and does not collide."""
    margin = run.cell.margin
    return tuple(
        Problem(
            "W303",
            WARNING,
            near.line,
            f"{near.body_a} comes within {near.distance_mm:.2f} mm of {near.body_b} at "
            f"{near.time:.2f} s; the cell asks for {margin:g} mm",
            {
                "body_a": near.body_a,
                "body_b": near.body_b,
                "distance_mm": near.distance_mm,
                "margin_mm": margin,
            },
            near.time,
            near.file,
        )
        for near in found.below(margin)
        if (near.body_a, near.body_b) not in colliding
    )
