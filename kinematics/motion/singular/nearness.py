"""How near joint values are to a singular pose: what warnings, refusals and bridges judge by."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.differential.jacobian import jacobian
from kinematics.families.anthropomorphic import ArmGeometry
from kinematics.families.corrected_arms import named_geometry
from kinematics.poses.transforms import Array

# Smallest singular value of the Jacobian (rad and metres) below which a pose counts as nearly
# singular: a joint must then turn by more than 50 rad for a metre of the tool. At 250 mm/s this is
# 12.5 rad/s, more than the joints of any arm can do; ordinary poses are far from it. The number
# holds for small and large arms and for any number of joints.
NEAR_SINGULAR = 0.02
# Rad: nearer to a straight wrist, joints 4 and 6 must turn fast for little motion of the tool.
NEAR_WRIST = np.radians(5.0)


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


def wrist_bends(mechanism: Mechanism, q: Array) -> Array | None:
    """Angle (m,), rad, of joint 5 from a straight wrist at q (m, n); None for other wrists."""
    arm = named_geometry(mechanism)
    if not isinstance(arm, ArmGeometry):
        return None
    return np.asarray(np.arcsin(np.abs(np.sin(q[:, 4] - arm.wrist.middle))))


def is_near_singular(mechanism: Mechanism, q: Array) -> NDArray[np.bool_]:
    """Whether each row of q (m, n) is near a singular pose, (m,)."""
    near = smallest_singular_values(mechanism, q) < NEAR_SINGULAR
    bends = wrist_bends(mechanism, q)
    return near if bends is None else near | (bends < NEAR_WRIST)
