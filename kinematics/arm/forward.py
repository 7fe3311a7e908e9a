"""Forward kinematics: poses of the flange and of every link, for many rows of joint values."""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.mechanism import Mechanism
from kinematics.poses.transforms import Array

IDENTITY = np.eye(4)
FEW = 64  # rows: up to so many, the number of NumPy calls decides the time


def forward(mechanism: Mechanism, q: ArrayLike) -> Array:
    """T_base_flange (..., 4, 4), mm, of joint values q (..., n), rad or mm."""
    return flange_poses(mechanism, mechanism.check_q(q))


def flange_poses(mechanism: Mechanism, values: Array) -> Array:
    """T_base_flange (..., 4, 4), mm, of joint values (..., n) that need no check."""
    if mechanism.has_loops:
        return flange_poses(mechanism.chain, mechanism.chain_values(values))
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
    """T_base_flange (N, 4, 4) of a few rows (N, n): all links at once, then pairwise products."""
    T = _links(mechanism, q, mechanism.link_terms)
    while len(T) > 3:
        pairs = T[0 : len(T) - 1 : 2] @ T[1::2]
        T = np.concatenate([pairs, T[-1:]]) if len(T) % 2 else pairs
    product = T[0]
    for further in T[1:]:
        product = product @ further
    return np.asarray(product)


def _links(mechanism: Mechanism, q: Array, terms: Array) -> Array:
    """Pose of each link in the link before it, (n, N, 4, 4), for rows q (N, n).

    terms: Mechanism.link_terms or Mechanism.bare_link_terms.
    """
    moved = np.empty((mechanism.n, len(q), 3))
    moved[..., 0] = 1.0
    np.cos(q.T, out=moved[..., 1])
    np.sin(q.T, out=moved[..., 2])
    if "P" in mechanism.kinds:
        sliding = mechanism.revolute == 0.0
        moved[sliding, :, 1], moved[sliding, :, 2] = 0.0, q.T[sliding]
    return np.asarray((moved @ terms).reshape(mechanism.n, len(q), 4, 4))


def link_poses(mechanism: Mechanism, q: ArrayLike) -> Array:
    """T_base_link (..., n + 1, 4, 4), mm, of joint values (..., n); link 0 is the base.

    Of an arm with closed loops there is a link for each joint, passive ones too. The last link is
    the one that carries the flange.
    """
    return frames_of(mechanism, mechanism.check_q(q))


def frames_of(mechanism: Mechanism, values: Array) -> Array:
    """T_base_link (..., n + 1, 4, 4), mm, of joint values (..., n) that need no check."""
    if mechanism.has_loops:
        return mechanism.link_tree.frames(mechanism.all_joints(values))
    flat = values.reshape(-1, mechanism.n)
    if len(flat) <= FEW:
        return _link_poses_of_few(mechanism, flat).reshape(
            *values.shape[:-1], mechanism.n + 1, 4, 4
        )
    poses = np.empty((len(flat), mechanism.n + 1, 4, 4))
    T = np.tile(np.eye(4), (len(flat), 1, 1))
    poses[:, 0] = T
    c, s = np.cos(flat), np.sin(flat)
    for i in range(mechanism.n):
        T = _follow(T, mechanism.T_link_joint[i])
        _move(T, mechanism.kinds[i], flat[:, i], c[:, i], s[:, i])
        poses[:, i + 1] = T
    return poses.reshape(*values.shape[:-1], mechanism.n + 1, 4, 4)


def _link_poses_of_few(mechanism: Mechanism, q: Array) -> Array:
    """T_base_link (N, n + 1, 4, 4) of a few rows (N, n): all link poses at once."""
    links = _links(mechanism, q, mechanism.bare_link_terms)
    poses = np.empty((len(q), mechanism.n + 1, 4, 4))
    poses[:, 0] = IDENTITY
    poses[:, 1] = links[0]
    for i in range(1, mechanism.n):
        np.matmul(poses[:, i], links[i], out=poses[:, i + 1])
    return poses


def _follow(T: Array, T_fixed: Array) -> Array:
    """T (N, 4, 4) times one constant pose (4, 4), as a single matrix product."""
    return (T.reshape(-1, 4) @ T_fixed).reshape(-1, 4, 4)


def _move(T: Array, kind: str, value: Array, c: Array, s: Array) -> None:
    """Moves the frames T (N, 4, 4), in place, by a joint about or along their z axis.

    value: (N,), mm of a prismatic joint. c, s: (N,), cosine and sine of a revolute joint's value.
    """
    if kind == "P":
        T[:, :3, 3] += value[:, None] * T[:, :3, 2]
        return
    x, y = T[:, :3, 0].copy(), T[:, :3, 1]
    T[:, :3, 0] = c[:, None] * x + s[:, None] * y
    T[:, :3, 1] = c[:, None] * y - s[:, None] * x
