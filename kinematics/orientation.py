"""The O-A-T orientation dialects of robot languages: three offsets on one Euler family.

With tool z as the approach axis every dialect is Rz(O + o) Ry(A + a) Rz(T + t) of the tool.
The 1985 arm (Kakazu, section 4) turns its hand by Rz(O) Ry(A) Rx(T) and approaches along x;
with tool = hand turned by Ry(90 deg) that is ZYZ(O, A + 90, T). VAL counts O from the -y
axis: ZYZ(O - 90, A + 90, T). V+ and AS write ZYZ(yaw, pitch, roll) itself.
"""

from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from kinematics.errors import KinematicsError
from kinematics.transforms import Array, check_pose, rotation_y, rotation_z

OFFSETS_DEG = MappingProxyType(
    {"hokkaido": (0.0, 90.0, 0.0), "val": (-90.0, 90.0, 0.0), "vplus": (0.0, 0.0, 0.0)}
)
DIALECTS = tuple(OFFSETS_DEG)

# Below this sine of the middle angle the first and last angle turn about one line.
GIMBAL_SINE = 1e-12


def pose_from_xyzoat(values: ArrayLike, dialect: str = "hokkaido") -> Array:
    """T_base_tool from x, y, z (mm) and O, A, T (degrees) of a dialect."""
    offsets = _offsets(dialect)
    numbers = np.asarray(values, float)
    if numbers.shape != (6,) or not np.isfinite(numbers).all():
        raise KinematicsError("a location is six finite numbers: x y z in mm, O A T in degrees")
    first, middle, last = np.radians(numbers[3:] + offsets)
    T = rotation_z(first) @ rotation_y(middle) @ rotation_z(last)
    T[:3, 3] = numbers[:3]
    return T


def xyzoat_from_pose(T_base_tool: ArrayLike, dialect: str = "hokkaido") -> Array:
    """x, y, z (mm) and O, A, T (degrees, in (-180, 180]) of a pose, shape (6,).

    Where the tool points along the base z axis only a sum or difference of O and T is
    determined: T = 0 is chosen there.
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
    angles = np.degrees([first, middle, last]) - _offsets(dialect)
    angles = 180.0 - np.mod(180.0 - angles, 360.0)
    return np.concatenate([T[:3, 3], angles + 0.0])


def _offsets(dialect: str) -> Array:
    if dialect not in OFFSETS_DEG:
        known = ", ".join(DIALECTS)
        raise KinematicsError(f"unknown orientation dialect {dialect!r}; known are {known}")
    return np.array(OFFSETS_DEG[dialect])
