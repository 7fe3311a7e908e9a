"""Configurations of Yaskawa, `///RCONF 0,0,0,0,0,0`: which joint values of a pose are meant.

As the manuals of the controllers name the six bits: 0 flip, 1 no flip; 0 upper arm, 1 lower arm; 0
front, 1 rear; then whether R, T and S are beyond 180 degrees. Flip: axis R from -90 to 90 degrees,
or a turn from there (NX100 operator's manual 149235-1CD, Manipulator Types). Beyond 180: from 180
to 360 or from -360 to -180 degrees. Upper arm: the elbow is bent as it is where the upper arm
stands and the forearm lies level in front. Front: the centre of the wrist lies in front of axis S.

The manual shows upper and lower arm in a figure of an arm in front of its axis S. What the bit
says where the arm reaches over its back is not known here, and no job says it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import cos
from typing import NamedTuple

import numpy as np

from kinematics import Mechanism, forward, inverse, limit_excesses
from kinematics.arm.forward import link_poses
from scenes.world.frozen import Array
from scenes.world.robot import Controller

TURN = 2.0 * np.pi
AXES = 6
TURNING = (3, 5, 0)  # R, T, S: the axes whose turns are told, in their order
BORDER = 1e-5  # rad: what the digits of a position leave open
ROUNDING = 1e-7  # rad: 180 degrees that are written as a little more
SAME_POSE = 1e-6  # mm, and of the entries of a rotation
BITS = 24  # that are written; those behind the sixth are not used
WRITTEN = re.compile(r"\s*[01](?:\s*,\s*[01])*\s*")


class Configuration(NamedTuple):
    """The bits of a configuration. beyond: Of axes R, T and S."""

    no_flip: bool
    is_lower: bool
    is_rear: bool
    beyond: tuple[bool, bool, bool] = (False, False, False)

    @property
    def text(self) -> str:
        """As it stands behind ///RCONF."""
        own = [self.no_flip, self.is_lower, self.is_rear, *self.beyond]
        return ",".join(str(int(bit)) for bit in [*own, *[False] * (BITS - len(own))])


def configuration_from(text: str) -> Configuration | None:
    """The configuration of a text such as `1,0,0,0,0,0`; None for another text."""
    if WRITTEN.fullmatch(text) is None:
        return None
    bits = [bit.strip() == "1" for bit in text.split(",")]
    if len(bits) < AXES:
        return None
    return Configuration(bits[0], bits[1], bits[2], (bits[3], bits[4], bits[5]))


def configuration_of(mechanism: Mechanism, controller: Controller, q: Array) -> Configuration:
    """The configuration of joint values q (6,)."""
    shown = controller.shown(q)
    r, t, s = (bool(abs(float(shown[k])) > np.pi + ROUNDING) for k in TURNING)
    frames = link_poses(mechanism, q)
    bend, outward = _at_zero(mechanism)
    return Configuration(
        bool(cos(float(shown[3])) < -ROUNDING),
        _bend(frames) * bend < 0.0,
        float(_outward(frames) @ outward) < 0.0,
        (r, t, s),
    )


@lru_cache(maxsize=16)
def _at_zero(mechanism: Mechanism) -> tuple[float, Array]:
    """The bend of the elbow and the way to the wrist where all joint values are zero."""
    zero = link_poses(mechanism, np.zeros(mechanism.n))
    return _bend(zero), _outward(zero)


@lru_cache(maxsize=16)
def has_configuration(mechanism: Mechanism) -> bool:
    """Whether the configuration of an arm is known: six axes that turn, the last three of them in
    one point, no loops."""
    if mechanism.kinds != "RRRRRR" or mechanism.has_loops:
        return False
    frames = link_poses(mechanism, np.zeros(mechanism.n))
    apart = [_distance(frames[4], frames[5]), _distance(frames[5], frames[6])]
    return max(apart) < SAME_POSE


def joints_of_pose(
    mechanism: Mechanism, controller: Controller, T_base_flange: Array, wanted: Configuration
) -> Array | None:
    """The joint values (6,) of a pose in a configuration; None where the arm cannot be there so."""
    q = _joints_of_pose(mechanism, controller, T_base_flange.tobytes(), wanted)
    return None if q is None else np.frombuffer(q)


# Kept, since an edit reads the motions around it again, most of them with the goals of before. They
# are few, and more would hold arms of cells that were closed.
@lru_cache(maxsize=256)
def _joints_of_pose(
    mechanism: Mechanism, controller: Controller, pose: bytes, wanted: Configuration
) -> bytes | None:
    """The same of the bytes of arrays, which stay as they are."""
    T_base_flange = np.frombuffer(pose).reshape(4, 4)
    found = list[tuple[float, Array]]()
    for q in inverse(mechanism, T_base_flange).q:
        shown = np.array(controller.shown(q))
        side = -cos(float(shown[3])) if wanted.no_flip else cos(float(shown[3]))
        if side < -BORDER:
            continue
        for axis, is_beyond in zip(TURNING, wanted.beyond, strict=True):
            shown[axis] = _turned(float(shown[axis]), is_beyond)
        turned = controller.q_of(shown)
        if limit_excesses(mechanism, turned) or not _is_as_wanted(
            mechanism, controller, turned, wanted
        ):
            continue
        if float(np.abs(forward(mechanism, turned) - T_base_flange).max()) < SAME_POSE:
            found.append((float(np.abs(shown).sum()), turned))
    return min(found, key=lambda pair: pair[0])[1].tobytes() if found else None


def _turned(angle: float, is_beyond: bool) -> float:
    """An angle in the turn that is told: up to 180 degrees, or beyond on the other side."""
    near = float(angle - TURN * np.ceil((angle - np.pi - ROUNDING) / TURN))
    if not is_beyond:
        return near
    return near + TURN if near < 0.0 else near - TURN


def _is_as_wanted(
    mechanism: Mechanism, controller: Controller, q: Array, wanted: Configuration
) -> bool:
    """Whether joint values are in a configuration; axis R at a border may be on either side."""
    has = configuration_of(mechanism, controller, q)
    if has[1:3] != wanted[1:3]:
        return False
    border = abs(cos(float(controller.shown(q)[3]))) < BORDER
    return has.no_flip is wanted.no_flip or border


def _outward(frames: Array) -> Array:
    """From axis S to the centre of the wrist, across the axis, as seen from link 1, (2,)."""
    across: Array = (frames[1][:3, :3].T @ (frames[4][:3, 3] - frames[1][:3, 3]))[:2]
    return across


def _bend(frames: Array) -> float:
    """On which side of the upper arm the centre of the wrist lies: a number with a sign."""
    elbow = frames[3][:3, 3]
    (ax, ay, az), (bx, by, bz) = elbow - frames[2][:3, 3], frames[4][:3, 3] - elbow
    x, y, z = frames[3][:3, 2]
    return float((ay * bz - az * by) * x + (az * bx - ax * bz) * y + (ax * by - ay * bx) * z)


def _distance(T_a: Array, T_b: Array) -> float:
    return float(np.linalg.norm(T_a[:3, 3] - T_b[:3, 3]))
