"""Solutions of a redundant arm near joint values it has: the least motion, and what lies around.

A pose leaves such an arm a range. Newton's method from where it stands leads to the solution
of least motion, to first order; where that breaks a limit, another one of the range may not.
"""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.choice import solver_of
from kinematics.inverse import SWEEP, inverse, sweep
from kinematics.mechanism import Mechanism
from kinematics.newton import inverse_from_seed
from kinematics.transforms import Array


def solutions_near(mechanism: Mechanism, T: ArrayLike, q_near: ArrayLike) -> Array:
    """Joint values (k, n) of a pose T_base_flange (4, 4), mm, that an arm at q_near (n,) may take.

    First the one that Newton's method leads to from q_near. Then those at elbow angles all
    round, or, of an arm that has none, one that keeps to the middle of the limits and one from
    anywhere. Empty where there is none; `inverse` says why.
    """
    start = mechanism.check_q(q_near)
    bounded = np.isfinite(mechanism.lower) & np.isfinite(mechanism.upper)
    middle = start.copy()
    middle[bounded] = (mechanism.lower[bounded] + mechanism.upper[bounded]) / 2.0
    found = [inverse_from_seed(mechanism, T, start)]
    if solver_of(mechanism)[0].redundant:
        swept = sweep(mechanism, T, np.arange(SWEEP) * (2.0 * np.pi / SWEEP)).q
        others = swept[np.isfinite(swept[..., 0])]
    else:
        found.append(inverse_from_seed(mechanism, T, start, q_rest=middle))
        others = inverse(mechanism, T).q
    rows = [answer.q for answer in found if answer.reached]
    return np.concatenate([np.reshape(rows, (-1, mechanism.n)), others])
