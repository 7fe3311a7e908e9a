"""Figures of joint values: how near to a limit, how near to a singular pose."""

from __future__ import annotations

import numpy as np

from kinematics import Mechanism, jacobian
from scenes.frozen import Array


def limit_margins(mechanism: Mechanism, q: Array) -> Array:
    """Room to the nearer limit of each joint at each row of q (m, n), rad or mm."""
    return np.minimum(q - mechanism.lower, mechanism.upper - q)


def smallest_singular_values(mechanism: Mechanism, q: Array) -> Array:
    """Of the Jacobian at each row of q, lengths in metres, shape (m,)."""
    J = np.array(jacobian(mechanism, q))
    J[:, :3, :] *= 1e-3
    J[:, :, mechanism.revolute == 0.0] *= 1e3
    return np.asarray(np.linalg.svd(J, compute_uv=False)[:, -1], dtype=np.float64)
