"""Continua: roots that can be moved while the flange stands still.

A closed form sees the continua of its own singular poses. Those of an arm with special links, or of
a shorter arm solved by way of a longer one, it may not see: it then gives some points of a whole
range as if they were all. What tells them apart is the arm itself:

1. At a root whose Jacobian is singular the null direction is the only way it could move.
2. A step along it, brought back to the pose by Gauss-Newton, either returns to where it came from
   (a double root) or arrives about a step away: then the root stands on a continuum.

The first joint that moves is named the free one.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.jacobian import jacobian
from kinematics.mechanism import Mechanism
from kinematics.newton import descend
from kinematics.solutions import residuals
from kinematics.solvers.solver import Roots
from kinematics.transforms import Array

NULL = 1e-3  # smallest singular value at a root that may stand on a continuum
STEPS = (0.05, -0.04)  # rad, or of the size
MOVES = 1e-3  # share of the largest rate from which a joint counts as moving
MET = 1e-9  # rad, or of the size


def scaled_jacobian(mechanism: Mechanism, q: Array, size: float) -> Array:
    """Jacobians (K, 6, n) of q (K, n), lengths and slides in units of the size."""
    J = jacobian(mechanism, q)
    J[:, :3] /= size
    J *= np.where(mechanism.revolute > 0.0, 1.0, size)
    return J


def free_joints(
    mechanism: Mechanism, Ts: Array, roots: Roots, suspects: NDArray[np.bool_], size: float
) -> NDArray[np.bool_]:
    """The joints that continua leave free, (N, n), besides those the solver knows of.

    suspects: (N, k), the roots that may be singular. size: of the arm, mm.
    """
    free = roots.free.copy()
    pose, slot = np.nonzero(suspects & ~np.asarray(free.any(axis=1))[:, None])
    if not len(pose):
        return free
    q = roots.q[pose, slot]
    _, sizes, Vt = np.linalg.svd(scaled_jacobian(mechanism, q, size))
    root, way = np.nonzero(sizes < NULL)
    null = Vt[root, way]
    null /= np.abs(null).max(axis=1, keepdims=True, initial=0.0)
    moves = _moves(mechanism, Ts[pose[root]], q[root], null, size)
    joint = np.argmax(np.abs(null[moves]) > MOVES, axis=1)
    free[pose[root[moves]], joint] = True
    return free


def _moves(
    mechanism: Mechanism, Ts: Array, q: Array, null: Array, size: float
) -> NDArray[np.bool_]:
    """Step 2: whether roots q (K, n) can be moved along null directions (K, n)."""
    moves = np.ones(len(q), bool)
    weight = np.where(mechanism.revolute > 0.0, 1.0, size)
    for step in STEPS:
        left = np.flatnonzero(moves)
        if not len(left):
            break
        ahead = q[left] + step * null[left] * weight
        there, _ = descend(mechanism, Ts[left], ahead, steps=20)
        distance, angle = residuals(mechanism, there, Ts[left])
        along = ((there - q[left]) / weight * null[left]).sum(axis=1)
        along /= (null[left] * null[left]).sum(axis=1)
        moves[left] = (distance <= MET * size) & (angle <= MET)
        moves[left] &= np.abs(along - step) < 0.3 * abs(step)
    return moves
