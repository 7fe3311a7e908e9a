"""Frames of Yaskawa: X Y Z in mm and Rx Ry Rz in degrees, R = Rz(Rz) Ry(Ry) Rx(Rx).

The coordinate system is turned in the order of Rz, Ry and Rx (DX100, manual 156191-1CD, 4.3.1.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import atan2, ceil, cos, degrees, floor, hypot, radians, sin

import numpy as np

from kinematics.poses.transforms import rotation_angle
from scenes.files.file_poses import rpy_of
from scenes.world.frozen import Array

MM_DIGITS, DEG_DIGITS = 3, 4
# A sine or cosine that is rounding, and the sine of A below which O and T turn about one axis.
ROUND_OFF, UPRIGHT = 1e-15, 1e-9
LENGTHS = 3  # the first values of a pose are lengths
MOST_ROUNDED = 0.87e-4  # degrees: half a digit of three angles about axes at right angles


def pose_text(T: Array) -> str:
    """A pose (4, 4) as it stands in a position, X to Rz."""
    values = (*map(float, T[:3, 3]), *_in_digits(T))
    digits = [MM_DIGITS] * LENGTHS + [DEG_DIGITS] * LENGTHS
    return ",".join(number(value, at) for value, at in zip(values, digits, strict=True))


def _in_digits(T: Array) -> tuple[float, ...]:
    """Rx, Ry, Rz of a pose (4, 4), in the digits of a position.

    With Ry near a right angle Rx and Rz turn about one axis, and what is rounded off them adds up:
    then one of the two is rounded the other way.
    """
    exact = rpy_of(T)
    nearest = tuple(round(angle, DEG_DIGITS) for angle in exact)
    if _turn_between(T, nearest) <= MOST_ROUNDED:
        return nearest
    step = 10.0**DEG_DIGITS
    around = ((floor(angle * step) / step, ceil(angle * step) / step) for angle in exact)
    return min(product(*around), key=lambda angles: _turn_between(T, angles))


def _turn_between(T: Array, angles: Sequence[float]) -> float:
    """How far the turn of a pose (4, 4) is from that of Rx, Ry, Rz, degrees."""
    R = pose_of_values((0.0, 0.0, 0.0, *angles))[:3, :3]
    return degrees(rotation_angle(T[:3, :3].T @ R))


def pose_of_values(values: Sequence[float]) -> Array:
    """The pose (4, 4) of X, Y, Z (mm), Rx, Ry, Rz (degrees)."""
    x, y, z, *turns = map(float, values[:6])
    cx, cy, cz = (_exact(cos(radians(turn))) for turn in turns)
    sx, sy, sz = (_exact(sin(radians(turn))) for turn in turns)
    return np.array(
        [
            [cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx, x],
            [sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx, y],
            [-sy, cy * sx, cy * cx, z],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def _exact(value: float) -> float:
    """A sine or cosine, that of a right angle without rounding."""
    return 0.0 if abs(value) < ROUND_OFF else value


def zyz_values(T: Array) -> tuple[float, ...]:
    """X, Y, Z (mm) and O, A, T (degrees) of a pose (4, 4), R = Rz(O) Ry(A) Rz(T), as our words
    give places."""
    (_, r01, r02), (r10, r11, r12), (r20, r21, r22) = T[:3, :3].tolist()
    across = hypot(r02, r12)
    if across < UPRIGHT:  # the sum of O and T alone counts
        o, t = 0.0, atan2(r10, r11) if r22 > 0.0 else atan2(r01, r11)
    else:
        o, t = atan2(r12, r02), atan2(r21, -r20)
    return (*T[:3, 3].tolist(), degrees(o), degrees(atan2(across, r22)), degrees(t))


def pulses_text(pulses_per_degree: Array, shown: Array) -> str:
    """Joint values (6,) that a controller shows, rad, as pulses."""
    pulses = np.degrees(shown) * pulses_per_degree
    return ",".join(number(float(value), 0) for value in pulses)


def shown_of_pulses(pulses_per_degree: Array, pulses: Sequence[float]) -> Array:
    """The joint values (6,), rad, that a controller shows at pulses."""
    return np.asarray(np.radians(np.array(pulses, dtype=float) / pulses_per_degree))


def number(value: float, digits: int) -> str:
    """A number with this many decimals, never a negative zero or half turn."""
    text = f"{value:.{digits}f}"
    is_same = float(text) == 0.0 or (digits == DEG_DIGITS and float(text) == -180.0)
    return text.removeprefix("-") if is_same else text
