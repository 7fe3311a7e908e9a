"""Poses as files write them: position in mm, roll, pitch and yaw in degrees."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kinematics.transforms import rpy as turned
from scenes.frozen import Array

# sin and cos of right angles leave 6e-17 behind; faces of solids must stay exactly square.
ROUND_OFF = 1e-15


def pose_of(at: Sequence[float], rpy_deg: Sequence[float] = (0.0, 0.0, 0.0)) -> Array:
    """T_outer_inner from `at` (mm) and `rpy` (degrees, Rz(yaw) Ry(pitch) Rx(roll)), (4, 4)."""
    T = turned(*np.radians(np.asarray(rpy_deg, dtype=float)))
    T[np.abs(T) < ROUND_OFF] = 0.0
    T[:3, 3] = at
    return T
