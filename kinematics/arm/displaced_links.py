"""An arm whose links have moved a little in its drawing: the form of corrections for any arm."""

from dataclasses import replace

import numpy as np

from kinematics.arm.forward import link_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError
from kinematics.poses.transforms import Array, check_poses, inverted


def displaced(mechanism: Mechanism, displacements: Array) -> Mechanism:
    """The arm with each joint, and everything behind it, displaced at q = 0.

    displacements: (n, 4, 4), mm, base axes; row i moves the axis of joint i and all that follows.
    With F_i the frame of joint i at q = 0 the new frames are D_1 ... D_i F_i, so that
    T_link_joint[i] becomes inv(F_i-1) D_i F_i. Raises KinematicsError for an arm with closed loops
    and for another count.
    """
    if mechanism.has_loops:
        raise KinematicsError(
            "the links of an arm with closed loops cannot be displaced one by one"
        )
    D = check_poses(displacements)
    if len(D) != mechanism.n:
        raise KinematicsError(f"{mechanism.n} joints need as many displacements, not {len(D)}")
    frames = link_poses(mechanism, np.zeros(mechanism.n))
    return replace(mechanism, T_link_joint=inverted(frames[:-1]) @ D @ frames[1:])
