"""Newton's method for arms of any kind: one solution from a seed, with the residual of each step.

It runs the iteration of `damped_newton.py` on the equations of `pose_equations.py`.
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
LARGEST_TURN = 0.7  # rad: the most that a joint turns in one step
REST_SHARE = 0.1  # share of the remaining way to the resting posture that one step goes
SETTLED = 1e-13  # residual at which the iteration ends, lengths by the size of the arm
MET_MM, MET_RAD = 1e-9, 1e-11  # a pose counts as reached within these


@dataclass(frozen=True, eq=False)
class NumericSolution:
    """Result of an iteration; of least squares where the arm cannot reach the pose.

    q: (n,). residual_mm, residual_rad: how far forward(q) is from the pose. reached: whether this
    is only rounding. trace: (steps,), the residual after each step, lengths by the size of the arm.
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

    position_only: ignore the orientation. damping: a fixed damping from 0 on; None makes it follow
    the square of the residual (Levenberg-Marquardt). q_rest: (n,), joint values towards which a
    redundant arm moves in its null space. steps: the most steps. If the arm cannot reach the pose,
    the result is that of least squares. Raises KinematicsError for arguments without meaning.
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
    """The joint values (N, n) reached from q (N, n) towards poses Ts (N or 1, 4, 4), and residuals.

    The residuals (steps, N) are those of each step. A step that does not reduce the residual is not
    taken and raises the damping, so that q also converges to the least-squares result of a pose out
    of reach; with a fixed damping or with q_rest every step is taken. rows: 6, or 3 for the
    position alone. drive: q then holds the values of the driven joints.
    """
    if damping is not None:
        rule = Rule(steps, LARGEST_TURN, Damping(floor=damping**2), takes=Takes.EVERY)
    elif q_rest is not None:
        rule = Rule(steps, LARGEST_TURN, FADING, takes=Takes.EVERY)
    else:
        rule = Rule(steps, LARGEST_TURN, CAUTIOUS, takes=Takes.CLOSER)
    # With q_rest a row goes on after it has reached its root: it still moves towards q_rest.
    rule = replace(rule, settled=SETTLED if q_rest is None else -1.0, until=Until.ALL)
    joints = joints_of(mechanism) if drive is None else joints_of(mechanism, drive.revolute)

    rest = np.zeros(0) if q_rest is None else q_rest

    def wish(q: Array) -> Array:
        return REST_SHARE * (rest - q) / joints.units

    equations = pose_equations(mechanism, Ts, rows, drive)
    out = damped_newton(equations, q, joints, rule, wish=None if q_rest is None else wish)
    return out.q, np.array([*out.trace, out.residual])
