"""Measures of joint values: distance to the joint limits and to a singular pose."""

from __future__ import annotations

import numpy as np

from kinematics import Mechanism, jacobian
from scenes.world.frozen import Array

# Smallest singular value of the Jacobian (rad and metres) below which a pose counts as nearly
# singular: a joint must then turn by more than 50 rad for a metre of the tool. At 250 mm/s this is
# 12.5 rad/s, more than the joints of any arm can do; ordinary poses are far from it. The number
# holds for small and large arms and for any number of joints.
NEAR_SINGULAR = 0.02


def limit_margins(mechanism: Mechanism, q: Array) -> Array:
    """Distance (m, n) to the nearer limit of each joint, at q (m, n); rad or mm."""
    return np.minimum(q - mechanism.lower, mechanism.upper - q)


def joint_units(mechanism: Mechanism) -> Array:
    """The unit of each joint, (n,), where lengths are in metres: 1 rad, or 1000 mm for a slide."""
    return np.where(mechanism.revolute > 0.0, 1.0, 1e3)


def scaled_jacobians(mechanism: Mechanism, q: Array) -> Array:
    """The rows of the Jacobian that goals decide, at each row of q (m, n), with lengths in metres.

    (m, 6, n), or (m, 3, n) for an arm that cannot set the orientation of the tool.
    """
    J = jacobian(mechanism, q)[:, : mechanism.task_rows] * joint_units(mechanism)
    J[:, :3, :] *= 1e-3
    return np.asarray(J)


def smallest_singular_values(mechanism: Mechanism, q: Array) -> Array:
    """Smallest singular value (m,) of the Jacobian at each row of q (m, n), lengths in metres."""
    J = scaled_jacobians(mechanism, q)
    return np.asarray(np.linalg.svd(J, compute_uv=False)[:, -1], dtype=np.float64)
