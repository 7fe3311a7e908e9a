"""Continua: roots that can be moved while the flange stands still, found by moving them.

A closed form sees the continua of its own singular poses. Those of an arm with special links, or of
a shorter arm solved by way of a longer one, it may not see: it then gives some points of a whole
range as if they were all. What tells them apart is the arm itself:

1. A root on a continuum has a singular Jacobian, and its null space is all it can move along. If
   that has one dimension, there is one direction; of more dimensions a continuum may leave in any,
   several may cross there, and none need leave along a basis vector. So directions are tried all
   round: those in which as many joints as possible stand still, and a fan of others.
2. Steps along a direction, of different lengths and both senses, are brought back to the pose
   with least motion. A double root falls back to where it was; on a continuum it stays where it
   was moved, meets the pose to rounding, and its Jacobian is singular there too. A root of
   multiplicity m would miss the pose by the m-th power of the step, which is no rounding.

The first joint that moves is named the free one.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.differential.damped_newton import Rule, damped_newton
from kinematics.differential.pose_equations import joints_of, pose_equations
from kinematics.differential.velocity import weighted_jacobian
from kinematics.poses.transforms import Array

NULL = 1e-4  # of the largest singular value: a root, good to 1e-5 or so, that may stand on one
STAYS_SINGULAR = 1e-6  # the same where it was moved to
STEPS = (0.05, -0.04, 0.11)  # rad, or of the size of the arm
BACK = 0.3  # share of a step that a root on a continuum may lose
MET = 1e-12  # error of the pose, lengths in units of the arm
BACK_TO_POSE = Rule(steps=14, largest=0.1, settled=2e-15)
MOVES = 1e-3  # share of the largest motion from which a joint counts as moving
FAN, MANY = 16, 48  # directions tried in a null space of two dimensions, and of more
CHUNK = 4096


def free_joints(mechanism: Mechanism, Ts: Array, q: Array) -> NDArray[np.bool_]:
    """The joints that continua through roots q (K, n) of poses Ts (K, 4, 4) leave free, (K, n)."""
    free = np.zeros(q.shape, bool)
    if not len(q) or mechanism.n > 6:
        return free
    J, _ = weighted_jacobian(mechanism, q)
    rows = np.flatnonzero(~surely_regular(J))
    if not len(rows):
        return free
    _, sizes, Vt = np.linalg.svd(J[rows])
    ranks = (sizes > NULL * sizes[:, :1]).sum(axis=1)
    low = np.flatnonzero(ranks < mechanism.n)
    tried = [(rows[i], _directions(Vt[i, ranks[i] :])) for i in low]
    if not tried:
        return free
    root = np.repeat([r for r, _ in tried], [len(ways) for _, ways in tried])
    way = np.concatenate([ways for _, ways in tried])
    for start in range(0, len(root), CHUNK):
        part = slice(start, start + CHUNK)
        stays, joint = _moved(mechanism, Ts[root[part]], q[root[part]], way[part])
        free[root[part][stays], joint[stays]] = True
    return free


def surely_regular(J: Array) -> NDArray[np.bool_]:
    """Which square Jacobians (K, n, n) have no singular value below NULL of their largest, (K,).

    Told by determinants, which cost a tenth of the singular values; False where they leave it open.
    The n - 1 largest values have at most the product (n - 1)^-(n-1)/2 F^(n-1), F the norm of
    Frobenius, and none exceeds F: smallest over largest is at least (n - 1)^((n-1)/2) det / F^n.
    """
    _, rows, n = J.shape
    if rows != n:
        return np.zeros(len(J), bool)
    norm = np.sqrt((J * J).sum(axis=(1, 2)))
    bound = NULL / (n - 1.0) ** (0.5 * (n - 1))
    return np.asarray(np.abs(np.linalg.det(J)) > bound * norm**n)


def _directions(basis: Array) -> Array:
    """Directions (m, n) to try in a null space with an orthonormal basis (k, n), step 1."""
    k = len(basis)
    if k == 1:
        return np.asarray(basis / np.abs(basis).max())
    ways = [_sparse(basis), basis.T @ basis]
    if k == 2:
        angles = np.arange(FAN) * (np.pi / FAN)
        ways.append(np.stack([np.cos(angles), np.sin(angles)], axis=1) @ basis)
    else:
        ways.append(np.random.default_rng(k).normal(size=(MANY, k)) @ basis)
    rows = np.concatenate(ways)
    largest = np.abs(rows).max(axis=1, keepdims=True)
    return np.asarray(rows[largest[:, 0] > MOVES] / largest[largest[:, 0] > MOVES])


def _sparse(basis: Array) -> Array:
    """The directions of a null space (k, n) in which k - 1 joints stand still."""
    k, n = basis.shape
    still = np.array(list(combinations(range(n), k - 1)))
    sides = np.moveaxis(basis[:, still], 0, 2)
    return np.asarray(np.linalg.svd(sides)[2][:, -1] @ basis)


def _moved(
    mechanism: Mechanism, Ts: Array, q: Array, way: Array
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Step 2 for roots q (K, n) along directions (K, n): which stay, and the first that moves."""
    stays, share = np.ones(len(q), bool), np.zeros(q.shape)
    joints = joints_of(mechanism)
    for step in STEPS:
        left = np.flatnonzero(stays)
        if not len(left):
            break
        moved = q[left] + step * way[left] * joints.units
        there, miss, *_ = damped_newton(
            pose_equations(mechanism, Ts[left]), moved, joints, BACK_TO_POSE
        )
        change = (there - q[left]) / joints.units
        along = (change * way[left]).sum(axis=1) / (way[left] * way[left]).sum(axis=1)
        met = (miss < MET) & (np.abs(along - step) < BACK * abs(step))
        met[met] = _singular_at(mechanism, there[met])
        stays[left] = met
        share[left] = np.maximum(share[left], np.abs(change))
    moving = share > MOVES * share.max(axis=1, keepdims=True, initial=0.0)
    return stays, np.argmax(moving, axis=1)


def _singular_at(mechanism: Mechanism, q: Array) -> NDArray[np.bool_]:
    sizes = np.linalg.svd(weighted_jacobian(mechanism, q)[0], compute_uv=False)
    return np.asarray(sizes[:, -1] < STAYS_SINGULAR * sizes[:, 0])
