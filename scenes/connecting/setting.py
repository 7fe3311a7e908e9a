"""The bodies and pairs between which an arm looks for a way: what moves, what stands, as tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from geometry import Solid
from geometry.separation.packed_bodies import PackedBodies, pack_bodies, rows_of
from kinematics import link_poses
from scenes.checking.motions.situations import Situation, situation_of
from scenes.checking.motions.track import Pair
from scenes.connecting.gap_kernel import edge_rooms, find_rooms
from scenes.world.allowed_contacts import bodies_of_pair
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.robot import Robot
from scenes.world.state import CellState, Held

Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Setting:
    """The pairs that are checked while the arm moves from a state, apart from its joint values.

    Attributes:
        names: The bodies of the k checked solids; a finger that opens on the way is there twice.
        seats: The link that carries each body, 0 for a body that stands, and its pose in that link,
            or in the world.
        index: The bodies of the p pairs (p, 2): one that stands, or the inner one of two that move,
            comes first.
        pairs: The checked names of the pairs.
        held, held_solid: The part in the hand.
    """

    robot: Robot
    names: tuple[str, ...]
    solids: tuple[Solid, ...]
    seats: tuple[tuple[int, Array], ...]
    index: Integers
    pairs: tuple[Pair, ...]
    held: Held | None = None
    held_solid: Solid | None = None

    @cached_property
    def packed(self) -> PackedBodies:
        """The bodies as tables for the loops of geometry."""
        standing = {i: T for i, (link, T) in enumerate(self.seats) if link == 0}
        return pack_bodies(self.solids, standing)

    @cached_property
    def links(self) -> Integers:
        """The link that carries each body, (k,)."""
        return np.array([link for link, _ in self.seats], dtype=np.int64)

    @cached_property
    def T_seat_body(self) -> Array:
        """Pose of each body in its link, or in the world, (k, 4, 4)."""
        return np.array([T for _, T in self.seats])

    @cached_property
    def boxes(self) -> Array:
        """Boxes of the bodies that stand along the world's axes, lo and hi, (k, 6); else 0."""
        found = np.zeros((len(self.names), 6))
        for i, (link, T) in enumerate(self.seats):
            if link == 0:
                found[i] = np.concatenate(self.solids[i].bounds_in(T))
        return found

    @cached_property
    def halves(self) -> Array:
        """Half edges of the box about each body along its own axes, (k, 3), mm."""
        return np.array([0.5 * (hi - lo) for lo, hi in (s.bounds() for s in self.solids)])

    def poses(self, q: Array) -> Array:
        """T_world_body (m, k, 4, 4) at joint values q (m, n)."""
        T_links = self.robot.T_world_base @ link_poses(self.robot.mechanism, q)
        T_seats = T_links[:, self.links]
        T_seats[:, self.links == 0] = np.eye(4)
        return np.asarray(T_seats @ self.T_seat_body)

    def rooms_at(self, q: Array, enough: Array, hit_at: Array) -> Array:
        """Lower bounds of the gaps of all pairs at joint values q (m, n), mm: (m, p).

        No bound is above `enough` (m, p); a search ends at a bound below hit_at (p,).
        Below zero: the bodies meet.
        """
        gaps = np.empty(enough.shape)
        packed = self.packed
        tables = (packed.shapes, packed.places, packed.bodies)
        rooms = edge_rooms(self.robot.mechanism.n, len(self.names), len(self.pairs))
        find_rooms(tables, rows_of(self.poses(q)), self.index, enough, hit_at, rooms, gaps)
        return gaps

    def only(self, pairs: Integers) -> Setting:
        """The setting with some of its pairs, by their indices."""
        own = replace(self, index=self.index[pairs], pairs=tuple(self.pairs[p] for p in pairs))
        own.__dict__["packed"] = self.packed
        return own

    @cached_property
    def is_of_arm(self) -> np.ndarray:
        """Whether both bodies of each pair belong to the arm, (p,)."""
        mine = [name.startswith(f"{self.robot.name}.") for name in self.names]
        return np.asarray(np.array(mine, dtype=bool)[self.index].all(axis=1))

    @cached_property
    def of_two_movers(self) -> np.ndarray:
        """Whether both bodies of each pair move or belong to the arm, so that no margin counts."""
        return np.asarray((self.links[self.index[:, 0]] > 0) | self.is_of_arm)

    def spoken(self, pair: int) -> Pair:
        """The names of the bodies of a pair, for messages."""
        return bodies_of_pair(self.pairs[pair])


def setting_of(cell: Cell, state: CellState, opening: float) -> Setting:
    """The setting of motions that begin in a state.

    opening: Opening of the hand at their end, mm; where it changes, fingers are checked at both.
    """
    situation = situation_of(cell, state)
    named: dict[str, list[int]] = {}
    solids: list[Solid] = []
    seats: list[tuple[int, Array]] = []
    known = _seats(situation, (state.opening, opening))
    names: list[str] = []
    for name, (solid, T_world, body) in situation.bodies().items():
        for seat in [(0, T_world)] if T_world is not None else known[body]:
            named.setdefault(name, []).append(len(names))
            names.append(body)
            solids.append(solid)
            seats.append(seat)
    rows, pairs = [], []
    for swept, own in situation.swept:
        for a, b in _ordered(named[swept[0]], named[swept[1]], seats):
            rows.append((a, b))
            pairs.append(own)
    index = np.array(rows, dtype=np.int64).reshape(-1, 2)
    held = state.held
    return Setting(
        cell.robot,
        tuple(names),
        tuple(solids),
        tuple(seats),
        index,
        tuple(pairs),
        held,
        None if held is None else situation.solids[held.part],
    )


def _ordered(
    ones: list[int], twos: list[int], seats: list[tuple[int, Array]]
) -> Iterator[tuple[int, int]]:
    """Pairs of bodies, the one on the inner link first; without those that never move."""
    for one in ones:
        for two in twos:
            a, b = (one, two) if seats[one][0] <= seats[two][0] else (two, one)
            if seats[b][0] > 0 and seats[a][0] != seats[b][0]:
                yield a, b


def _seats(
    situation: Situation, openings: tuple[float, float]
) -> Mapping[str, list[tuple[int, Array]]]:
    """The link of each body of the arm and its pose there; of the base, its pose in the world."""
    robot, held = situation.cell.robot, situation.state.held
    mechanism = robot.mechanism
    last, T_last_flange = mechanism.last_link, mechanism.T_last_flange
    found: dict[str, list[tuple[int, Array]]] = {}
    for body in robot.bodies:
        T = body.T_link_body if body.link else robot.T_world_base @ body.T_link_body
        found[f"{robot.name}.{body.name}"] = [(body.link, T)]
    for finger in robot.fingers:
        own = found[f"{robot.name}.{finger.name}"] = []
        for opening in dict.fromkeys(openings):
            T = np.array(finger.T_flange_finger)
            T[:3, 3] += opening * finger.share * finger.direction
            own.append((last, T_last_flange @ T))
    if held is not None:
        found[held.part] = [(last, T_last_flange @ held.T_flange_part)]
    return found
