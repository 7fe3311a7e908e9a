"""The anthropomorphic arm: its geometry, computed from the joint axes of a mechanism.

It has six revolute axes: axes 2 and 3 are parallel, axis 1 is perpendicular to axis 2, axes 4, 5
and 6 meet in the wrist centre, and neither 4 and 5 nor 5 and 6 are parallel. PUMA and the usual
six-axis arms of ABB, KUKA, Fanuc, Staubli and Yaskawa are of this family, whichever table
describes them.

Arm axes: z along axis 1, y along axis 2, x = y x z, all at q = 0; the origin O is the foot
on axis 1 of its common normal with axis 2. The common normal of perpendicular axes lies
along x, so that only these lengths remain (W is the wrist centre):

    axis 2 at x = shoulder, z = 0            upper  = axis 3 - axis 2    in the x-z plane
    lateral = y of W                         fore   = W - axis 3         in the x-z plane

An angle in the x-z plane is counted from z to x, the sense of a positive turn about y.
"""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from kinematics.arm.axes import meeting_point, miss, parallel
from kinematics.arm.forward import forward, link_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.families.joint_kinds import revolute_fault
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.tolerances import FACES, NO_LENGTH, ROUNDED

# Exact tables give 1e-15; with this, the closed form stays within 1e-9 mm of the mechanism.
ANGLE_TOLERANCE = 1e-12
LENGTH_TOLERANCE = 1e-12  # of the size of the arm
NO_BAR = 1e-6  # of the size: an upper arm or forearm shorter than this does not count as one


@dataclass(frozen=True, eq=False)
class WristGeometry:
    """Axes 4, 5 and 6 at q = 0. A basis is (3, 3): its columns are unit vectors in arm axes.

    fore_basis: fixed in link 3, its third column is axis 4. last_basis: fixed in link 6, its third
    column is axis 6, its first column the part of axis 5 perpendicular to axis 6. axis_5: axis 5 in
    fore_basis at q4 = 0. axis_6: axis 6 in fore_basis at q4 = q5 = 0. lean_4, lean_6: angles of
    axes 4 and 6 with axis 5, rad. nearest: the value of joint 5, rad, at which axis 6 comes nearest
    to axis 4. middle: `nearest`, or half a turn from it, whichever lies in (-pi/2, pi/2].
    """

    fore_basis: Array
    last_basis: Array
    axis_5: Array
    axis_6: Array
    lean_4: float
    lean_6: float
    nearest: float
    middle: float

    @cached_property
    def orthogonal(self) -> bool:
        """Whether axis 5 is perpendicular to axes 4 and 6."""
        gap = max(abs(self.lean_4 - np.pi / 2), abs(self.lean_6 - np.pi / 2))
        return gap < ANGLE_TOLERANCE

    @cached_property
    def azimuth_5(self) -> float:
        """Direction of axis 5 about axis 4 at q4 = 0, rad."""
        return float(np.arctan2(self.axis_5[1], self.axis_5[0]))

    @cached_property
    def signs(self) -> Array:
        """+1 or -1 by which q5 opens the wrist from `nearest`, (2, 1): for NOFLIP, then for FLIP.

        The signs are swapped where `middle` is half a turn from `nearest`.
        """
        return np.array([[1.0], [-1.0]]) * (1.0 if self.middle == self.nearest else -1.0)

    @cached_property
    def half_turns(self) -> Array:
        """pi where the sign of the opening is negative, else 0, (2, 1), rad."""
        return np.where(self.signs > 0.0, 0.0, np.pi)


