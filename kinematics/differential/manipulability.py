"""How freely an arm moves its flange at a pose: the volume of the velocities that it can make.

Joint rates of unit length, sum of squares <= 1, give flange velocities that fill an ellipsoid. Its
semi-axes are the singular values of the Jacobian. Yoshikawa, "Manipulability of Robotic
Mechanisms", Int. J. Robotics Research 4 (2), 1985, pages 3 to 9, takes

    w = sqrt(det(J J^T)) = s_1 s_2 ... s_r

as the measure: the volume of the ellipsoid but for a constant. It is 0 where the arm is singular.
The rows of J mix lengths and angles; here lengths are divided by the size of the arm (`size_of`)
and slides count in it, so that w has no unit. For a square J it is |det J|, whichever point of the
flange moves.
"""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.mechanism import Mechanism
from kinematics.differential.velocity import weighted_jacobian
from kinematics.poses.transforms import Array


def manipulability(mechanism: Mechanism, q: ArrayLike) -> Array:
    """Yoshikawa's measure at joint values q (..., n), rad or mm: (...), without a unit.

    An arm of fewer joints than goals has det(J^T J) in place of det(J J^T): the volume within the
    velocities that it can make at all.
    """
    J, _ = weighted_jacobian(mechanism, mechanism.check_q(q))
    return np.asarray(np.prod(np.linalg.svd(J, compute_uv=False), axis=-1))
