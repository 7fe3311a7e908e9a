"""Wrists that are straight although rounding of the pose says otherwise.

Near a stretched elbow, or with the wrist centre near axis 1, the arm multiplies the rounding of a
pose: 1e-13 of a pose may tilt the forearm by 1e-6, and a wrist that is exactly straight seems to be
bent by that. Whether it is straight is then decided by the pose and not by an angle: if joint
values with an exactly straight wrist meet the pose to rounding, it is.

1. The closed form is solved with every suspected wrist taken for straight.
2. Least squares lead these joint values to the pose, unless they meet it, with joint 5 held, so
   that the wrist stays straight, and with the joint that the wrist leaves free. Steps come from
   singular values, because next to axis 1 one of them may be 1e-10.
3. Where they meet the pose, they replace both roots of the wrist, for NOFLIP and for FLIP.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.differential.damped_newton import (
    Damping,
    Equations,
    Linearised,
    Rule,
    Takes,
    damped_newton,
)
from kinematics.differential.pose_equations import joints_of, pose_equations
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.solutions.solver import Roots

NOISE = 1e-12  # of the size, and rad: ten times the error with which poses come
MET = 1e-12  # residual, lengths by the size: a pose met so well is met to rounding
TO_POSE = Rule(
    steps=20,
    largest=0.1,
    settled=0.5 * MET,
    damping=Damping(1e-21, factor=1e-3, closer=0.1, farther=100.0, most=1.0),
    takes=Takes.CLOSER,
    careful=True,
    near=np.inf,
    patience=6,
)


def with_straight_wrists(
    mechanism: Mechanism,
    Ts: Array,
    roots: Roots,
    where: NDArray[np.int64],
    loose: Roots,
    held: list[int],
) -> Roots:
    """The roots of poses (N, 4, 4) with those of straight wrists in place of pairs, in place.

    where: (K,), poses with a suspected wrist. loose: their roots with every such wrist straight, in
    the same slots, of which each straight wrist uses the first of its two. held: the joints, from
    0, that step 2 holds.
    """
    straight = (loose.doubled > 0) & loose.valid
    straight &= ~((roots.doubled[where] > 0) & roots.valid[where])
    row, slot = np.nonzero(straight)
    equations = _without(held, pose_equations(mechanism, Ts[where[row]]))
    led = damped_newton(equations, loose.q[row, slot], joints_of(mechanism), TO_POSE)
    met = led.residual <= MET
    row, slot, q = row[met], slot[met], led.q[met]
    pose = where[row]
    roots.q[pose, slot] = wrapped(q)
    roots.valid[pose, slot], roots.valid[pose, slot + 1] = True, False
    roots.doubled[pose, slot] = loose.doubled[row, slot]
    roots.free[pose] |= loose.free[row]
    roots.near[pose] |= loose.near[row]
    return roots


def _without(joints: list[int], equations: Equations) -> Equations:
    """The equations without motions of the joints, from 0."""

    def held(q: Array, which: NDArray[np.int64]) -> Linearised:
        at = equations(q, which)

        def jacobian(rows: NDArray[np.bool_]) -> Array:
            J = at.jacobian(rows).copy()
            J[:, :, joints] = 0.0
            return J

        return Linearised(at.error, at.residual, jacobian)

    return held
