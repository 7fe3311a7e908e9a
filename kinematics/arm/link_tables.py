"""Columns of Denavit-Hartenberg tables and lists of axes as stacks of poses."""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.joints import FIXED
from kinematics.errors import KinematicsError
from kinematics.poses.numbers import reals
from kinematics.poses.transforms import Array

ZERO = 1e-15  # a cosine or sine below this is 0 and rounding
FARTHEST_TURN = 1e9  # rad: at this value a double is rounded by 1e-7 rad
FAR_BASE, FAR_SHARE = 1e9, 1e6
"""Mm, and of the lengths of the links: at either distance from the base a double is rounded by
1e-7 mm, or by 1e-10 of the arm; the greater counts."""

NO_DIRECTION = 1e-9  # length of a vector that is too short to give the direction of an axis
OPPOSITE = 1e-24  # squared sine of the angle to z: below it, a downward axis is -z and rounding


def dh_columns(
    alpha: ArrayLike, a: ArrayLike, d: ArrayLike, theta0: ArrayLike | None
) -> tuple[Array, Array, Array, Array]:
    """The four columns of a DH table as float arrays (n,), theta0 0 where it is None.

    Raises KinematicsError if they are not finite numbers, have different lengths, or are empty.
    """
    wanted = "alpha, a, d and theta0 are lists of numbers"
    columns = [reals(column, wanted) for column in (alpha, a, d)]
    columns.append(np.zeros_like(columns[0]) if theta0 is None else reals(theta0, wanted))
    if len({column.shape for column in columns}) != 1 or columns[0].ndim != 1:
        raise KinematicsError("alpha, a, d and theta0 must be lists of one length, one per joint")
    if not len(columns[0]):
        raise KinematicsError("a mechanism needs at least one joint")
    if not all(np.isfinite(column).all() for column in columns):
        raise KinematicsError("a DH number is not finite")
    return columns[0], columns[1], columns[2], columns[3]


def along_signs(
    sign: ArrayLike | None, T_link_joint: Array, T_last_flange: Array
) -> tuple[Array, Array]:
    """The joint frames (n, 4, 4) and the flange (4, 4) of a chain whose joints move by sign q.

    sign: (n,) of 1 and -1; None stands for all 1. A joint of sign -1 gets its frame turned half a
    turn about x, so that z points the other way: Rz(-q) = Rx(pi) Rz(q) Rx(pi), and Tz alike.
    Raises KinematicsError for other numbers and for another count.
    """
    signs = np.ones(len(T_link_joint))
    if sign is not None:
        signs = reals(sign, "sign is a list of 1 and -1, one per joint")
    if signs.shape != (len(T_link_joint),) or not np.isin(signs, (1.0, -1.0)).all():
        raise KinematicsError(
            f"sign must be a list of 1 and -1, one for each of the {len(T_link_joint)} joints"
        )
    if (signs == 1.0).all():
        return T_link_joint, T_last_flange
    turned = np.stack([np.diag([1.0, s, s, 1.0]) for s in signs])  # each its own inverse
    T_joints = T_link_joint @ turned
    T_joints[1:] = turned[:-1] @ T_joints[1:]
    return T_joints, turned[-1] @ T_last_flange


def moving_rows(
    kinds: str | None, sign: ArrayLike | None, T_link_joint: Array, T_last_flange: Array
) -> tuple[Array, Array]:
    """The joint frames (m, 4, 4) and the flange (4, 4) of a table of n rows, m of them joints.

    kinds: a letter for each row, FIXED for one that is no joint; None where all are. The matrix of
    such a row, a unit matrix for one of zeros, goes into the next joint, or into the flange.
    sign: see `along_signs`.
    """
    T_link_joint, T_last_flange = along_signs(sign, T_link_joint, T_last_flange)
    if kinds is None or FIXED not in kinds or len(kinds) != len(T_link_joint):
        return T_link_joint, T_last_flange
    frames, T_before = [], np.eye(4)
    for kind, T in zip(kinds, T_link_joint, strict=True):
        T_before = T_before @ T
        if kind != FIXED:
            frames.append(T_before)
            T_before = np.eye(4)
    return np.array(frames).reshape(-1, 4, 4), T_before @ T_last_flange


