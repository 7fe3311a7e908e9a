"""Whether roots stand on a whole range of solutions, found by moving along it.

A root of a pose with a null direction of its Jacobian is a double root or a point of a continuum.
So it is moved along the null direction by finite steps of different lengths and both senses, and
mended with least motion: on a continuum it stays where it was moved, a double root falls back.
Where the null space has more dimensions, each joint's own direction in it is tried.
"""

import numpy as np

from kinematics.mechanism import Mechanism
from kinematics.newton import LEAST_DAMPING, damped_inverse, pose_error
from kinematics.structure import size_of
from kinematics.transforms import Array
from kinematics.velocity import weighted_jacobian

SINGULAR = 1e-7  # smallest over largest singular value of the Jacobian
LENGTHS = (0.05, -0.04, 0.11)  # rad, or of the size of the arm
BACK = 0.3  # share of a step that a root on a continuum may lose
MET = 1e-9  # error of the pose, lengths in units of the arm
MENDING = 12
MOVES = 1e-3  # share of the largest rate from which a joint counts as moving


def free_joints_of(mechanism: Mechanism, q: Array, pose: Array) -> tuple[int, ...]:
    """Of roots q (k, n) of a pose (1, 4, 4): the first joint that moves on each continuum."""
    J, weight = weighted_jacobian(mechanism, q)
    _, values, directions = np.linalg.svd(J)
    free = set()
    for row in np.flatnonzero(values[:, -1] < SINGULAR * values[:, 0]):
        rank = int((values[row] > SINGULAR * values[row, 0]).sum())
        for null in _directions(directions[row, rank:]):
            if _stays(mechanism, q[row], null, weight, pose):
                free.add(int(np.argmax(np.abs(null) > MOVES)))
    return tuple(sorted(free))


def _directions(basis: Array) -> Array:
    """Directions (m, n) to try in a null space with an orthonormal basis (k, n)."""
    if len(basis) == 1:
        return np.asarray(basis / np.abs(basis).max())
    onto = basis.T @ basis
    largest = np.abs(onto).max(axis=1)
    return np.asarray(onto[largest > MOVES] / largest[largest > MOVES, None])


def _stays(mechanism: Mechanism, q: Array, null: Array, weight: Array, pose: Array) -> bool:
    """Whether finite steps from q (n,) along `null` (n,) can be mended without going back."""
    size, steps = size_of(mechanism), np.array(LENGTHS)
    moved = q + steps[:, None] * null * weight
    for _ in range(MENDING):
        error = pose_error(mechanism, pose, moved, size)
        J, _ = weighted_jacobian(mechanism, moved)
        back = damped_inverse(J, LEAST_DAMPING)
        moved = moved + np.clip((back @ error[..., None])[..., 0], -0.1, 0.1) * weight
    error = pose_error(mechanism, pose, moved, size)
    along = ((moved - q) / weight) @ null / (null @ null)
    kept = np.abs(along - steps) < BACK * np.abs(steps)
    return bool(kept.all() and np.abs(error).max() < MET)