@dataclass(frozen=True, eq=False)
class ArmGeometry:
    """Lengths (mm) and angles (rad) of an anthropomorphic arm, named as at the head of this file.

    R_base_arm, origin: arm axes in the base. front: +1 if x of link 1 points along arm x, else -1.
    up: +1 if arm z points upwards, else -1. sense_3: +1 if axis 3 has the direction of axis 2, else
    -1. pose_map: (12, 16); times the sixteen numbers of T_base_flange it gives last_basis at that
    pose, row by row, and then the wrist centre, both in arm axes. mechanism: the arm itself.
    """

    R_base_arm: Array
    origin: Array
    shoulder: float
    lateral: float
    upper: float
    upper_angle: float
    fore: float
    fore_angle: float
    sense_3: float
    front: float
    up: float
    wrist: WristGeometry
    size: float
    pose_map: Array
    mechanism: Mechanism

    def bend(self, q3: Array) -> Array:
        """Angle from upper arm to forearm in the plane of the arm, rad, in (-pi, pi]; q3: rad."""
        return wrapped(self.fore_angle - self.upper_angle + self.sense_3 * q3)

    def reach_x(self, q2: Array, q3: Array) -> Array:
        """x of the wrist centre seen from axis 1, in the plane of the arm, mm; q2, q3: rad."""
        upper = self.upper * np.sin(q2 + self.upper_angle)
        fore = self.fore * np.sin(q2 + self.sense_3 * q3 + self.fore_angle)
        return self.shoulder + upper + fore


@lru_cache(maxsize=256)
def recognise_arm(mechanism: Mechanism) -> ArmGeometry | str:
    """The geometry of an anthropomorphic mechanism, or one clause that says why it is not one."""
    unfit = revolute_fault(mechanism, 6)
    if unfit:
        return unfit
    T_base_link = link_poses(mechanism, np.zeros(6))[1:]
    z, p = T_base_link[:, :3, 2], T_base_link[:, :3, 3]
    size = float(np.abs(np.diff(p, axis=0)).sum()) + NO_LENGTH
    wrist_centre = meeting_point(z[3:], p[3:])
    fault = _axes_fault(z, p, wrist_centre, size)
    if fault:
        return fault
    return _measure(mechanism, z, p, wrist_centre, size)


def _axes_fault(z: Array, p: Array, wrist_centre: Array, size: float) -> str:
    """A clause that says why axes z, p (6, 3) are not those of an anthropomorphic arm, or ""."""
    for i in (3, 4):
        if parallel(z[i], z[i + 1]):
            return f"its axes {i + 1} and {i + 2} are parallel, so it has no spherical wrist"
    gap = miss(wrist_centre, z[3:], p[3:])
    if gap > LENGTH_TOLERANCE * size:
        return (
            f"its last three axes do not meet in one point (they miss it by {gap:.3g} mm), "
            "so it has no spherical wrist"
        )
    slant = np.arcsin(min(1.0, float(np.linalg.norm(np.cross(z[1], z[2])))))
    if slant > ANGLE_TOLERANCE:
        return f"its axes 2 and 3 are {np.degrees(slant):.3g} deg from parallel"
    slant = np.arcsin(min(1.0, abs(float(z[0] @ z[1]))))
    if slant > ANGLE_TOLERANCE:
        return f"its axes 1 and 2 are {np.degrees(slant):.3g} deg from perpendicular"
    across = np.eye(3) - np.outer(z[1], z[1])
    if np.linalg.norm(across @ (p[2] - p[1])) < NO_BAR * size:
        return "its axes 2 and 3 are one line, so it has no upper arm"
    if np.linalg.norm(across @ (wrist_centre - p[2])) < NO_BAR * size:
        return "its wrist centre lies on axis 3, so it has no forearm"
    return ""


def _measure(
    mechanism: Mechanism, z: Array, p: Array, wrist_centre: Array, size: float
) -> ArmGeometry:
    """The geometry of an arm whose axes z, p (6, 3) are those of an anthropomorphic arm."""
    R_base_arm = _snapped(np.stack([np.cross(z[1], z[0]), z[1], z[0]], axis=1))
    to_axis_2 = p[1] - p[0]
    origin = p[0] + z[0] * (to_axis_2 @ z[0])
    shoulder_x, _, _ = (p[1] - origin) @ R_base_arm
    upper_x, _, upper_z = (p[2] - p[1]) @ R_base_arm
    fore_x, _, fore_z = (wrist_centre - p[2]) @ R_base_arm
    wrist = measure_wrist(_snapped(z[3:] @ R_base_arm))
    facing = float(link_poses(mechanism, np.zeros(6))[1, :3, 0] @ R_base_arm[:, 0])
    return ArmGeometry(
        R_base_arm=R_base_arm,
        origin=origin,
        shoulder=float(shoulder_x),
        lateral=float((wrist_centre - origin) @ R_base_arm[:, 1]),
        upper=float(np.hypot(upper_x, upper_z)),
        upper_angle=float(np.arctan2(upper_x, upper_z)),
        fore=float(np.hypot(fore_x, fore_z)),
        fore_angle=float(np.arctan2(fore_x, fore_z)),
        sense_3=1.0 if z[1] @ z[2] > 0.0 else -1.0,
        front=1.0 if facing > -FACES else -1.0,
        up=-1.0 if z[0][2] < -FACES else 1.0,
        wrist=wrist,
        size=size,
        pose_map=pose_map_of(
            forward(mechanism, np.zeros(6)), R_base_arm, origin, wrist_centre, wrist.last_basis
        ),
        mechanism=mechanism,
    )


