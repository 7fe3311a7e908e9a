"""The O, A, T angles of robot languages: one Euler sequence, with three offsets for each dialect.

With tool z as the approach axis every dialect is Rz(O + o) Ry(A + a) Rz(T + t) of the tool.
The 1985 arm (Kakazu, section 4) turns its hand by Rz(O) Ry(A) Rx(T) and approaches along x;
the tool frame is the hand frame turned by Ry(90 deg), which gives ZYZ(O, A + 90, T). VAL counts O
from the -y axis: ZYZ(O - 90, A + 90, T). V+ and AS use ZYZ(yaw, pitch, roll) without offsets.

A dialect multiplies locations in the axes in which its null turn is the identity: hand axes in
hokkaido, tool axes in val and vplus. `T_base_place` is a location in those axes and `T_base_tool`
the pose of the tool at that location. The two poses differ by one constant rotation whose entries
are only 0, 1 and -1, so that a conversion there and back changes no bit.
"""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array, check_pose

OFFSETS_DEG = MappingProxyType(
    {"hokkaido": (0.0, 90.0, 0.0), "val": (-90.0, 90.0, 0.0), "vplus": (0.0, 0.0, 0.0)}
)
DIALECTS = tuple(OFFSETS_DEG)
# O, A, T of the identity rotation in the axes in which the dialect multiplies locations.
NULL_TURN_DEG = MappingProxyType(
    {"hokkaido": (0.0, 0.0, 0.0), "val": (90.0, -90.0, 0.0), "vplus": (0.0, 0.0, 0.0)}
)

Entry = TypeVar("Entry")

# Below this sine of the middle angle, the first and the last angle turn about the same line.
GIMBAL_SINE = 1e-12


def pose_from_xyzoat(values: ArrayLike, dialect: str = "hokkaido") -> Array:
    """T_base_tool (4, 4) from x, y, z (mm) and O, A, T (degrees) of a dialect.

    Raises KinematicsError for an unknown dialect or for anything but six finite numbers.
    """
    offsets = _of_dialect(OFFSETS_DEG, dialect)
    numbers = np.asarray(values, float)
    if numbers.shape != (6,) or not np.isfinite(numbers).all():
        raise KinematicsError("a location is six finite numbers: x y z in mm, O A T in degrees")
    x, y, z, *angles = numbers.tolist()
    T = _turned_zyz(*(angle + offset for angle, offset in zip(angles, offsets, strict=True)))
    T[:3, 3] = x, y, z
    return T


def xyzoat_from_pose(T_base_tool: ArrayLike, dialect: str = "hokkaido") -> Array:
    """x, y, z (mm) and O, A, T (degrees, in (-180, 180]) of a pose, shape (6,).

    Where the tool points along the z axis of the base, the pose determines only the sum or the
    difference of O and T; T = 0 is chosen there.
    """
    T = check_pose(T_base_tool)
    R = T[:3, :3]
    sine = np.hypot(R[0, 2], R[1, 2])
    middle = np.arctan2(sine, R[2, 2])
    if sine < GIMBAL_SINE:
        first, last = np.arctan2(-R[0, 1], R[1, 1]), 0.0
    else:
        first = np.arctan2(R[1, 2], R[0, 2])
        # Taken from Rz(-first) R = Ry(middle) Rz(last): exact however near the gimbal is.
        c, s = np.cos(first), np.sin(first)
        last = np.arctan2(c * R[1, 0] - s * R[0, 0], c * R[1, 1] - s * R[0, 1])
    angles = np.degrees([first, middle, last]) - _of_dialect(OFFSETS_DEG, dialect)
    angles = 180.0 - np.mod(180.0 - angles, 360.0)
    return np.concatenate([T[:3, 3], angles + 0.0])


def tool_at(T_base_place: Array, dialect: str) -> Array:
    """T_base_tool (4, 4) of a location given in the axes in which the dialect multiplies."""
    return np.asarray(T_base_place @ _of_dialect(_T_PLACE_TOOL, dialect))


def place_of(T_base_tool: Array, dialect: str) -> Array:
    """T_base_place (4, 4) of a pose of the tool: the inverse of `tool_at`."""
    return np.asarray(T_base_tool @ _of_dialect(_T_PLACE_TOOL, dialect).T)


def place_from_xyzoat(
    position: Sequence[float], angles: Sequence[float | None], dialect: str
) -> Array:
    """T_base_place (4, 4) from x, y, z (mm) and O, A, T (degrees).

    An angle that is None takes its value in the null turn of the dialect.
    """
    unturned = _of_dialect(NULL_TURN_DEG, dialect)
    filled = [u if angle is None else angle for angle, u in zip(angles, unturned, strict=True)]
    return place_of(pose_from_xyzoat([*position, *filled], dialect), dialect)


def _of_dialect(table: Mapping[str, Entry], dialect: str) -> Entry:
    if dialect not in table:
        known = ", ".join(DIALECTS)
        raise KinematicsError(f"unknown orientation dialect {dialect!r}; known are {known}")
    return table[dialect]


def _turned_zyz(first: float, middle: float, last: float) -> Array:
    """The rotation Rz(first) Ry(middle) Rz(last), degrees, as a pose (4, 4)."""
    (c1, s1), (c2, s2), (c3, s3) = map(_cos_sin, (first, middle, last))
    T = np.array(
        [
            [c1 * c2 * c3 - s1 * s3, -c1 * c2 * s3 - s1 * c3, c1 * s2, 0.0],
            [s1 * c2 * c3 + c1 * s3, -s1 * c2 * s3 + c1 * c3, s1 * s2, 0.0],
            [-s2 * c3, s2 * s3, c2, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )
    return T + 0.0  # no -0.0


def _cos_sin(angle: float) -> tuple[float, float]:
    """Cosine and sine of an angle in degrees: exactly 0 and 1 at every right angle."""
    within = math.fmod(angle, 360.0)
    rest = math.remainder(within, 90.0)
    c, s = math.cos(math.radians(rest)), math.sin(math.radians(rest))
    return ((c, s), (-s, c), (-c, -s), (s, -c))[round((within - rest) / 90.0) % 4]


_T_PLACE_TOOL = MappingProxyType(
    {
        dialect: _turned_zyz(*np.add(OFFSETS_DEG[dialect], NULL_TURN_DEG[dialect]).tolist())
        for dialect in DIALECTS
    }
)
