"""A track: arms that move through their samples among standing bodies, divided into chunks.

All arms have the same samples, so that several arms of one cell move in common time. A chunk
joins a few pieces (stretches between two samples). Within a chunk a parameter from 0 to 1 grows
with the largest travel of any body: pieces with little motion take a small share of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from geometry import Solid
from geometry.separation.packed_bodies import PackedBodies, pack_bodies
from scenes.checking.motions.arm_motion import ArmMotion
from scenes.world.frozen import Array

Pair = tuple[str, str]
Integers = NDArray[np.int64]
# Greatest number of pieces in a chunk; the fastest piece bounds a pair's travel over the chunk.
PIECES_AT_ONCE = 16


@dataclass(frozen=True, eq=False)
class Chunk:
    """The samples from first to last of a track, swept as one segment."""

    first: int
    last: int


@dataclass(frozen=True, eq=False)
class Track:
    """Arms that move through m samples among standing bodies.

    times: (m,), s. bodies: For each name the solid, T_world_body (None for a body that an arm
        moves), and the name of the whole body.
    """

    arms: tuple[ArmMotion, ...]
    times: Array
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
    def progress(self) -> Array:
        """The parameter at every sample, (m,)."""
        largest = [arm.ways[:, :, 0].max(axis=1, initial=0.0) for arm in self.arms]
        return np.concatenate([[0.0], np.cumsum(np.max(largest, axis=0))])

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
        """The time, s, at a place of the track (see `Open`)."""
        return float(np.interp(place, np.arange(len(self.times)), self.times))

    def poses_at(self, piece: Integers, share: Array) -> Array:
        """T_world_body of the bodies that move, (k, bodies, 4, 4), at shares of pieces."""
        own, part = [], share[:, None]
        for arm in self.arms:
            q = arm.q[piece] * (1.0 - part) + arm.q[piece + 1] * part
            opened = arm.openings[piece] * (1.0 - share) + arm.openings[piece + 1] * share
            own.append(arm.poses(q, opened))
        first = np.cumsum([0, *(len(arm.names) for arm in self.arms)])
        rows = [first[arm] + body for arm, body in self.movers.values()]
        return np.concatenate(own, axis=1)[:, rows]

    def poses_of(self, name: str, piece: Integers, share: Array) -> Array:
        """T_world_body (k, 4, 4) of one body at shares of pieces."""
        T = self.bodies[name][1]
        if T is not None:
            return np.broadcast_to(T, (len(piece), 4, 4))
        return self.poses_at(piece, share)[:, list(self.movers).index(name)]


def chunks_of(first: int, last: int) -> tuple[Chunk, ...]:
    """Chunks of at most PIECES_AT_ONCE pieces each, from sample first to sample last."""
    count = -(-(last - first) // PIECES_AT_ONCE)
    bounds = np.linspace(first, last, count + 1).round().astype(int)
    return tuple(Chunk(int(a), int(b)) for a, b in pairwise(bounds))
