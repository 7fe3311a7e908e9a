"""Poses of VAL3: x, y, z in mm and rx, ry, rz in degrees, R = Rx(rx) Ry(ry) Rz(rz).

The frame is turned about its x axis, then about the new y, then about the new z (VAL3 reference
manual 5.3, D28062804A, 8.3.2). Where ry is a right angle the manual takes rx to be zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, radians, sin

import numpy as np

from scenes.world.frozen import Array

FIELDS = ("x", "y", "z", "rx", "ry", "rz")
JOINTS = ("j1", "j2", "j3", "j4", "j5", "j6")
DIGITS = 6  # of mm and degrees, as controllers write them
# The cosine of ry below which rx and rz turn about one axis, and a sine or cosine that is rounding.
UPRIGHT, ROUND_OFF = 1e-9, 1e-15


def pose_values(T: Array) -> tuple[float, ...]:
    """x, y, z (mm), rx, ry, rz (degrees) of a pose (4, 4)."""
    (r00, r01, r02), (r10, r11, r12), (_, _, r22) = T[:3, :3].tolist()
    across = hypot(r00, r01)
    if across < UPRIGHT:
        turns = (0.0, atan2(r02, across), atan2(r10, r11))
    else:
        turns = (atan2(-r12, r22), atan2(r02, across), atan2(-r01, r00))
    return (*T[:3, 3].tolist(), *map(degrees, turns))


def pose_of_values(values: Sequence[float]) -> Array:
    """The pose (4, 4) of x, y, z (mm), rx, ry, rz (degrees)."""
    x, y, z, *turns = map(float, values[:6])
    cx, cy, cz = (_exact(cos(radians(turn))) for turn in turns)
    sx, sy, sz = (_exact(sin(radians(turn))) for turn in turns)
    return np.array(
        [
            [cy * cz, -cy * sz, sy, x],
            [cx * sz + sx * sy * cz, cx * cz - sx * sy * sz, -sx * cy, y],
            [sx * sz - cx * sy * cz, sx * cz + cx * sy * sz, cx * cy, z],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def _exact(value: float) -> float:
    """A sine or cosine, that of a right angle without rounding."""
    return 0.0 if abs(value) < ROUND_OFF else value


def pose_fields(T: Array) -> str:
    """A pose (4, 4) as attributes of a value, x to rz."""
    return fields(FIELDS, pose_values(T))


def fields(names: Sequence[str], values: Sequence[float]) -> str:
    """Numbers as attributes of a value, under their names."""
    told = (f'{name}="{number(value)}"' for name, value in zip(names, values, strict=True))
    return " ".join(told)


def number(value: float) -> str:
    """A number with 6 decimals at most, never a negative zero."""
    text = f"{value:.{DIGITS}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
