"""Rigid poses as plain 4x4 arrays: checked, inverted, seen from one another, put on points."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from geometry.arguments import number_array
from geometry.errors import GeometryError

Array = NDArray[np.float64]

# The largest entry of R R^T - 1 that is taken as round-off: a pose may come from a file with six
# digits, or from a long chain of products.
_RIGID_TOLERANCE = 1e-6


def checked_pose(T: ArrayLike, name: str = "T") -> Array:
    """A copy of the pose, (4, 4); GeometryError, which names it, when it is no rigid motion."""
    pose = np.array(number_array(T, name))
    if pose.shape != (4, 4):
        raise GeometryError(f"{name}: a pose has the shape (4, 4), not {pose.shape}")
    if not np.all(np.isfinite(pose)):
        raise GeometryError(f"{name}: a pose has finite numbers only")
    if not np.array_equal(pose[3], (0.0, 0.0, 0.0, 1.0)):
        raise GeometryError(f"{name}: the last row of a pose is 0 0 0 1, not {pose[3].tolist()}")
    R = pose[:3, :3]
    skew = float(np.abs(R @ R.T - np.eye(3)).max())
    if skew > _RIGID_TOLERANCE or np.linalg.det(R) < 0.0:
        raise GeometryError(
            f"{name}: not a rigid motion (scaled, skewed or mirrored by {skew:.3g})"
        )
    return pose


def inverted(T: Array) -> Array:
    """The inverse of rigid poses, shape (..., 4, 4)."""
    result = np.zeros_like(T)
    R = np.swapaxes(T[..., :3, :3], -1, -2)
    result[..., :3, :3] = R
    result[..., :3, 3] = -np.einsum("...ij,...j->...i", R, T[..., :3, 3])
    result[..., 3, 3] = 1.0
    return result


def relative(T_w_a: Array, T_w_b: Array) -> Array:
    """T_a_b, the pose of b seen from a, shape (..., 4, 4).

    The two origins are subtracted first, so that no digits are lost far from the world's origin.
    """
    R = np.swapaxes(T_w_a[..., :3, :3], -1, -2)
    result = np.zeros(np.broadcast_shapes(T_w_a.shape, T_w_b.shape))
    result[..., :3, :3] = R @ T_w_b[..., :3, :3]
    offset = T_w_b[..., :3, 3] - T_w_a[..., :3, 3]
    result[..., :3, 3] = np.einsum("...ij,...j->...i", R, offset)
    result[..., 3, 3] = 1.0
    return result


def placed(T: Array, points: Array) -> Array:
    """Points (n, 3) given in the inner frame of T, in its outer frame."""
    return points @ T[:3, :3].T + T[:3, 3]


def read_only(array: ArrayLike) -> Array:
    """A read-only copy of an array as floats."""
    result = np.array(array, dtype=float)
    result.flags.writeable = False
    return result
