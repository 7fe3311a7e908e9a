"""Checks of straight joint motions (edges): how much of each is proven free, from its start on.

`CompiledEdges` runs the loops of `edge_kernel` and serves arms that are one chain. `AnyArmEdges`
serves every arm, closed loops too: it halves the intervals of an edge and bounds the ways of the
bodies as the proof of a run does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np

from kinematics.loops.chain_kernel import CHAIN
from resources.loops import Block, LaidOut, block_of
from scenes.checking.motions.arm_motion import ArmMotion
from scenes.checking.motions.pieces import Pieces
from scenes.connecting.edge_kernel import (
    MOST_LOOKS,
    PAIRS,
    SEATS,
    find_shares,
    prove_box,
)
from scenes.connecting.gap_kernel import ROOMS, SOLIDS, edge_rooms
from scenes.connecting.setting import Integers, Setting
from scenes.world.frozen import Array

AT_ONCE = 32
"""Edges that one call of the loop checks."""

NO_PAIR = -1
"""In place of a pair where none blocks an edge, or the loops of the arm do."""


# Parts of a box of joint values that wait for a look, at most.
_DEEPEST = 64


@dataclass(frozen=True, eq=False)
class Shares:
    """The proven share of each of e edges, 0 to 1, from its start on, and the pair that blocks it.

    A share between 0 and 1 ends at joint values with all clearances and their skin.
    """

    shares: Array
    blockers: Integers

    @property
    def are_free(self) -> np.ndarray:
        """Whether each edge is free as a whole, (e,)."""
        return np.asarray(self.shares >= 1.0)


class Edges(Protocol):
    """A check of edges between the pairs of one setting."""

    @property
    def setting(self) -> Setting: ...

    def shares(self, starts: Array, ends: Array, *, whole: bool = False) -> Shares:
        """The proven shares of edges from joint values (e, n) to others (e, n).

        whole: An edge that is not free as a whole may get the share 0.
        """
        ...


@dataclass(frozen=True, eq=False)
class Clearance:
    """What is asked of p pairs: a proven clearance on the whole edge, and more at every look.

    asked: (p,), mm. hit_at: asked and a skin, (p,), mm.
    """

    asked: Array
    hit_at: Array


@dataclass(frozen=True, eq=False)
class CompiledEdges:
    """See the head of this file. No two threads may use one of these at a time."""

    setting: Setting
    clearance: Clearance

    @cached_property
    def _chain(self) -> Block:
        mechanism = self.setting.robot.mechanism
        links = np.array(mechanism.T_link_joint)
        links[0] = self.setting.robot.T_world_base @ links[0]
        return block_of(CHAIN, (links, mechanism.T_last_flange, mechanism.revolute))

    @cached_property
    def _seats(self) -> Block:
        own = self.setting
        seats = np.ascontiguousarray(own.T_seat_body).reshape(-1, 16)
        return block_of(SEATS, (own.links, seats, own.boxes, own.halves))

    @cached_property
    def _solids(self) -> Block:
        packed = self.setting.packed
        return block_of(SOLIDS, (packed.shapes, packed.places, packed.bodies))

    @cached_property
    def _pairs(self) -> Block:
        asked = self.clearance
        return block_of(PAIRS, (self.setting.index, asked.asked, asked.hit_at))

    @cached_property
    def _rooms(self) -> Block:
        own = self.setting
        rooms = edge_rooms(own.robot.mechanism.n, len(own.names), len(own.pairs))
        return block_of(ROOMS, rooms)

    def proves_box(self, lower: Array, upper: Array, most: int) -> bool:
        """Whether most looks prove the only pair free at all joint values between two (n,)."""
        box, room = np.stack([lower, upper]), np.zeros((2 * _DEEPEST, len(lower)))
        own = self._chain, self._seats, self._solids, self._pairs
        return prove_box(*own, box, most, self._rooms, room) == 1

    @cached_property
    def _call(self) -> LaidOut:
        """The loop with room for AT_ONCE edges: laying it out anew would take as long as a look."""
        n = self.setting.robot.mechanism.n
        return find_shares.laid_out(
            self._chain,
            self._seats,
            self._solids,
            self._pairs,
            np.zeros(2, dtype=np.int64),
            np.zeros((AT_ONCE, n)),
            np.zeros((AT_ONCE, n)),
            self._rooms,
            np.zeros(AT_ONCE),
            np.zeros(AT_ONCE, dtype=np.int64),
        )

    def shares(self, starts: Array, ends: Array, *, whole: bool = False) -> Shares:
        """See `Edges`."""
        asked, room_starts, room_ends, _, shares, blockers = self._call.arguments[4:]
        found = Shares(np.empty(len(starts)), np.empty(len(starts), dtype=np.int64))
        for first in range(0, len(starts), AT_ONCE):
            some = slice(first, min(first + AT_ONCE, len(starts)))
            count = some.stop - first
            asked[:] = count, whole
            room_starts[:count], room_ends[:count] = starts[some], ends[some]
            self._call()
            found.shares[some], found.blockers[some] = shares[:count], blockers[:count]
        return found


@dataclass(frozen=True, eq=False)
class AnyArmEdges:
    """See the head of this file."""

    setting: Setting
    clearance: Clearance

    def shares(self, starts: Array, ends: Array, *, whole: bool = False) -> Shares:
        """See `Edges`."""
        count = len(starts)
        limits, blockers = np.full(count, 2.0), np.full(count, NO_PAIR, dtype=np.int64)
        edges, lo, hi = np.arange(count), np.zeros(count), np.ones(count)
        looked: list[tuple[Integers, Array]] = []
        total = 0
        while len(edges) and total <= MOST_LOOKS * count:
            total += len(edges)
            middle = 0.5 * (lo + hi)
            is_free, is_hit, pair = self._looks(starts[edges], ends[edges], lo, middle, hi)
            for edge, at, blocker in zip(edges[is_hit], middle[is_hit], pair[is_hit], strict=True):
                if at < limits[edge]:
                    limits[edge], blockers[edge] = (0.0 if whole else at), blocker
            looked.append((edges[~is_hit], middle[~is_hit]))
            parts = [
                (edges[split], lo[split], middle[split]) for split in (is_hit, ~is_free & ~is_hit)
            ]
            split = ~is_free & ~is_hit
            parts.append((edges[split], middle[split], hi[split]))
            edges, lo, hi = (np.concatenate(column) for column in zip(*parts, strict=True))
            kept = lo < limits[edges]
            edges, lo, hi = edges[kept], lo[kept], np.minimum(hi[kept], limits[edges[kept]])
        np.minimum.at(limits, edges, lo)  # the looks ended before the proof
        return Shares(_reached(limits, looked), blockers)

    def _looks(
        self, starts: Array, ends: Array, lo: Array, middle: Array, hi: Array
    ) -> tuple[np.ndarray, np.ndarray, Integers]:
        """Whether each interval of an edge is free, whether its middle is not, and the pair."""
        asked, hit_at = self.clearance.asked, self.clearance.hit_at
        at = np.stack([lo, middle, hi], axis=1)[..., None]
        q = starts[:, None] + at * (ends - starts)[:, None]
        ways = self._ways(q)
        is_held = np.asarray(np.isfinite(ways).all(axis=1))
        enough = np.maximum(asked + np.where(is_held[:, None], ways, 0.0), hit_at)
        gaps = self.setting.rooms_at(q[:, 1], enough, hit_at)
        under = gaps < hit_at
        is_hit = np.asarray(under.any(axis=1) | ~is_held)
        pair = np.where(is_held, under.argmax(axis=1) if under.shape[1] else NO_PAIR, NO_PAIR)
        is_free = np.asarray((gaps >= asked + ways).all(axis=1) & ~is_hit)
        return is_free, is_hit, pair

    def _ways(self, q: Array) -> Array:
        """The greatest approach of each pair in either half of intervals q (w, 3, n): (w, p), mm;
        infinite where the loops of the arm do not hold their passive joints."""
        own, mechanism = self.setting, self.setting.robot.mechanism
        found = np.full((len(q), len(own.pairs)), np.inf)
        rows = q.reshape(-1, q.shape[-1])
        closes = np.asarray(mechanism.closes(rows).reshape(-1, 3).all(axis=1))
        for i in np.flatnonzero(closes):
            halves = np.stack([q[i, :-1], q[i, 1:]], axis=1)
            if not np.isfinite(mechanism.link_travels(halves)[0]).all():
                closes[i] = False
        rows = q[closes].reshape(-1, q.shape[-1])
        if len(rows):
            openings = np.zeros(len(rows))
            pieces = Pieces.even(rows, openings)
            motion = ArmMotion(own.robot, pieces, own.held, own.held_solid)
            # Of three pieces in a row, the last leads to the next interval.
            ways = np.pad(motion.ways, ((0, 1), (0, 0), (0, 0))).reshape(
                -1, 3, *motion.ways.shape[1:]
            )
            ways = ways[:, :2].max(axis=1)
            bodies = [motion.names.index(own.names[b]) for b in own.index[:, 1]]
            found[closes] = ways[:, bodies, own.links[own.index[:, 0]]]
        return found


def _reached(limits: Array, looked: list[tuple[Integers, Array]]) -> Array:
    """The last free look before the limit of each edge; 1 where there is no limit."""
    found = np.where(limits > 1.0, 1.0, 0.0)
    for edges, middle in looked:
        below = middle < limits[edges]
        np.maximum.at(found, edges[below], middle[below])
    return found


def edges_of(setting: Setting, clearance: Clearance) -> Edges:
    """The fastest check of edges for the arm of a setting; with and without machine code the same,
    so that the same seed gives the same way."""
    if setting.robot.mechanism.has_loops:
        return AnyArmEdges(setting, clearance)
    return CompiledEdges(setting, clearance)