def screw_x(alpha: Array, a: Array) -> Array:
    """Poses Tx(a) Rx(alpha), (n, 4, 4), of alpha (n,), rad, and a (n,), mm."""
    T = np.tile(np.eye(4), (len(a), 1, 1))
    T[:, 0, 3] = a
    T[:, 1, 1] = T[:, 2, 2] = _exact_cos(alpha)
    T[:, 2, 1] = _exact_sin(alpha)
    T[:, 1, 2] = -T[:, 2, 1]
    return T


def screw_z(theta: Array, d: Array) -> Array:
    """Poses Rz(theta) Tz(d), (n, 4, 4), of theta (n,), rad, and d (n,), mm."""
    T = np.tile(np.eye(4), (len(d), 1, 1))
    T[:, 2, 3] = d
    T[:, 0, 0] = T[:, 1, 1] = _exact_cos(theta)
    T[:, 1, 0] = _exact_sin(theta)
    T[:, 0, 1] = -T[:, 1, 0]
    return T


def tilts_y(beta: ArrayLike | None, n: int) -> Array:
    """Poses Ry(beta), (n, 4, 4), of beta (n,), rad; None means 0.

    Raises KinematicsError if beta is not a list of n finite numbers.
    """
    T = np.tile(np.eye(4), (n, 1, 1))
    if beta is None:
        return T
    angles = reals(beta, "beta is a list of numbers, one per joint")
    if angles.shape != (n,) or not np.isfinite(angles).all():
        raise KinematicsError(f"beta must be a list of {n} finite numbers, one per joint")
    T[:, 0, 0] = T[:, 2, 2] = _exact_cos(angles)
    T[:, 0, 2] = _exact_sin(angles)
    T[:, 2, 0] = -T[:, 0, 2]
    return T


def _exact_cos(angle: Array) -> Array:
    """Cosine, exactly 0 at right angles, where the cosine of a double is about 6e-17."""
    value = np.cos(angle)
    return np.where(np.abs(value) < ZERO, 0.0, value)


def _exact_sin(angle: Array) -> Array:
    value = np.sin(angle)
    return np.where(np.abs(value) < ZERO, 0.0, value)


def axis_frame(direction: Array, point: Array) -> Array:
    """Pose of a frame at `point` (3,) whose z is the unit vector `direction` (3,).

    It is turned from the base by the smallest angle that brings z onto the direction.
    """
    x, y, z = direction
    T = np.eye(4)
    T[:3, 3] = point
    across = x * x + y * y
    if z < 0.0 and across < OPPOSITE:
        T[:3, :3] = np.diag([1.0, -1.0, -1.0])
        return T
    # 1 / (1 + z), in a form for each half of the sphere, so that no digits cancel near -z.
    k = 1.0 / (1.0 + z) if z >= 0.0 else (1.0 - z) / across
    T[:3, :3] = [[1 - k * x * x, -k * x * y, x], [-k * x * y, 1 - k * y * y, y], [-x, -y, z]]
    return T


def axis_frames(axes: ArrayLike, points: ArrayLike) -> Array:
    """Poses (n, 4, 4) whose z axes lie along axes (n, 3) and whose origins are the points (n, 3).

    The directions may have any length but 0. Raises KinematicsError for anything else.
    """
    wanted = "axes and points are lists of vectors of three numbers"
    directions, origins = reals(axes, wanted), reals(points, wanted)
    if directions.ndim != 2 or directions.shape[1] != 3 or origins.shape != directions.shape:
        raise KinematicsError("axes and points must both have shape (n, 3)")
    if not len(directions):
        raise KinematicsError("a mechanism needs at least one joint")
    if not (np.isfinite(directions).all() and np.isfinite(origins).all()):
        raise KinematicsError("axes and points must be finite numbers")
    lengths = np.linalg.norm(directions, axis=1, keepdims=True)
    if not (lengths > NO_DIRECTION).all():
        raise KinematicsError("every axis needs a direction that is not zero")
    return np.stack([axis_frame(u, p) for u, p in zip(directions / lengths, origins, strict=True)])


def check_offsets(T_link_joint: Array, T_last_flange: Array) -> None:
    """Raises KinematicsError where the base is so far from the links that their digits are lost."""
    lengths = np.linalg.norm(T_link_joint[1:, :3, 3], axis=1).sum()
    lengths += np.linalg.norm(T_last_flange[:3, 3])
    offset = float(np.linalg.norm(T_link_joint[0, :3, 3]))
    if offset > max(FAR_BASE, FAR_SHARE * lengths):
        raise KinematicsError(
            f"the first joint lies {offset:g} mm from the base, where a double no longer tells "
            "poses of the arm apart"
        )
