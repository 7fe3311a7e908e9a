"""Marking of roots that stand on a continuum, among those that a closed form suspects."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.poses.transforms import Array
from kinematics.solutions.continua import free_joints
from kinematics.solutions.solver import Roots


def flagged(mechanism: Mechanism, Ts: Array, roots: Roots, suspects: NDArray[np.bool_]) -> Roots:
    """The roots of poses (N, 4, 4) with `free` completed by the joints of continua found here.

    suspects: (N, k), the roots that may be singular. A pose that already has a free joint is not
    examined.
    """
    pose, slot = np.nonzero(suspects & ~np.asarray(roots.free.any(axis=1))[:, None])
    if not len(pose):
        return roots
    free = roots.free.copy()
    found = free_joints(mechanism, Ts[pose], roots.q[pose, slot])
    np.logical_or.at(free, pose, found)
    return replace(roots, free=free)
