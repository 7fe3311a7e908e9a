"""Damped Newton: the iteration that every solver uses which starts from joint values.

It solves e(q) = 0 for many rows q at once. Lengths are in units of the size of the arm, so that
lengths and angles can be compared. J is the Jacobian of a row and r its residual |e|.

 1. Step: dq = J^T (J J^T + mu 1)^-1 e; for a redundant arm this is the step of least motion. The
    careful step computes it from the singular values of J, because J J^T loses those below 1e-7.
 2. Damping: mu = factor r^2 + floor. Far from a root mu keeps the step short; near one it vanishes
    and the step is Newton's. The floor keeps the equations of a singular arm solvable. The factor
    falls after each step that reduces the residual and grows after each that does not.
 3. Bound: a revolute joint turns by at most `largest` rad. A prismatic joint moves by at most the
    error of the position or `largest`, whichever is more. A step that is too long is scaled down
    as a whole, so that it keeps its direction.
 4. Acceptance: `Takes` says whether every step is taken, or only one that reduces the residual.
 5. Stop: a row ends when its residual is small enough, when too many steps in succession gained
    too little, or when its step is too small to change anything. `Until` says whether each row
    ends by itself.

Solvers differ in their equations, in the numbers of their `Rule`, and in two hooks: `wish` is a
motion that the null space of J follows, and `inside` moves each trial back to where it may be.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinematics.poses.transforms import Array

LEAST_DAMPING = 1e-13  # keeps the equations of an exactly singular pose solvable
STALLED = 1e-15  # a step this small changes only the last bit of a joint value

Mask = NDArray[np.bool_]
Rows = NDArray[np.int64]


class Linearised(NamedTuple):
    """Equations at k rows of joint values: error (k, r), residual (k,), Jacobian on demand.

    jacobian: a function that takes a mask (k,) and gives J (j, r, m) of the j rows it marks.
    """

    error: Array
    residual: Array
    jacobian: Callable[[Mask], Array]


# Joint values (k, m) and the indices (k,) of these rows in the given q -> the equations there.
Equations = Callable[[Array, Rows], Linearised]


@dataclass(frozen=True, eq=False)
class Joints:
    """revolute: (m,), 1.0 for a joint that turns, else 0.0. units: (m,), steps that count as 1."""

    revolute: Array
    units: Array


@dataclass(frozen=True)
class Damping:
    """Step 2 of the iteration: mu = factor r^2 + floor, where factor r^2 is at most `most`.

    factor: its value at the start. closer: its multiplier after a step that reduces the residual.
    farther: its multiplier after any other step. between: its least and largest value.
    """

    floor: float = LEAST_DAMPING
    factor: float = 0.0
    closer: float = 1.0
    farther: float = 1.0
    between: tuple[float, float] = (0.0, np.inf)
    most: float = np.inf

    def shift(self, factor: Array, residual: Array) -> Array:
        """mu of each row, (k,), from its factor (k,) and residual (k,)."""
        if self.factor == 0.0:
            return np.full(len(residual), self.floor)
        far = factor * residual**2
        return np.asarray((far if self.most == np.inf else np.minimum(far, self.most)) + self.floor)

    def next_factor(self, factor: Array, is_closer: Mask) -> Array:
        """The factors (k,) after a step; is_closer: (k,), whether it reduced the residual."""
        if self.closer == self.farther == 1.0:
            return factor
        changed = np.where(is_closer, self.closer * factor, self.farther * factor)
        return np.asarray(np.minimum(np.maximum(changed, self.between[0]), self.between[1]))


# Damping of Levenberg and Marquardt, for any start and for poses out of reach.
CAUTIOUS = Damping(factor=1e-3, closer=0.3, farther=8.0, between=(1e-9, 1e9))
FADING = Damping(factor=1e-3, closer=0.3, farther=0.3, between=(1e-9, 1e9))  # every step is taken


class Takes(Enum):
    """Which steps are taken, and which joint values are the result."""

    CLOSER = auto()  # only steps that reduce the residual; the result is the last row taken
    BEST = auto()  # every step; the result is the row with the least residual
    EVERY = auto()  # every step; the result is the last row


class Until(Enum):
    """When an iteration over many rows ends."""

    EACH = auto()  # each row ends by itself
    ALL = auto()  # all rows go on until the last of them would end
    ONE = auto()  # all rows go on until the residual of one is small enough


@dataclass(frozen=True)
class Rule:
    """The numbers of an iteration, named as at the head of this file.

    steps: the most steps. largest: rad. settled: a row with at most this residual ends. near: only
    below this residual a step can fail to gain, which it does if it leaves more than the share
    `gain` of the least residual so far; `patience` failures in succession end the row. still: a row
    ends after a step of at most this, rad or units of length; 0 for never. careful: see step 1.
    """

    steps: int
    largest: float
    damping: Damping = Damping()
    settled: float = 0.0
    takes: Takes = Takes.BEST
    until: Until = Until.EACH
    careful: bool = False
    near: float = -1.0  # no step fails to gain
    gain: float = 1.0
    patience: int = 1
    still: float = STALLED


class Outcome(NamedTuple):
    """Result of an iteration: q (N, m), its residual (N,), and the residual at the start (N,).

    trace: for each step, the residuals of the rows that took it; all N rows, or those that had not
    ended yet where rows end one by one.
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
    """Newton's iteration from rows q (N, m), rad or mm, towards roots of the equations.

    wish: takes joint values (k, m) and gives the motion (k, m), in units of the joints, that the
    null space should follow. inside: takes the joint values (k, m) after a step and gives those
    that replace them, for instance inside the limits.
    """
    rows, at = np.arange(len(q)), q
    here = equations(at, rows)
    error, residual, start = here.error, here.residual, here.residual
    best, least, trace = np.array(q, float), residual.copy(), []
    factor, failures = np.full(len(q), rule.damping.factor), np.zeros(len(q), np.int64)
    moves: Mask | bool = True
    J = np.empty(0)
    fresh: Mask | None = None  # rows that the last step moved; None: all rows
    for _ in range(rule.steps):
        going = (residual > rule.settled) & (failures < rule.patience) & moves
        count = int(np.count_nonzero(going))  # takes a third of the time of any() and all()
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
    """Jacobians of the rows that go on; rows that did not move keep theirs.

    fresh: the rows that moved, None for all. going: the rows that go on.
    """
    if fresh is None:
        return here.jacobian(going)
    new = fresh & going
    if new.any():
        J[new] = here.jacobian(new)
    return J if going.all() else np.asarray(J[going])


