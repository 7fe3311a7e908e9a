"""Poses: making, inverting, checking and interpolating 4x4 matrices.

A pose `T_a_b` takes coordinates in b to coordinates in a: `p_a = T_a_b @ p_b`. Lengths are
mm, angles rad. All functions that take a pose also take a stack (..., 4, 4).
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.errors import KinematicsError
from kinematics.poses.numbers import reals

Array = NDArray[np.float64]
Numbers = NDArray[Any]  # real, or complex where equations are continued to complex numbers

NO_TURN = 1e-8  # sine: below it, angle and sine are the same double
NEAR_HALF_TURN = 1e-4  # rad: nearer to pi, the sine is too small to show the axis
EXACT = 0.5e-14  # largest rounding of an entry of R^T R, and of the third axis
ROUNDED = 1e-14  # a rotation whose R^T R differs from I by at most this is left unchanged
RIGID_TOLERANCE = 1e-6  # people and files write poses with six decimals or more
CHECKED_AT_ONCE = 4096  # poses: this many fit into the processor's cache
AHEAD, BEHIND = np.array([1, 2, 0]), np.array([2, 0, 1])  # columns of a cross product
FEW = 128  # numbers: up to so many, the NumPy calls take longer than the arithmetic
FARTHEST = 1e12  # mm: a thousand times farther than an arm of ten million times a robot reaches


def translation(x: float, y: float, z: float) -> Array:
    """The pose (4, 4) that shifts by (x, y, z) mm and does not turn."""
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


def pose_along(origin: ArrayLike, z: Array) -> Array:
    """A pose (4, 4) at `origin` (3,), mm, whose z axis is the unit vector z (3,); x and y lie
    anywhere across it."""
    x = np.cross(np.eye(3)[int(np.argmin(np.abs(z)))], z)
    x /= np.linalg.norm(x)
    T = np.eye(4)
    T[:3] = np.column_stack([x, np.cross(z, x), z, np.asarray(origin)])
    return T


def rotation_x(angle: float) -> Array:
    """The pose (4, 4) that turns by `angle` rad about x."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0, 0, 0], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]])


def rotation_y(angle: float) -> Array:
    """The pose (4, 4) that turns by `angle` rad about y."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, 0.0, s, 0], [0, 1, 0, 0], [-s, 0, c, 0], [0, 0, 0, 1]])


def rotation_z(angle: float) -> Array:
    """The pose (4, 4) that turns by `angle` rad about z."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0, 0], [s, c, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])


def rpy(roll: float, pitch: float, yaw: float) -> Array:
    """The pose Rz(yaw) Ry(pitch) Rx(roll), rad: the order of `rpy` in robot and cell files."""
    return rotation_z(yaw) @ rotation_y(pitch) @ rotation_x(roll)


def invert(T: ArrayLike) -> Array:
    """T_b_a (..., 4, 4) of poses T_a_b (..., 4, 4); KinematicsError if one is not a pose."""
    return inverted(pose_or_stack(T))


def inverted(T: Numbers) -> Numbers:
    """T_b_a (..., 4, 4) of poses T_a_b that are already checked."""
    inverse = np.zeros_like(T)
    R_b_a = np.swapaxes(T[..., :3, :3], -1, -2)
    inverse[..., :3, :3] = R_b_a
    inverse[..., :3, 3] = -(R_b_a @ T[..., :3, 3, None])[..., 0]
    inverse[..., 3, 3] = 1.0
    return inverse


def rotation_angle(R: ArrayLike) -> Array:
    """Angle of a rotation in [0, pi], rad, exact near 0 and near pi.

    R: rotations (..., 3, 3), or poses (..., 4, 4) of which the rotation is used.
    """
    R = np.asarray(R, float)
    doubled = _doubled_sine_axis(R)
    sine = np.sqrt((doubled * doubled).sum(axis=-1))
    return np.arctan2(sine, R[..., 0, 0] + R[..., 1, 1] + R[..., 2, 2] - 1.0)


def _doubled_sine_axis(R: Array) -> Array:
    """2 sin(angle) times the unit axis, (..., 3)."""
    return np.asarray(R[..., (2, 0, 1), (1, 2, 0)] - R[..., (1, 2, 0), (2, 0, 1)])


