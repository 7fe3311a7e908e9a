"""Looks at motions: sweeps every pair, and tests open pairs at samples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from geometry.contact.open_surfaces import has_open
from geometry.contact.pairs import colliding_pairs
from geometry.sweeping.segments import RESOLUTION
from scenes.checking.collisions.intervals import Hit
from scenes.checking.collisions.proof import Gap
from scenes.checking.collisions.sweeping import Open, sweep_track
from scenes.checking.motions.situations import Situation
from scenes.checking.motions.track import Chunk, Pair, Track, chunks_of
from scenes.runs.step import Step
from scenes.world.allowed_contacts import bodies_of_pair, body_of
from scenes.world.frozen import Array

Stop = Callable[[], bool]

_SAME_TIME = 1e-9
# S: gaps of a pair with no more time between them are reported as one.
_ONE_GAP = 0.02
# Number of moments after a first contact between samples at which its volume is measured.
_MOMENTS = 24

TOO_NEAR = f"they pass within {RESOLUTION:g} mm of each other"
TOO_LONG = "they are near each other for so long that the search was given up"
UNTOLD = "the surface of {name} is open: what is beside it and what inside cannot be told apart"
GRAZE = f"they touch, and share no volume that is {RESOLUTION:g} mm thick"


@dataclass(frozen=True, eq=False)
class Found:
    """Hits and gaps of one motion; times and samples count from the start of the motion."""

    hits: tuple[Hit, ...] = ()
    gaps: tuple[Gap, ...] = ()


def opened(situation: Situation, steps: Sequence[Step]) -> Iterator[tuple[MotionLook, list[Open]]]:
    """For each step of one situation a look at its motion, and the pairs not proven free."""
    if not steps:
        return
    track = situation.track(steps)
    first, chunks, owner = 0, list[Chunk](), list[int]()
    starts: list[int] = []
    for number, step in enumerate(steps):
        last = first + len(step.trajectory.times) - 1
        own = chunks_of(first, last)
        chunks += own
        owner += [number] * len(own)
        starts.append(first)
        first = last + 1
    named = situation.swept
    found = sweep_track(track, chunks, [names for names, _ in named])
    whole = dict(named)
    opens = [replace(item, pair=whole[item.pair]) for item in found]
    for number, step in enumerate(steps):
        own_opens = [item for item in opens if owner[item.chunk] == number]
        yield MotionLook(track, chunks, situation.cell.chord, starts[number], step.line), own_opens


@dataclass(frozen=True, eq=False)
class MotionLook:
    """Tests one motion at samples, for pairs that are not proven free.

    first: The sample of the track at which the motion begins.
    """

    track: Track
    chunks: Sequence[Chunk]
    chord: float
    first: int
    line: int

    def at(self, opens: Sequence[Open], stop: Stop) -> Found:
        """Hits at the samples, and the gaps that remain."""
        hits: list[Hit] = []
        gaps: list[Gap] = []
        ordered = sorted(opens, key=lambda item: (item.pair, item.chunk))
        for pair, group in groupby(ordered, key=lambda item: item.pair):
            own = list(group)
            found = self._hits(pair, self._places(own), stop)
            for item in own:
                found, gap = self._judged(item, found)
                gaps += [] if gap is None else [gap]
            hits += found
            gaps = [gap for gap in gaps if not _is_nearing(gap, found)]
        return Found(tuple(hits), joined(gaps))

    def _places(self, opens: Sequence[Open]) -> Array:
        """Places of the track to test: samples of open chunks, and moments after contacts."""
        places: list[Array] = []
        for item in opens:
            chunk = self.chunks[item.chunk]
            places.append(np.arange(chunk.first, chunk.last + 1, dtype=float))
            if item.is_contact and not item.is_still:
                left = min(np.floor(item.start) + 1.0, chunk.last) - item.start
                places.append(item.start + left * np.linspace(0.0, 1.0, _MOMENTS) ** 3)
        return np.unique(np.concatenate(places))

    def _hits(self, pair: Pair, places: Array, stop: Stop) -> list[Hit]:
        piece = np.minimum(places.astype(int), len(self.track.times) - 2)
        poses = [self.track.poses_of(name, piece, places - piece) for name in pair]
        solids = [self.track.bodies[name][0] for name in pair]
        found = colliding_pairs(solids, np.stack(poses, axis=1), [(0, 1)], self.chord, stop=stop)
        # A body that slides on another may sink into it by the error of straight joint motion
        # between samples: an overlap no thicker than the resolution of the sweep is not a hit.
        if all(hit.width_mm <= RESOLUTION for hit in found):
            return []
        return [
            self._hit(
                float(places[hit.sample_index]), pair, hit.volume_mm3, hit.centroid, hit.width_mm
            )
            for hit in found
        ]

    def _hit(
        self, place: float, pair: Pair, volume: float, centroid: Array, depth: float = 0.0
    ) -> Hit:
        time, bodies = self.track.time_at(place), bodies_of_pair(pair)
        return Hit(place - self.first, time, self.line, *bodies, volume, centroid, depth_mm=depth)

    def _judged(self, item: Open, hits: list[Hit]) -> tuple[list[Hit], Gap | None]:
        """The hits with the first contact added, and the gap that remains of an open stretch."""
        if not item.is_contact:
            # Bodies that keep their distance and are not in contact now will never be.
            return hits, None if item.is_still else self._gap(item, item.start, item.end)
        chunk = self.chunks[item.chunk]
        start, end = item.start - self.first, chunk.last - self.first
        behind = next((hit for hit in hits if start <= hit.sample <= end), None)
        if behind is None:
            return hits, None if item.is_still else self._gap(item, item.start, end + self.first)
        if behind.sample > start:
            # The contact counts from the first touch on, although the overlap at the samples before
            # the hit is only a film.
            films = np.arange(item.start, behind.sample + self.first)
            touches = [self._hit(float(p), item.pair, 0.0, behind.centroid) for p in films]
            hits = sorted([*hits, *touches], key=lambda hit: hit.sample)
        return hits, None

    def _gap(self, item: Open, start: float, end: float) -> Gap:
        reason = GRAZE if item.is_contact else TOO_LONG if item.given_up else TOO_NEAR
        is_open = [name for name in item.pair if has_open(self.track.bodies[name][0])]
        if item.given_up and is_open:
            reason = UNTOLD.format(name=body_of(is_open[0]))
        times = self.track.time_at(start), self.track.time_at(end)
        return Gap(*times, self.line, *bodies_of_pair(item.pair), reason)


def _is_nearing(gap: Gap, hits: Sequence[Hit]) -> bool:
    """Whether a gap is only the last stretch before a contact of the same two bodies."""
    pair = gap.body_a, gap.body_b
    return gap.reason == TOO_NEAR and any(
        (hit.body_a, hit.body_b) == pair and abs(hit.time - gap.end) < _SAME_TIME for hit in hits
    )


def joined(gaps: Sequence[Gap]) -> tuple[Gap, ...]:
    """The gaps in order of time; gaps of a pair that adjoin, or nearly so, are joined."""
    found: list[Gap] = []
    for gap in sorted(gaps, key=lambda g: (g.body_a, g.body_b, g.reason, g.start)):
        last = found[-1] if found else None
        if last is not None and gap.start <= last.end + _ONE_GAP and _names(gap) == _names(last):
            found[-1] = replace(last, end=max(last.end, gap.end))
        else:
            found.append(gap)
    return tuple(sorted(found, key=lambda gap: gap.start))


def _names(gap: Gap) -> tuple[str, str, str]:
    return gap.body_a, gap.body_b, gap.reason
