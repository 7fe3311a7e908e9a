"""Poses: making, inverting, checking and interpolating 4x4 matrices.

A pose `T_a_b` takes coordinates in b to coordinates in a: `p_a = T_a_b @ p_b`. Lengths are
mm, angles rad. All functions that take a pose also take a stack (..., 4, 4).
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.errors import KinematicsError

Array = NDArray[np.float64]

RIGID_TOLERANCE = 1e-6  # poses are typed and filed with six decimals or more
# mm; rounding at this distance is 1e-7 mm.
FARTHEST = 1e9


def translation(x: float, y: float, z: float) -> Array:
    """Pose shifted by (x, y, z) mm, axes kept."""
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


def rotation_x(angle: float) -> Array:
    """Pose turned by `angle` rad about x."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]])


def rotation_y(angle: float) -> Array:
    """Pose turned by `angle` rad about y."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, 0.0, s, 0], [0, 1, 0, 0], [-s, 0, c, 0], [0, 0, 0, 1]])


def rotation_z(angle: float) -> Array:
    """Pose turned by `angle` rad about z."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])


def rpy(roll: float, pitch: float, yaw: float) -> Array:
    """Pose turned by Rz(yaw) Ry(pitch) Rx(roll), rad: as `rpy` in robot and cell files."""
    return rotation_z(yaw) @ rotation_y(pitch) @ rotation_x(roll)


def invert(T: ArrayLike) -> Array:
    """T_b_a of T_a_b."""
    T = np.asarray(T, float)
    inverse = np.zeros_like(T)
    R_b_a = np.swapaxes(T[..., :3, :3], -1, -2)
    inverse[..., :3, :3] = R_b_a
    inverse[..., :3, 3] = -(R_b_a @ T[..., :3, 3, None])[..., 0]
    inverse[..., 3, 3] = 1.0
    return inverse


def rotation_angle(R: ArrayLike) -> Array:
    """Angle of a rotation in [0, pi], rad, exact near 0 and near pi.

    R: (..., 3, 3), or the rotation part of (..., 4, 4).
    """
    R = np.asarray(R, float)
    sine = np.linalg.norm(_doubled_sine_axis(R), axis=-1)
    return np.arctan2(sine, R[..., 0, 0] + R[..., 1, 1] + R[..., 2, 2] - 1.0)


def _doubled_sine_axis(R: Array) -> Array:
    """2 sin(angle) times the unit axis, (..., 3)."""
    return np.stack(
        [
            R[..., 2, 1] - R[..., 1, 2],
            R[..., 0, 2] - R[..., 2, 0],
            R[..., 1, 0] - R[..., 0, 1],
        ],
        axis=-1,
    )


def rotation_vector(R: ArrayLike) -> Array:
    """Unit axis times angle of one rotation (3, 3), shape (3,), angle in [0, pi].

    A half turn has two axes; the one whose largest component is positive is given.
    """
    R = np.asarray(R, float)[:3, :3]
    angle = float(rotation_angle(R))
    doubled = _doubled_sine_axis(R)
    if np.cos(angle) > -0.9:
        length = np.linalg.norm(doubled)
        return doubled * (angle / length) if length > 0.0 else np.zeros(3)
    # Near a half turn the sine vanishes; (R + R^T)/2 = cos I + (1 - cos) u u^T keeps the axis.
    outer = (R + R.T) / 2 - np.cos(angle) * np.eye(3)
    column = outer[:, int(np.argmax(np.diag(outer)))]
    axis = column / np.linalg.norm(column)
    return axis * (-angle if doubled @ axis < 0.0 else angle)


def rotation_about(axis: ArrayLike, angles: ArrayLike) -> Array:
    """Rotations (..., 3, 3) about one unit axis by angles (...), rad (Rodrigues)."""
    x, y, z = np.asarray(axis, float)
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    angles = np.asarray(angles, float)[..., None, None]
    return np.eye(3) + np.sin(angles) * K + 2.0 * np.sin(angles / 2) ** 2 * (K @ K)


