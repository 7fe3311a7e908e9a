"""The tool frame and the axes of the locations: TOOL moves the tool tip, BASE the axes.

`T_base_tool` is a pose in the arm's base, `T_axes_tool` one in the axes of the locations.
"""

from __future__ import annotations

from dataclasses import replace

from kinematics import invert
from scenes.world.frozen import Array
from scenes.world.robot import Robot


def tool_frame(robot: Robot, tool: Array | None) -> Array:
    """T_flange_tool (4, 4) from the robot file and TOOL; tool: `CellState.tool`."""
    return robot.T_flange_tool if tool is None else robot.T_flange_tool @ tool


def equipped(robot: Robot, tool: Array | None) -> Robot:
    """The robot with the tool tip that TOOL has set; tool: `CellState.tool`."""
    return robot if tool is None else replace(robot, T_flange_tool=tool_frame(robot, tool))


def in_axes(base: Array | None, T_base: Array) -> Array:
    """T_axes_x (4, 4) of a frame x given by T_base_x; base: `CellState.base`."""
    return T_base if base is None else base @ T_base


def in_base(base: Array | None, T_axes: Array) -> Array:
    """T_base_x (4, 4) of a frame x given by T_axes_x; base: `CellState.base`."""
    return T_axes if base is None else invert(base) @ T_axes
