"""A track: arms that move in pieces among standing bodies, divided into chunks.

All arms have pieces of the same widths, so that several arms of one cell move in common time. A
chunk joins a few pieces of one motion. Its parameter, from 0 to 1, grows with their widths: as the
parameter of a smooth path it has no corners where two pieces meet.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geometry import Solid
from geometry.separation.packed_bodies import PackedBodies, pack_bodies
from scenes.checking.motions.arm_motion import ArmMotion
from scenes.checking.motions.course import Course
from scenes.world.frozen import Array

Pair = tuple[str, str]
Integers = NDArray[np.int64]
# A chunk has at most so many pieces, and turns the joints together by at most so many rad; its
# fastest piece, which bounds the travel of all, is faster than its slowest by at most this ratio.
PIECES_AT_ONCE, CHUNK_TURN, PACES = 16, 0.5, 2.0
# Mm that a slide goes while another joint turns by 1 rad: both move a body about as far.
SLIDE_TURN = 1000.0


@dataclass(frozen=True, eq=False)
class Chunk:
    """The pieces of a track from `first` to before `last`, swept as one segment."""

    first: int
    last: int


@dataclass(frozen=True, eq=False)
class Track:
    """Arms that move in m pieces among standing bodies.

    courses: The motions, one after the other; their pieces are those of the first arm, with one
        piece between two motions. bodies: For each name the solid, T_world_body (None for a body
        that an arm moves), and the name of the whole body.
    """

    arms: tuple[ArmMotion, ...]
    courses: tuple[Course, ...]
    bodies: Mapping[str, tuple[Solid, Array | None, str]]

    @cached_property
    def movers(self) -> dict[str, tuple[int, int]]:
        """For each moving body the index of its arm and its index among that arm's bodies."""
        places = {
            name: (arm, body)
            for arm, motion in enumerate(self.arms)
            for body, name in enumerate(motion.names)
        }
        return {name: places[own] for name, (_, T, own) in self.bodies.items() if T is None}

    @cached_property
    def index(self) -> dict[str, int]:
        """Index of each body in `packed`."""
        return {name: i for i, name in enumerate(self.bodies)}

    @cached_property
    def packed(self) -> PackedBodies:
        """The bodies as arrays for the loops of geometry."""
        standing = {i: T for i, (_, T, _) in enumerate(self.bodies.values()) if T is not None}
        return pack_bodies([solid for solid, _, _ in self.bodies.values()], standing)

    def seen_from(self, pair: Pair) -> tuple[int, int, int] | None:
        """Indices of the arm, the outer body and the link from which the motion of a pair is seen.

        For a pair with one moving body, or with two of one arm; None for any other pair.
        """
        a, b = (self.movers.get(name) for name in pair)
        if a is None or b is None:
            own = a if a is not None else b
            return None if own is None else (*own, 0)
        if a[0] != b[0]:
            return None
        links = self.arms[a[0]].links
        inner, outer = (a, b) if links[a[1]] <= links[b[1]] else (b, a)
        return outer[0], outer[1], links[inner[1]]

    def inner_first(self, pair: Pair) -> Pair:
        """The pair with the inner body first if both belong to one arm; else the pair as it is."""
        a, b = (self.movers.get(name) for name in pair)
        if a is None or b is None or a[0] != b[0]:
            return pair
        links = self.arms[a[0]].links
        return pair if links[a[1]] <= links[b[1]] else (pair[1], pair[0])

    @cached_property
    def widths(self) -> Array:
        """The length of each piece by the parameter of its motion, (m,); 0 between two motions."""
        return self.arms[0].pieces.widths

    @cached_property
    def progress(self) -> Array:
        """The parameter at the ends of the pieces, (m + 1,)."""
        return np.concatenate([[0.0], np.cumsum(self.widths)])

    @cached_property
    def firsts(self) -> tuple[int, ...]:
        """The first piece of each motion."""
        counts = [len(course.pieces) + 1 for course in self.courses]
        return tuple(int(first) for first in np.cumsum([0, *counts[:-1]]))

    def motion_at(self, place: float) -> int:
        """The number of the motion in which a place lies."""
        return int(np.searchsorted(self.firsts, place, side="right")) - 1

    def chunks(self, number: int) -> tuple[Chunk, ...]:
        """The chunks of a motion, by number: stretches on which the arms are about as fast."""
        at, count = self.firsts[number], len(self.courses[number].pieces)
        turns = self._turns[at : at + count]
        paces = (turns / self.widths[at : at + count]).tolist()
        found, start, turned, low, high = list[Chunk](), 0, 0.0, np.inf, 0.0
        for piece, (turn, pace) in enumerate(zip(turns.tolist(), paces, strict=True)):
            low, high = min(low, pace), max(high, pace)
            is_full = turned + turn > CHUNK_TURN or piece - start == PIECES_AT_ONCE
            if piece > start and (is_full or high > PACES * low):
                found.append(Chunk(at + start, at + piece))
                start, turned, low, high = piece, 0.0, pace, pace
            turned += turn
        return (*found, Chunk(at + start, at + count))

    @cached_property
    def _turns(self) -> Array:
        """How far all joints and hands go in each piece, (m,), rad; slides by SLIDE_TURN."""
        found = np.zeros(len(self.widths))
        for arm in self.arms:
            unit = np.where(np.array(list(arm.robot.mechanism.kinds)) == "R", 1.0, 1 / SLIDE_TURN)
            found += np.abs(np.diff(arm.pieces.controls, axis=1)).sum(axis=1) @ unit
            found += np.abs(np.diff(arm.pieces.openings, axis=1))[:, 0] / SLIDE_TURN
        return found

    def at(self, chunks: Sequence[Chunk], segments: Integers, t: Array) -> tuple[Integers, Array]:
        """Piece (k,) and share of the piece (k,), at parameters t (k,), 0 to 1, of chunks.

        segments: Index of the chunk for each t, (k,).
        """
        first = np.array([chunk.first for chunk in chunks])[segments]
        last = np.array([chunk.last for chunk in chunks])[segments]
        progress = self.progress
        goal = progress[first] + t * (progress[last] - progress[first])
        piece = np.clip(np.searchsorted(progress, goal, side="right") - 1, first, last - 1)
        length = progress[piece + 1] - progress[piece]
        passed = np.clip(goal - progress[piece], 0.0, length)
        return piece, np.divide(passed, length, out=np.zeros(len(t)), where=length > 0.0)

    def time_at(self, place: float) -> float:
        """The time, s since the start of its motion, at a place of the track (see `Open`)."""
        number = self.motion_at(place)
        return self.courses[number].time_at(place - self.firsts[number])

    def poses_at(self, piece: Integers, share: Array) -> Array:
        """T_world_body of the bodies that move, (k, bodies, 4, 4), at shares of pieces."""
        own = [arm.poses(*arm.pieces.at(piece, share)) for arm in self.arms]
        first = np.cumsum([0, *(len(arm.names) for arm in self.arms)])
        rows = [first[arm] + body for arm, body in self.movers.values()]
        return np.concatenate(own, axis=1)[:, rows]

    def poses_of(self, name: str, piece: Integers, share: Array) -> Array:
        """T_world_body (k, 4, 4) of one body at shares of pieces."""
        T = self.bodies[name][1]
        if T is not None:
            return np.broadcast_to(T, (len(piece), 4, 4))
        return self.poses_at(piece, share)[:, list(self.movers).index(name)]
