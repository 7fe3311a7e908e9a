"""Poses of RAPID: [[x, y, z], [q1, q2, q3, q4]], mm and a unit quaternion, its real part first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, isfinite

import numpy as np

from kinematics.poses.transforms import rotation_vector
from scenes.world.frozen import Array

MM_DIGITS, DEG_DIGITS, QUATERNION_DIGITS = 4, 5, 8
NO_TURN = 1e-15  # rad
LEAST_LENGTH = 0.5  # of a quaternion: anything shorter is no turn that somebody meant


def quaternion_of(R: Array) -> Array:
    """The unit quaternion (4,) of a rotation (3, 3), q1 >= 0."""
    turn = rotation_vector(R)
    angle = float(np.linalg.norm(turn))
    if angle < NO_TURN:
        return np.array([1.0, 0.0, 0.0, 0.0])
    return np.array([np.cos(angle / 2.0), *(np.sin(angle / 2.0) / angle * turn)])


def rotation_of(quaternion: Sequence[float]) -> Array | None:
    """The rotation (3, 3) of q1..q4, which is given its length 1; None where it is no rotation."""
    length = hypot(*quaternion)
    if not isfinite(length) or length < LEAST_LENGTH:
        return None
    w, x, y, z = (part / length for part in quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def pose_of_values(values: object) -> Array | None:
    """The pose (4, 4) of `[[x, y, z], [q1, q2, q3, q4]]`, nested lists; None for another value."""
    if not isinstance(values, list) or len(values) != 2:
        return None
    place, turn = (numbers_of(part) for part in values)
    if place is None or turn is None or len(place) != 3 or len(turn) != 4:
        return None
    R = rotation_of(turn)
    if R is None:
        return None
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, place
    return T


def numbers_of(values: object) -> list[float] | None:
    """The numbers of a flat list; None for another value."""
    if not isinstance(values, list) or not all(type(value) is float for value in values):
        return None
    return values


def written_pose(T: Array) -> str:
    """A pose (4, 4), mm, as `[[500,0,250],[0,0,1,0]]`."""
    quaternion = written_list(quaternion_of(T[:3, :3]), QUATERNION_DIGITS)
    return f"[{written_list(T[:3, 3], MM_DIGITS)},{quaternion}]"


def written_list(values: Iterable[float], digits: int) -> str:
    """Numbers between brackets."""
    return f"[{','.join(number(float(value), digits) for value in values)}]"


def number(value: float, digits: int) -> str:
    """A number with this many decimals at most, without needless zeros."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
