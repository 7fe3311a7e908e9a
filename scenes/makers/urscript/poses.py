"""Poses of URScript: p[x, y, z, rx, ry, rz] in m and rad, the turn as a rotation vector."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, hypot, sin

import numpy as np

from kinematics.poses.transforms import rotation_about, rotation_vector
from scenes.world.frozen import Array

MM = 0.001  # m
DIGITS = 7  # 0.0001 mm, and 0.000006 deg
NO_TURN = 1e-15  # rad


def pose_of_values(values: Sequence[float]) -> Array:
    """The pose (4, 4), mm, of six numbers in m and rad."""
    T, turn = np.eye(4), np.asarray(values[3:], dtype=float)
    angle = float(np.linalg.norm(turn))
    if angle > NO_TURN:
        T[:3, :3] = rotation_about(turn / angle, np.array(angle))[..., :3, :3]
    T[:3, 3] = np.asarray(values[:3]) / MM
    return T


def angles_of(vector: Sequence[float]) -> tuple[float, float, float]:
    """O, A, T in degrees, of Rz(O) Ry(A) Rz(T), of a rotation vector (3,) in rad.

    The vector w n is the quaternion (cos(w/2), n sin(w/2)) = (cos(A/2) cos((O+T)/2),
    sin(A/2) sin((T-O)/2), sin(A/2) cos((T-O)/2), cos(A/2) sin((O+T)/2)).
    """
    angle = hypot(*vector)
    share = sin(angle / 2.0) / angle if angle > NO_TURN else 0.5
    w, (x, y, z) = cos(angle / 2.0), (share * value for value in vector)
    half = atan2(z, w) if hypot(z, w) > NO_TURN else 0.0
    apart = atan2(x, y) if hypot(x, y) > NO_TURN else 0.0
    tilt = 2.0 * atan2(hypot(x, y), hypot(z, w))
    return degrees(half - apart), degrees(tilt), degrees(half + apart)


def written_pose(T: Array) -> str:
    """A pose (4, 4), mm, as `p[0.5, 0, 0.25, 0, 3.1415927, 0]`."""
    return f"p{written_list([*(T[:3, 3] * MM), *rotation_vector(T[:3, :3])])}"


def written_list(values: Iterable[float]) -> str:
    """Numbers between brackets, without needless zeros."""
    return f"[{', '.join(number(float(value)) for value in values)}]"


def number(value: float) -> str:
    """A number with 7 decimals at most."""
    text = f"{value:.{DIGITS}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
