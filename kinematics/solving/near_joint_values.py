"""Solutions of a pose sorted by their distance from the present joint values of the arm."""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.mechanism import Mechanism
from kinematics.poses.transforms import Array
from kinematics.solutions.distinct_roots import joint_gaps
from kinematics.solving.least_motion import inverse_near


def solutions_near(mechanism: Mechanism, T: ArrayLike, q_near: ArrayLike) -> Array:
    """Joint values (k, n) that bring the flange to T (4, 4), mm, nearest to q_near (n,) first.

    For a redundant arm the first is that of least motion; others of its range follow, which may
    keep limits that the first breaks. There are none if the pose has no solution; `inverse` says
    why.
    """
    start = mechanism.check_one_q(q_near)
    rows = inverse_near(mechanism, T, start).q
    travel = np.linalg.norm(joint_gaps(mechanism, rows, start), axis=1)
    return np.asarray(rows[np.argsort(travel, kind="stable")])
