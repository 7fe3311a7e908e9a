"""Lines in space: the joint axes of a mechanism and how two or three of them lie."""

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
    """Whether two unit directions are parallel or opposite."""
    return float(np.linalg.norm(np.cross(a, b))) < tolerance


def feet(z_a: Array, p_a: Array, z_b: Array, p_b: Array) -> tuple[Array, Array]:
    """Feet (3,) of the common normal of two lines; of parallel ones that through p_b."""
    gap = p_b - p_a
    cross = np.cross(z_a, z_b)
    square = float(cross @ cross)
    if square < PARALLEL**2:
        return p_a + z_a * (gap @ z_a), p_b
    s = np.cross(gap, z_b) @ cross / square
    t = np.cross(gap, z_a) @ cross / square
    return p_a + s * z_a, p_b + t * z_b


def meeting_point(z: Array, p: Array) -> Array:
    """Point nearest to all lines, in the sense of least squares."""
    across = np.eye(3) - z[:, :, None] * z[:, None, :]
    right = (across @ p[:, :, None]).sum(axis=0)[:, 0]
    return np.linalg.lstsq(across.sum(axis=0), right, rcond=None)[0]


def all_parallel(z: Array) -> bool:
    """Whether unit directions (k, 3) are parallel or opposite, each to the next."""
    return bool(np.linalg.norm(np.cross(z[:-1], z[1:]), axis=1).max() < PARALLEL)


def meet(z: Array, p: Array, size: float) -> bool:
    """Whether lines meet in one point; size: of the arm, mm."""
    return miss(meeting_point(z, p), z, p) < MEETING * size


def miss(point: Array, z: Array, p: Array) -> float:
    """Largest distance of a point from lines, mm."""
    return float(np.linalg.norm(np.cross(z, point - p), axis=1).max())


def any_normal(z: Array) -> Array:
    """A unit vector square to z, along a base axis where that can be."""
    axis = np.eye(3)[int(np.argmin(np.abs(z)))]
    part = axis - z * (axis @ z)
    return part / np.linalg.norm(part)