def rotation_vector(R: ArrayLike) -> Array:
    """Unit axis times angle of one rotation (3, 3), shape (3,), angle in [0, pi].

    A half turn can be written with two opposite axes; the result has the axis whose largest
    component is positive.
    """
    R = np.asarray(R, float)[:3, :3]
    angle = float(rotation_angle(R))
    doubled = _doubled_sine_axis(R)
    if np.cos(angle) > -0.9:
        length = np.linalg.norm(doubled)
        return doubled * (angle / length) if length > 0.0 else np.zeros(3)
    # Near a half turn the sine vanishes, but (R + R^T)/2 = cos I + (1 - cos) u u^T shows the axis.
    outer = (R + R.T) / 2 - np.cos(angle) * np.eye(3)
    column = outer[:, int(np.argmax(np.diag(outer)))]
    axis = column / np.linalg.norm(column)
    return axis * (-angle if doubled @ axis < 0.0 else angle)


def rotation_vectors(R: Array) -> Array:
    """Unit axis times angle of rotations (..., 3, 3), shape (..., 3), angle in [0, pi].

    Rotations near a half turn go through `rotation_vector`, which chooses their axis.
    """
    doubled = _doubled_sine_axis(R)
    sine = np.linalg.norm(doubled, axis=-1)
    angle = np.arctan2(sine, R[..., 0, 0] + R[..., 1, 1] + R[..., 2, 2] - 1.0)
    factor = np.where(sine > NO_TURN, angle / np.where(sine > NO_TURN, sine, 1.0), 0.5)
    vectors = np.asarray(doubled * factor[..., None])
    for i in zip(*np.nonzero(angle > np.pi - NEAR_HALF_TURN), strict=True):
        vectors[i] = rotation_vector(R[i])
    return vectors


def rotation_about(axis: ArrayLike, angles: ArrayLike) -> Array:
    """Rotations (..., 3, 3) about one unit axis by angles (...), rad (Rodrigues)."""
    x, y, z = np.asarray(axis, float)
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    angles = np.asarray(angles, float)[..., None, None]
    half = np.sin(0.5 * angles)
    return np.asarray(np.eye(3) + np.sin(angles) * K + (2.0 * half * half) * (K @ K))


def spin_terms(axes: Array) -> Array:
    """Matrices (n, 3, 9) from which `turned` makes the turns about n axes (Rodrigues).

    The turn about axis i by an angle, its 9 entries row by row, is
    terms[i, 0] + cos(angle) terms[i, 1] + sin(angle) terms[i, 2]. axes: unit vectors (n, 3).
    """
    skew = np.stack([np.cross(axes, unit) for unit in np.eye(3)], axis=2)
    square = skew @ skew
    return np.stack([np.eye(3) + square, -square, skew], axis=1).reshape(-1, 3, 9)


def turned(terms: Array, angles: Array) -> Array:
    """Rotations (n, m, 3, 3) by angles (n, m), rad, about the axes of `spin_terms` (n, 3, 9)."""
    numbers = np.ones((*angles.shape, 3))
    numbers[..., 1], numbers[..., 2] = cos_sin(angles)
    return np.asarray((numbers @ terms).reshape(*angles.shape, 3, 3))


def cross(a: Array, b: Array) -> Array:
    """Cross products (..., 3); for a few rows this takes a tenth of the time of np.cross."""
    return np.asarray(
        a.take(AHEAD, -1) * b.take(BEHIND, -1) - a.take(BEHIND, -1) * b.take(AHEAD, -1)
    )


def cos_sin(angle: Array) -> tuple[Array, Array]:
    """Cosine and sine of angles (rad, any shape), by the tangent of half the angle.

    They are exact to a unit in the last place. NumPy's tangent of doubles is vectorised and its
    cosine and sine are not: 2 ns an element for both, against 15 ns. A few angles take np.cos and
    np.sin, because there the number of calls decides.
    """
    if angle.size <= FEW:
        return np.cos(angle), np.sin(angle)
    t = np.tan(0.5 * angle)
    scale = 1.0 / (1.0 + t * t)
    return (1.0 - t * t) * scale, 2.0 * t * scale


