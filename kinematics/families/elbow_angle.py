"""The elbow angle of a seven-axis arm, and how it moves with the joints.

S, E and W are the shoulder, the elbow and the wrist of `seven_axis.py`. The elbow angle psi is the
signed angle about S to W from the half-plane that holds +z of the base to the half-plane that holds
E, in (-pi, pi].
"""

from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.forward import link_poses
from kinematics.arm.mechanism import Mechanism
from kinematics.errors import KinematicsError
from kinematics.families.seven_axis import TOLERANCE, ElbowPoints, recognise_elbow
from kinematics.poses.transforms import Array, cross
from kinematics.tolerances import LEAST_PART, NEVER_ZERO

UP = np.array([0.0, 0.0, 1.0])


def elbow_angle(mechanism: Mechanism, q: ArrayLike) -> Array:
    """Elbow angle psi (...) of joint values (..., 7), rad, in (-pi, pi].

    Raises KinematicsError for an arm without an elbow angle.
    """
    arm = recognise_elbow(mechanism)
    if isinstance(arm, str):
        raise KinematicsError(f"this arm has no elbow angle: {arm}")
    values = mechanism.check_q(q)
    E, W, _ = elbow_state(arm, values.reshape(-1, 7))
    return angle_about(arm, E, W).reshape(values.shape[:-1])


def elbow_state(arm: ElbowPoints, q: Array) -> tuple[Array, Array, Array]:
    """E, W (N, 3) and link poses (N, 8, 4, 4) of joint values (N, 7), base frame, mm."""
    links = link_poses(arm.mechanism, q)
    zero = rest_links(arm.mechanism)
    E = _carried(links[:, 3], zero[3], arm.E)
    return E, _carried(links[:, 4], zero[4], arm.W), links


@lru_cache(maxsize=64)
def rest_links(mechanism: Mechanism) -> Array:
    """T_base_link (8, 4, 4), mm, of a seven-axis arm with all joints at zero."""
    return link_poses(mechanism, np.zeros(7))


def _carried(T: Array, T_zero: Array, point: Array) -> Array:
    """Places (N, 3) of a point of a link while the link stands at T (N, 4, 4).

    point: its place (3,) while the link stands at T_zero (4, 4).
    """
    local = T_zero[:3, :3].T @ (point - T_zero[:3, 3])
    return T[:, :3, :3] @ local + T[:, :3, 3]


def frames(along: Array, towards: Array) -> tuple[Array, Array]:
    """Right-handed bases with columns [u, n, u x n], (..., 3, 3), and a height (...).

    u is the unit vector along `along` (..., 3), and n that along the part of `towards` (..., 3)
    perpendicular to u. The height is the length of this part; where it is 0, n has no meaning.
    """
    u = along / np.maximum(np.sqrt(np.vecdot(along, along)), NEVER_ZERO)[..., None]
    n = towards - u * np.vecdot(u, towards)[..., None]
    height = np.sqrt(np.vecdot(n, n))
    n = n / np.maximum(height, NEVER_ZERO)[..., None]
    # The rest of a vector that was nearly along u is perpendicular to u only after a second pass.
    n = n - u * np.vecdot(u, n)[..., None]
    F = np.empty((*n.shape, 3))
    F[..., 0] = u
    F[..., 1] = n / np.maximum(np.sqrt(np.vecdot(n, n)), NEVER_ZERO)[..., None]
    F[..., 2] = cross(F[..., 0], F[..., 1])
    return F, height


def reference(arm: ElbowPoints, W: Array) -> tuple[Array, Array, Array]:
    """Unit vectors (N, 3) for wrist centres W (N, 3): u from S to W, e, and f = u x e.

    The half-plane of the elbow angle psi is spanned by u and cos(psi) e + sin(psi) f.
    """
    F = reference_frames(arm, W)
    return F[..., 0], F[..., 1], F[..., 2]


def reference_frames(arm: ElbowPoints, W: Array) -> Array:
    """The vectors of `reference` as the columns [u e f] of F (N, 3, 3), base axes.

    If W is straight above or below S, +z of the base lies along u; then +x of the base replaces it.
    """
    gap = W - arm.S
    F, height = frames(gap, UP)
    upright = height < TOLERANCE
    if upright.any():
        F[upright] = frames(gap[upright], np.array([1.0, 0.0, 0.0]))[0]
    return F


def angle_about(arm: ElbowPoints, E: Array, W: Array) -> Array:
    """Elbow angles psi (N,), rad, of elbows E and wrist centres W (N, 3), base frame, mm."""
    _, e, f = reference(arm, W)
    gap = E - arm.S
    psi = np.arctan2(np.vecdot(f, gap), np.vecdot(e, gap))
    return np.where(psi <= -np.pi, np.pi, psi)


def elbow_jacobian(arm: ElbowPoints, q: Array) -> tuple[Array, Array, Array]:
    """W (N, 3), psi (N,) and the Jacobian (N, 4, 4) of W, psi by the angles of axes 1 to 4.

    If u turns by w, a vector v moves about u as if v turned by -w. So dpsi has two parts: that part
    of dE - w x (E - S) in the direction of growing psi, divided by the distance of E from u, and
    the corresponding part for +z of the base. Lengths in mm, angles in rad.
    """
    E, W, links = elbow_state(arm, q)
    z, p = links[:, 1:5, :3, 2], links[:, 1:5, :3, 3]
    dW = cross(z, W[:, None] - p)
    dE = cross(z, E[:, None] - p)
    dE[:, 3] = 0.0
    u, _, f = reference(arm, W)
    distance = np.maximum(np.linalg.norm(W - arm.S, axis=1), LEAST_PART * arm.size)[:, None, None]
    du = (dW - u[:, None] * (dW * u[:, None]).sum(axis=2, keepdims=True)) / distance
    w = cross(u[:, None], du)
    gap = E - arm.S
    off = gap - u * (gap * u).sum(axis=1)[:, None]
    height = np.maximum(np.linalg.norm(off, axis=1), LEAST_PART * arm.size)[:, None]
    sense = cross(u, off / height)[:, None]
    up = np.maximum(np.hypot(u[:, 0], u[:, 1]), LEAST_PART)[:, None]
    dpsi = (sense * (dE - cross(w, gap[:, None]))).sum(axis=2) / height
    dpsi += (f[:, None] * cross(w, UP)).sum(axis=2) / up
    J = np.concatenate([np.swapaxes(dW, 1, 2), dpsi[:, None]], axis=1)
    return W, angle_about(arm, E, W), J
