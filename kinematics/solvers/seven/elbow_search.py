"""Seven axes at a given elbow angle without a closed form: all solutions by a search.

The notation is that of `families/seven_axis.py` and `elbow_angle.py`. The solutions of one pose are
closed curves in joint space, along which the elbow angle psi changes.

 1. One joint is locked at many values, and all solutions of the other six joints are computed
    (`ends_locked.py`, `ring_sweep.py`). They lie densely along the curves on which the locked joint
    moves. Joints 1, 3, 5 and 7 are locked in turn, because where the arm is stretched or folded, or
    the wrist straight, two of their axes are nearly one line, and on curves on which the arm turns
    about this line the other joints hardly move.
 2. From each such solution Newton's method solves seven equations, the pose and psi, for seven
    unknowns, if a step along its curve can reach the wanted angle: dpsi/ds times NEAR is at least
    the difference.
 3. A start that converges gives a root. Where psi turns back along a curve, roots come in close
    pairs of which all starts may find the same one; so steps along the curve from each root are
    used as starts as well.
 4. If two of the sweeps find every root that any sweep finds, these count as all roots. If not,
    the spacing is halved, at most MOST times; after that the roots are not called complete.
"""

import numpy as np
from numpy.typing import NDArray

from kinematics.differential.damped_newton import (
    Damping,
    Joints,
    Linearised,
    Rule,
    damped_newton,
)
from kinematics.differential.jacobian import jacobian
from kinematics.differential.pose_equations import pose_error
from kinematics.families.elbow_angle import elbow_jacobian
from kinematics.families.seven_axis import ElbowPoints
from kinematics.poses.angles import wrapped
from kinematics.poses.transforms import Array
from kinematics.solutions.distinct_roots import first_of_each
from kinematics.solutions.solver import Roots
from kinematics.solvers.seven.ends_locked import (
    EndsLocked,
    at_values,
)
from kinematics.solvers.seven.ring_sweep import ring_roots

VALUES, MOST = 48, 1
SWEPT = (6, 0, 2, 4)  # joints from 0
BESIDE = (-0.3, -0.12, 0.12, 0.3)  # rad: steps along the curve, step 3
AGREE = 2  # sweeps that have to find every root
NEAR = 0.5  # rad: the most that a joint should turn from a start to a root, judged by dpsi/ds
# Rounding keeps the residual of some roots above `settled`.
TO_ROOT = Rule(steps=14, largest=0.3, damping=Damping(1e-15, factor=1e-3), settled=1e-15)
TURNING = Joints(np.ones(7), np.ones(7))
MET = 1e-12  # residual of a root: of the pose, lengths by the size, and of psi by its rate


def searched(
    arm: EndsLocked, points: ElbowPoints, T: Array, psi: Array
) -> tuple[list[Array], NDArray[np.bool_]]:
    """Roots (k, 7) of one pose (1, 4, 4), mm, at each of the angles psi (m,), rad.

    The second result says for each angle whether two sweeps agree on them.
    """
    found: list[Array] = [np.empty((0, 7))] * len(psi)
    sure = np.zeros(len(psi), bool)
    left = np.arange(len(psi))
    for finer in range(MOST + 1):
        count = VALUES * 2**finer
        sweeps = [_roots(points, T, psi[left], _starts(arm, T, joint, count)) for joint in SWEPT]
        for i, *parts in zip(left.tolist(), *sweeps, strict=True):
            found[i] = first_of_each(points.mechanism, np.concatenate([found[i], *parts]))
            sure[i] = sum(len(part) == len(found[i]) for part in parts) >= AGREE
        left = left[~sure[left]]
        if not len(left):
            break
    return found, sure