def length_of(x: Array, y: Array) -> Array:
    """sqrt(x^2 + y^2), in a third of the time of np.hypot, which guards against overflow."""
    return np.asarray(np.sqrt(x * x + y * y))


def interpolate(T_start: ArrayLike, T_end: ArrayLike, s: ArrayLike) -> Array:
    """Poses (m, 4, 4) at fractions s (m,) of the straight line between two poses.

    The position moves linearly; the orientation turns evenly about one axis fixed in the
    common frame, by the smaller angle.
    """
    shares = reals(s, "a fraction of the way is a number")
    if shares.ndim > 1 or not np.isfinite(shares).all():
        raise KinematicsError("fractions of the way come as finite numbers (m,)")
    return interpolated(check_pose(T_start), check_pose(T_end), np.atleast_1d(shares))


def interpolated(start: Array, end: Array, s: Array) -> Array:
    """The poses (m, 4, 4) of `interpolate`, for arguments that are already checked."""
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
    """The pose as a float array (4, 4); KinematicsError if it is not a rigid pose."""
    T = _as_floats(T)
    if T.shape != (4, 4):
        raise KinematicsError(f"a pose is a 4x4 matrix, not an array of shape {T.shape}")
    if not _is_exact(T.ravel().tolist()):
        _check_rigid(T[None])
    return T


def pose_or_stack(Ts: ArrayLike) -> Array:
    """Poses (..., 4, 4) as floats; KinematicsError if one is not a rigid pose."""
    Ts = _as_floats(Ts)
    if Ts.ndim < 2 or Ts.shape[-2:] != (4, 4):
        raise KinematicsError(f"a pose is a 4x4 matrix, not an array of shape {Ts.shape}")
    if Ts.ndim > 2 or not _is_exact(Ts.ravel().tolist()):
        _check_rigid(Ts.reshape(-1, 4, 4))
    return Ts


def check_poses(Ts: ArrayLike) -> Array:
    """Poses (N, 4, 4) as floats; KinematicsError names the first that is not a rigid pose."""
    Ts = _as_floats(Ts)
    if Ts.ndim != 3 or Ts.shape[1:] != (4, 4):
        raise KinematicsError(f"poses come as an array (N, 4, 4), not of shape {Ts.shape}")
    _check_rigid(Ts)
    return Ts


def exact_poses(Ts: ArrayLike) -> Array:
    """Poses (N, 4, 4), checked, with each rounded rotation replaced by the nearest exact one."""
    Ts = _as_floats(Ts)
    if Ts.ndim != 3 or Ts.shape[1:] != (4, 4):
        raise KinematicsError(f"poses come as an array (N, 4, 4), not of shape {Ts.shape}")
    return _straightened(Ts, _check_rigid(Ts))


def exact_pose(T: ArrayLike) -> Array:
    """One pose (4, 4), checked, as a stack (1, 4, 4) with an exact rotation."""
    T = _as_floats(T)
    if T.shape != (4, 4):
        raise KinematicsError(f"a pose is a 4x4 matrix, not an array of shape {T.shape}")
    if _is_exact(T.ravel().tolist()):
        return T[None]
    return _straightened(T[None], _check_rigid(T[None]))


def one_pose_or_more(T: ArrayLike) -> Array:
    """One pose (4, 4) or several (N, 4, 4), checked, as a stack (N, 4, 4) with exact rotations."""
    T = _as_floats(T)
    return exact_poses(T) if T.ndim == 3 else exact_pose(T)


def _is_exact(t: list[float]) -> bool:
    """Whether the 16 numbers t, row by row, are a right-handed pose to within rounding.

    Most poses are. For one pose, plain floats take a tenth of the time that NumPy takes.
    """
    x, y, z = (t[0], t[4], t[8]), (t[1], t[5], t[9]), (t[2], t[6], t[10])
    third = (
        x[1] * y[2] - x[2] * y[1] - z[0],
        x[2] * y[0] - x[0] * y[2] - z[1],
        x[0] * y[1] - x[1] * y[0] - z[2],
    )
    tiny = EXACT
    return (
        abs(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] - 1.0) < tiny
        and abs(y[0] * y[0] + y[1] * y[1] + y[2] * y[2] - 1.0) < tiny
        and abs(x[0] * y[0] + x[1] * y[1] + x[2] * y[2]) < tiny
        and max(abs(third[0]), abs(third[1]), abs(third[2])) < tiny
        and t[12:] == [0.0, 0.0, 0.0, 1.0]
        and max(abs(t[3]), abs(t[7]), abs(t[11])) <= FARTHEST
    )


