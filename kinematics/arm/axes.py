"""The joint axes of a mechanism as lines in space: which are parallel, which meet, and where.

z holds unit directions, p a point of each line.
"""

import numpy as np

from kinematics.arm.forward import link_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.poses.transforms import Array
from kinematics.tolerances import MEETING, PARALLEL


def axes_at_zero(mechanism: Mechanism) -> tuple[Array, Array]:
    """Directions and points (n, 3) of the joint axes at q = 0, base frame, mm."""
    frames = link_poses(mechanism, np.zeros(mechanism.n))[1:]
    return frames[:, :3, 2], frames[:, :3, 3]


def parallel(a: Array, b: Array, tolerance: float = PARALLEL) -> bool:
    """Whether two unit directions (3,) are parallel or opposite; tolerance: sine of the angle."""
    return float(np.linalg.norm(np.cross(a, b))) < tolerance


def feet(z_a: Array, p_a: Array, z_b: Array, p_b: Array) -> tuple[Array, Array]:
    """Feet (3,) of the common normal of two lines; of parallel lines, of the normal through p_b."""
    gap = p_b - p_a
    cross = np.cross(z_a, z_b)
    square = float(cross @ cross)
    if square < PARALLEL**2:
        return p_a + z_a * (gap @ z_a), p_b
    s = np.cross(gap, z_b) @ cross / square
    t = np.cross(gap, z_a) @ cross / square
    return p_a + s * z_a, p_b + t * z_b


def meeting_point(z: Array, p: Array) -> Array:
    """Point (3,) with the least sum of squared distances from lines z, p (k, 3)."""
    across = np.eye(3) - z[:, :, None] * z[:, None, :]
    right = (across @ p[:, :, None]).sum(axis=0)[:, 0]
    return np.linalg.lstsq(across.sum(axis=0), right, rcond=None)[0]


def all_parallel(z: Array) -> bool:
    """Whether unit directions (k, 3) are parallel or opposite, each to the next."""
    return bool(np.linalg.norm(np.cross(z[:-1], z[1:]), axis=1).max() < PARALLEL)


def meet(z: Array, p: Array, size: float) -> bool:
    """Whether lines z, p (k, 3) meet in one point; size: the size of the arm, mm."""
    return miss(meeting_point(z, p), z, p) < MEETING * size


def miss(point: Array, z: Array, p: Array) -> float:
    """Largest distance of a point (3,) from lines z, p (k, 3), mm."""
    return float(np.linalg.norm(np.cross(z, point - p), axis=1).max())


def any_normal(z: Array) -> Array:
    """A unit vector perpendicular to a unit vector z (3,); along a base axis if z is along one."""
    axis = np.eye(3)[int(np.argmin(np.abs(z)))]
    part = axis - z * (axis @ z)
    return part / np.linalg.norm(part)
