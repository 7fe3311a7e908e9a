"""The Jacobian of the flange, computed in the three ways of the textbook.

`jacobian` takes its columns from the joint axes; `jacobian_by_derivatives` differentiates the
product of link poses; `jacobian_by_differences` moves each joint by a small step. All give the
linear rates (mm) above the angular ones (rad), in base axes; tests compare them.
"""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.forward import forward, frames_of, link_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.poses.numbers import finite_number
from kinematics.poses.transforms import Array, cross, rotation_vectors

STEP = 1e-5  # rad or mm: the error of the method is about as large as that of rounding


def jacobian(mechanism: Mechanism, q: ArrayLike) -> Array:
    """Rates of the flange (..., 6, n) per unit joint rate: linear (mm) over angular, base axes.

    Column i is (z_i x (p - p_i), z_i) for a revolute joint and (z_i, 0) for a prismatic one. q:
    (..., n), rad or mm.
    """
    return columns_of(mechanism, mechanism.check_q(q))


def columns_of(mechanism: Mechanism, values: Array) -> Array:
    """`jacobian` (..., 6, n) of joint values (..., n) that need no check."""
    if mechanism.has_loops:
        own = columns_of(mechanism.chain, mechanism.chain_values(values))
        return np.asarray(own @ mechanism.chain_rates(values))
    return columns_at(mechanism, frames_of(mechanism, values))


def columns_at(mechanism: Mechanism, frames: Array) -> Array:
    """`jacobian` (..., 6, n) for link poses (..., n + 1, 4, 4), as `frames_of` gives them."""
    T_base_link = frames[..., 1:, :, :]
    p_flange = T_base_link[..., -1, :, :] @ mechanism.T_last_flange[:, 3]
    z = T_base_link[..., :3, 2]
    arm = p_flange[..., None, :3] - T_base_link[..., :3, 3]
    if "P" not in mechanism.kinds:
        return np.swapaxes(np.concatenate([cross(z, arm), z], axis=-1), -1, -2)
    turns = mechanism.revolute[:, None]
    linear = turns * cross(z, arm) + (1.0 - turns) * z
    return np.swapaxes(np.concatenate([linear, turns * z], axis=-1), -1, -2)


def jacobian_by_derivatives(mechanism: Mechanism, q: ArrayLike) -> Array:
    """The Jacobian (..., 6, n) of q (..., n), by differentiating forward kinematics.

    dT/dq_i = T_0_i D_i T_i_flange, where D_i = dMotion/dq Motion^-1 is the matrix of a unit turn
    about z or of a unit shift along z. The linear rate is the last column of dT; the entries of the
    skew matrix dR R^T are the angular rate.
    """
    if mechanism.has_loops:
        values = mechanism.check_q(q)
        own = jacobian_by_derivatives(mechanism.chain, mechanism.chain_values(values))
        return np.asarray(own @ mechanism.chain_rates(values))
    links = link_poses(mechanism, q)[..., 1:, :, :]
    T = links[..., -1, :, :] @ mechanism.T_last_flange
    columns = []
    for i, kind in enumerate(mechanism.kinds):
        D = np.zeros((4, 4))
        if kind == "R":
            D[0, 1], D[1, 0] = -1.0, 1.0
        else:
            D[2, 3] = 1.0
        dT = links[..., i, :, :] @ D @ np.linalg.solve(links[..., i, :, :], T)
        spin = dT[..., :3, :3] @ np.swapaxes(T[..., :3, :3], -1, -2)
        angular = np.stack([spin[..., 2, 1], spin[..., 0, 2], spin[..., 1, 0]], axis=-1)
        columns.append(np.concatenate([dT[..., :3, 3], angular], axis=-1))
    return np.stack(columns, axis=-1)


def jacobian_by_differences(mechanism: Mechanism, q: ArrayLike, step: float = STEP) -> Array:
    """The Jacobian (..., 6, n) of q (..., n), by central differences of forward kinematics.

    step: rad or mm. The method errs by about step^2 and by rounding / step, together at best by
    about 1e-10 of the size of the arm.
    """
    values = mechanism.check_q(q)
    wanted = "the step of the differences is a number above 0, rad or mm"
    step = finite_number(step, wanted, np.finfo(float).tiny)
    moves = step * np.eye(mechanism.n)
    ahead = forward(mechanism, values[..., None, :] + moves)
    behind = forward(mechanism, values[..., None, :] - moves)
    linear = (ahead[..., :3, 3] - behind[..., :3, 3]) / (2 * step)
    turned = ahead[..., :3, :3] @ np.swapaxes(behind[..., :3, :3], -1, -2)
    angular = rotation_vectors(turned) / (2 * step)
    return np.swapaxes(np.concatenate([linear, angular], axis=-1), -1, -2)
