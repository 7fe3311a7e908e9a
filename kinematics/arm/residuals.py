"""How much the pose of joint values differs from a wanted pose: a distance and an angle."""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.forward import flange_poses
from kinematics.arm.loop_chain import chain_of
from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError
from kinematics.loops.answer_kernel import write_misses
from kinematics.poses.transforms import Array, pose_or_stack


def residuals(mechanism: Mechanism, q: ArrayLike, Ts: ArrayLike) -> tuple[Array, Array]:
    """Distance (mm) and angle (rad) between forward(q) and poses Ts, each (m,).

    q: (m, n), or (n,) for one row. Ts: one pose (4, 4) or (1, 4, 4) for all rows, or (m, 4, 4).
    Raises KinematicsError if the numbers of rows and poses do not fit.
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
    """`residuals` of joint values q (..., n) and poses Ts (..., 4, 4) that need no check.

    Two rotations that differ by an angle differ by 2 sqrt(2) sin(angle / 2) in the Frobenius norm.
    This formula is exact for small angles, and residuals are small.
    """
    is_row_by_row = q.ndim == 2 and Ts.ndim == 3 and len(Ts) in (1, len(q))
    if is_row_by_row and not mechanism.has_loops and write_misses.is_ready:
        gaps = np.empty((2, len(q)))
        write_misses(chain_of(mechanism), q, Ts, gaps, np.empty((mechanism.n + 1, 12)))
        return gaps[0], gaps[1]
    return misses_by_numpy(mechanism, q, Ts)


def misses_by_numpy(mechanism: Mechanism, q: Array, Ts: Array) -> tuple[Array, Array]:
    """`misses` without the loop."""
    gap = flange_poses(mechanism, q)[..., :3, :] - Ts[..., :3, :]
    gap *= gap
    squares = gap.sum(axis=-2)
    chord = np.sqrt(0.125 * squares[..., :3].sum(axis=-1))
    return np.sqrt(squares[..., 3]), 2.0 * np.arcsin(np.minimum(chord, 1.0))
