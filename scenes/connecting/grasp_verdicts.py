"""Verdicts on the grasps of a part: out of reach, in collision with a body, or free."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from geometry import VerdictKind, check_pair
from kinematics import KinematicsError, invert, translation
from kinematics.arm.limits import nearest_turns
from scenes.connecting.grasps import Grasp, grasps_of, turned_over
from scenes.world.allowed_contacts import CheckedBodies, checked_bodies
from scenes.world.cell import Cell
from scenes.world.frozen import Array, Frozen
from scenes.world.placement import bodies_in, placements
from scenes.world.robot import GripRule
from scenes.world.state import CellState

if TYPE_CHECKING:
    from geometry.separation.packed_bodies import PackedBodies

# Mm: from where the hand approaches; the teaching commands write the same distance.
STAND_OFF = 50.0
# Greatest number of solutions of the arm that are tried for one grasp, the nearest first.
MOST_TRIED = 4


class Reach(Enum):
    """What comes of a grasp, the best first."""

    FREE = "free"
    COLLIDES = "collides"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, eq=False)
class JudgedGrasp(Frozen):
    """A grasp with its verdict.

    Attributes:
        T_world_flange: The flange as the hand grips.
        q: Joint values (n,) there, rad or mm; None where the arm does not reach it.
        words: The verdict in words, with the name of the body that is hit or the reason.
    """

    grasp: Grasp
    T_world_flange: Array
    reach: Reach
    words: str
    q: Array | None = None


def judged_grasps(cell: Cell, state: CellState, name: str) -> tuple[JudgedGrasp, ...]:
    """The grasps of a part in a state, each with a verdict, free ones first.

    A hand that grips as well after half a turn is judged in both positions; the better one counts.
    A grasp is free if neither it nor its approach, with the hand open, overlaps anything.
    """
    part, hand, T_world_part = cell.part_called(name), cell.robot.hand, state.parts.get(name)
    if part is None or hand is None or T_world_part is None:
        return ()
    solid = state.shapes.get(name, part.solid)
    judge = _Judge(cell, state)
    found = []
    for grasp in grasps_of(part, solid, hand):
        verdict = judge.verdict(grasp, T_world_part)
        if verdict.reach is not Reach.FREE and hand.rule is GripRule.FINGERS:
            other = judge.verdict(turned_over(grasp), T_world_part)
            is_better = _rank(other) < _rank(verdict) and len(hand.fingers) == 2
            verdict = other if is_better else verdict
        found.append(verdict)
    return tuple(sorted(found, key=_rank))


def _rank(judged: JudgedGrasp) -> int:
    return list(Reach).index(judged.reach)


@dataclass(frozen=True, eq=False)
class _Judge:
    """Looks at grasps in a state of a cell."""

    cell: Cell
    state: CellState

    def verdict(self, grasp: Grasp, T_world_part: Array) -> JudgedGrasp:
        """The grasp with the verdict on the best of the nearest solutions of the arm."""
        robot = self.cell.robot
        assert robot.hand is not None
        T_world_flange = T_world_part @ grasp.T_part_grip @ invert(robot.hand.T_flange_grip)
        back = grasp.T_part_grip @ translation(0.0, 0.0, -STAND_OFF)
        T_world_before = T_world_part @ back @ invert(robot.hand.T_flange_grip)
        rows, why = self._solutions(T_world_flange, self.state.q)
        blocked = ""
        for q in rows[:MOST_TRIED]:
            before, why_not = self._solutions(T_world_before, q)
            if not len(before):
                why = f"its approach is out of reach: {why_not}"
                continue
            hit = self._hit(np.stack([before[0], q, q]), grasp)
            if not hit:
                return JudgedGrasp(grasp, T_world_flange, Reach.FREE, "free", q)
            blocked = blocked or hit
        if blocked:
            words = f"collides: {blocked}"
            return JudgedGrasp(grasp, T_world_flange, Reach.COLLIDES, words, rows[0])
        words = f"out of reach: {why}"
        return JudgedGrasp(grasp, T_world_flange, Reach.UNREACHABLE, words)

    def _solutions(self, T_world_flange: Array, q_near: Array) -> tuple[Array, str]:
        """Joint values (k, n) within the limits, the nearest first; why there are none."""
        from kinematics import inverse

        robot = self.cell.robot
        mechanism = robot.mechanism
        try:
            found = inverse(mechanism, invert(robot.T_world_base) @ T_world_flange)
        except KinematicsError as fault:
            return np.empty((0, mechanism.n)), str(fault)
        if not len(found):
            return found.q, found.reason
        rows = nearest_turns(mechanism, found.q, np.broadcast_to(q_near, found.q.shape))
        keeps = np.all((rows >= mechanism.lower) & (rows <= mechanism.upper), axis=1)
        if not keeps.any():
            return np.empty((0, mechanism.n)), "beyond the limits of the joints"
        rows = rows[keeps]
        order = np.argsort(np.abs(rows - q_near).max(axis=1), kind="stable")
        return rows[order], ""

    def _hit(self, q: Array, grasp: Grasp) -> str:
        """What the arm or the hand overlaps at q (3, n): open before the grasp and there, then
        closed; "" where it overlaps nothing."""
        from geometry.separation.batches import MEETS, hit_rows

        openings = np.array([grasp.opened, grasp.opened, grasp.opening])
        bodies = self._bodies
        poses = placements(self.cell, q, openings, None, self.state.parts)[1][:, bodies.rows]
        rows = hit_rows(self._packed, poses, bodies.pairs, first=True)
        for moment, pair, found in sorted(rows.tolist(), key=lambda row: row[2] != MEETS):
            a, b = bodies.pairs[pair]
            if found == MEETS or self._overlap(int(a), int(b), poses[moment]):
                return _spoken(self.cell, bodies.bodies, (int(a), int(b)))
        return ""

    def _overlap(self, a: int, b: int, poses: Array) -> bool:
        """Whether two bodies overlap whose pieces alone do not tell; poses: (k, 4, 4)."""
        solids = self._bodies.solids
        verdict = check_pair(solids[a], poses[a], solids[b], poses[b], self.cell.chord)
        return verdict.kind is VerdictKind.HIT

    @cached_property
    def _packed(self) -> PackedBodies:
        from geometry.separation.packed_bodies import pack_bodies

        return pack_bodies(self._bodies.solids)

    @cached_property
    def _bodies(self) -> CheckedBodies:
        """The bodies of the cell, and the pairs of them of which one moves with the arm."""
        from scenes.checking.motions.interference import moving_pairs

        cell, state = self.cell, replace(self.state, held=None)
        names = placements(cell, state.q[None], [state.opening], None, state.parts)[0]
        known = bodies_in(cell, state)
        return checked_bodies(
            names, [known[body].solid for body in names], moving_pairs(cell, state)
        )


def _spoken(cell: Cell, names: Sequence[str], pair: tuple[int, int]) -> str:
    """The pair that overlaps, in words: the body of the arm first, without the arm's name."""
    own = f"{cell.robot.name}."
    first, second = sorted((names[i] for i in pair), key=lambda name: not name.startswith(own))
    return f"{first.removeprefix(own)} with {second.removeprefix(own)}"
