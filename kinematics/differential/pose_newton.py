"""Damped Newton on the equations of poses: by the shipped loop if it loads, else by NumPy.

Both ways run the iteration of `damped_newton.py`, by the same rule; away from singular poses their
results agree to rounding. Chains with closed loops or coupled joints are for NumPy.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kinematics.arm.loop_chain import chain_of
from kinematics.arm.mechanism import Mechanism
from kinematics.arm.residuals import misses
from kinematics.arm.size import size_of
from kinematics.differential.damped_newton import Rule, Takes, Until, damped_newton
from kinematics.differential.pose_equations import Drive, joints_of, pose_equations
from kinematics.loops.newton_kernel import (
    ALL,
    BEST,
    CLOSER,
    EACH,
    EVERY,
    NOTES,
    ONE,
    descend_rows,
)
from kinematics.poses.transforms import Array

_TAKES = {Takes.CLOSER: CLOSER, Takes.BEST: BEST, Takes.EVERY: EVERY}
_UNTIL = {Until.EACH: EACH, Until.ALL: ALL, Until.ONE: ONE}

_MOST_STEPS = 4096  # the loop is given room for the residuals of all steps


class Rest(NamedTuple):
    """Joint values q (n,) that the null space moves to, in steps of this share of the way."""

    q: Array
    share: float


class Arrival(NamedTuple):
    """Where rows of joint values were led to.

    q: (N, n). miss_mm, miss_rad: (N,), how far forward(q) is from the poses. trace: (steps + 1, N),
    the residuals before each step, lengths by the size of the arm, and the last ones; nan where a
    row had ended.
    """

    q: Array
    miss_mm: Array
    miss_rad: Array
    trace: Array


def led_to_poses(
    mechanism: Mechanism,
    Ts: Array,
    q: Array,
    rule: Rule,
    rows: int = 6,
    rest: Rest | None = None,
) -> Arrival:
    """Rows q (N, n), rad or mm, led towards poses Ts (N or 1, 4, 4), mm.

    rows: 6, or 3 for the place alone. rule: one without careful steps.
    """
    if mechanism.has_loops or rule.steps > _MOST_STEPS or not descend_rows.is_ready:
        return led_by_numpy(mechanism, Ts, q, rule, rows, rest)
    if (len(q), len(Ts)) != (1, 1):
        return _Desk(mechanism, rule, rows, rest is not None, (len(q), len(Ts))).led(Ts, q, rest)
    spare = _spare_desks(mechanism, rule, rows, rest is not None)
    # Taken out of the list, a desk belongs to this thread alone.
    desk = spare.pop() if spare else _Desk(mechanism, rule, rows, rest is not None, (1, 1))
    arrival = desk.led(Ts, q, rest)
    spare.append(desk)
    return arrival


def led_by_numpy(
    mechanism: Mechanism,
    Ts: Array,
    q: Array,
    rule: Rule,
    rows: int = 6,
    rest: Rest | None = None,
    drive: Drive | None = None,
) -> Arrival:
    """`led_to_poses` by NumPy; drive: q holds the values of the driven joints alone."""
    joints = joints_of(mechanism, None if drive is None else drive.revolute)
    wish = None if rest is None else _motion_to(rest, joints.units)
    out = damped_newton(pose_equations(mechanism, Ts, rows, drive), q, joints, rule, wish=wish)
    whole = out.q if drive is None else out.q @ drive.ratios.T + drive.offsets
    distance, angle = misses(mechanism, whole, Ts)
    same = [row for row in out.trace if len(row) == len(q)]
    return Arrival(out.q, distance, angle, np.array([*same, out.residual]))


def _motion_to(rest: Rest, units: Array) -> Callable[[Array], Array]:
    def wish(q: Array) -> Array:
        return rest.share * (rest.q - q) / units

    return wish


class _Desk:
    """The arrays that the loop reads and writes for rows and poses of one number."""

    def __init__(
        self, mechanism: Mechanism, rule: Rule, rows: int, has_rest: bool, count: tuple[int, int]
    ) -> None:
        n, N = mechanism.n, count[0]
        self.Ts, self.q, self.ends = np.empty((count[1], 4, 4)), np.empty((N, n)), np.empty((N, 4))
        self.rest = np.empty(n + 1 if has_rest else 0)
        self.trace = np.full((rule.steps, N), np.nan)
        own = np.empty((N, n)), np.empty((N, 6)), np.empty((N, NOTES)), np.empty((N, 6, n))
        frames, square = np.empty((n + 1, 12)), np.empty((9, max(n, 6)))
        self.loop = descend_rows.laid_out(
            chain_of(mechanism),
            joints_of(mechanism).units,
            size_of(mechanism),
            self.Ts,
            (rows, False, False),
            numbers_of(rule),
            damping_of(rule),
            self.rest,
            np.empty((0, n), bool),
            self.q,
            self.ends,
            self.trace,
            (*own, frames, square, np.empty((6 + n, n))),
        )

    def led(self, Ts: Array, q: Array, rest: Rest | None) -> Arrival:
        """Runs the loop; what it gives is copied, so that the desk is free again."""
        self.Ts[:], self.q[:] = Ts, q
        if rest is not None:
            self.rest[:-1], self.rest[-1] = rest
        steps = self.loop()
        trace = np.concatenate([self.trace[:steps], self.ends[None, :, 0]])
        return Arrival(self.q.copy(), self.ends[:, 2].copy(), self.ends[:, 3].copy(), trace)


@lru_cache(maxsize=256)
def _spare_desks(mechanism: Mechanism, rule: Rule, rows: int, has_rest: bool) -> list[_Desk]:
    """Desks for one row that no thread works at."""
    return []


def numbers_of(rule: Rule) -> tuple[float, ...]:
    """The numbers of a rule in the order of `newton_kernel.RULE`."""
    takes, until = _TAKES[rule.takes], _UNTIL[rule.until]
    ends = rule.near, rule.gain, rule.patience, rule.still
    return (rule.steps, rule.largest, rule.settled, takes, until, *ends)


def damping_of(rule: Rule) -> tuple[float, ...]:
    """The numbers of a damping in the order of `newton_kernel.DAMPING`."""
    d = rule.damping
    return (d.floor, d.factor, d.closer, d.farther, *d.between, d.most)
