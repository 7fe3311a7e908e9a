"""The arm with three parallel axes (UR family): its geometry read off the joint axes.
from kinematics.tolerances import FACES, NO_LENGTH, ROUNDED

Six turning axes; 2, 3 and 4 parallel along h, 5 and 6 meet in C. The twin with axes 3, 4 and 5
parallel and 1 and 2 meeting is the same arm seen from its flange (`solvers/mirrored.py`).

Arm axes: z along axis 1, h in the y-z plane at q = 0, lean the angle from z to h, x square to
both; the origin lies on axis 1. At q = 0 C has the height D along h over the origin.
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
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.tolerances import FACES, NO_LENGTH, ROUNDED

TOLERANCE = 1e-12  # sine, or of the size of the arm


@dataclass(frozen=True, eq=False)
class ParallelArm:
    """Lengths (mm) and directions, see the head of this file; complex numbers lie square to h.

    sense: of axes 2, 3, 4 along h. first: axis 2. upper, fore: to axes 3 and 4. tail: on to C.
    front, up: +1 or -1, sense of x of link 1 along arm x, and of upwards along arm z.
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

    @cached_property
    def upper_angle(self) -> float:
        """Direction of the upper bar at q = 0, rad."""
        return phase(self.upper)

    @cached_property
    def bend_zero(self) -> float:
        """Angle from upper to fore bar at q = 0, rad."""
        return phase(self.fore / self.upper)

    def flat(self, y: Array, z: Array) -> Array:
        """Second coordinate square to h of a point with these arm coordinates; x is the first."""
        return cos(self.lean) * y - sin(self.lean) * z

    def bend(self, q3: Array) -> Array:
        """Angle from upper to fore bar about h, in (-pi, pi]."""
        return wrapped(self.bend_zero + self.sense[1] * q3)

    def reach_x(self, q2: Array, q3: Array, q4: Array) -> Array:
        """x of C seen from link 1, mm: the side of axis 1 on which the wrist is."""
        turn_2 = self.sense[0] * q2
        turn_3 = turn_2 + self.sense[1] * q3
        turn_4 = turn_3 + self.sense[2] * q4
        bars = self.upper * np.exp(1j * turn_2) + self.fore * np.exp(1j * turn_3)
        return np.asarray((self.first + bars + self.tail * np.exp(1j * turn_4)).real)


@lru_cache(maxsize=256)
def recognise_parallel(mechanism: Mechanism) -> ParallelArm | str:
    """The geometry of the family, or one clause saying why a mechanism is not of it."""
    if mechanism.kinds != "RRRRRR":
        return f"it has the joints {mechanism.kinds} where six revolute ones are needed"
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
        pose_map=pose_map_of(
            forward(mechanism, np.zeros(6)), R_base_arm, origin, C, wrist.last_basis
        ),
    )


def _snapped(values: Array) -> Array:
    whole = np.round(values)
    return np.where(np.abs(values - whole) < ROUNDED, whole, values)
