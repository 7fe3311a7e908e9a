"""Newton's method for arms of any kind: one solution from a seed, with its trace.

dq = J^+ error, with the exact pseudo-inverse J^T (J J^T)^-1 (least joint rates) or the damped one
J^T (J J^T + damping I)^-1, which stays small near singular poses. Lengths are divided by the
size of the arm, so that a millimetre and a radian weigh alike.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.forward import flange_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.residuals import misses
from kinematics.arm.size import size_of
from kinematics.differential.jacobian import columns_of
from kinematics.poses.numbers import finite_number, whole_number
from kinematics.poses.transforms import Array, exact_pose, rotation_vectors

STEPS = 60
LARGEST_TURN = 0.7  # rad a joint moves in one step, at most
SETTLED = 1e-13  # residual, lengths in units of the arm
LEAST_DAMPING = 1e-13  # keeps the equations of an exactly singular pose solvable
STALLED = 1e-15  # a step this small changes nothing any more
MET_MM, MET_RAD = 1e-9, 1e-11  # of a pose that counts as reached


@dataclass(frozen=True, eq=False)
class NumericSolution:
    """One answer of an iteration; the least-squares one where the pose cannot be met.

    q: (n,). residual_mm, residual_rad: what forward kinematics of q misses by. reached: whether
    that is rounding. trace: residual of every step, (steps,), lengths in units of the arm.
    """

    q: Array
    residual_mm: float
    residual_rad: float
    reached: bool
    trace: Array


@dataclass(frozen=True, eq=False)
class Drive:
    """How the joints of a chain follow those that are driven, as ratios @ driven + offsets.

    revolute: (m,), 1.0 where a driven joint turns, else 0.0. ratios: (n, m). offsets: (n,).
    """

    revolute: Array
    ratios: Array
    offsets: Array


def inverse_from_seed(
    mechanism: Mechanism,
    T: ArrayLike,
    q_seed: ArrayLike,
    *,
    position_only: bool = False,
    damping: float | None = None,
    q_rest: ArrayLike | None = None,
    steps: int = STEPS,
) -> NumericSolution:
    """Joint values near q_seed (n,) that bring the flange to T (4, 4), by Newton's method.

    position_only: leave the orientation alone. damping: a fixed one; else it follows the square
    of the residual (Levenberg-Marquardt). q_rest: redundant joints drift towards it in the
    null space. Where the pose cannot be met the answer is the one of least squares.
    """
    pose = exact_pose(T)
    steps = whole_number(steps, "steps is a whole number from 0 on")
    if damping is not None:
        damping = finite_number(damping, "damping is a number from 0 on", 0.0)
    q, trace = descend(
        mechanism,
        pose,
        mechanism.check_one_q(q_seed)[None],
        rows=3 if position_only else 6,
        damping=damping,
        q_rest=None if q_rest is None else mechanism.check_one_q(q_rest),
        steps=steps,
    )
    distance, angle = misses(mechanism, q, pose)
    miss = 0.0 if position_only else float(angle[0])
    reached = float(distance[0]) <= MET_MM * max(1.0, size_of(mechanism)) and miss <= MET_RAD
    return NumericSolution(q[0], float(distance[0]), float(angle[0]), reached, trace[:, 0])


def descend(
    mechanism: Mechanism,
    Ts: Array,
    q: Array,
    *,
    rows: int = 6,
    damping: float | None = None,
    q_rest: Array | None = None,
    steps: int = STEPS,
    drive: Drive | None = None,
) -> tuple[Array, Array]:
    """Steps from q (N, n) towards poses Ts (N or 1, 4, 4); the best q and residuals (steps, N).

    A step that does not lead closer is halved by more damping, so that q also settles at the
    least-squares answer of a pose out of reach. drive: q holds the values of the driven joints.
    """
    size, trace = size_of(mechanism), []
    revolute = mechanism.revolute if drive is None else drive.revolute
    weight = np.where(revolute > 0.0, 1.0, size)

    def missed(q: Array) -> Array:
        return pose_error(mechanism, Ts, _whole(drive, q), size)[:, :rows]

    extra = np.full(len(q), 1e-3)
    error = missed(q)
    best = np.linalg.norm(error, axis=1)
    for _ in range(steps):
        trace.append(best.copy())
        if q_rest is None and (best <= SETTLED).all():
            break
        J = columns_of(mechanism, _whole(drive, q))
        J = (J if drive is None else J @ drive.ratios) * weight
        J[:, :3] /= size
        J = J[:, :rows]
        shift = extra * best**2 + LEAST_DAMPING if damping is None else np.full(len(q), damping**2)
        back = damped_inverse(J, shift)
        dq = (back @ error[..., None])[..., 0]
        if q_rest is not None:
            wish = 0.1 * (q_rest - q) / weight
            dq += wish - (back @ (J @ wish[..., None]))[..., 0]
        dq = shortened(dq, error, revolute, LARGEST_TURN)
        tried = q + dq * weight
        error_tried = missed(tried)
        norm = np.linalg.norm(error_tried, axis=1)
        better = (norm < best) | (damping is not None) | (q_rest is not None)
        q = np.where(better[:, None], tried, q)
        error = np.where(better[:, None], error_tried, error)
        extra = np.clip(np.where(better, extra * 0.3, extra * 8.0), 1e-9, 1e9)
        best = np.where(better, norm, best)
        if (np.abs(dq).max(axis=1) <= STALLED).all():
            break
    return q, np.array([*trace, best])


def _whole(drive: Drive | None, q: Array) -> Array:
    """Joint values of the whole chain."""
    return q if drive is None else q @ drive.ratios.T + drive.offsets


def shortened(dq: Array, error: Array, revolute: Array, largest: float) -> Array:
    """Steps dq (k, m) of which none turns a joint by more than `largest` rad.

    A slide goes on straight, so that the way it goes is bounded by need alone: by what the place
    is off, or by `largest` where that is more. error: (k, 3 or 6); lengths in units of the arm.
    """
    off = np.maximum(np.linalg.norm(error[:, :3], axis=1), largest)
    most = np.where(revolute > 0.0, largest, off[:, None])
    share = (np.abs(dq) / most).max(axis=1)
    return np.asarray(dq / np.maximum(share, 1.0)[:, None])


def damped_inverse(J: Array, shift: Array | float = 0.0) -> Array:
    """J^T (J J^T + shift I)^-1 of Jacobians (..., r, n); shift () or (...).

    With fewer columns than rows the same in its other form, (J^T J + shift I)^-1 J^T.
    """
    if J.shape[-1] < J.shape[-2]:
        J_back = np.swapaxes(J, -1, -2)
        square = J_back @ J + np.asarray(shift)[..., None, None] * np.eye(J.shape[-1])
        return np.asarray(np.linalg.solve(square, J_back))
    square = J @ np.swapaxes(J, -1, -2)
    square = square + np.asarray(shift)[..., None, None] * np.eye(J.shape[-2])
    return np.swapaxes(np.linalg.solve(square, J), -1, -2)


def pose_error(mechanism: Mechanism, Ts: Array, q: Array, size: float = 1.0) -> Array:
    """What leads from forward(q) to poses Ts, (N, 6): linear, divided by size, then angular."""
    reached = flange_poses(mechanism, q)
    linear = (Ts[..., :3, 3] - reached[..., :3, 3]) / size
    R_gap = Ts[..., :3, :3] @ np.swapaxes(reached[..., :3, :3], -1, -2)
    return np.concatenate([linear, rotation_vectors(R_gap)], axis=-1)
