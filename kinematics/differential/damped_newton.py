"""Damped Newton: the one iteration of every solver that starts from joint values.

It solves e(q) = 0 for many rows q side by side. Lengths are in units of the size of the arm, so
that a millimetre and a radian weigh alike; J is the Jacobian, r the residual of a row.

 1. Step: dq = J^T (J J^T + mu 1)^-1 e, the least motion where the arm has joints to spare. The
    careful step is the same through the singular values of J: squaring J hides those below 1e-7.
 2. Damping: mu = factor r^2 + floor. Far from a root mu keeps the step short, near one it vanishes
    and the step is Newton's; the floor keeps a singular arm solvable. The factor falls with every
    step that leads closer and grows with every one that does not.
 3. Bound: a turning joint turns by `largest` rad at most. A slide goes on straight, so that its
    way is bounded by need alone: by what the place is off, or by `largest` where that is more.
    A step that is too long is shortened as a whole and keeps its direction.
 4. Acceptance: a step is taken if it leads closer, or always (`Takes`).
 5. Stop: a row ends when it has settled, when it fails to gain too often in a row, or when its
    step is too small to change anything; `Until` says whether rows end one by one.

What differs from solver to solver is the equations, the numbers of a `Rule`, and two hooks: `wish`,
a motion to follow as far as the equations do not feel it, and `inside`, which puts every trial back
where it may be.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array

LEAST_DAMPING = 1e-13  # keeps the equations of an exactly singular pose solvable
STALLED = 1e-15  # a step this small changes nothing any more

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]


class Linearised(NamedTuple):
    """Equations at rows of joint values: error (k, r), residual (k,), and the Jacobian on demand.

    jacobian: given which of the k rows are wanted, (k,), J of these, (j, r, m).
    """

    error: Array
    residual: Array
    jacobian: Callable[[Mask], Array]


# Joint values (k, m) and the places (k,) of these rows among those given -> the equations there.
Equations = Callable[[Array, Rows], Linearised]


@dataclass(frozen=True, eq=False)
class Joints:
    """revolute: (m,), 1.0 where a joint turns. units: (m,), the values that weigh like a radian."""

    revolute: Array
    units: Array


@dataclass(frozen=True)
class Damping:
    """mu = factor r^2 + floor, the first term `most` at most; step 2.

    factor: at the start. closer, farther: what it is multiplied by after a step that leads closer,
    and after one that does not. between: what it stays between.
    """

    floor: float = LEAST_DAMPING
    factor: float = 0.0
    closer: float = 1.0
    farther: float = 1.0
    between: tuple[float, float] = (0.0, np.inf)
    most: float = np.inf

    def shift(self, factor: Array, residual: Array) -> Array:
        """mu of every row, (k,)."""
        if self.factor == 0.0:
            return np.full(len(residual), self.floor)
        far = factor * residual**2
        return np.asarray((far if self.most == np.inf else np.minimum(far, self.most)) + self.floor)

    def next_factor(self, factor: Array, is_closer: Mask) -> Array:
        """The factors after a step."""
        if self.closer == self.farther == 1.0:
            return factor
        changed = np.where(is_closer, self.closer * factor, self.farther * factor)
        return np.asarray(np.minimum(np.maximum(changed, self.between[0]), self.between[1]))


# Levenberg and Marquardt's: for rows that may start anywhere, and for poses out of reach.
CAUTIOUS = Damping(factor=1e-3, closer=0.3, farther=8.0, between=(1e-9, 1e9))
FADING = Damping(factor=1e-3, closer=0.3, farther=0.3, between=(1e-9, 1e9))  # if all are taken


class Takes(Enum):
    """Which steps are taken, and which place is the answer."""

    CLOSER = auto()  # those that lead closer; the answer is where the row stands
    BEST = auto()  # all; the answer is the best place met
    EVERY = auto()  # all; the answer is the last place


class Until(Enum):
    """When an iteration over many rows ends."""

    EACH = auto()  # every row by itself
    ALL = auto()  # all go on until none has anything to do
    ONE = auto()  # all go on until one has settled


@dataclass(frozen=True)
class Rule:
    """How rows go from their start to a root; see the head of this file.

    steps: at most. largest: rad. settled: residual of a row that is done. gain: a step that
    leaves more than this share of the least residual so far fails to gain; counted once the
    residual is at most `near`, and `patience` such steps in a row end a row. still: rad or units
    of length, a step that ends a row; 0 for none.
    """

    steps: int
    largest: float
    damping: Damping = Damping()
    settled: float = 0.0
    takes: Takes = Takes.BEST
    until: Until = Until.EACH
    careful: bool = False
    near: float = -1.0  # none
    gain: float = 1.0
    patience: int = 1
    still: float = STALLED


class Outcome(NamedTuple):
    """q (N, m) and its residual (N,), that of the start (N,), and those of the rows of each step.

    trace: one array a step of the rows that were going; all N of them unless rows end one by one.
    """

    q: Array
    residual: Array
    start: Array
    trace: list[Array]


def damped_newton(
    equations: Equations,
    q: Array,
    joints: Joints,
    rule: Rule,
    *,
    wish: Callable[[Array], Array] | None = None,
    inside: Callable[[Array], Array] | None = None,
) -> Outcome:
    """Rows q (N, m), rad or mm, led towards roots of the equations.

    wish: motion (k, m), in the joints' units, wanted of joint values (k, m). inside: the joint
    values (k, m) that stand for those which a step leads to.
    """
    rows, at = np.arange(len(q)), q
    here = equations(at, rows)
    error, residual, start = here.error, here.residual, here.residual
    best, least, trace = np.array(q, float), residual.copy(), []
    factor, failures = np.full(len(q), rule.damping.factor), np.zeros(len(q), np.int64)
    moves: Mask | bool = True
    J = np.empty(0)
    fresh: Mask | None = None  # rows that stand elsewhere than before the last step; None: all
    for _ in range(rule.steps):
        going = (residual > rule.settled) & (failures < rule.patience) & moves
        count = int(np.count_nonzero(going))  # a third of the time of any() and all()
        if count == 0 or (rule.until is Until.ONE and (residual <= rule.settled).any()):
            break
        if rule.until is not Until.EACH:
            going[:], count = True, len(going)
        J = _renewed(J, fresh, going, here)
        if count < len(going):
            rows, at, error, residual = rows[going], at[going], error[going], residual[going]
            factor, failures = factor[going], failures[going]
        trace.append(residual)
        dq = _step(rule, J, error, rule.damping.shift(factor, residual), wish and wish(at))
        dq = shortened(dq, error, joints.revolute, rule.largest)
        trial = at + dq * joints.units
        if inside is not None:
            trial = inside(trial)
        here = equations(trial, rows)
        last = least[rows]
        is_closer = here.residual < last
        if rule.near > 0.0:
            gains = (here.residual < rule.gain * last) | (here.residual > rule.near)
            failures = (failures + 1) * ~gains
        factor = rule.damping.next_factor(factor, is_closer)
        kept = slice(None) if rule.takes is Takes.EVERY else is_closer
        where = rows[kept]
        best[where], least[where] = trial[kept], here.residual[kept]
        if rule.takes is Takes.CLOSER and not is_closer.all():
            fresh, at, residual = is_closer, best[rows], least[rows]
            error = np.where(is_closer[:, None], here.error, error)
        else:
            fresh, at, error, residual = None, trial, here.error, here.residual
        if rule.still > 0.0:
            moves = np.abs(dq).max(axis=1) > rule.still
    return Outcome(best, least, start, trace)


def _renewed(J: Array, fresh: Mask | None, going: Mask, here: Linearised) -> Array:
    """The Jacobians of the rows that go on: of those that stay where they were the old ones."""
    if fresh is None:
        return here.jacobian(going)
    new = fresh & going
    if new.any():
        J[new] = here.jacobian(new)
    return J if going.all() else np.asarray(J[going])


def _step(rule: Rule, J: Array, error: Array, shift: Array, wish: Array | None) -> Array:
    """Steps (k, m) before they are bounded."""
    solved = careful_step if rule.careful else damped_step
    if wish is None:
        return solved(J, error, shift)
    return wish + solved(J, error - (J @ wish[..., None])[..., 0], shift)


def damped_step(J: Array, error: Array, shift: Array) -> Array:
    """J^T (J J^T + shift 1)^-1 error, (k, m), of J (k, r, m), error (k, r) and shift (k,).

    With no more columns than rows the same in its other form, (J^T J + shift 1)^-1 J^T error.
    """
    back = np.swapaxes(J, -1, -2)
    narrow = J.shape[-1] <= J.shape[-2]
    square = back @ J if narrow else J @ back
    diagonal = np.arange(square.shape[-1])
    square[:, diagonal, diagonal] += shift[:, None]
    if narrow:
        return np.asarray(np.linalg.solve(square, back @ error[..., None])[..., 0])
    return np.asarray((back @ np.linalg.solve(square, error[..., None]))[..., 0])


def careful_step(J: Array, error: Array, shift: Array) -> Array:
    """The same, (k, m), through the singular values of J."""
    U, sizes, Vt = np.linalg.svd(J, full_matrices=False)
    along = (error[:, None, :] @ U)[:, 0] * sizes / (sizes**2 + shift[:, None])
    return np.asarray((along[:, None, :] @ Vt)[:, 0])


def damped_inverse(J: Array, shift: Array | float = 0.0) -> Array:
    """J^T (J J^T + shift 1)^-1 of Jacobians (..., r, n); shift () or (...).

    With fewer columns than rows the same in its other form, (J^T J + shift 1)^-1 J^T.
    """
    if J.shape[-1] < J.shape[-2]:
        J_back = np.swapaxes(J, -1, -2)
        square = J_back @ J + np.asarray(shift)[..., None, None] * np.eye(J.shape[-1])
        return np.asarray(np.linalg.solve(square, J_back))
    square = J @ np.swapaxes(J, -1, -2)
    square = square + np.asarray(shift)[..., None, None] * np.eye(J.shape[-2])
    return np.swapaxes(np.linalg.solve(square, J), -1, -2)


def shortened(dq: Array, error: Array, revolute: Array, largest: float) -> Array:
    """Steps dq (k, m) of which none turns a joint by more than `largest` rad; step 3.

    error: (k, r), of which the first three are of the place; lengths in units of the arm.
    """
    far = np.abs(dq)
    if far.max(initial=0.0) <= largest:  # which no bound of a slide is below
        return dq
    if np.count_nonzero(revolute) == len(revolute):
        share = far.max(axis=1) / largest
    else:
        off = np.maximum(np.linalg.norm(error[:, :3], axis=1), largest)
        share = (far / np.where(revolute > 0.0, largest, off[:, None])).max(axis=1)
    return np.asarray(dq / np.maximum(share, 1.0)[:, None])
