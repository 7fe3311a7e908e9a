"""A program or a backup of AS, or a program of V+, for an arm.

Locations need the base of the controller, joint values its signs and zeros. Where the robot file
does not say them, locations are taken in the base of the arm, tools at its flange, and motions to
joint values are not carried out: a joint that turns the other way would be another motion.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from kinematics import invert
from language.foreign.kawasaki.as_reader import read_as
from language.foreign.kawasaki.backups.as_facts import Facts
from language.foreign.reading import Reading
from scenes.makers.kawasaki.zyz_places import place_text
from scenes.world.frozen import Array
from scenes.world.robot import Controller, Robot

SAME_FRAME = 1e-9  # mm, and of the entries of a rotation


def as_translated(
    source: str,
    data: Sequence[tuple[str, str]],
    robot: Robot,
    controller: Controller | None,
) -> Reading:
    """The program of a text of AS. data: Name and text of files with further values."""
    return read_as(source, data, facts_of(robot, controller))


def vplus_translated(
    source: str,
    data: Sequence[tuple[str, str]],
    robot: Robot,
    controller: Controller | None,
) -> Reading:
    """The program of a text of V+, which has no corner zone of its own."""
    return read_as(source, data, facts_of(robot, controller, zone=None))


@lru_cache(maxsize=8)
def facts_of(robot: Robot, controller: Controller | None, zone: float | None = 1.0) -> Facts:
    """What the robot file says of the controller. zone: Corner of motions at the start, mm."""
    if controller is None:
        return Facts(flange=_text(invert(robot.T_flange_tool)), zone=zone)
    turns = [kind == "R" for kind in robot.mechanism.kinds]
    zeros = np.where(turns, np.degrees(controller.zeros), controller.zeros)
    signs = tuple(int(sign) for sign in controller.signs)

    def of_joint(joint: int, shown: str) -> str:
        if joint >= len(signs):
            return shown
        zero = float(zeros[joint])
        value = shown if zero == 0.0 else f"({shown}) - ({zero:.10g})"
        return value if signs[joint] > 0 else f"-({value})"

    def shown(joint: int, value: str) -> str:
        told = value if signs[joint] > 0 else f"-({value})"
        return told if zeros[joint] == 0.0 else f"{told} + ({float(zeros[joint]):.10g})"

    base = _text(controller.T_base_controller)
    flange = _text(invert(robot.T_flange_tool) @ controller.T_flange_controller)
    return Facts(of_joint, shown, signs, base, flange, zone)


def _text(T: Array) -> str:
    """The six numbers of a pose; "" for one that neither shifts nor turns."""
    return "" if np.allclose(T, np.eye(4), atol=SAME_FRAME) else place_text(T, ", ")
