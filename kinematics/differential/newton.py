"""Newton's method for arms of any kind: one solution from a seed, with the residual of each step.

It runs the iteration of `damped_newton.py` on poses; see `pose_newton.py`.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from numpy.typing import ArrayLike

from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.damped_newton import CAUTIOUS, FADING, Damping, Rule, Takes, Until
from kinematics.differential.pose_equations import Drive
from kinematics.differential.pose_newton import Rest, led_by_numpy, led_to_poses
from kinematics.poses.numbers import finite_number, whole_number
from kinematics.poses.transforms import Array, exact_pose

STEPS = 60
LARGEST_TURN = 0.7  # rad: the most that a joint turns in one step
REST_SHARE = 0.1  # share of the remaining way to the resting posture that one step goes
SETTLED = 1e-13  # residual at which the iteration ends, lengths by the size of the arm
MET_SHARE, MET_RAD = 1e-9, 1e-11  # of the size, rad: within these a pose counts as reached


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

    position_only: ignore the orientation, as goals of an arm with `Mechanism.position_only` do.
    damping: a fixed damping from 0 on; None makes it follow the square of the residual
    (Levenberg-Marquardt). q_rest: (n,), joint values towards which a redundant arm moves in its
    null space. steps: the most steps. If the arm cannot reach the pose, the result is that of least
    squares. Raises KinematicsError for arguments without meaning.
    """
    pose = exact_pose(T)
    position_only = position_only or mechanism.position_only
    steps = whole_number(steps, "steps is a whole number from 0 on")
    if damping is not None:
        damping = finite_number(damping, "damping is a number from 0 on", 0.0)
    rest = None if q_rest is None else Rest(mechanism.check_one_q(q_rest), REST_SHARE)
    rule = _rule(damping, rest is not None, steps)
    rows = 3 if position_only else 6
    seed = mechanism.check_one_q(q_seed)[None]
    q, misses_mm, misses_rad, trace = led_to_poses(mechanism, pose, seed, rule, rows, rest)
    miss_mm, miss_rad = float(misses_mm[0]), float(misses_rad[0])
    near = miss_mm <= MET_SHARE * size_of(mechanism)
    reached = near and (position_only or miss_rad <= MET_RAD)
    return NumericSolution(q[0], miss_mm, miss_rad, reached, trace[:, 0])


def descend(
    mechanism: Mechanism, Ts: Array, q: Array, *, rows: int = 6, steps: int = STEPS
) -> Array:
    """The joint values (N, n) reached from q (N, n) towards poses Ts (N or 1, 4, 4).

    A step that does not reduce the residual is not taken and raises the damping, so that q also
    converges to the least-squares result of a pose out of reach. rows: 6, or 3 for the position
    alone.
    """
    return led_to_poses(mechanism, Ts, q, _rule(None, False, steps), rows).q


def descend_driven(mechanism: Mechanism, Ts: Array, q: Array, drive: Drive, steps: int) -> Array:
    """`descend` for values q (N, m) of the driven joints of a chain with coupled ones."""
    return led_by_numpy(mechanism, Ts, q, _rule(None, False, steps), drive=drive).q


@lru_cache(maxsize=64)
def _rule(damping: float | None, has_rest: bool, steps: int) -> Rule:
    """The rule of an iteration; with a fixed damping, or a resting posture, takes every step."""
    if damping is not None:
        rule = Rule(steps, LARGEST_TURN, Damping(floor=damping**2), takes=Takes.EVERY)
    elif has_rest:
        rule = Rule(steps, LARGEST_TURN, FADING, takes=Takes.EVERY)
    else:
        rule = Rule(steps, LARGEST_TURN, CAUTIOUS, takes=Takes.CLOSER)
    # With a resting posture a row goes on after it has reached its root: it still moves towards it.
    return replace(rule, settled=-1.0 if has_rest else SETTLED, until=Until.ALL)
