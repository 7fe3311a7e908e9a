"""Motions of one situation as one track, and the least distance of moving from standing bodies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from scenes.checking.distances.over_motion import Reached, has_holes, measured_on, nearest_on
from scenes.checking.motions.course import Course
from scenes.checking.motions.situations import Situation
from scenes.checking.motions.track import Chunk, Pair, Track
from scenes.runs.step import Step
from scenes.world.allowed_contacts import body_of
from scenes.world.placement import bodies_of


@dataclass(frozen=True, eq=False)
class Stretch:
    """Motions of one situation, one after the other, as a track in chunks."""

    track: Track
    chunks: Sequence[Chunk]

    @classmethod
    def of(cls, situation: Situation, courses: Sequence[Course]) -> Stretch:
        """The stretch of some motions."""
        track = situation.track(courses)
        return cls(track, [c for number in range(len(courses)) for c in track.chunks(number)])

    def motion_at(self, place: float) -> tuple[int, float]:
        """Number of the motion in which a place of the track lies, and the place in the motion."""
        number = self.track.motion_at(place)
        return number, place - self.track.firsts[number]

    def nearest(self, pairs: Sequence[Pair], below: float = np.inf) -> Reached | None:
        """The least distance of pairs without holes; None where it is `below` (mm) or more."""
        return nearest_on(self.track, self.chunks, pairs, below)

    def measured(self, pair: Pair, below: float = np.inf) -> Reached | None:
        """The least distance of any one pair; None where it is `below` (mm) or more."""
        search = measured_on if self.has_holes(pair) else _plain
        return search(self.track, self.chunks, pair, below)

    def has_holes(self, pair: Pair) -> bool:
        """Whether the convex pieces of one of the two bodies fill more than its solid."""
        return has_holes(self.track, pair)


def _plain(track: Track, chunks: Sequence[Chunk], pair: Pair, below: float) -> Reached | None:
    return nearest_on(track, chunks, [pair], below)


def counted(situation: Situation) -> Iterator[Pair]:
    """The pairs of a body that moves with the arm and a body that stands."""
    known = bodies_of(situation.cell, situation.state.parts)
    for a, b in situation.pairs:
        if known[body_of(a)].link != 0 and b in situation.standing:
            yield a, b


def least_in_step(situation: Situation, step: Step) -> float:
    """Proven lower bound on distances of moving from standing bodies over one motion, mm.

    It is infinite where there is no such pair.
    """
    stretch, pairs = Stretch.of(situation, situation.courses([step])), list(counted(situation))
    holed = [pair for pair in pairs if stretch.has_holes(pair)]
    found = [stretch.nearest([pair for pair in pairs if pair not in set(holed)])]
    found += [stretch.measured(pair) for pair in holed]
    return min((near.proven_mm for near in found if near is not None), default=np.inf)
