"""The size of an arm, mm: measures that mix lengths and angles divide lengths by it."""

from functools import lru_cache

import numpy as np

from kinematics.arm.forward import link_poses
from kinematics.arm.mechanism import Mechanism


@lru_cache(maxsize=256)
def size_of(mechanism: Mechanism) -> float:
    """Sum of the distances from each link frame to the next at q = 0 and to the flange, mm.

    An arm whose frames all coincide has the size 1 mm, so that no division by it fails.
    """
    if mechanism.has_loops:
        return size_of(mechanism.chain)
    p = link_poses(mechanism, np.zeros(mechanism.n))[:, :3, 3]
    lengths = np.linalg.norm(np.diff(p, axis=0), axis=1).sum()
    return float(lengths + np.linalg.norm(mechanism.T_last_flange[:3, 3])) or 1.0
