"""The leg of the textbook: three hip axes through a point, knee and ankle parallel to the third.

Axes 1, 2 and 3 meet in the hip and axes 5 and 6 in the ankle; axes 3, 4 and 5 are parallel. Thigh
and shank move in the plane across the knee axis, and only joint 4 changes the angle between them:

    sin(bend) = n . (u x v) / (|u| |v|)     bend = bend_zero + q4

n is the axis of the knee, u the thigh from hip to knee and v the shank from knee to ankle, both
across n. The knee lies off the line from hip to ankle, to the right of it where sin(bend) > 0, seen
against n. So it changes its side only where the leg is stretched or folded, which is singular.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.axes import all_parallel, axes_at_zero, feet, meet, meeting_point
from kinematics.arm.forward import forward
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.poses.transforms import Array
from kinematics.tolerances import FACES, MEETING

KNEE = 3  # index of the joint


@dataclass(frozen=True)
class LegGeometry:
    """bend_zero: angle from thigh to shank about the axis of the knee at q4 = 0, rad. front: +1 if
    the toes are on the side of the knee where sin(bend) > 0, else -1."""

    bend_zero: float
    front: float

    def forward(self, q: Array) -> NDArray[np.bool_]:
        """Whether the knee points to the toes, (m,), at q (m, 6), rad. A stretched one does."""
        return np.asarray(self.front * np.sin(self.bend_zero + q[:, KNEE]) > -FACES)


@lru_cache(maxsize=256)
def recognise_leg(mechanism: Mechanism) -> LegGeometry | str:
    """The geometry of a leg, or a clause that says why the mechanism is none."""
    if mechanism.has_loops or mechanism.kinds != "RRRRRR":
        return "a leg has six revolute joints one after the other"
    z, p = axes_at_zero(mechanism)
    size = size_of(mechanism)
    if not all_parallel(z[2:5]):
        return "its axes 3, 4 and 5 are not parallel"
    if not meet(z[:3], p[:3], size):
        return "its first three axes do not meet in one point"
    if not meet(z[4:], p[4:], size):
        return "its axes 5 and 6 do not meet"
    n = z[KNEE]
    hip, ankle = meeting_point(z[:3], p[:3]), feet(z[4], p[4], z[5], p[5])[0]
    across = np.eye(3) - np.outer(n, n)
    u, v = across @ (p[KNEE] - hip), across @ (ankle - p[KNEE])
    if min(np.linalg.norm(u), np.linalg.norm(v)) < MEETING * size:
        return "its knee lies on the axis of the hip or of the ankle"
    bend = float(np.arctan2(n @ np.cross(u, v), u @ v))
    return LegGeometry(bend, _front(mechanism, np.cross(u, n)))


def _front(mechanism: Mechanism, right: Array) -> float:
    """+1 if the toes are on the side of the vector `right` (3,), all joints at zero, else -1.

    The toes are where x of the flange, the sole, points; of a sole with x across the leg, where x
    of the base does.
    """
    for x in (forward(mechanism, np.zeros(mechanism.n))[:3, 0], np.eye(3)[0]):
        share = float(x @ right) / float(np.linalg.norm(right))
        if abs(share) > 0.5:
            return 1.0 if share > 0.0 else -1.0
    return 1.0
