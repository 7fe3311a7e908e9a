"""Solutions of a redundant arm near joint values it has: the least motion, and what lies around."""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.mechanism import Mechanism
from kinematics.poses.transforms import Array
from kinematics.solutions.distinct_roots import joint_gaps
from kinematics.solving.least_motion import inverse_near


def solutions_near(mechanism: Mechanism, T: ArrayLike, q_near: ArrayLike) -> Array:
    """Joint values (k, n) of a pose T_base_flange (4, 4), mm, that an arm at q_near (n,) may take.

    First the one of least motion; then others of its range, which may keep limits that it breaks.
    Empty where there is none; `inverse` says why.
    """
    start = mechanism.check_one_q(q_near)
    rows = inverse_near(mechanism, T, start).q
    travel = np.linalg.norm(joint_gaps(mechanism, rows, start), axis=1)
    return np.asarray(rows[np.argsort(travel, kind="stable")])
