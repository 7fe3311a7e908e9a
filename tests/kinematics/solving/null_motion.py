"""A checker that moves joints to see whether they can move while the flange stands still.

It shares nothing with the solvers: it computes forward kinematics and the Jacobian itself. It
integrates a motion in small steps along null directions of the Jacobian and corrects the pose after
each step; a motion counts if it goes far and meets the pose all the way. In a null space of more
dimensions a motion may begin in any direction, so many are tried: random ones, and those that keep
as many joints as possible still.
"""

from itertools import combinations

import numpy as np

SINGULAR = 1e-6  # of the largest singular value: below this one is 0
NEARLY = 1e-4  # of the largest singular value: below this one is 0 at a root that is inexact
STEP, FAR = 0.02, 0.12  # rad, or by the size of the arm
MET = 1e-11
FAN, MANY = 60, 150


def _unit(arm):
    reach = np.abs(arm.T_link_joint[:, :3, 3]).sum() + np.abs(arm.T_last_flange[:3, 3]).sum()
    return reach or 1.0


def _turning(arm):
    return np.array(list(arm.kinds)) == "R"


def _poses(arm, q):
    """Poses of the links (n, K, 4, 4) and of the flange (K, 4, 4), for q (K, n)."""
    T, frames = np.eye(4)[None], []
    for joint, (link, kind) in enumerate(zip(arm.T_link_joint, arm.kinds, strict=True)):
        M = np.tile(np.eye(4), (len(q), 1, 1))
        if kind == "R":
            M[:, 0, 0] = M[:, 1, 1] = np.cos(q[:, joint])
            M[:, 1, 0] = np.sin(q[:, joint])
            M[:, 0, 1] = -M[:, 1, 0]
        else:
            M[:, 2, 3] = q[:, joint]
        T = T @ link @ M
        frames.append(T)
    return frames, T @ arm.T_last_flange


def _error_and_jacobian(arm, q, T, position):
    """Errors of the pose and Jacobians at q (K, n), slides and lengths by the size of the arm."""
    unit = _unit(arm)
    frames, flange = _poses(arm, q * np.where(_turning(arm), 1.0, unit))
    R = T[:3, :3] @ np.swapaxes(flange[:, :3, :3], 1, 2)
    turn = [R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]]
    linear = (T[:3, 3] - flange[:, :3, 3]) / unit
    gap = np.concatenate([linear, 0.5 * np.stack(turn, axis=1)], axis=1)
    J = np.zeros((len(q), 6, arm.n))
    for joint, (frame, kind) in enumerate(zip(frames, arm.kinds, strict=True)):
        z = frame[:, :3, 2]
        if kind == "R":
            J[:, :3, joint] = np.cross(z, flange[:, :3, 3] - frame[:, :3, 3]) / unit
            J[:, 3:, joint] = z
        else:
            J[:, :3, joint] = z
    rows = slice(0, 3 if position else 6)
    return gap[:, rows], J[:, rows]


def _corrected(arm, q, T, position):
    for _ in range(8):
        gap, J = _error_and_jacobian(arm, q, T, position)
        q = q + (np.linalg.pinv(J, rcond=1e-7) @ gap[..., None])[..., 0]
    return q, np.abs(_error_and_jacobian(arm, q, T, position)[0]).max(axis=1)


def _walked(arm, start, T, ahead, position):
    """Joint values (k, n), FAR from start on motions that begin in directions `ahead` (K, n)."""
    ends, q = [], np.tile(start, (len(ahead), 1))
    for _ in range(int(2 * FAR / STEP)):
        there, off = _corrected(arm, q + STEP * ahead, T, position)
        step = there - q
        length = np.linalg.norm(step, axis=1)
        on = (off < MET) & (length > 0.3 * STEP) & (length < 2 * STEP)
        on &= (step * ahead).sum(axis=1) > 0.5 * length
        q, step, length = there[on], step[on], length[on]
        if not len(q):
            break
        _, sizes, Vt = np.linalg.svd(_error_and_jacobian(arm, q, T, position)[1])
        null = np.ones(Vt.shape[:2], bool)
        null[:, : sizes.shape[1]] = sizes < SINGULAR * sizes[:, :1]
        onto = np.einsum("kij,kil,kl,ki->kj", Vt, Vt, step, null)
        along = np.linalg.norm(onto, axis=1)
        on = along > 0.9 * length
        q, ahead = q[on], onto[on] / along[on, None]
        far = np.linalg.norm(q - start, axis=1) > FAR
        ends += list(q[far])
        q, ahead = q[~far], ahead[~far]
    return np.array(ends).reshape(-1, arm.n)


def moving_joints(arm, q, position=False, seed=0):
    """How much each joint moves, (k, n), in each of the k motions that are found from q (n,).

    position: whether only the position of the flange has to stay, not its orientation.
    """
    start = q / np.where(_turning(arm), 1.0, _unit(arm))
    T = _poses(arm, q[None])[1][0]
    _, sizes, Vt = np.linalg.svd(_error_and_jacobian(arm, start[None], T, position)[1][0])
    null = Vt[int((sizes > NEARLY * sizes[0]).sum()) :]
    if not len(null):
        return np.empty((0, arm.n))
    tries = [null, null.T @ null]
    for still in combinations(range(arm.n), len(null) - 1):
        left = [joint for joint in range(arm.n) if joint not in still]
        J = _error_and_jacobian(arm, start[None], T, position)[1][0][:, left]
        way = np.zeros((1, arm.n))
        way[0, left] = np.linalg.svd(J)[2][-1]
        tries.append(way)
    if len(null) == 2:
        angles = np.linspace(0, np.pi, FAN, endpoint=False)
        tries.append(np.stack([np.cos(angles), np.sin(angles)], axis=1) @ null)
    elif len(null) > 2:
        tries.append(np.random.default_rng(seed).normal(size=(MANY, len(null))) @ null)
    ways = np.concatenate(tries)
    length = np.linalg.norm(ways, axis=1)
    ways = ways[length > 1e-3] / length[length > 1e-3, None]
    return _walked(arm, start, T, np.concatenate([ways, -ways]), position) - start
