"""The geometric Jacobian of the flange."""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.forward import link_poses
from kinematics.mechanism import Mechanism
from kinematics.transforms import Array


def jacobian(mechanism: Mechanism, q: ArrayLike) -> Array:
    """Rates of the flange (..., 6, n) per unit joint rate: linear (mm) over angular, base axes.

    Column i of a revolute joint is (z_i x (p - p_i), z_i), of a prismatic one (z_i, 0).
    """
    T_base_link = link_poses(mechanism, q)[..., 1:, :, :]
    p_flange = T_base_link[..., -1, :, :] @ mechanism.T_last_flange[:, 3]
    z = T_base_link[..., :3, 2]
    arm = p_flange[..., None, :3] - T_base_link[..., :3, 3]
    turns = mechanism.revolute[:, None]
    linear = turns * np.cross(z, arm) + (1.0 - turns) * z
    return np.swapaxes(np.concatenate([linear, turns * z], axis=-1), -1, -2)
