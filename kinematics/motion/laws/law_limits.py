"""What limits the law of a path: the caps of its pieces and the limits of joints that move."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from kinematics.errors import KinematicsError
from kinematics.motion.laws.rest_to_rest import UNLIMITED
from kinematics.motion.laws.squares.knots_kernel import ROUNDING
from kinematics.motion.laws.time_law import JointLimits
from kinematics.motion.paths.joint_path import DEGREE, JointPath
from kinematics.poses.transforms import Array


def caps_of(path: JointPath, rates: ArrayLike) -> Array:
    """The largest ds/dt (m,) of the pieces of a path, 1/s, from one for each or one for all.

    Raises KinematicsError for a number of rates that is neither, and for one that is not above 0.
    """
    caps = np.asarray(rates, float)
    if caps.shape not in ((), (path.pieces,)):
        raise KinematicsError(f"a path of {path.pieces} pieces needs one rate for each of them")
    if not (caps > 0.0).all():
        raise KinematicsError("the rate at which a piece of a path may be passed must be above 0")
    return np.full(path.pieces, caps) if caps.ndim == 0 else caps


def moving_part(
    path: JointPath, limits: JointLimits, caps: Array
) -> tuple[JointPath, JointLimits] | None:
    """The path and the limits of the joints that it moves; None if it moves none.

    Raises KinematicsError for limits that are not above 0, and where nothing limits the motion.
    """
    every = (limits.speed, limits.acceleration, limits.jerk)
    if any(np.shape(limit) != path.q_start.shape or not (limit > 0.0).all() for limit in every):
        raise KinematicsError("each joint of a path needs a speed, acceleration and jerk above 0")
    size = np.abs(path.controls).max(axis=(0, 1))
    moves = np.abs(path.controls - path.q_start).max(axis=(0, 1)) > ROUNDING * size
    if not moves.any():
        return None
    if all(np.isinf(limit[moves]).all() for limit in every) and np.isinf(caps).any():
        raise KinematicsError(UNLIMITED)
    if moves.all():
        return path, limits
    part = JointPath(path.knots, path.controls[:, :, moves])
    return part, JointLimits(*(limit[moves] for limit in every))


def is_straight(path: JointPath, caps: Array) -> bool:
    """Whether all joints move in proportion to s, and all pieces have the same cap."""
    if path.pieces > 1 and (caps != caps[0]).any():
        return False
    widths = np.diff(path.knots)[:, None]
    share = (path.knots[:-1, None] + widths * np.linspace(0.0, 1.0, DEGREE + 1)) / path.length
    line = path.q_start + share[..., None] * (path.q_end - path.q_start)
    size = np.abs(path.controls).max(axis=(0, 1))
    return bool((np.abs(path.controls - line) <= ROUNDING * size).all())
