"""How far joint values are from a pose: a distance and an angle."""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.forward import flange_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array, pose_or_stack


def residuals(mechanism: Mechanism, q: ArrayLike, Ts: ArrayLike) -> tuple[Array, Array]:
    """Distance (mm) and angle (rad) between forward(q) and poses Ts, each (m,).

    q: (m, n), or (n,) for one. Ts: (4, 4) or (1, 4, 4) for all of q, or (m, 4, 4).
    """
    values, poses = mechanism.check_q(q), pose_or_stack(Ts)
    try:
        np.broadcast_shapes(values.shape[:-1], poses.shape[:-2])
    except ValueError:
        raise KinematicsError(
            f"residuals of joint values {values.shape} need one pose or as many, "
            f"not an array of shape {poses.shape}"
        ) from None
    return misses(mechanism, values, poses)


def misses(mechanism: Mechanism, q: Array, Ts: Array) -> tuple[Array, Array]:
    """The residuals of values that have been checked.

    Rotations an angle apart differ by 2 sqrt(2) sin(angle / 2) in the norm of Frobenius, which is
    exact for the small angles that residuals are.
    """
    gap = flange_poses(mechanism, q)[..., :3, :] - Ts[..., :3, :]
    gap *= gap
    squares = gap.sum(axis=-2)
    chord = np.sqrt(0.125 * squares[..., :3].sum(axis=-1))
    return np.sqrt(squares[..., 3]), 2.0 * np.arcsin(np.minimum(chord, 1.0))
