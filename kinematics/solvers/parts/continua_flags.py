"""Roots with the continua flagged on which those stand that may."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.poses.transforms import Array
from kinematics.solutions.continua import free_joints
from kinematics.solutions.solver import Roots


def flagged(mechanism: Mechanism, Ts: Array, roots: Roots, suspects: NDArray[np.bool_]) -> Roots:
    """The roots of poses (N, 4, 4) with the free joints of continua besides those known.

    suspects: (N, k), the roots that may be singular. A pose already flagged is left as it is.
    """
    pose, slot = np.nonzero(suspects & ~np.asarray(roots.free.any(axis=1))[:, None])
    if not len(pose):
        return roots
    free = roots.free.copy()
    found = free_joints(mechanism, Ts[pose], roots.q[pose, slot])
    np.logical_or.at(free, pose, found)
    return replace(roots, free=free)
