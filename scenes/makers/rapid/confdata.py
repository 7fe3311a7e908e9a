"""Robot configurations of RAPID, [cf1, cf4, cf6, cfx]: which joint values of a pose are meant.

cf1, cf4 and cf6 are the quarter turns of axes 1, 4 and 6: 0 for 0 to 90 degrees, 1 for 90 to 180,
-1 for -90 to 0. cfx counts 4 where the centre of the wrist lies behind axis 1, 2 where it lies
behind the lower arm, 1 where axis 5 is negative. Arms with a parallelogram cannot bend backwards:
their cfx is 0. Source: Technical reference manual, RAPID instructions, functions and data types,
data type confdata.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kinematics import Mechanism, forward, inverse, limit_excesses
from kinematics.arm.forward import link_poses
from scenes.world.frozen import Array
from scenes.world.robot import Controller

QUARTER, TURN = np.pi / 2.0, 2.0 * np.pi
ROUNDING = 1e-7  # rad: a zero that is written as a small negative number
BORDER = 1e-3  # rad: what the digits of a target leave open
AT_ONE_POINT = 1e-6  # mm: the axes of a wrist that meet
SAME_POSE = 1e-6  # mm, and of the entries of a rotation


class Configuration(NamedTuple):
    """The quarter turns of axes 1, 4 and 6, and the side on which the arm stands."""

    cf1: int
    cf4: int
    cf6: int
    cfx: int


def configuration_of(mechanism: Mechanism, controller: Controller, q: Array) -> Configuration:
    """The configuration of joint values q (6,)."""
    shown = controller.shown(q)
    cf1, cf4, cf6 = (int(np.floor((shown[i] + ROUNDING) / QUARTER)) for i in (0, 3, 5))
    return Configuration(cf1, cf4, cf6, _side(mechanism, controller, q))


@lru_cache(maxsize=8)
def has_configuration(mechanism: Mechanism) -> bool:
    """Whether the configuration is known for an arm: six axes that turn, the last three meet."""
    if mechanism.kinds != "RRRRRR" or mechanism.has_loops:
        return False
    frames = link_poses(mechanism, np.zeros(6))
    wrist = frames[5][:3, 3]
    for k in (4, 6):
        way, axis = wrist - frames[k][:3, 3], frames[k][:3, 2]
        if float(np.linalg.norm(way - (way @ axis) * axis)) > AT_ONE_POINT:
            return False
    return True


def joints_of_target(
    mechanism: Mechanism, controller: Controller, T_base_flange: Array, wanted: Configuration
) -> Array | None:
    """The joint values (6,) of a pose in a configuration; None where the arm cannot be there so.

    Axes at the border of two quarters may be in either: the digits of a text decide it otherwise.
    """
    at_border: Array | None = None
    for q in inverse(mechanism, T_base_flange).q:
        turned = _in_quarters(controller, q, wanted)
        shown = controller.shown(turned)
        is_near = all(
            abs(shown[axis] - (quarter + 0.5) * QUARTER) <= 0.5 * QUARTER + BORDER
            for axis, quarter in ((0, wanted.cf1), (3, wanted.cf4), (5, wanted.cf6))
        )
        if not is_near:
            continue
        has = configuration_of(mechanism, controller, turned)
        sides = has.cfx ^ wanted.cfx
        if sides > 1 or (sides and abs(shown[4]) > BORDER) or limit_excesses(mechanism, turned):
            continue
        if not _is_at(mechanism, turned, T_base_flange):
            continue
        if has == wanted:
            return turned
        if at_border is None:
            at_border = turned
    return at_border


def _side(mechanism: Mechanism, controller: Controller, q: Array) -> int:
    """cfx of joint values q (6,)."""
    if controller.has_parallelogram or not has_configuration(mechanism):
        return 0
    frames = link_poses(mechanism, q)
    outward, bend = _at_zero(mechanism)
    behind_axis_1 = float(_outward(frames) @ np.array(outward)) < 0.0
    behind_lower_arm = _bend(frames) * bend < 0.0
    negative = float(controller.shown(q)[4]) < -ROUNDING
    return 4 * int(behind_axis_1) + 2 * int(behind_lower_arm) + int(negative)


@lru_cache(maxsize=8)
def _at_zero(mechanism: Mechanism) -> tuple[tuple[float, ...], float]:
    """Where the centre of the wrist lies with all axes of the model at zero: in front."""
    zero = link_poses(mechanism, np.zeros(6))
    return tuple(map(float, _outward(zero))), _bend(zero)


def _outward(frames: Array) -> Array:
    """From axis 1 to the centre of the wrist, across the axis, as seen from link 1, (2,)."""
    across: Array = (frames[1][:3, :3].T @ (frames[5][:3, 3] - frames[1][:3, 3]))[:2]
    return across


def _bend(frames: Array) -> float:
    """On which side of the lower arm the centre of the wrist lies: a number with a sign."""
    shoulder, elbow, wrist = (frames[k][:3, 3] for k in (2, 3, 5))
    return float(np.cross(elbow - shoulder, wrist - elbow) @ frames[3][:3, 2])


def _in_quarters(controller: Controller, q: Array, wanted: Configuration) -> Array:
    """The joint values with axes 1, 4 and 6 turned by whole turns to the quarters asked for."""
    shown = np.array(controller.shown(q))
    for axis, quarter in ((0, wanted.cf1), (3, wanted.cf4), (5, wanted.cf6)):
        middle = (quarter + 0.5) * QUARTER
        shown[axis] += TURN * np.round((middle - shown[axis]) / TURN)
    return controller.q_of(shown)


def _is_at(mechanism: Mechanism, q: Array, T_base_flange: Array) -> bool:
    return bool(np.allclose(forward(mechanism, q), T_base_flange, atol=SAME_POSE))
