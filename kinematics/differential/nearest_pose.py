"""How near an arm comes to a pose, whether or not it can take it, within its joint limits.

Least squares of what is missing, place and turn, lengths divided by the size of the arm. Each step
is Newton's with damping; behind it every joint is put back inside its limits, and a joint that
stands at a limit and would go on beyond it counts as locked. Such an iteration ends in a valley of
its own, so several seeds go down side by side. The answer is a pose that the arm can take; that no
other is nearer is likely, not proven.
"""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.limits import nearest_turns
from kinematics.arm.mechanism import Mechanism
from kinematics.differential.damped_newton import (
    CAUTIOUS,
    Equations,
    Linearised,
    Mask,
    Rows,
    Rule,
    Takes,
    Until,
    damped_newton,
)
from kinematics.differential.newton import LARGEST_TURN
from kinematics.differential.pose_equations import joints_of, pose_equations
from kinematics.poses.transforms import Array, exact_pose

SEEDS, STEPS = 8, 40
REACHED = 1e-9  # residual of a pose that counts as taken, lengths in units of the arm
# Valleys so alike are equally deep; of them the one with the least motion is taken.
ALIKE = 1e-3


def nearest_pose(mechanism: Mechanism, T: ArrayLike, q_start: ArrayLike) -> Array:
    """Joint values (n,) within the limits that bring the flange nearest to T (4, 4), from q_start.

    Of an arm that sets no orientation, by the place of the flange alone.
    """
    pose, start = exact_pose(T), mechanism.check_one_q(q_start)[None]
    q, missing = _descended(mechanism, pose, _inside(mechanism, start))
    if missing[0] > REACHED:
        q, missing = _descended(mechanism, pose, np.concatenate([q, _seeds(mechanism)]))
    q = _inside(mechanism, nearest_turns(mechanism, q, start))
    near = missing <= missing.min() * (1.0 + ALIKE) + REACHED
    travel = np.abs((q - start) / joints_of(mechanism).units).max(axis=1)
    return np.asarray(q[int(np.argmin(np.where(near, travel, np.inf)))])


def _inside(mechanism: Mechanism, q: Array) -> Array:
    return np.clip(q, mechanism.lower, mechanism.upper)


def _seeds(mechanism: Mechanism) -> Array:
    """Joint values all over the range, always the same, (SEEDS - 1, n)."""
    widest = np.pi * joints_of(mechanism).units
    lower, upper = (np.clip(x, -widest, widest) for x in (mechanism.lower, mechanism.upper))
    return np.random.default_rng(9).uniform(lower, upper, (SEEDS - 1, mechanism.n))


def _descended(mechanism: Mechanism, T: Array, q: Array) -> tuple[Array, Array]:
    """Steps from q (N, n), within the limits, towards T; the best q, and the residuals (N,)."""
    rows = 3 if mechanism.position_only else 6
    rule = Rule(STEPS, LARGEST_TURN, CAUTIOUS, settled=REACHED, takes=Takes.CLOSER, until=Until.ONE)
    equations = _with_limits(mechanism, pose_equations(mechanism, T, rows))
    joints = joints_of(mechanism)
    out = damped_newton(equations, q, joints, rule, inside=lambda q: _inside(mechanism, q))
    return out.q, out.residual


def _with_limits(mechanism: Mechanism, equations: Equations) -> Equations:
    """The equations in which a joint that stands at a limit and would go on beyond it is locked."""

    def limited(q: Array, which: Rows) -> Linearised:
        there = equations(q, which)

        def jacobian(where: Mask) -> Array:
            J, at = there.jacobian(where), q[where]
            uphill = np.einsum("nij,ni->nj", J, there.error[where])
            at_lower = (at <= mechanism.lower) & (uphill < 0.0)
            at_upper = (at >= mechanism.upper) & (uphill > 0.0)
            return np.where((at_lower | at_upper)[:, None], 0.0, J)

        return there._replace(jacobian=jacobian)

    return limited
