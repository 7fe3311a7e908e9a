"""Forward kinematics: poses of the flange and of every link, batched over joint values."""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.mechanism import Mechanism
from kinematics.transforms import Array

FEW = 64  # rows up to which the time of a call is that of its steps, not of its numbers


def forward(mechanism: Mechanism, q: ArrayLike) -> Array:
    """T_base_flange (..., 4, 4), mm, of joint values q (..., n), rad or mm."""
    values = mechanism.check_q(q)
    flat = values.reshape(-1, mechanism.n)
    if len(flat) <= FEW:
        return _of_few(mechanism, flat).reshape(*values.shape[:-1], 4, 4)
    T = np.tile(np.eye(4), (len(flat), 1, 1))
    c, s = np.cos(flat), np.sin(flat)
    for i in range(mechanism.n):
        T = _follow(T, mechanism.T_link_joint[i])
        _move(T, mechanism.kinds[i], flat[:, i], c[:, i], s[:, i])
    T = _follow(T, mechanism.T_last_flange)
    return T.reshape(*values.shape[:-1], 4, 4)


def _of_few(mechanism: Mechanism, q: Array) -> Array:
    """T_base_flange (N, 4, 4) of a few rows (N, n): all links at once, then products by pairs."""
    fixed, with_cosine, with_sine = mechanism.link_terms
    sliding = mechanism.revolute == 0.0
    c, s = np.cos(q), np.sin(q)
    if sliding.any():
        c, s = np.where(sliding, 0.0, c), np.where(sliding, q, s)
    T = fixed + c[..., None] * with_cosine
    T += s[..., None] * with_sine
    T = T.reshape(len(q), mechanism.n, 4, 4)
    while T.shape[1] > 1:
        pairs = T.shape[1] // 2
        product = T[:, 0 : 2 * pairs : 2] @ T[:, 1 : 2 * pairs : 2]
        odd = T.shape[1] % 2
        T = np.concatenate([product, T[:, -1:]], axis=1) if odd else product
    return T[:, 0]


def link_poses(mechanism: Mechanism, q: ArrayLike) -> Array:
    """T_base_link (..., n + 1, 4, 4) of joint values (..., n); link 0 is the base itself."""
    values = mechanism.check_q(q)
    flat = values.reshape(-1, mechanism.n)
    poses = np.empty((len(flat), mechanism.n + 1, 4, 4))
    T = np.tile(np.eye(4), (len(flat), 1, 1))
    poses[:, 0] = T
    c, s = np.cos(flat), np.sin(flat)
    for i in range(mechanism.n):
        T = _follow(T, mechanism.T_link_joint[i])
        _move(T, mechanism.kinds[i], flat[:, i], c[:, i], s[:, i])
        poses[:, i + 1] = T
    return poses.reshape(*values.shape[:-1], mechanism.n + 1, 4, 4)


def _follow(T: Array, T_fixed: Array) -> Array:
    """T (N, 4, 4) times one constant pose, as a single matrix product."""
    return (T.reshape(-1, 4) @ T_fixed).reshape(-1, 4, 4)


def _move(T: Array, kind: str, value: Array, c: Array, s: Array) -> None:
    """Move the frames T (N, 4, 4), in place, by a joint of the given kind along their z."""
    if kind == "P":
        T[:, :3, 3] += value[:, None] * T[:, :3, 2]
        return
    x, y = T[:, :3, 0].copy(), T[:, :3, 1]
    T[:, :3, 0] = c[:, None] * x + s[:, None] * y
    T[:, :3, 1] = c[:, None] * y - s[:, None] * x