def _step(rule: Rule, J: Array, error: Array, shift: Array, wish: Array | None) -> Array:
    """Steps (k, m) before step 3 bounds them; see `damped_newton` for wish."""
    solved = careful_step if rule.careful else damped_step
    if wish is None:
        return solved(J, error, shift)
    return wish + solved(J, error - (J @ wish[..., None])[..., 0], shift)


def damped_step(J: Array, error: Array, shift: Array) -> Array:
    """Steps J^T (J J^T + shift 1)^-1 error, (k, m), of J (k, r, m), error (k, r), shift (k,).

    If J has no more columns than rows, the equal form (J^T J + shift 1)^-1 J^T error is computed.
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
    """The steps (k, m) of `damped_step`, computed from the singular values of J."""
    U, sizes, Vt = np.linalg.svd(J, full_matrices=False)
    along = (error[:, None, :] @ U)[:, 0] * sizes / (sizes**2 + shift[:, None])
    return np.asarray((along[:, None, :] @ Vt)[:, 0])


def damped_inverse(J: Array, shift: Array | float = 0.0) -> Array:
    """Damped inverses J^T (J J^T + shift 1)^-1, (..., n, r), of J (..., r, n); shift () or (...).

    If J has fewer columns than rows, the equal form (J^T J + shift 1)^-1 J^T is computed.
    """
    if J.shape[-1] < J.shape[-2]:
        J_back = np.swapaxes(J, -1, -2)
        square = J_back @ J + np.asarray(shift)[..., None, None] * np.eye(J.shape[-1])
        return np.asarray(np.linalg.solve(square, J_back))
    square = J @ np.swapaxes(J, -1, -2)
    square = square + np.asarray(shift)[..., None, None] * np.eye(J.shape[-2])
    return np.swapaxes(np.linalg.solve(square, J), -1, -2)


def shortened(dq: Array, error: Array, revolute: Array, largest: float) -> Array:
    """Steps dq (k, m) scaled down so that none turns a joint by more than `largest` rad; step 3.

    error: (k, r), its first three columns the error of the position in units of the size.
    """
    far = np.abs(dq)
    if far.max(initial=0.0) <= largest:  # the bound of a slide is at least `largest`, too
        return dq
    if np.count_nonzero(revolute) == len(revolute):
        share = far.max(axis=1) / largest
    else:
        off = np.maximum(np.linalg.norm(error[:, :3], axis=1), largest)
        share = (far / np.where(revolute > 0.0, largest, off[:, None])).max(axis=1)
    return np.asarray(dq / np.maximum(share, 1.0)[:, None])
