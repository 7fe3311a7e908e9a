"""Poses of all bodies, from joint values, hand opening, held part and fed parts.

The body J of the robot that the cell calls arm has the name `arm.J`; fixtures and parts have their
plain names; copies of a part made by FEED have a number (`peg.2`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from geometry import Solid
from kinematics import link_poses
from scenes.errors import SceneError
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.robot import Colours, Robot
from scenes.world.state import CellState, Held

BodyKind = Literal["robot", "finger", "fixture", "part"]


@dataclass(frozen=True, eq=False)
class BodyInfo:
    """A body apart from its pose; `link` is the robot's link that carries it, or None."""

    solid: Solid
    colour: str
    kind: BodyKind
    link: int | None = None
    colours: Colours = ()


def bodies_in(cell: Cell, state: CellState) -> Mapping[str, BodyInfo]:
    """Every body by name, with its shape in a state and with the copies that FEED made."""
    return bodies_of(cell, state.parts, state.shapes)


def bodies_of(
    cell: Cell,
    part_names: Iterable[str] | None = None,
    shapes: Mapping[str, Solid] | None = None,
) -> Mapping[str, BodyInfo]:
    """Every body of the cell by name: bodies of the robot, fixtures, parts.

    part_names: Names to use in place of the file's parts, such as the keys of
        `CellState.parts`, which include the copies that FEED made. SceneError for an unknown one.
    shapes: Solids of parts whose shape has changed (`CellState.shapes`).
    """
    changed = shapes or {}
    robot, last = cell.robot, cell.robot.mechanism.last_link
    found = {
        f"{robot.name}.{b.name}": BodyInfo(b.solid, b.colour, "robot", b.link, b.colours)
        for b in robot.bodies
    }
    for f in robot.fingers:
        found[f"{robot.name}.{f.name}"] = BodyInfo(f.solid, f.colour, "finger", last, f.colours)
    for body in cell.fixtures:
        found[body.name] = BodyInfo(body.solid, body.colour, "fixture", None, body.colours)
    for name in cell.parts_by_name if part_names is None else part_names:
        part = cell.part_called(name)
        if part is None:
            raise SceneError(f'the cell has no part "{name}"')
        found[name] = BodyInfo(
            changed.get(name, part.solid), part.colour, "part", None, part.colours
        )
    return MappingProxyType(found)


def placement(cell: Cell, state: CellState) -> dict[str, Array]:
    """T_world_body (4, 4) of every body in the cell, without parts that wait for FEED."""
    names, poses = placements(cell, state.q[None], [state.opening], state.held, state.parts)
    return dict(zip(names, poses[0], strict=True))


def placements(
    cell: Cell,
    q: ArrayLike,
    opening: ArrayLike,
    held: Held | None = None,
    parts: Mapping[str, Array | None] | None = None,
) -> tuple[tuple[str, ...], Array]:
    """Names of the k bodies in the cell, and T_world_body of each in m states.

    q: Joint values, shape (m, n), rad or mm.
    opening: Hand opening, shape (m,), mm.
    held: The part that moves with the flange in all m states.
    parts: T_world_part by name, None for a part that waits for FEED; the start poses if left out.

    Returns names (k,) and poses, shape (m, k, 4, 4).
    """
    if parts is None:
        parts = {part.name: part.T_world_start for part in cell.parts}
    q = np.asarray(q, dtype=float)
    names, moving = arm_poses(cell.robot, q, np.asarray(opening, dtype=float), held)
    standing = {body.name: body.T_world_body for body in cell.fixtures}
    held_name = None if held is None else held.part
    standing |= {n: T for n, T in parts.items() if T is not None and n != held_name}
    if not standing:
        return tuple(names), moving
    still = np.broadcast_to(np.stack(list(standing.values())), (len(q), len(standing), 4, 4))
    return (*names, *standing), np.concatenate([moving, still], axis=1)


def arm_poses(robot: Robot, q: Array, opening: Array, held: Held | None) -> tuple[list[str], Array]:
    """Names (k,) and T_world_body (m, k, 4, 4) of all bodies that the arm moves."""
    T_world_links = robot.T_world_base @ link_poses(robot.mechanism, q)
    T_world_flange = T_world_links[:, -1] @ robot.mechanism.T_last_flange
    names = [f"{robot.name}.{name}" for name in robot.body_names]
    poses = [T_world_links[:, body.link] @ body.T_link_body for body in robot.bodies]
    for finger in robot.fingers:
        T_flange_finger = np.tile(finger.T_flange_finger, (len(q), 1, 1))
        T_flange_finger[:, :3, 3] += opening[:, None] * (finger.share * finger.direction)
        poses.append(T_world_flange @ T_flange_finger)
    if held is not None:
        names.append(held.part)
        poses.append(T_world_flange @ held.T_flange_part)
    return names, np.stack(poses, axis=1) if poses else np.empty((len(q), 0, 4, 4))
