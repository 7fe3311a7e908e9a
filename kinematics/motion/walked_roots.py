"""Following the nearest root of an arm of six turning joints without solving for all its roots.

From the root of one pose a few Newton steps lead to a root of the next. It is taken only if it is
shown to be the nearest root, by a bound on how near another root of the same pose can be:

Let q and q + d be two roots of one pose, F(q) the entries of the rotation and the place of the
flange divided by the size of the arm, and D the sum of |d_i|. Then 0 = F(q + d) - F(q) = F' d + R,
and |R| <= sqrt(3) D^2 / 2, because the second derivative of the rotation by two joints has a norm
of at most sqrt(2), and that of the place at most 1. With s the least singular value of the
Jacobian (rows: place by size, rotation), |F' d| >= s |d| >= s D / sqrt(6). So the largest |d_i|,
which is at least D / 6, is at least s / (9 sqrt(2)). A root that is less than half of that away
from the root before is nearer to it than any other. 1 / |J^-1|, in the norm of Frobenius, is a
lower bound of s.
"""

from math import sqrt

import numpy as np

from kinematics.arm.loop_chain import chain_of
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.loops.walking_kernel import JOINTS, ROOM_ROWS, walk_roots
from kinematics.poses.transforms import Array

ROOT = 2e-14  # of the size, with the turn in rad: residual of a root, a few units of rounding
NEAREST_STEP = 0.5 / (9.0 * sqrt(2.0))  # see above
ROUNDING = 0.99  # of that bound: leaves room for the rounding of the inverse


def can_walk(mechanism: Mechanism) -> bool:
    """Whether the roots of the mechanism can be followed so: six turning joints, machine code."""
    six = mechanism.kinds == "R" * JOINTS and not mechanism.position_only
    return six and not mechanism.has_loops and walk_roots.is_ready


def walked_roots(mechanism: Mechanism, Ts: Array, q_start: Array) -> Array:
    """The roots (m, 6) of the first m poses Ts (N, 4, 4), mm, each the nearest to the one before.

    q_start: (6,), rad, the root before the first. It ends before the first pose whose root is not
    shown to be the nearest; the angles go on without jumps, so they may leave (-pi, pi].
    """
    q = np.empty((len(Ts) + 1, JOINTS))
    q[0] = q_start
    rooms = (
        np.empty((JOINTS + 1, 12)),
        np.empty((JOINTS, 2 * JOINTS)),
        np.empty((ROOM_ROWS, JOINTS)),
    )
    limits = ROOT, ROUNDING * NEAREST_STEP
    count = walk_roots(chain_of(mechanism), size_of(mechanism), limits, Ts, q, rooms)
    return q[1 : count + 1]
