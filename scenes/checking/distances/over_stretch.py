"""Motions of one situation as one track, and the least distance of moving from standing bodies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from geometry import CellClearance, cell_clearance
from scenes.checking.distances.near_pairs import bounds_below
from scenes.checking.distances.over_motion import Reached, holed_bodies, measured_on, nearest_on
from scenes.checking.motions.course import Course
from scenes.checking.motions.situations import Situation
from scenes.checking.motions.track import Chunk, Integers, Pair, Track
from scenes.runs.step import Step
from scenes.world.allowed_contacts import body_of
from scenes.world.frozen import Array
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

    @cached_property
    def owners(self) -> Integers:
        """Number of the motion of each chunk, (c,)."""
        first = np.array([chunk.first for chunk in self.chunks], dtype=np.int64)
        return np.searchsorted(self.track.firsts, first, side="right") - 1

    def over_motions(self, figures: Array) -> Array:
        """The least of figures of chunks, (c, p), in each motion, (motions, p); inf without
        chunks."""
        bounds = np.searchsorted(self.owners, np.arange(len(self.track.courses) + 1))
        rows = [figures[a:b].min(axis=0, initial=np.inf) for a, b in pairwise(bounds)]
        return np.array(rows).reshape(len(rows), figures.shape[1])

    def bounds_below(
        self, pairs: Sequence[Pair], asked: Array, is_wanted: NDArray[np.bool_]
    ) -> Array:
        """Lower bounds of pairs over chunks, (c, p), mm: see `near_pairs.bounds_below`.

        A pair of which any distance is asked for (infinite `asked`) has the bound 0.
        """
        told = np.isfinite(asked)
        bounds = np.where(is_wanted, 0.0, np.inf)
        own = [pair for pair, is_told in zip(pairs, told, strict=True) if is_told]
        if own:
            found = bounds_below(self.track, self.chunks, own, asked[told], is_wanted[:, told])
            bounds[:, told] = found
        return bounds

    def nearest_at_ends(self, pairs: Sequence[Pair], count: int) -> dict[Pair, float]:
        """The pairs without holes that are nearest at the ends of chunks, and how near, mm.

        At most `count` pairs, the nearest first.
        """
        edges = np.array([(chunk.first, chunk.last - 1) for chunk in self.chunks]).ravel()
        T = self.track.poses_at(edges, np.tile((0.0, 1.0), len(self.chunks)))
        left, found = list(pairs), dict[Pair, float]()
        while left and len(found) < count:
            index = np.array([[self.track.index[name] for name in pair] for pair in left])
            seen = cell_clearance(self.track.packed, T, index)
            near = {left[seen.pair[i]]: float(seen.distance_mm[i]) for i in _falling(seen)}
            found.update(near)
            left = [pair for pair in left if pair not in near]
        return dict(sorted(found.items(), key=lambda item: item[1])[:count])

    def nearest(
        self,
        pairs: Sequence[Pair],
        below: float = np.inf,
        is_there: NDArray[np.bool_] | None = None,
    ) -> Reached | None:
        """The least distance of pairs without holes; None where it is `below` (mm) or more.

        is_there: Whether to search each chunk, (c,); all of them where it is None.
        """
        return nearest_on(self.track, self._chosen(is_there), pairs, below)

    def measured(
        self, pair: Pair, below: float = np.inf, is_there: NDArray[np.bool_] | None = None
    ) -> Reached | None:
        """The least distance of any one pair; None where it is `below` (mm) or more.

        is_there: As for `nearest`.
        """
        chunks = self._chosen(is_there)
        if self.has_holes(pair):
            return measured_on(self.track, chunks, pair, below)
        return nearest_on(self.track, chunks, [pair], below)

    def has_holes(self, pair: Pair) -> bool:
        """Whether the convex pieces of one of the two bodies fill more than its solid."""
        return not self._holed.isdisjoint(pair)

    @cached_property
    def _holed(self) -> frozenset[str]:
        return holed_bodies(self.track)

    def _chosen(self, is_there: NDArray[np.bool_] | None) -> Sequence[Chunk]:
        if is_there is None:
            return self.chunks
        return [chunk for chunk, is_in in zip(self.chunks, is_there, strict=True) if is_in]


def _falling(seen: CellClearance) -> Integers:
    """Numbers of the samples, the one with the greatest distance first."""
    return np.argsort(-seen.distance_mm, kind="stable")


def counted(situation: Situation) -> Iterator[Pair]:
    """The pairs of a body that moves with the arm and a body that stands."""
    known = bodies_of(situation.cell, situation.state.parts)
    for pair in situation.pairs:
        if known[body_of(pair[0])].link != 0 and pair[1] in situation.standing:
            yield pair


def least_in_step(situation: Situation, step: Step) -> float:
    """Proven lower bound on distances of moving from standing bodies over one motion, mm.

    It is infinite where there is no such pair.
    """
    stretch, pairs = Stretch.of(situation, situation.courses([step])), list(counted(situation))
    holed = [pair for pair in pairs if stretch.has_holes(pair)]
    found = [stretch.nearest([pair for pair in pairs if pair not in set(holed)])]
    found += [stretch.measured(pair) for pair in holed]
    return min((near.proven_mm for near in found if near is not None), default=np.inf)
