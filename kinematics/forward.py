"""Forward kinematics: poses of the flange and of every link, batched over joint values."""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.mechanism import Mechanism
from kinematics.transforms import Array


def forward(mechanism: Mechanism, q: ArrayLike) -> Array:
    """T_base_flange (..., 4, 4), mm, of joint values q (..., n), rad or mm."""
    values = mechanism.check_q(q)
    flat = values.reshape(-1, mechanism.n)
    T = np.tile(np.eye(4), (len(flat), 1, 1))
    c, s = np.cos(flat), np.sin(flat)
    for i in range(mechanism.n):
        T = _follow(T, mechanism.T_link_joint[i])
        _move(T, mechanism.kinds[i], flat[:, i], c[:, i], s[:, i])
    T = _follow(T, mechanism.T_last_flange)
    return T.reshape(*values.shape[:-1], 4, 4)


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
