"""Configurations of FANUC, `N U T, 0, 0, 0`: which joint values of a pose are meant.

F (flip): axis 5 is positive, N (no flip): negative, as it is where the tool looks down and axis 4
is zero. U: the elbow is bent as it is where the upper arm stands and the forearm lies level in
front, D: to the other side. T: the centre of the wrist lies in front of axis 1, B: behind it. The
three numbers count the turns of axes 1, 4 and 6: 0 from -180 to 180 degrees, 1 beyond 180.
The shoulder's own side (L, R) is that of other arms.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kinematics import Mechanism, forward, inverse, limit_excesses
from kinematics.arm.forward import link_poses
from scenes.world.frozen import Array
from scenes.world.robot import Controller

TURN = 2.0 * np.pi
TURNING = (0, 3, 5)  # the axes whose turns are counted
BORDER = 1e-3  # rad: what the digits of a point leave open
ROUNDING = 1e-7  # rad: 180 degrees that are written as a little more
SAME_POSE = 1e-6  # mm, and of the entries of a rotation
WRITTEN = re.compile(
    r"\s*(?P<flip>[NF])?\s*(?:[LR]\s+)?(?P<elbow>[UD])?\s*(?P<side>[TB])?\s*,"
    r"\s*(-?\d+)\s*,\s*(-?\d+)\s*,\s*(-?\d+)\s*",
    re.IGNORECASE,
)


class Configuration(NamedTuple):
    """The letters of a configuration, and the turns of axes 1, 4 and 6."""

    flips: bool
    is_up: bool
    is_front: bool
    turns: tuple[int, int, int] = (0, 0, 0)

    @property
    def text(self) -> str:
        """As it stands in a point."""
        letters = ("NF"[self.flips], "DU"[self.is_up], "BT"[self.is_front])
        return f"{' '.join(letters)}, {', '.join(map(str, self.turns))}"


def configuration_from(text: str) -> Configuration | None:
    """The configuration of a text such as `N U T, 0, 0, 0`; None for another text."""
    found = WRITTEN.fullmatch(text)
    if found is None:
        return None
    flip, elbow, side = (str(found[key] or "").upper() for key in ("flip", "elbow", "side"))
    turns = (int(found[4]), int(found[5]), int(found[6]))
    return Configuration(flip == "F", elbow != "D", side != "B", turns)


def configuration_of(mechanism: Mechanism, controller: Controller, q: Array) -> Configuration:
    """The configuration of joint values q (6,)."""
    shown = controller.shown(q)
    first, fourth, sixth = (int(np.floor((shown[k] + np.pi - ROUNDING) / TURN)) for k in TURNING)
    frames, zero = link_poses(mechanism, q), link_poses(mechanism, np.zeros(mechanism.n))
    return Configuration(
        float(shown[4]) > ROUNDING,
        _bend(frames) * _bend(zero) >= 0.0,
        float(_outward(frames) @ _outward(zero)) >= 0.0,
        (first, fourth, sixth),
    )


def has_configuration(mechanism: Mechanism) -> bool:
    """Whether the configuration of an arm is known: six axes that turn, no loops."""
    return mechanism.kinds == "RRRRRR" and not mechanism.has_loops


def joints_of_pose(
    mechanism: Mechanism, controller: Controller, T_base_flange: Array, wanted: Configuration
) -> Array | None:
    """The joint values (6,) of a pose in a configuration; None where the arm cannot be there so.

    Of several, as arms without a wrist in one point have them, the one with the smallest angles.
    """
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
        for axis, turns in zip(TURNING, wanted.turns, strict=True):
            shown[axis] += TURN * np.round((TURN * turns - shown[axis]) / TURN)
        turned = controller.q_of(shown)
        if limit_excesses(mechanism, turned) or not _is_as_wanted(
            mechanism, controller, turned, wanted
        ):
            continue
        if np.allclose(forward(mechanism, turned), T_base_flange, atol=SAME_POSE):
            found.append((float(np.abs(shown).sum()), turned))
    return min(found, key=lambda pair: pair[0])[1].tobytes() if found else None


def _is_as_wanted(
    mechanism: Mechanism, controller: Controller, q: Array, wanted: Configuration
) -> bool:
    """Whether joint values are in a configuration; axis 5 near zero may be on either side."""
    has = configuration_of(mechanism, controller, q)
    if has[1:3] != wanted[1:3]:
        return False
    return has.flips is wanted.flips or abs(float(controller.shown(q)[4])) < BORDER


def _outward(frames: Array) -> Array:
    """From axis 1 to the centre of the wrist, across the axis, as seen from link 1, (2,)."""
    across: Array = (frames[1][:3, :3].T @ (frames[4][:3, 3] - frames[1][:3, 3]))[:2]
    return across


def _bend(frames: Array) -> float:
    """On which side of the upper arm the centre of the wrist lies: a number with a sign."""
    shoulder, elbow, wrist = (frames[k][:3, 3] for k in (2, 3, 4))
    return float(np.cross(elbow - shoulder, wrist - elbow) @ frames[3][:3, 2])
