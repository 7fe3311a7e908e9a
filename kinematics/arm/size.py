"""The size of an arm: the length by which millimetres and radians are compared."""

from functools import lru_cache

import numpy as np

from kinematics.arm.forward import link_poses
from kinematics.arm.mechanism import Mechanism


@lru_cache(maxsize=256)
def size_of(mechanism: Mechanism) -> float:
    """Sum of the lengths between joint frames, mm, never 0."""
    p = link_poses(mechanism, np.zeros(mechanism.n))[:, :3, 3]
    lengths = np.linalg.norm(np.diff(p, axis=0), axis=1).sum()
    return float(lengths + np.linalg.norm(mechanism.T_last_flange[:3, 3])) or 1.0