def pose_map_of(
    T_base_flange_zero: Array, R_base_arm: Array, origin: Array, centre: Array, last_basis: Array
) -> Array:
    """ArmGeometry.pose_map (12, 16): all that the solver needs is linear in the pose."""
    R_zero, p_zero = T_base_flange_zero[:3, :3], T_base_flange_zero[:3, 3]
    R_flange_last = _snapped(R_zero.T @ R_base_arm @ last_basis)
    p_flange_wrist = R_zero.T @ (centre - p_zero)
    to_map = np.zeros((12, 16))
    for row in range(3):
        for column in range(3):
            entry = np.zeros((3, 4))
            entry[:, :3] = np.outer(R_base_arm[:, row], R_flange_last[:, column])
            to_map[3 * row + column, :12] = entry.ravel()
        centre_row = np.outer(R_base_arm[:, row], np.append(p_flange_wrist, 1.0))
        to_map[9 + row, :12] = centre_row.ravel()
        to_map[9 + row, 15] = -R_base_arm[:, row] @ origin
    return to_map


def measure_wrist(z: Array) -> WristGeometry:
    """The wrist of three axis directions, the rows of z (3, 3), in arm axes."""
    axis_4, axis_5, axis_6 = z
    y = np.array([0.0, 1.0, 0.0])
    # If axis 4 is perpendicular to axis 2, the basis is the arm axes turned about y only.
    second = y if abs(axis_4[1]) < ANGLE_TOLERANCE else _square_to(axis_4, axis_5)
    fore_basis = np.stack([np.cross(second, axis_4), second, axis_4], axis=1)
    first = _square_to(axis_6, axis_5)
    last_basis = np.stack([first, np.cross(axis_6, first), axis_6], axis=1)
    # axis 4 . Rot(axis 5, q5) axis 6 = const + B cos q5 + C sin q5, largest at q5 = atan2(C, B)
    B = axis_4 @ axis_6 - (axis_4 @ axis_5) * (axis_5 @ axis_6)
    C = axis_4 @ np.cross(axis_5, axis_6)
    nearest = float(np.arctan2(C, B))
    folded = not -np.pi / 2 + FACES < nearest <= np.pi / 2 + FACES
    middle = nearest + (np.pi if nearest < 0.0 else -np.pi) if folded else nearest
    return WristGeometry(
        fore_basis=fore_basis,
        last_basis=last_basis,
        axis_5=axis_5 @ fore_basis,
        axis_6=axis_6 @ fore_basis,
        lean_4=_angle(axis_4, axis_5),
        lean_6=_angle(axis_5, axis_6),
        middle=0.0 if abs(middle) < ANGLE_TOLERANCE else middle,
        nearest=0.0 if abs(nearest) < ANGLE_TOLERANCE else nearest,
    )


def _square_to(axis: Array, v: Array) -> Array:
    """Unit vector along the part of v perpendicular to a unit axis."""
    part = v - axis * (axis @ v)
    return part / np.linalg.norm(part)


def _angle(a: Array, b: Array) -> float:
    return float(np.arctan2(np.linalg.norm(np.cross(a, b)), a @ b))


def _snapped(values: Array) -> Array:
    """Direction cosines, set to 0, 1 or -1 where only rounding noise keeps them from it."""
    whole = np.round(values)
    return np.where(np.abs(values - whole) < ROUNDED, whole, values)
