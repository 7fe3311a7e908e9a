"""The Jacobian of the flange in the three ways of the textbook.

`jacobian` reads its columns off the joint axes; `jacobian_by_derivatives` differentiates the
product of link poses; `jacobian_by_differences` moves each joint a little. All give linear (mm)
over angular rates in base axes; the tests hold them to each other.
"""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.forward import forward, frames_of, link_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.poses.numbers import finite_number
from kinematics.poses.transforms import Array, cross, rotation_vectors

STEP = 1e-5  # rad or mm: the error of the method and that of rounding are about the same


def jacobian(mechanism: Mechanism, q: ArrayLike) -> Array:
    """Rates of the flange (..., 6, n) per unit joint rate: linear (mm) over angular, base axes.

    Column i of a revolute joint is (z_i x (p - p_i), z_i), of a prismatic one (z_i, 0).
    """
    return columns_of(mechanism, mechanism.check_q(q))


def columns_of(mechanism: Mechanism, values: Array) -> Array:
    """`jacobian` of values that a solver made or that are checked already."""
    return columns_at(mechanism, frames_of(mechanism, values))


def columns_at(mechanism: Mechanism, frames: Array) -> Array:
    """`jacobian` where the links stand at T_base_link (..., n + 1, 4, 4), as of `frames_of`."""
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
    """The same (..., 6, n) by differentiating forward kinematics.

    dT/dq_i = T_0_i D_i T_i_flange, where D is the derivative of the joint's motion undone by
    the motion itself: a unit turn about z, or a unit shift along z. The linear rate is the last
    column of dT, the angular one lies in the skew matrix dR R^T.
    """
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
    """The same (..., 6, n) by central differences of forward kinematics.

    step: rad or mm. Its square is the error of the method, rounding over it the other: about
    1e-10 of the size of the arm at best.
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
