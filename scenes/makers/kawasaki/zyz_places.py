"""Locations of AS and V+: x, y, z in mm and o, a, t in degrees, turned Rz(o) Ry(a) Rz(t)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kinematics.poses.orientation import xyzoat_from_pose
from scenes.world.frozen import Array

DIALECT = "vplus"
DIGITS = 6


def pose_of_place(values: Sequence[float]) -> Array:
    """The pose (4, 4) of six numbers."""
    o, a, t = np.radians(values[3:6])
    T = np.eye(4)
    T[:3, :3] = _about_z(o) @ _about_y(a) @ _about_z(t)
    T[:3, 3] = values[:3]
    return T


def place_text(T: Array, sign: str = " ") -> str:
    """The six numbers of a pose (4, 4)."""
    return sign.join(written(float(value)) for value in xyzoat_from_pose(T, DIALECT))


def written(value: float) -> str:
    """A number in six decimals."""
    return f"{value + 0.0:.{DIGITS}f}"


def _about_z(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _about_y(angle: float) -> Array:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
