"""Poses in files: position in mm, roll, pitch and yaw in degrees."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from kinematics.poses.transforms import rpy as turned
from scenes.world.frozen import Array

# Sines and cosines of right angles are off by 6e-17; faces of solids must stay exactly square.
ROUND_OFF = 1e-15
# Cosine of the pitch below which the pitch is 90 degrees: the yaw is rounding then, and becomes 0.
UPRIGHT = 1e-12


def pose_of(at: Sequence[float], rpy_deg: Sequence[float] = (0.0, 0.0, 0.0)) -> Array:
    """T_outer_inner from `at` (mm) and `rpy` (degrees, Rz(yaw) Ry(pitch) Rx(roll)), (4, 4)."""
    T = _turned(*rpy_deg).copy()
    T[:3, 3] = at
    return T


@lru_cache(maxsize=1024)
def _turned(*rpy_deg: float) -> Array:
    """The pose (4, 4) of these angles in degrees: most bodies of a cell stand as others do."""
    T = turned(*np.radians(np.asarray(rpy_deg, dtype=float)))
    T[np.abs(T) < ROUND_OFF] = 0.0
    return T


def rpy_of(T: Array) -> list[float]:
    """Roll, pitch and yaw of a pose (4, 4) in degrees; where the pitch is 90, the yaw is 0."""
    R = T[:3, :3]
    yaw = float(np.arctan2(R[1, 0], R[0, 0])) if np.hypot(R[0, 0], R[1, 0]) > UPRIGHT else 0.0
    # Pitch and roll come from the rotation without the yaw: near a pitch of 90 degrees the
    # yaw has few good digits, but roll and yaw together have all.
    c, s = np.cos(yaw), np.sin(yaw)
    pitch = np.arctan2(-R[2, 0], c * R[0, 0] + s * R[1, 0])
    roll = np.arctan2(s * R[0, 2] - c * R[1, 2], c * R[1, 1] - s * R[0, 1])
    # Without rounding right angles would come out as 90.00000000000001.
    return [float(round(value, 12)) + 0.0 for value in np.degrees([roll, pitch, yaw])]


def pose_entries(T: Array) -> dict[str, Any]:
    """The keys `at` (mm) and `rpy` (degrees) of a pose in a file; neither for the identity."""
    # Nine decimals of a mm: a thousandth of the 1e-9 m to which files are accurate.
    at = [round(float(value), 9) + 0.0 for value in T[:3, 3]]
    entries = {"at": at, "rpy": rpy_of(T)}
    return {key: value for key, value in entries.items() if any(value)}