def _check_rigid(Ts: Array) -> Array:
    """`_defect` of each pose (N,); KinematicsError names the first pose that is not rigid."""
    with np.errstate(invalid="ignore", over="ignore"):  # numbers may be inf and -inf
        total = Ts.sum()
    if len(Ts) and not np.isfinite(total):
        finite = np.asarray(np.isfinite(Ts).all(axis=(1, 2)))
        if not finite.all():
            which = _which(finite)
            raise KinematicsError(f"the pose{which} holds a value that is not a finite number")
    defects = np.empty(len(Ts))
    for start in range(0, len(Ts), CHECKED_AT_ONCE):
        part = slice(start, start + CHECKED_AT_ONCE)
        flat = np.ascontiguousarray(Ts[part].reshape(-1, 16).T)
        if np.abs(flat[3:12:4]).max(initial=0.0) > FARTHEST:
            raise KinematicsError(
                f"a pose lies more than {FARTHEST:g} mm from the base, where a double no longer "
                "tells poses of an arm apart"
            )
        defects[part] = _defect(flat)
        rigid = defects[part] <= RIGID_TOLERANCE
        rigid &= np.abs(flat[12:15]).max(axis=0, initial=0.0) <= RIGID_TOLERANCE
        rigid &= (np.abs(flat[15] - 1.0) <= RIGID_TOLERANCE) & (_handedness(flat) > 0.0)
        if not rigid.all():
            where = "" if len(Ts) == 1 else f" number {start + int(np.argmin(rigid))} (from 0)"
            raise KinematicsError(
                f"the pose{where} is not rigid: its upper 3x3 must be a right-handed rotation "
                f"(to {RIGID_TOLERANCE:g}) and its last row 0 0 0 1"
            )
    return defects


def _handedness(flat: Array) -> Array:
    """Determinants (N,) of the upper 3x3 of poses given as (16, N)."""
    x, y, z = flat[0:9:4], flat[1:10:4], flat[2:11:4]
    return np.asarray(
        x[0] * (y[1] * z[2] - y[2] * z[1])
        + x[1] * (y[2] * z[0] - y[0] * z[2])
        + x[2] * (y[0] * z[1] - y[1] * z[0])
    )


def _defect(flat: Array) -> Array:
    """Largest entry of |R^T R - I| of each pose, (N,); flat: the poses as (16, N)."""
    columns = flat[0:9:4], flat[1:10:4], flat[2:11:4]
    gaps = np.zeros(flat.shape[1])
    for i in range(3):
        for j in range(i, 3):
            a, b = columns[i], columns[j]
            dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
            np.maximum(gaps, np.abs(dot - 1.0 if i == j else dot), out=gaps)
    return gaps


def straightened(Ts: Array) -> Array:
    """Poses (N, 4, 4) with each slightly rounded rotation replaced by the nearest exact one."""
    return _straightened(Ts, _defect(Ts.reshape(-1, 16).T))


def _straightened(Ts: Array, defects: Array) -> Array:
    rounded = defects > ROUNDED
    if not rounded.any():
        return Ts
    Ts = Ts.copy()
    R = Ts[rounded, :3, :3]
    for _ in range(2):  # Newton-Schulz: 1e-6 -> 1e-12 -> exact
        R = R @ (1.5 * np.eye(3) - 0.5 * np.swapaxes(R, 1, 2) @ R)
    Ts[rounded, :3, :3] = R
    return Ts


def _as_floats(values: ArrayLike) -> Array:
    return reals(values, "a pose is a 4x4 matrix of numbers")


def _which(good: NDArray[np.bool_]) -> str:
    return f" number {int(np.argmin(good))} (from 0)" if len(good) > 1 else ""
