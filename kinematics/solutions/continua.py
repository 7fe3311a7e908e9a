"""Continua: roots from which the joints can move while the flange stands still.

A closed form finds the continua of its own singular poses. It may miss those of an arm with special
links, and those of a shorter arm that is solved as part of a longer one; then it gives some points
of a whole range as if they were all solutions. Here a root is tested by moving the joints:

1. At a root on a continuum the Jacobian is singular, and the root can move only in its null space.
   A null space of one dimension gives one direction. In one of more dimensions the continuum may
   run in any direction, several continua may cross, and none needs to run along a basis vector.
   So many directions are tried: those that keep as many joints as possible still, and others.
2. The root is moved along a direction, by steps of several lengths and both signs, and Newton's
   method then leads it back to the pose with least motion. A double root returns to where it was.
   A root on a continuum stays near the moved place, meets the pose to rounding, and its Jacobian
   is singular there too. A root of multiplicity m would miss the pose by the m-th power of the
   step, which is more than rounding.

The first joint that moves is reported as the free one.
"""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from kinematics.arm.mechanism import Mechanism
from kinematics.differential.damped_newton import Rule, damped_newton
from kinematics.differential.pose_equations import joints_of, pose_equations
from kinematics.differential.velocity import weighted_jacobian
from kinematics.poses.transforms import Array

NULL = 1e-4  # of the largest singular value: below this a root (exact to 1e-5) may be on one
STAYS_SINGULAR = 1e-6  # of the largest singular value: the limit after the root was moved
STEPS = (0.05, -0.04, 0.11)  # rad, or of the size of the arm
BACK = 0.3  # share of its step by which a root on a continuum may move back
MET = 1e-12  # largest error of the pose, lengths by the size of the arm
BACK_TO_POSE = Rule(steps=14, largest=0.1, settled=2e-15)
MOVES = 1e-3  # of the largest motion: a joint that moves by more counts as moving
FAN, MANY = 16, 48  # directions tried in a null space of two dimensions, and in one of more
CHUNK = 4096  # directions that are tried at once


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
    tried = [(rows[i], null_directions(Vt[i, ranks[i] :])) for i in low]
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
    """Whether all singular values of square Jacobians (K, n, n) surely exceed NULL, (K,).

    NULL is a share of the largest. The test uses determinants, which take a tenth of the time of
    singular values; False means that it is not sure. With F the Frobenius norm, the product of the
    n - 1 largest values is at most (n - 1)^-((n-1)/2) F^(n-1) and none exceeds F, so that smallest
    / largest is at least (n - 1)^((n-1)/2) det / F^n. Matrices that are not square give False.
    """
    _, rows, n = J.shape
    if rows != n:
        return np.zeros(len(J), bool)
    norm = np.sqrt((J * J).sum(axis=(1, 2)))
    bound = NULL / (n - 1.0) ** (0.5 * (n - 1))
    return np.asarray(np.abs(np.linalg.det(J)) > bound * norm**n)


def null_directions(basis: Array) -> Array:
    """Directions (m, n) to try in a null space with an orthonormal basis (k, n): step 1."""
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
    """The directions in a null space with basis (k, n) in which k - 1 joints stand still."""
    k, n = basis.shape
    still = np.array(list(combinations(range(n), k - 1)))
    sides = np.moveaxis(basis[:, still], 0, 2)
    return np.asarray(np.linalg.svd(sides)[2][:, -1] @ basis)


def _moved(
    mechanism: Mechanism, Ts: Array, q: Array, way: Array
) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    """Step 2 for roots q (K, n) of poses Ts (K, 4, 4) along directions `way` (K, n).

    Gives whether each root stays on a continuum, (K,), and the first joint that moves, (K,).
    """
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
