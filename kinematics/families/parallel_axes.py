"""The arm with three parallel axes (UR family): its geometry, computed from its joint axes.

It has six revolute axes: axes 2, 3 and 4 are parallel to h, axes 5 and 6 meet in C. An arm whose
axes 3, 4 and 5 are parallel and whose axes 1 and 2 meet is such an arm seen from its flange
(`solvers/mirrored.py`).

Arm axes: z lies along axis 1, h lies in the y-z plane at q = 0, x is perpendicular to z and h, and
the origin lies on axis 1. lean is the angle from z to h. At q = 0, C is at the distance D from
the origin, measured along h (`height`).
"""

from cmath import phase
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import cos, sin

import numpy as np

from kinematics.arm.axes import axes_at_zero, feet, parallel
from kinematics.arm.forward import forward, link_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.families.anthropomorphic import WristGeometry, measure_wrist, pose_map_of
from kinematics.families.joint_kinds import revolute_fault
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.tolerances import FACES, NO_LENGTH, ROUNDED

TOLERANCE = 1e-12  # sine, or of the size: how exactly axes have to be parallel or meet


@dataclass(frozen=True, eq=False)
class ParallelArm:
    """Lengths (mm) and angles (rad), named as at the head of this file.

    Complex numbers are vectors in the plane perpendicular to h at q = 0. sense: +1 or -1, the sense
    of axes 2, 3 and 4 along h. first: the place of axis 2. upper, fore: from axis 2 to 3 and from 3
    to 4. tail: from axis 4 to C. front: +1 if x of link 1 points along arm x, else -1. up: +1 if
    arm z points upwards, else -1. pose_map: as in ArmGeometry.
    """

    lean: float
    height: float
    wrist: WristGeometry
    sense: tuple[float, float, float]
    first: complex
    upper: complex
    fore: complex
    tail: complex
    front: float
    up: float
    size: float
    pose_map: Array
    mechanism: Mechanism

    @cached_property
    def upper_angle(self) -> float:
        """Direction of the upper bar at q = 0, rad."""
        return phase(self.upper)

    @cached_property
    def bend_zero(self) -> float:
        """Angle from upper to fore bar at q = 0, rad."""
        return phase(self.fore / self.upper)

    def flat(self, y: Array, z: Array) -> Array:
        """Second coordinate, in the plane perpendicular to h, of a point; its first is arm x.

        y, z: arm coordinates of the point, mm.
        """
        return cos(self.lean) * y - sin(self.lean) * z

    def bend(self, q3: Array) -> Array:
        """Angle from upper to fore bar about h, rad, in (-pi, pi]; q3: rad."""
        return wrapped(self.bend_zero + self.sense[1] * q3)

    def reach_x(self, q2: Array, q3: Array, q4: Array) -> Array:
        """x of C in the axes of link 1, mm: its sign is the side of axis 1 on which the wrist
        is."""
        turn_2 = self.sense[0] * q2
        turn_3 = turn_2 + self.sense[1] * q3
        turn_4 = turn_3 + self.sense[2] * q4
        bars = self.upper * np.exp(1j * turn_2) + self.fore * np.exp(1j * turn_3)
        return np.asarray((self.first + bars + self.tail * np.exp(1j * turn_4)).real)


@lru_cache(maxsize=256)
def recognise_parallel(mechanism: Mechanism) -> ParallelArm | str:
    """The geometry of an arm of this family, or one clause that says why it is not of it."""
    unfit = revolute_fault(mechanism, 6)
    if unfit:
        return unfit
    z, p = axes_at_zero(mechanism)
    if not (parallel(z[1], z[2], TOLERANCE) and parallel(z[1], z[3], TOLERANCE)):
        return "its axes 2, 3 and 4 are not parallel"
    if any(parallel(z[1], z[i]) for i in (0, 4)) or parallel(z[4], z[5]):
        return "more than three of its axes are parallel"
    size = float(np.linalg.norm(np.diff(p, axis=0), axis=1).sum()) + NO_LENGTH
    on_5, on_6 = feet(z[4], p[4], z[5], p[5])
    if np.linalg.norm(on_5 - on_6) > TOLERANCE * size:
        return "its axes 5 and 6 do not meet"
    return _measured(mechanism, z, p, on_5, size)


def _measured(mechanism: Mechanism, z: Array, p: Array, C: Array, size: float) -> ParallelArm:
    h = z[1]
    across = h - z[0] * (h @ z[0])
    y = across / np.linalg.norm(across)
    R_base_arm = _snapped(np.stack([np.cross(y, z[0]), y, z[0]], axis=1))
    origin = p[0] + z[0] * ((p[1] - p[0]) @ z[0])
    lean = float(np.arctan2(np.linalg.norm(across), h @ z[0]))
    lean = np.pi / 2 if abs(lean - np.pi / 2) < TOLERANCE else lean
    wrist = measure_wrist(_snapped(np.stack([h, z[4], z[5]]) @ R_base_arm))
    seen = (np.stack([p[1], p[2], p[3], C]) - origin) @ R_base_arm
    flat = seen[:, 0] + 1j * (np.cos(lean) * seen[:, 1] - np.sin(lean) * seen[:, 2])
    facing = float(link_poses(mechanism, np.zeros(6))[1, :3, 0] @ R_base_arm[:, 0])
    return ParallelArm(
        lean=lean,
        height=float((C - origin) @ h),
        wrist=wrist,
        sense=(1.0, float(np.sign(z[2] @ h)), float(np.sign(z[3] @ h))),
        first=complex(flat[0]),
        upper=complex(flat[1] - flat[0]),
        fore=complex(flat[2] - flat[1]),
        tail=complex(flat[3] - flat[2]),
        front=1.0 if facing > -FACES else -1.0,
        up=-1.0 if z[0][2] < -FACES else 1.0,
        size=size,
        mechanism=mechanism,
        pose_map=pose_map_of(
            forward(mechanism, np.zeros(6)), R_base_arm, origin, C, wrist.last_basis
        ),
    )


def _snapped(values: Array) -> Array:
    whole = np.round(values)
    return np.where(np.abs(values - whole) < ROUNDED, whole, values)
