"""The lines of an arm, from which the skeleton is drawn; nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics import link_poses
from scenes.world.cell import Robot

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ArmLines:
    """An arm in one pose, in the world.

    points: Base, each joint's origin, flange and tool, shape (n + 3, 3), mm.
    axes: Unit vectors along the joint axes, shape (n, 3).
    kinds: A letter a joint: R revolute, P prismatic.
    """

    points: Array
    axes: Array
    kinds: str
    T_world_tool: Array


def arm_lines(robot: Robot, q: ArrayLike) -> ArmLines:
    """The lines of the arm at joint values q, shape (n,), rad or mm."""
    links = robot.T_world_base @ link_poses(robot.mechanism, q)
    T_world_tool = links[-1] @ robot.mechanism.T_last_flange @ robot.T_flange_tool
    return ArmLines(arm_curves(robot, q), links[1:, :3, 2], robot.mechanism.kinds, T_world_tool)


def arm_curves(robot: Robot, q: ArrayLike) -> Array:
    """The points of the skeleton at joint values (..., n): shape (..., n + 3, 3), mm."""
    links = robot.T_world_base @ link_poses(robot.mechanism, q)
    flange = links[..., -1, :, :] @ robot.mechanism.T_last_flange
    ends = np.stack([flange, flange @ robot.T_flange_tool], axis=-3)
    points: Array = np.concatenate([links, ends], axis=-3)[..., :3, 3]
    return points


def tool_path(robot: Robot, q: ArrayLike) -> Array:
    """The places of the tool point at joint values (m, n): shape (m, 3), mm."""
    return arm_curves(robot, q)[..., -1, :]
