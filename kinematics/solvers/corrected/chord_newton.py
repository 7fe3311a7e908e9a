"""Roots of a nominal arm led to roots of the arm as it is: Newton's method with few Jacobians.

The start is near the root, so that the Jacobian J of the start serves for more than one step (the
chord method). A step with it costs half of one with a new J. J is formed again only for a root
whose residual a step did not bring down by the factor GAIN.

J^-1 also tells how near the start is to a singular posture: the norm of Frobenius of J^-1 lies
between 1 / sigma6 and sqrt(6) / sigma6, sigma6 the smallest singular value of J.

A step that brought the residual from r to s with the same J brings it to some s^2 / r next. Where
SURE times that is rounding the step is the last and is not looked at again.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinematics.loops.chord_kernel import lead_by_chords
from kinematics.poses.transforms import Array
from kinematics.solvers.elimination.loops import JOINTS
from kinematics.solvers.elimination.polish import (
    Affine,
    chain_of_affine,
    gaps_of,
    jacobian_of,
    joint_frames,
    planes,
)
from kinematics.tolerances import NEVER_ZERO

ROUNDS = 8  # a root that needs more is not one that the start stands for
GAIN = 0.03  # of the residual before: a step that leaves more gets a new Jacobian
SETTLED = 2e-14  # residual, lengths of the size of the arm: rounding of the pose
SURE = 100.0
MET = 1e-11  # residual of a root, the same
STALLED = 0.5  # of the residual before: below MET a step that leaves more was the last
LONGEST_STEP = 0.5  # rad
DAMPING = 1e-13  # on the diagonal of J, so that an exactly singular one has an inverse
NUMBERS = (ROUNDS, GAIN, SETTLED, SURE, MET, STALLED, LONGEST_STEP, DAMPING)  # as the loop has them


class Arrivals(NamedTuple):
    """Rows led to roots, q (K, 6), and their residuals (K,), LEFT of those that were not led.

    least: (K,), a lower bound of sigma6 at the start, above sigma6 / sqrt(6). determinant: (K,),
    |det J| there.
    """

    q: Array
    residual: Array
    least: Array
    determinant: Array


def led_to_roots(
    arm: Affine,
    q: Array,
    Ts: Array,
    pose: NDArray[np.int64],
    near: tuple[float, float] = (0.0, 0.0),
) -> Arrivals:
    """Rows q (K, 6) led to roots of poses Ts[pose], Ts (N, 4, 4), lengths in sizes of the arm.

    By the shipped loop if it loads, else by NumPy; both take the same steps. near: sigma6 and
    |det J| of a start that is too near to a singular posture where both are less; from such a start
    on, the rows of the pose need not be led.
    """
    if not lead_by_chords.is_ready:
        return led_by_numpy(arm, q, Ts, pose)
    found, ends = np.array(q), np.empty((len(q), 3))
    scratch = np.empty((JOINTS + 1, 12)), np.empty((6, 12)), np.empty((2, 6))
    lead_by_chords(chain_of_affine(arm), NUMBERS, near, Ts, pose, found, ends, scratch)
    return Arrivals(found, ends[:, 0], ends[:, 1], ends[:, 2])


def led_by_numpy(arm: Affine, q: Array, Ts: Array, pose: NDArray[np.int64]) -> Arrivals:
    """`led_to_roots` without the loop; it leads all rows."""
    S = planes(Ts)[..., pose]
    frames = joint_frames(arm, q)
    error, before = gaps_of(frames, S)
    J = jacobian_of(arm, frames)
    determinant, inverse = np.abs(np.linalg.det(J)), _inverses(J)
    flat = inverse.reshape(len(q), 36)
    least = 1.0 / np.sqrt(np.maximum(np.vecdot(flat, flat), NEVER_ZERO))
    q = q + _bounded(inverse, error)
    residual, rows = before.copy(), np.arange(len(q))
    for _ in range(ROUNDS):
        at = q[rows]
        frames = joint_frames(arm, at)
        error, here = gaps_of(frames, S)
        residual[rows] = here
        ended = (here <= SETTLED) | ((here <= MET) & (here > STALLED * before))
        on = np.flatnonzero(~ended)
        if not len(on):
            break
        slow = here[on] > GAIN * before[on]
        rows, S, inverse, at = rows[on], S[..., on], inverse[on], at[on]
        error, here, last = error[on], here[on], before[on]
        if slow.any():
            inverse[slow] = _inverses(jacobian_of(arm, frames[..., on[slow]]))
        q[rows] = at + _bounded(inverse, error)
        sure = ~slow & (SURE * here * here <= SETTLED * last)
        residual[rows[sure]] = SETTLED
        if sure.any():
            going = np.flatnonzero(~sure)
            rows, S, inverse, here = rows[going], S[..., going], inverse[going], here[going]
            if not len(going):
                break
        before = here
    return Arrivals(q, residual, least, determinant)


def _bounded(inverse: Array, error: Array) -> Array:
    """Newton's steps (K, 6), none longer than LONGEST_STEP."""
    step = (inverse @ error[..., None])[..., 0]
    longest = np.abs(step).max(axis=1, initial=0.0)
    if longest.max(initial=0.0) > LONGEST_STEP:
        step *= np.minimum(1.0, LONGEST_STEP / np.maximum(longest, NEVER_ZERO))[:, None]
    return np.asarray(step)


def _inverses(J: Array) -> Array:
    """The inverses of J (K, 6, 6), which is changed on its diagonal."""
    diagonal: NDArray[np.int64] = np.arange(6)
    J[:, diagonal, diagonal] += DAMPING
    try:
        return np.asarray(np.linalg.inv(J))
    except np.linalg.LinAlgError:
        return np.asarray(np.linalg.pinv(J))