def _starts(arm: EndsLocked, T: Array, joint: int, count: int) -> Array:
    """Step 1: solutions (K, 7) of a pose (1, 4, 4) with `joint` at `count` values."""
    values = np.asarray(-np.pi + (np.arange(count) + 0.5) * (2 * np.pi / count), float)
    if (joint,) == arm.joints:
        rows = np.zeros((count, 7))
        rows[:, joint] = values
        roots: Roots | None = at_values(arm, T, rows)
    else:
        roots = ring_roots(arm.mechanism, arm.solvers, T[0], joint, values)
    return np.empty((0, 7)) if roots is None else np.asarray(roots.q[roots.valid])


def _roots(points: ElbowPoints, T: Array, psi: Array, starts: Array) -> list[Array]:
    """Steps 2 and 3: the distinct roots (k, 7) at each of the angles psi."""
    if not len(starts):
        return [np.empty((0, 7))] * len(psi)
    _, at, _ = equations_at(points, T, starts)
    along, rate = _along(points, T, starts)
    gap = np.abs(wrapped(psi[:, None] - at))
    which, start = np.nonzero(gap <= NEAR * np.abs(rate))
    first = _settled_at(points, T, psi, which, starts[start])
    which = np.repeat(np.arange(len(psi)), [len(rows) for rows in first])
    q = np.concatenate(first)
    along, _ = _along(points, T, q)
    beside = np.concatenate([q + step * along for step in BESIDE])
    second = _settled_at(points, T, psi, np.tile(which, len(BESIDE)), beside)
    return [
        first_of_each(points.mechanism, np.concatenate(pair))
        for pair in zip(first, second, strict=True)
    ]


def _along(points: ElbowPoints, T: Array, q: Array) -> tuple[Array, Array]:
    """Directions (K, 7) of the curves at roots q (K, 7), largest entry 1 rad, and dpsi (K,)."""
    _, _, J = equations_at(points, T, q)
    along = np.linalg.svd(J[:, :6])[2][:, 6]
    along = along / np.abs(along).max(axis=1, keepdims=True)
    return along, (J[:, 6] * along).sum(axis=1)


def _settled_at(
    points: ElbowPoints, T: Array, psi: Array, which: NDArray[np.int64], starts: Array
) -> list[Array]:
    """The distinct roots for each psi, from starts (K, 7) that aim at psi[which]."""
    q, met = settled(points, T, psi[which], starts)
    return [first_of_each(points.mechanism, q[met & (which == i)]) for i in range(len(psi))]


def settled(points: ElbowPoints, T: Array, psi: Array, q: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Result (K, 7) of Newton's method from rows q (K, 7), and whether each is a root.

    T: (1, 4, 4), or (K, 4, 4), a pose for each row, mm. psi: (K,), rad.
    """

    def equations(at: Array, which: NDArray[np.int64]) -> Linearised:
        error, angle, J = equations_at(points, T if len(T) == 1 else T[which], at)
        error = np.concatenate([error, wrapped(psi[which] - angle)[:, None]], axis=1)
        # Near a stretched arm psi changes fast: its equation is scaled to the size of the others.
        scale = 1.0 / np.maximum(np.linalg.norm(J[:, 6], axis=1), 1.0)
        J[:, 6] *= scale[:, None]
        error[:, 6] *= scale
        return Linearised(error, np.abs(error).max(axis=1), lambda where: J[where])

    out = damped_newton(equations, q, TURNING, TO_ROOT)
    return wrapped(out.q), out.residual <= MET


def equations_at(points: ElbowPoints, T: Array, q: Array) -> tuple[Array, Array, Array]:
    """Error of the pose (K, 6), psi (K,) and the Jacobian (K, 7, 7) of pose and psi at q (K, 7)."""
    J = np.zeros((len(q), 7, 7))
    J[:, :6] = jacobian(points.mechanism, q)
    J[:, :3] /= points.size
    _, psi, J_elbow = elbow_jacobian(points, q)
    J[:, 6, :4] = J_elbow[:, 3]
    return pose_error(points.mechanism, T, q, points.size), psi, J
