"""Where the tool is as a program sees it: TOOL moves its tip, BASE the axes of the locations.

`T_base_tool` counts from the arm's own base, `T_axes_tool` from the axes of the locations.
"""

from __future__ import annotations

from dataclasses import replace

from kinematics import invert
from scenes.world.cell import Robot
from scenes.world.frozen import Array


def tool_frame(robot: Robot, tool: Array | None) -> Array:
    """T_flange_tool, as the robot file or TOOL puts it."""
    return robot.T_flange_tool if tool is None else robot.T_flange_tool @ tool


def equipped(robot: Robot, tool: Array | None) -> Robot:
    """The robot with the tip of its tool where TOOL has put it."""
    return robot if tool is None else replace(robot, T_flange_tool=tool_frame(robot, tool))


def in_axes(base: Array | None, T_base: Array) -> Array:
    """T_axes of a pose that is given from the arm's base; base: what BASE set."""
    return T_base if base is None else base @ T_base


def in_base(base: Array | None, T_axes: Array) -> Array:
    """T_base of a pose that is given in the axes of the locations; base: what BASE set."""
    return T_axes if base is None else invert(base) @ T_axes