def interpolate(T_start: ArrayLike, T_end: ArrayLike, s: ArrayLike) -> Array:
    """Poses (m, 4, 4) at fractions s (m,) of the straight line between two poses.

    The position moves linearly; the orientation turns evenly about one axis fixed in the
    common frame, by the smaller angle.
    """
    start, end = np.asarray(T_start, float), np.asarray(T_end, float)
    s = np.atleast_1d(np.asarray(s, float))
    vector = rotation_vector(end[:3, :3] @ start[:3, :3].T)
    angle = float(np.linalg.norm(vector))
    axis = vector / angle if angle > 0.0 else np.array([0.0, 0.0, 1.0])
    T = np.zeros((len(s), 4, 4))
    T[:, :3, :3] = rotation_about(axis, s * angle) @ start[:3, :3]
    T[:, :3, 3] = start[:3, 3] * (1.0 - s)[:, None] + end[:3, 3] * s[:, None]
    T[:, 3, 3] = 1.0
    T[s == 1.0] = end
    return T


def check_pose(T: ArrayLike) -> Array:
    """The pose as a float array (4, 4); KinematicsError when it is none."""
    T = _as_floats(T)
    if T.shape != (4, 4):
        raise KinematicsError(f"a pose is a 4x4 matrix, not an array of shape {T.shape}")
    return check_poses(T[None])[0]


def check_poses(Ts: ArrayLike) -> Array:
    """A stack of poses (N, 4, 4) as floats; KinematicsError names the first that is none."""
    Ts = _as_floats(Ts)
    if Ts.ndim != 3 or Ts.shape[1:] != (4, 4):
        raise KinematicsError(f"poses come as an array (N, 4, 4), not of shape {Ts.shape}")
    finite = np.asarray(np.isfinite(Ts).all(axis=(1, 2)))
    if not finite.all():
        which = _which(finite)
        raise KinematicsError(f"the pose{which} holds a value that is not a finite number")
    near = np.asarray((np.abs(Ts[:, :3, 3]) <= FARTHEST).all(axis=1))
    if not near.all():
        raise KinematicsError(
            f"the pose{_which(near)} lies more than {FARTHEST:g} mm from the base, where a double "
            "no longer tells poses of an arm apart"
        )
    flat = Ts.reshape(-1, 16).T
    bottom = np.abs(flat[12:] - np.array([[0.0], [0.0], [0.0], [1.0]])).max(axis=0, initial=0.0)
    x, y, z = flat[0:9:4], flat[1:10:4], flat[2:11:4]
    handed = (
        x[0] * (y[1] * z[2] - y[2] * z[1])
        + x[1] * (y[2] * z[0] - y[0] * z[2])
        + x[2] * (y[0] * z[1] - y[1] * z[0])
    )
    gaps = np.maximum(rotation_defect(Ts), bottom)
    rigid = np.asarray((gaps <= RIGID_TOLERANCE) & (handed > 0.0))
    if not rigid.all():
        raise KinematicsError(
            f"the pose{_which(rigid)} is not rigid: its upper 3x3 must be a right-handed rotation "
            f"(to {RIGID_TOLERANCE:g}) and its last row 0 0 0 1"
        )
    return Ts


def rotation_defect(Ts: Array) -> Array:
    """Largest entry of |R^T R - I| of each pose (N,)."""
    flat = Ts.reshape(-1, 16).T
    columns = flat[0:9:4], flat[1:10:4], flat[2:11:4]
    gaps = np.zeros(flat.shape[1])
    for i in range(3):
        for j in range(i, 3):
            a, b = columns[i], columns[j]
            dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
            gaps = np.maximum(gaps, np.abs(dot - (i == j)))
    return gaps


def straightened(Ts: Array) -> Array:
    """Poses with the nearest exact rotations in place of slightly rounded ones, (N, 4, 4)."""
    rounded = rotation_defect(Ts) > 1e-14
    if not rounded.any():
        return Ts
    Ts = Ts.copy()
    R = Ts[rounded, :3, :3]
    for _ in range(2):  # Newton-Schulz: 1e-6 -> 1e-12 -> exact
        R = R @ (1.5 * np.eye(3) - 0.5 * np.swapaxes(R, 1, 2) @ R)
    Ts[rounded, :3, :3] = R
    return Ts


def _as_floats(values: ArrayLike) -> Array:
    try:
        return np.asarray(values, float)
    except (TypeError, ValueError) as error:
        raise KinematicsError(f"a pose is a 4x4 matrix of numbers ({error})") from None


def _which(good: NDArray[np.bool_]) -> str:
    return f" number {int(np.argmin(good))} (from 0)" if len(good) > 1 else ""
