"""The lines of an arm, from which the skeleton is drawn; nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics import forward
from scenes.world.arm_drawing.line_drawing import LineDrawing, chain_at, drawn_at
from scenes.world.robot import Robot

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ArmLines:
    """An arm in one pose, in the world. tool: from the flange to the tool point, (2, 3), mm."""

    drawing: LineDrawing
    tool: Array
    T_world_tool: Array


def arm_lines(robot: Robot, q: ArrayLike) -> ArmLines:
    """The lines of the arm at joint values q, shape (n,), rad or mm."""
    T_world_flange = robot.T_world_base @ forward(robot.mechanism, q)
    T_world_tool = T_world_flange @ robot.T_flange_tool
    drawing = drawn_at(robot.mechanism, q).placed(robot.T_world_base)
    tool = np.stack([T_world_flange[:3, 3], T_world_tool[:3, 3]])
    return ArmLines(drawing, tool, T_world_tool)


def arm_curves(robot: Robot, q: ArrayLike) -> Array:
    """The points of the skeleton from base to tool at joint values (..., n), (..., k, 3), mm.

    Of an arm with closed loops those of its chain from base to flange.
    """
    T, chain = robot.T_world_base, chain_at(robot.mechanism, q)
    points = chain @ T[:3, :3].T + T[:3, 3]
    return np.concatenate([points, tool_path(robot, q)[..., None, :]], axis=-2)


def tool_path(robot: Robot, q: ArrayLike) -> Array:
    """The places of the tool point at joint values (..., n), (..., 3), mm."""
    T = robot.T_world_base @ forward(robot.mechanism, q) @ robot.T_flange_tool
    return np.asarray(T[..., :3, 3])
