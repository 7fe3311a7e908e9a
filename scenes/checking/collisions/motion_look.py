"""Looks at motions: sweeps every pair, and tests pairs that are not proven free at moments.

Contacts and gaps lie at places of a motion, not at times, so that they hold for any speed on its
path. A contact begins where the sweep finds the first touch; its end and its deepest moment are
searched between the moments that were tested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import numpy as np

from geometry.contact.open_surfaces import has_open
from geometry.contact.pairs import colliding_pairs
from geometry.sweeping.segments import RESOLUTION
from scenes.checking.collisions.sweeping import Open, sweep_track
from scenes.checking.motions.course import Course
from scenes.checking.motions.situations import Situation
from scenes.checking.motions.track import Chunk, Pair, Track
from scenes.world.allowed_contacts import bodies_of_pair, body_of
from scenes.world.frozen import Array

Stop = Callable[[], bool]

# Shares of a piece: places that differ by no more are one.
_SAME_PLACE = 1e-9
# Mm that a pair approaches from one tested moment of an open chunk to the next; greatest and least
# number of the moments of a chunk.
_APART, _MOST_MOMENTS, _LEAST_MOMENTS = 8.0, 40, 4
# Number of moments after a first contact, up to the next tested one, at which it is measured.
_MOMENTS = 24
# Moments that one round of the search for an end or for the deepest moment tests, and its rounds.
_AT_ONCE, _ROUNDS = 7, 3

TOO_NEAR = f"they pass within {RESOLUTION:g} mm of each other"
TOO_LONG = "they are near each other for so long that the search was given up"
UNTOLD = "the surface of {name} is open: what is beside it and what inside cannot be told apart"
GRAZE = f"they touch, and share no volume that is {RESOLUTION:g} mm thick"


@dataclass(frozen=True, eq=False)
class Overlap:
    """The volume that two bodies share at a place of a motion."""

    place: float
    volume_mm3: float
    centroid: Array
    depth_mm: float


@dataclass(frozen=True, eq=False)
class Contact:
    """Two bodies that share volume from one place of a motion to another; peak: the deepest."""

    body_a: str
    body_b: str
    start: float
    end: float
    peak: Overlap


@dataclass(frozen=True)
class Unproven:
    """Two bodies that are not proven free from one place of a motion to another."""

    body_a: str
    body_b: str
    start: float
    end: float
    reason: str


@dataclass(frozen=True, eq=False)
class Found:
    """Contacts and gaps of one motion; places count from the start of the motion."""

    contacts: tuple[Contact, ...] = ()
    gaps: tuple[Unproven, ...] = ()


def opened(
    situation: Situation, courses: Sequence[Course]
) -> Iterator[tuple[MotionLook, list[Open]]]:
    """For each motion of one situation a look at it, and the pairs not proven free."""
    if not courses:
        return
    track = situation.track(courses)
    chunks, owner = list[Chunk](), list[int]()
    for number in range(len(courses)):
        own = track.chunks(number)
        chunks += own
        owner += [number] * len(own)
    named = situation.swept
    found = sweep_track(track, chunks, [names for names, _ in named])
    whole = dict(named)
    opens: dict[int, list[Open]] = {}
    for item in found:
        opens.setdefault(owner[item.chunk], []).append(replace(item, pair=whole[item.pair]))
    for number, first in enumerate(track.firsts):
        look = MotionLook(track, chunks, situation.cell.chord, first)
        yield look, opens.get(number, [])


@dataclass(frozen=True, eq=False)
class MotionLook:
    """Tests one motion at moments, for pairs that are not proven free.

    first: The piece of the track with which the motion begins.
    """

    track: Track
    chunks: Sequence[Chunk]
    chord: float
    first: int

    def at(self, opens: Sequence[Open], stop: Stop) -> Found:
        """The contacts, and the gaps that remain."""
        contacts: list[Contact] = []
        gaps: list[Unproven] = []
        ordered = sorted(opens, key=lambda item: (item.pair, item.chunk))
        for pair, group in groupby(ordered, key=lambda item: item.pair):
            own_contacts, own_gaps = _PairLook(self, pair, tuple(group), stop).found()
            contacts += own_contacts
            gaps += [gap for gap in own_gaps if not _is_nearing(gap, own_contacts)]
        at = float(self.first)
        return Found(
            tuple(_shifted(contact, -at) for contact in contacts),
            tuple(replace(gap, start=gap.start - at, end=gap.end - at) for gap in gaps),
        )


@dataclass(frozen=True, eq=False)
class _PairLook:
    """The look at one pair of a motion; items: its open stretches, in order of their chunks."""

    look: MotionLook
    pair: Pair
    items: tuple[Open, ...]
    stop: Stop

    def found(self) -> tuple[list[Contact], list[Unproven]]:
        """The contacts of the pair, and the stretches that remain open."""
        places = self._places()
        overlaps = {overlap.place: overlap for overlap in self._overlaps(places)}
        # A body that slides on another may sink into it by the error of its path: an overlap no
        # thicker than the resolution of the sweep is not a contact.
        if all(overlap.depth_mm <= RESOLUTION for overlap in overlaps.values()):
            overlaps = {}
        touches: dict[float, float] = {}
        gaps: list[Unproven] = []
        for item in self.items:
            behind = self._behind(item, overlaps)
            if behind is not None:
                # The contact counts from the first touch on, although the overlap is at first only
                # a film.
                touches[behind] = item.start
            elif not item.is_still:
                # Bodies that keep their distance and are not in contact now will never be.
                gaps.append(self._gap(item))
        runs = self._runs(places, overlaps)
        return [self._contact(run, places, overlaps, touches) for run in runs], gaps

    def _places(self) -> Array:
        """Places of the track to test: moments of open chunks, and moments after contacts."""
        found: list[Array] = []
        for item in self.items:
            chunk = self._chunk(item)
            count = int(np.clip(np.ceil(item.way / _APART), _LEAST_MOMENTS, _MOST_MOMENTS))
            grid = np.linspace(chunk.first, chunk.last, 1 if item.is_still else count + 1)
            found.append(grid)
            if item.is_contact and not item.is_still:
                left = grid[np.searchsorted(grid, item.start, side="right").clip(max=count)]
                shares = np.linspace(0.0, 1.0, _MOMENTS) ** 3
                found.append(item.start + (left - item.start) * shares)
        return np.unique(np.concatenate(found))

    def _overlaps(self, places: Array) -> list[Overlap]:
        track = self.look.track
        piece = np.minimum(places.astype(int), len(track.widths) - 1)
        poses = [track.poses_of(name, piece, places - piece) for name in self.pair]
        solids = [track.bodies[name][0] for name in self.pair]
        T = np.stack(poses, axis=1)
        hits = colliding_pairs(solids, T, [(0, 1)], self.look.chord, stop=self.stop)
        return [
            Overlap(float(places[hit.sample_index]), hit.volume_mm3, hit.centroid, hit.width_mm)
            for hit in hits
        ]

    def _chunk(self, item: Open) -> Chunk:
        return self.look.chunks[item.chunk]

    def _behind(self, item: Open, overlaps: dict[float, Overlap]) -> float | None:
        """The first place with an overlap behind a first touch, in its chunk."""
        if not item.is_contact:
            return None
        end = self._chunk(item).last
        return min((place for place in overlaps if item.start <= place <= end), default=None)

    def _gap(self, item: Open) -> Unproven:
        end = float(self._chunk(item).last) if item.is_contact else item.end
        reason = GRAZE if item.is_contact else TOO_LONG if item.given_up else TOO_NEAR
        bodies = self.look.track.bodies
        is_open = [name for name in self.pair if has_open(bodies[name][0])]
        if item.given_up and is_open:
            reason = UNTOLD.format(name=body_of(is_open[0]))
        return Unproven(*bodies_of_pair(self.pair), item.start, end, reason)

    def _runs(self, places: Array, overlaps: dict[float, Overlap]) -> list[tuple[int, int]]:
        """Rows (first, last) of tested places, one after the other, that all have an overlap."""
        runs: list[tuple[int, int]] = []
        for row, place in enumerate(places):
            if float(place) not in overlaps:
                continue
            if runs and runs[-1][1] == row - 1 and self._is_tested(places[row - 1], place):
                runs[-1] = runs[-1][0], row
            else:
                runs.append((row, row))
        return runs

    def _is_tested(self, place: float, other: float) -> bool:
        """Whether the stretch between two places, which no tested one divides, is open."""
        chunks = (self._chunk(item) for item in self.items)
        return any(chunk.first <= place and other <= chunk.last for chunk in chunks)

    def _contact(
        self,
        run: tuple[int, int],
        places: Array,
        overlaps: dict[float, Overlap],
        touches: dict[float, float],
    ) -> Contact:
        first, last = (float(places[row]) for row in run)
        own = [overlaps[float(place)] for place in places[run[0] : run[1] + 1]]
        start, end = first, last
        touched = [touches[each.place] for each in own if each.place in touches]
        if touched:
            start = min(touched)
        elif run[0] and self._is_tested(places[run[0] - 1], first):
            start = self._edge(float(places[run[0] - 1]), first)
        if run[1] + 1 < len(places) and self._is_tested(last, places[run[1] + 1]):
            end = self._edge(float(places[run[1] + 1]), last)
        peak = max(own, key=lambda overlap: overlap.volume_mm3)
        row = int(np.searchsorted(places, peak.place))
        low = max(start, float(places[max(row - 1, 0)]))
        high = min(end, float(places[min(row + 1, len(places) - 1)]))
        return Contact(*bodies_of_pair(self.pair), start, end, self._deepest(peak, low, high))

    def _edge(self, free: float, within: float) -> float:
        """The place at which a contact begins or ends, between a free place and one within it."""
        for _ in range(_ROUNDS):
            between = np.linspace(free, within, _AT_ONCE + 2)
            inside = {overlap.place for overlap in self._overlaps(between[1:-1])}
            row = next((k for k in range(1, _AT_ONCE + 1) if float(between[k]) in inside), None)
            row = _AT_ONCE + 1 if row is None else row
            free, within = float(between[row - 1]), float(between[row])
        return within

    def _deepest(self, peak: Overlap, low: float, high: float) -> Overlap:
        """The largest overlap between two places about the largest that is known."""
        for _ in range(_ROUNDS):
            if high - low <= _SAME_PLACE:
                break
            between = np.linspace(low, high, _AT_ONCE)
            peak = max([peak, *self._overlaps(between)], key=lambda each: each.volume_mm3)
            step = between[1] - between[0]
            low, high = max(low, peak.place - step), min(high, peak.place + step)
        return peak


def _shifted(contact: Contact, by: float) -> Contact:
    peak = replace(contact.peak, place=contact.peak.place + by)
    return replace(contact, start=contact.start + by, end=contact.end + by, peak=peak)


def _is_nearing(gap: Unproven, contacts: Sequence[Contact]) -> bool:
    """Whether a gap is only the last stretch before a contact of the same two bodies."""
    pair = gap.body_a, gap.body_b
    return gap.reason == TOO_NEAR and any(
        (each.body_a, each.body_b) == pair and abs(each.start - gap.end) < _SAME_PLACE
        for each in contacts
    )
