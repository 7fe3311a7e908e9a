"""How near an arm comes to a pose, whether or not it can take it, within its joint limits.

Least squares of what is missing, place and turn, lengths divided by the size of the arm. Each step
is Newton's with damping; behind it every joint is put back inside its limits, and a joint that
stands at a limit and would go on beyond it counts as locked. Such an iteration ends in a valley of
its own, so several seeds go down side by side. The answer is a pose that the arm can take; that no
other is nearer is likely, not proven.
"""

import numpy as np
from numpy.typing import ArrayLike

from kinematics.arm.limits import nearest_turns
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.size import size_of
from kinematics.differential.jacobian import columns_of
from kinematics.differential.newton import (
    LARGEST_TURN,
    LEAST_DAMPING,
    damped_inverse,
    pose_error,
    shortened,
)
from kinematics.poses.transforms import Array, exact_pose

SEEDS, STEPS = 8, 40
REACHED = 1e-9  # residual of a pose that counts as taken, lengths in units of the arm
# Valleys so alike are equally deep; of them the one with the least motion is taken.
ALIKE = 1e-3


def nearest_pose(mechanism: Mechanism, T: ArrayLike, q_start: ArrayLike) -> Array:
    """Joint values (n,) within the limits that bring the flange nearest to T (4, 4), from q_start.

    Of an arm that sets no orientation, by the place of the flange alone.
    """
    pose, start = exact_pose(T), mechanism.check_one_q(q_start)[None]
    q, missing = _descended(mechanism, pose, _inside(mechanism, start))
    if missing[0] > REACHED:
        q, missing = _descended(mechanism, pose, np.concatenate([q, _seeds(mechanism)]))
    q = _inside(mechanism, nearest_turns(mechanism, q, start))
    near = missing <= missing.min() * (1.0 + ALIKE) + REACHED
    travel = np.abs((q - start) / _units(mechanism)).max(axis=1)
    return np.asarray(q[int(np.argmin(np.where(near, travel, np.inf)))])


def _units(mechanism: Mechanism) -> Array:
    """What weighs like a radian of each joint, (n,)."""
    return np.where(mechanism.revolute > 0.0, 1.0, size_of(mechanism))


def _inside(mechanism: Mechanism, q: Array) -> Array:
    return np.clip(q, mechanism.lower, mechanism.upper)


def _seeds(mechanism: Mechanism) -> Array:
    """Joint values all over the range, always the same, (SEEDS - 1, n)."""
    widest = np.pi * _units(mechanism)
    lower, upper = (np.clip(x, -widest, widest) for x in (mechanism.lower, mechanism.upper))
    return np.random.default_rng(9).uniform(lower, upper, (SEEDS - 1, mechanism.n))


def _descended(mechanism: Mechanism, T: Array, q: Array) -> tuple[Array, Array]:
    """Steps from q (N, n), within the limits, towards T; the best q, and the residuals (N,)."""
    size, units = size_of(mechanism), _units(mechanism)
    rows = 3 if mechanism.position_only else 6
    damping = np.full(len(q), 1e-3)
    error = pose_error(mechanism, T, q, size)[:, :rows]
    best = np.linalg.norm(error, axis=1)
    for _ in range(STEPS):
        if best.min() <= REACHED:
            break
        J = columns_of(mechanism, q) * units
        J[:, :3] /= size
        J = J[:, :rows]
        uphill = np.einsum("nij,ni->nj", J, error)
        locked = (q <= mechanism.lower) & (uphill < 0.0) | (q >= mechanism.upper) & (uphill > 0.0)
        J = np.where(locked[:, None], 0.0, J)
        dq = (damped_inverse(J, damping * best**2 + LEAST_DAMPING) @ error[..., None])[..., 0]
        dq = shortened(dq, error, mechanism.revolute, LARGEST_TURN)
        tried = _inside(mechanism, q + dq * units)
        error_tried = pose_error(mechanism, T, tried, size)[:, :rows]
        norm = np.linalg.norm(error_tried, axis=1)
        better = norm < best
        q = np.where(better[:, None], tried, q)
        error = np.where(better[:, None], error_tried, error)
        best = np.where(better, norm, best)
        damping = np.clip(np.where(better, damping * 0.3, damping * 8.0), 1e-9, 1e9)
    return q, best
