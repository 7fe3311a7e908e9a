"""Figures of joint values: how near to a limit, how near to a singular pose."""

from __future__ import annotations

import numpy as np

from kinematics import Mechanism, jacobian
from scenes.world.frozen import Array

# Smallest singular value of the Jacobian, lengths in metres, below which a joint must run at
# fifty times the speed of the tool: at 250 mm/s that is 12.5 rad/s, more than joints of any arm do,
# and joints of ordinary poses are well clear of it. As joints are told in radians for a metre, it
# holds for small arms and large ones, and for any number of joints.
NEAR_SINGULAR = 0.02


def limit_margins(mechanism: Mechanism, q: Array) -> Array:
    """Room to the nearer limit of each joint at each row of q (m, n), rad or mm."""
    return np.minimum(q - mechanism.lower, mechanism.upper - q)


def joint_units(mechanism: Mechanism) -> Array:
    """What counts as one of each joint where lengths are in metres: 1 rad, 1000 mm; shape (n,)."""
    return np.where(mechanism.revolute > 0.0, 1.0, 1e3)


def scaled_jacobians(mechanism: Mechanism, q: Array) -> Array:
    """The Jacobian at each row of q, lengths in metres, shape (m, 6, n).

    Shape (m, 3, n) for an arm that sets no orientation: its turns are no part of a goal.
    """
    J = jacobian(mechanism, q) * joint_units(mechanism)
    J[:, :3, :] *= 1e-3
    return J[:, :3] if mechanism.position_only else J


def smallest_singular_values(mechanism: Mechanism, q: Array) -> Array:
    """Of the Jacobian at each row of q, lengths in metres, shape (m,)."""
    J = scaled_jacobians(mechanism, q)
    return np.asarray(np.linalg.svd(J, compute_uv=False)[:, -1], dtype=np.float64)
