"""The pose of the tool, and the joint values that take the tool to a pose; no Qt."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kinematics import (
    IkSolutions,
    KinematicsError,
    LimitExcess,
    Mechanism,
    Posture,
    forward,
    invert,
    limit_excesses,
    nearest_turns,
    rotation_x,
    rotation_y,
    rotation_z,
)
from kinematics.differential.velocity import weighted_jacobian
from scenes import Robot
from scenes.world.frozen import Array

TURN = 2.0 * np.pi
SAME = 1e-5  # rad or mm between equal joint values; share below which a part is zero
GROWN = 1e-9  # rad or mm: growth of an old excess that counts as rounding
MM_LIKE_RAD = 500.0  # mm of a slide that weigh as much as one radian of a turning joint
TURNS = (rotation_x, rotation_y, rotation_z)


@dataclass(frozen=True, eq=False)
class ToolSolutions:
    """All joint values for the present pose of the tool.

    found: The answer of the solver, one solution a row.
    q: The same rows, (k, n), with whole turns added that bring them nearest the present values.
    present: Rows that equal the present joint values.
    loose: Joints that a singular pose lets turn against each other.
    excesses: For each row the joints beyond their limits.
    """

    found: IkSolutions
    q: Array
    present: frozenset[int]
    loose: tuple[int, ...]
    excesses: tuple[tuple[LimitExcess, ...], ...]


@dataclass(frozen=True, eq=False)
class Reached:
    """Joint values (n,) for a pose of the tool, or the reason why there are none."""

    q: Array | None
    reason: str = ""


def tool_pose(robot: Robot, q: Array) -> Array:
    """T_base_tool at joint values q, shape (n,), rad or mm."""
    return np.asarray(forward(robot.mechanism, q) @ robot.T_flange_tool)


def stepped(T_base_tool: Array, axis: int, amount: float, T_base_axes: Array) -> Array:
    """The pose one step on: along axis 0, 1, 2 by mm, or about axis 3, 4, 5 by rad.

    T_base_axes: The axes, (4, 4); their origin does not matter: a turn is about the tool point.
    """
    R = T_base_axes[:3, :3]
    moved = np.array(T_base_tool)
    if axis < 3:
        moved[:3, 3] += amount * R[:, axis]
    else:
        moved[:3, :3] = R @ TURNS[axis - 3](amount)[:3, :3] @ R.T @ T_base_tool[:3, :3]
    return moved


def tool_solutions(robot: Robot, q: Array) -> ToolSolutions:
    """All solutions for the tool pose at joint values q (n,), rad or mm.

    Raises KinematicsError where the arm has no solver.
    """
    from kinematics import inverse

    mechanism = robot.mechanism
    found = inverse(mechanism, forward(mechanism, q))
    rows = nearest_turns(mechanism, found.q, np.broadcast_to(q, found.q.shape))
    return ToolSolutions(
        found=found,
        q=rows,
        present=frozenset(_rows_of(mechanism, found, q)),
        loose=loose_joints(mechanism, q) if found.continuum else (),
        excesses=tuple(limit_excesses(mechanism, row) for row in rows),
    )


def reach(robot: Robot, T_base_tool: Array, q_now: Array, any_turn: bool = False) -> Reached:
    """Joint values for T_base_tool, in the posture of q_now and nearest to it.

    any_turn: Whether a joint may turn back a whole turn to keep its limits.
    """
    from kinematics import inverse, track, with_goal_at_tool

    mechanism, T_flange_tool = with_goal_at_tool(robot.mechanism, robot.T_flange_tool)
    T_base_flange = T_base_tool @ invert(T_flange_tool)
    try:
        found = inverse(mechanism, T_base_flange)
        postures = _postures_at(mechanism, q_now)
    except KinematicsError as fault:
        return Reached(None, str(fault))
    if not len(found):
        return Reached(None, found.reason)
    rows = _rows_in(found, postures)
    if found.continuum:
        followed = track(mechanism, T_base_flange[None], q_now)
        rows = followed.q if followed.failed_at is None else rows
    if not len(rows):
        return Reached(None, f"not within reach as {postures[0]}; other postures are")
    near = np.broadcast_to(q_now, rows.shape)
    rows = nearest_turns(mechanism, rows, near) if any_turn else steady(mechanism, rows, near)
    best = nearest(mechanism, rows, q_now)
    worse = _grown_excesses(mechanism, best, q_now)
    if not worse:
        return Reached(best)
    others = int(found.within_limits.sum())
    more = f"; {others} other solutions keep the limits" if others > 1 else ""
    return Reached(None, "; ".join(map(str, worse)) + more)


def nearest(mechanism: Mechanism, rows: Array, q_near: Array) -> Array:
    """The row of `rows`, (k, n), whose worst joint is nearest to q_near, (n,)."""
    alike = np.where(mechanism.revolute > 0.0, 1.0, 1.0 / MM_LIKE_RAD)
    return np.asarray(rows[int(np.argmin((np.abs(rows - q_near) * alike).max(axis=1)))])


def steady(mechanism: Mechanism, q: Array, q_near: Array) -> Array:
    """q plus the whole turns that bring it nearest to q_near, whatever the limits; rad or mm."""
    return np.asarray(q + TURN * np.round((q_near - q) / TURN) * mechanism.revolute)


def loose_joints(mechanism: Mechanism, q: Array) -> tuple[int, ...]:
    """The joints, from 0, that can turn against each other at q while the flange stays still."""
    J, _ = weighted_jacobian(mechanism, q)
    _, sizes, rows = np.linalg.svd(J)
    kernel = rows[int((sizes > SAME * sizes[0]).sum()) :]
    return tuple(int(i) for i in np.flatnonzero((np.abs(kernel) > SAME).any(axis=0)))


def _rows_of(mechanism: Mechanism, found: IkSolutions, q: Array) -> list[int]:
    """The rows equal to q, apart from whole turns and from loose joints at a singular pose."""
    if not len(found):
        return []
    gap = np.abs(steady(mechanism, found.q, np.broadcast_to(q, found.q.shape)) - q)
    if found.continuum and mechanism.n <= 6:
        gap[:, list(loose_joints(mechanism, q))] = 0.0
    return [int(i) for i in np.flatnonzero(gap.max(axis=1) < SAME)]


def _postures_at(mechanism: Mechanism, q: Array) -> tuple[Posture, ...]:
    """The postures that q may count as: with a straight wrist FLIP and NOFLIP are equal."""
    from kinematics import inverse

    here = inverse(mechanism, forward(mechanism, q))
    return tuple(_named(here, i) for i in _rows_of(mechanism, here, q)) or (Posture(),)


def _named(found: IkSolutions, row: int) -> Posture:
    """The posture of a row; without a wrist for a row of several roots or with free joints."""
    is_several = found.continuum or found.multiplicity[row] > 1
    return replace(found.postures[row], wrist=None) if is_several else found.postures[row]


def _rows_in(found: IkSolutions, postures: tuple[Posture, ...]) -> Array:
    kept = [
        i
        for i in range(len(found))
        if any(_named(found, i).matches(posture) for posture in postures)
    ]
    return found.q[kept]


def _grown_excesses(mechanism: Mechanism, q: Array, q_now: Array) -> list[LimitExcess]:
    """The joints of q beyond a limit, and farther beyond it than at q_now."""
    before = {excess.joint: excess.excess for excess in limit_excesses(mechanism, q_now)}
    return [e for e in limit_excesses(mechanism, q) if e.excess > before.get(e.joint, 0.0) + GROWN]
