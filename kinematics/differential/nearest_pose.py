"""The nearest that an arm comes to a pose within its joint limits, whether or not it reaches it.

The measure is the sum of squares of the error in position and orientation, lengths divided by the
size of the arm. After each damped Newton step every joint is clipped to its limits, and a joint at
a limit that the step would push beyond it counts as locked. Such an iteration ends in a local
minimum, so it runs from several seeds. The result is a pose that the arm can take; it is likely,
but not proven, that no other pose is nearer.
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
REACHED = 1e-9  # residual, lengths by the size: a pose missed by no more counts as reached
# Minima whose residuals differ by at most this share count as equal; the least motion decides.
ALIKE = 1e-3


def nearest_pose(mechanism: Mechanism, T: ArrayLike, q_start: ArrayLike) -> Array:
    """Joint values (n,) within the limits that bring the flange nearest to T (4, 4), mm.

    q_start: (n,), the first seed; of several equally near results the one nearest to it is taken.
    For an arm with `position_only` the position of the flange alone counts.
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
    """Random joint values within the limits, the same in each call, (SEEDS - 1, n)."""
    widest = np.pi * joints_of(mechanism).units
    lower, upper = (np.clip(x, -widest, widest) for x in (mechanism.lower, mechanism.upper))
    return np.random.default_rng(9).uniform(lower, upper, (SEEDS - 1, mechanism.n))


def _descended(mechanism: Mechanism, T: Array, q: Array) -> tuple[Array, Array]:
    """The best joint values (N, n) on the way from q (N, n) to T (1, 4, 4), and residuals (N,)."""
    rule = Rule(STEPS, LARGEST_TURN, CAUTIOUS, settled=REACHED, takes=Takes.CLOSER, until=Until.ONE)
    equations = _with_limits(mechanism, pose_equations(mechanism, T))
    joints = joints_of(mechanism)
    out = damped_newton(equations, q, joints, rule, inside=lambda q: _inside(mechanism, q))
    return out.q, out.residual


def _with_limits(mechanism: Mechanism, equations: Equations) -> Equations:
    """The equations with those joints locked that are at a limit and would move beyond it."""

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
