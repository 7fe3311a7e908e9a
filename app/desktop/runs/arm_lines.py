"""The lines of an arm, from which the skeleton is drawn; nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics import ClosedChain, link_poses
from scenes.world.cell import Robot

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SideLines:
    """What the closed loops of an arm add to its chain from base to flange, in the world.

    places: A point of each joint beside the chain, and of each pin that closes a loop, (k, 3), mm.
    axes: Unit vectors along their axes, shape (k, 3).
    kinds: A letter for each: R revolute, P prismatic, small where no motor drives it.
    bars: The ends of each line, shape (b, 2, 3), mm.
    numbers: Of the joints of the chain and then of those here, the number from 1 among the
        driven joints; 0 for a passive one.
    """

    places: Array
    axes: Array
    kinds: str
    bars: Array
    numbers: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ArmLines:
    """An arm in one pose, in the world.

    points: Base, each joint's origin, flange and tool, shape (n + 3, 3), mm.
    axes: Unit vectors along the joint axes, shape (n, 3).
    kinds: A letter for each joint: R revolute, P prismatic, small where no motor drives it.
    side: Of an arm with closed loops, what is beside its chain; n counts the joints of the chain.
    """

    points: Array
    axes: Array
    kinds: str
    T_world_tool: Array
    side: SideLines | None = None


def arm_lines(robot: Robot, q: ArrayLike) -> ArmLines:
    """The lines of the arm at joint values q, shape (n,), rad or mm."""
    mechanism = robot.mechanism
    links = robot.T_world_base @ link_poses(mechanism, q)
    T_world_tool = links[-1] @ mechanism.T_last_flange @ robot.T_flange_tool
    points = arm_curves(robot, q)
    if not isinstance(mechanism, ClosedChain):
        return ArmLines(points, links[1:, :3, 2], mechanism.kinds, T_world_tool)
    places = list(mechanism.chain_places)
    kinds = _kinds(mechanism, mechanism.chain_places)
    axes = links[1:][places, :3, 2]
    return ArmLines(points, axes, kinds, T_world_tool, _side_lines(mechanism, links))


def arm_curves(robot: Robot, q: ArrayLike) -> Array:
    """The points of the skeleton at joint values (..., n): shape (..., n + 3, 3), mm.

    Of an arm with closed loops those of its chain from base to flange.
    """
    mechanism = robot.mechanism
    chain = mechanism.chain
    links = robot.T_world_base @ link_poses(chain, mechanism.chain_values(mechanism.check_q(q)))
    flange = links[..., -1, :, :] @ chain.T_last_flange
    ends = np.stack([flange, flange @ robot.T_flange_tool], axis=-3)
    points: Array = np.concatenate([links, ends], axis=-3)[..., :3, 3]
    return points


def _side_lines(mechanism: ClosedChain, links: Array) -> SideLines:
    """The joints beside the chain, the pins that close its loops, and the bars between them."""
    linkage, beside = mechanism.linkage, mechanism.beside
    driven = mechanism.assembly.driven
    origins, axes = links[1:, :3, 3], links[1:, :3, 2]
    places, turns = [origins[k] for k in beside], [axes[k] for k in beside]
    bars = [(links[linkage.carriers[k], :3, 3], origins[k]) for k in beside]
    for closing in linkage.closings:
        ends = [
            links[link, :3, :3] @ point + links[link, :3, 3]
            for link, point in zip(closing.links, closing.points, strict=True)
        ]
        bars += [(links[link, :3, 3], end) for link, end in zip(closing.links, ends, strict=True)]
        places.append(ends[0])
        own = (0.0, 0.0, 1.0) if closing.axes is None else closing.axes[0]
        turns.append(links[closing.links[0], :3, :3] @ np.asarray(own))
    order = (*mechanism.chain_places, *beside)
    numbers = [driven.index(k) + 1 if k in driven else 0 for k in order]
    return SideLines(
        np.array(places),
        np.array(turns),
        _kinds(mechanism, beside) + "r" * len(linkage.closings),
        np.array(bars),
        (*numbers, *[0] * len(linkage.closings)),
    )


def _kinds(mechanism: ClosedChain, places: tuple[int, ...]) -> str:
    """A letter for each of some joints, small where no motor drives it."""
    kinds, driven = mechanism.linkage.kinds, mechanism.assembly.driven
    return "".join(kinds[k] if k in driven else kinds[k].lower() for k in places)


def tool_path(robot: Robot, q: ArrayLike) -> Array:
    """The places of the tool point at joint values (m, n): shape (m, 3), mm."""
    return arm_curves(robot, q)[..., -1, :]
