"""Frames of Yaskawa: X Y Z in mm and Rx Ry Rz in degrees, R = Rz(Rz) Ry(Ry) Rx(Rx).

The coordinate system is turned in the order of Rz, Ry and Rx (DX100, manual 156191-1CD, 4.3.1.1).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scenes.files.file_poses import pose_of, rpy_of
from scenes.world.frozen import Array

MM_DIGITS, DEG_DIGITS = 3, 4
LENGTHS = 3  # the first values of a pose are lengths


def pose_text(T: Array) -> str:
    """A pose (4, 4) as it stands in a position, X to Rz."""
    values = (*map(float, T[:3, 3]), *rpy_of(T))
    digits = [MM_DIGITS] * LENGTHS + [DEG_DIGITS] * LENGTHS
    return ",".join(number(value, at) for value, at in zip(values, digits, strict=True))


def pose_of_values(values: Sequence[float]) -> Array:
    """The pose (4, 4) of X, Y, Z (mm), Rx, Ry, Rz (degrees)."""
    return pose_of(values[:3], values[3:6])


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
