"""Frames of FANUC: X Y Z in mm and W P R in degrees, R = Rz(R) Ry(P) Rx(W)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scenes.files.file_poses import pose_of, rpy_of
from scenes.world.frozen import Array

FRAME_KEYS = ("X", "Y", "Z", "W", "P", "R")
MM_DIGITS, DEG_DIGITS = 4, 5


def frame_values(T: Array) -> tuple[float, ...]:
    """X, Y, Z (mm), W, P, R (degrees) of a pose (4, 4)."""
    return (*map(float, T[:3, 3]), *rpy_of(T))


def pose_of_values(values: Sequence[float]) -> Array:
    """The pose (4, 4) of X, Y, Z (mm), W, P, R (degrees)."""
    return pose_of(values[:3], values[3:6])


def joint_values_deg(shown: Array) -> list[float]:
    """What a controller shows of joint values (6,), rad, in degrees."""
    return [float(value) for value in np.degrees(shown)]


def number(value: float, digits: int) -> str:
    """A number with this many decimals, none of them left out, never a negative zero."""
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0.0 else text


def constant(value: float, digits: int) -> str:
    """A number in a statement: without needless zeros, a negative one in parentheses."""
    text = number(value, digits).rstrip("0").rstrip(".")
    return f"({text})" if text.startswith("-") else text
