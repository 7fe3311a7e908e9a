"""Status and turn of KRL (S, T): which of the joint values of a pose are meant.

S bit 0: the wrist centre lies behind axis 1. Bit 1: the elbow is bent towards growing A3. Bit 2: A5
is negative. Bits 3 and 4 are not looked at: bit 4 says that the point was taught with another model
of the arm. T bit n - 1: axis n is negative.
"""

from __future__ import annotations

import numpy as np

from kinematics import Mechanism, inverse, limit_excesses
from kinematics.arm.forward import link_poses
from scenes.makers.krl.krl_frames import FRAME_KEYS
from scenes.world.frozen import Array
from scenes.world.robot import Controller

TURN = 2.0 * np.pi
ROUNDING = 1e-9  # rad: a zero of an axis that is written as a small negative number
USED_BITS = 0b111
AT_ONE_POINT = 1e-6  # mm: the axes of a wrist that meet


def status_of(mechanism: Mechanism, controller: Controller, q: Array) -> int:
    """S of joint values q (6,), of an arm whose last three axes meet."""
    frames = link_poses(mechanism, q)
    shoulder, elbow, wrist = (frames[k][:3, 3] for k in (2, 3, 5))
    outward = frames[1][:3, :3].T @ (wrist - frames[1][:3, 3])
    zero = link_poses(mechanism, np.zeros(mechanism.n))
    front = zero[1][:3, :3].T @ (zero[5][:3, 3] - zero[1][:3, 3])
    behind = float(outward[:2] @ front[:2]) < 0.0
    axis = frames[3][:3, 2] * controller.signs[2]
    bent = float(np.cross(elbow - shoulder, wrist - elbow) @ axis) >= 0.0
    negative = float(controller.shown(q)[4]) < -ROUNDING
    return int(behind) | int(bent) << 1 | int(negative) << 2


def turn_of(controller: Controller, q: Array) -> int:
    """T of joint values q (n,)."""
    shown = controller.shown(q)
    return sum(1 << axis for axis, value in enumerate(shown) if value < -ROUNDING)


def has_status(mechanism: Mechanism) -> bool:
    """Whether S is known for an arm: six axes that turn, the last three meet in one point."""
    if mechanism.kinds != "RRRRRR" or mechanism.has_loops:
        return False
    frames = link_poses(mechanism, np.zeros(6))
    wrist = frames[5][:3, 3]
    for k in (4, 6):
        way = wrist - frames[k][:3, 3]
        axis = frames[k][:3, 2]
        if float(np.linalg.norm(way - (way @ axis) * axis)) > AT_ONE_POINT:
            return False
    return True


def joints_of_point(
    mechanism: Mechanism, controller: Controller, T_base_flange: Array, status: int, turn: int
) -> Array | None:
    """The joint values (6,) of a pose with S and T; None where the arm cannot be there so."""
    for q in inverse(mechanism, T_base_flange).q:
        if status_of(mechanism, controller, q) != status & USED_BITS:
            continue
        turned = _turned(controller, q, turn)
        if not limit_excesses(mechanism, turned):
            return turned
    return None


def _turned(controller: Controller, q: Array, turn: int) -> Array:
    """The joint values with each axis on the side of zero that T asks for."""
    shown = np.array(controller.shown(q))
    for axis, value in enumerate(shown):
        is_negative = bool(turn >> axis & 1)
        if is_negative and value > ROUNDING:
            shown[axis] -= TURN
        elif not is_negative and value < -ROUNDING:
            shown[axis] += TURN
    return controller.q_of(shown)


POSTURE_KEYS = ("S", "T")
POINT_KEYS = (*FRAME_KEYS, *POSTURE_KEYS)
