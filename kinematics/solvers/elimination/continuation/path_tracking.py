"""Complex solutions followed while the pose moves along a line: prediction and Newton's correction.

At place t the solution moves by J^-1 (rate of the pose). Next to a solution of multiplicity m at
t = 0 it moves as t^(1/m), so that the places are taken in geometric progression. A row whose
correction does not converge takes a shorter step.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array, Numbers
from kinematics.solvers.elimination.continuation.pose_lines import LongLines, PoseLine
from kinematics.solvers.elimination.polish import Affine, jacobian_of, joint_frames, twist_between
from kinematics.tolerances import NEVER_ZERO

Complex = NDArray[np.complex128]
Mask = NDArray[np.bool_]

SHARE = 1.0 / 16.0  # of t that a step leaves: the boldest, and the first
TIMID = 0.95  # of t: a row that fails with steps that leave so much is lost
LONGEST_STEP = 0.4  # rad or link lengths, of a correction
LONGEST_PREDICTION = 0.25  # the same, of a prediction
CORRECTIONS = 5  # Newton steps at one place
MET = 1e-12  # residual of a solution, by the largest entry of its frames
SETTLED = 1e-14  # residual below which nothing is gained
SINGULAR = 1e-15  # on the diagonal of J, so that an exactly singular one can be solved
ROUNDS = 200  # most steps of a row


class Corrected(NamedTuple):
    """Rows q (K, 6) after Newton's method, their residuals and their first steps, (K,) each."""

    q: Complex
    residual: Array
    first_step: Array


def corrected(arm: Affine, q: Complex, S: Complex, steps: int) -> Corrected:
    """Rows q (K, 6) led towards solutions of complex poses S (K, 4, 4) by Newton's method.

    Residuals are Frobenius norms by the largest entry of the frames and by that of their rotations:
    these are large for a solution far from real, and its residual is the rounding of products.
    """
    q, first = q.copy(), np.zeros(len(q))
    rows, residual = np.arange(len(q)), np.full(len(q), np.inf)
    for step in range(steps + 1):
        frames = joint_frames(arm, q[rows])
        error, gap = twist_between(frames, S[rows])
        turns = np.abs(frames[:, :, :3]).max(axis=(0, 1, 2), initial=1.0)
        here = gap / (turns * np.maximum(1.0, np.abs(frames).max(axis=(0, 1, 2), initial=0.0)))
        here = np.where(np.isfinite(here), here, np.inf)
        residual[rows] = here
        on = (here > SETTLED) & np.isfinite(here)
        if step == steps or not on.any():
            break
        rows, frames, error = rows[on], frames[..., on], error[on]
        change = solved(jacobian_of(arm, frames), error)
        longest = np.abs(change).max(axis=1)
        if step == 0:
            first[rows] = longest
        change *= np.minimum(1.0, LONGEST_STEP / np.maximum(longest, NEVER_ZERO))[:, None]
        q[rows] += change
    return Corrected(q, residual, first)


def solved(J: Complex, right: Complex) -> Complex:
    """J^-1 right (K, 6) for J (K, 6, 6), which is changed on its diagonal."""
    diagonal = np.arange(6)
    J[:, diagonal, diagonal] += SINGULAR
    try:
        return np.asarray(np.linalg.solve(J, right[..., None])[..., 0])
    except np.linalg.LinAlgError:
        return np.asarray((np.linalg.pinv(J) @ right[..., None])[..., 0])


def tracked(
    arm: Affine, line: PoseLine | LongLines, Ts: Numbers, q: Complex, end: float
) -> tuple[Complex, Mask]:
    """Rows q (K, 6), solutions at t = 1 of the lines to poses Ts (K, 4, 4), followed to t = end.

    Also whether each row got there, (K,).
    """
    q, t, share = q.copy(), np.ones(len(q)), np.full(len(q), SHARE)
    arrived, lost = np.zeros(len(q), bool), np.zeros(len(q), bool)
    for _ in range(ROUNDS):
        rows = np.flatnonzero(~arrived & ~lost)
        if not len(rows):
            break
        frames = joint_frames(arm, q[rows])
        R = np.moveaxis(frames[-1, :, :3], -1, 0)
        rate = solved(jacobian_of(arm, frames), line.of(rows).rates(R))
        fast = np.abs(rate).max(axis=1)
        there = np.maximum(
            t[rows] * share[rows], t[rows] - LONGEST_PREDICTION / (fast + NEVER_ZERO)
        )
        there = np.maximum(there, end)
        prediction = rate * (there - t[rows])[:, None]
        found = corrected(
            arm, q[rows] + prediction, line.of(rows).poses(Ts[rows], there), CORRECTIONS
        )
        bound = np.abs(prediction).max(axis=1) + MET
        good = (found.residual <= MET) & (found.first_step <= bound)
        q[rows[good]], t[rows[good]] = found.q[good], there[good]
        share[rows[good]] = np.maximum(share[rows[good]] ** 1.5, SHARE)
        lost[rows[~good & (share[rows] > TIMID)]] = True
        share[rows[~good]] = np.sqrt(share[rows[~good]])
        arrived = t <= end
    return q, arrived
