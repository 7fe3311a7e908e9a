"""Newton's method for arms of any kind: one solution from a seed, with its trace.

The iteration is that of `damped_newton.py` on the equations of `pose_equations.py`.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.mechanism import Mechanism
from kinematics.arm.residuals import misses
from kinematics.arm.size import size_of
from kinematics.differential.damped_newton import (
    CAUTIOUS,
    FADING,
    Damping,
    Rule,
    Takes,
    Until,
    damped_newton,
)
from kinematics.differential.pose_equations import Drive, joints_of, pose_equations
from kinematics.poses.numbers import finite_number, whole_number
from kinematics.poses.transforms import Array, exact_pose

STEPS = 60
LARGEST_TURN = 0.7  # rad a joint moves in one step, at most
REST_SHARE = 0.1  # of what is left of the way to the resting posture, in one step
SETTLED = 1e-13  # residual, lengths in units of the arm
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

    A step that does not lead closer is not taken and the damping grows, so that q also settles at
    the least-squares answer of a pose out of reach. A fixed damping and a resting posture take
    every step. drive: q holds the values of the driven joints.
    """
    if damping is not None:
        rule = Rule(steps, LARGEST_TURN, Damping(floor=damping**2), takes=Takes.EVERY)
    elif q_rest is not None:
        rule = Rule(steps, LARGEST_TURN, FADING, takes=Takes.EVERY)
    else:
        rule = Rule(steps, LARGEST_TURN, CAUTIOUS, takes=Takes.CLOSER)
    # A row at its root still goes to its rest.
    rule = replace(rule, settled=SETTLED if q_rest is None else -1.0, until=Until.ALL)
    joints = joints_of(mechanism) if drive is None else joints_of(mechanism, drive.revolute)

    rest = np.zeros(0) if q_rest is None else q_rest

    def wish(q: Array) -> Array:
        return REST_SHARE * (rest - q) / joints.units

    equations = pose_equations(mechanism, Ts, rows, drive)
    out = damped_newton(equations, q, joints, rule, wish=None if q_rest is None else wish)
    return out.q, np.array([*out.trace, out.residual])
