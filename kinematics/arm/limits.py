"""Joint limits: whole turns that keep them, and sentences about those that do not."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.arm.mechanism import JointKind, Mechanism
from kinematics.poses.transforms import Array

TURN = 2.0 * np.pi
SLACK = 1e-9  # rad or mm beyond a limit that is rounding


@dataclass(frozen=True)
class LimitExcess:
    """Joint `joint` (from 0) stands at `value`, beyond `limit`; rad or mm."""

    joint: int
    name: str
    kind: JointKind
    value: float
    limit: float

    @property
    def excess(self) -> float:
        """How far beyond the limit, rad or mm, positive."""
        return abs(self.value - self.limit)

    def __str__(self) -> str:
        value, limit, excess = self.value, self.limit, self.excess
        unit = "mm"
        if self.kind is JointKind.REVOLUTE:
            value, limit, excess = (float(np.degrees(x)) for x in (value, limit, excess))
            unit = "deg"
        return (
            f"joint {self.joint + 1} ({self.name}) at {value:.1f} {unit}, "
            f"limit {limit:.1f} {unit} ({excess:.1f} {unit} too far)"
        )


def limit_excesses(mechanism: Mechanism, q: ArrayLike) -> tuple[LimitExcess, ...]:
    """The joints of q (n,) that stand beyond their limits, as they are, without turns."""
    values = mechanism.check_one_q(q)
    found = []
    for i, joint in enumerate(mechanism.joints):
        value = float(values[i])
        if value < joint.lower - SLACK or value > joint.upper + SLACK:
            limit = joint.lower if value < joint.lower else joint.upper
            found.append(LimitExcess(i, joint.name, joint.kind, value, limit))
    return tuple(found)


def nearest_turns(mechanism: Mechanism, q: ArrayLike, q_near: ArrayLike) -> Array:
    """q (..., n) with whole turns added to revolute joints so that it comes nearest q_near.

    Among the turns those within the limits are preferred; a joint that no turn brings within
    its limits takes the nearest of all.
    """
    values, near = mechanism.check_q(q), mechanism.check_q(q_near)
    lowest, highest = _turns_within(mechanism, values)
    turns = np.round((near - values) / TURN)
    turns = np.where(lowest <= highest, np.clip(turns, lowest, highest), turns)
    return values + TURN * turns * mechanism.revolute


def within_limits(mechanism: Mechanism, q: ArrayLike) -> NDArray[np.bool_]:
    """Whether each row of q (..., n) keeps all limits, whole turns of revolute joints allowed."""
    return keeps_limits(mechanism, mechanism.check_q(q))


def keeps_limits(mechanism: Mechanism, values: Array) -> NDArray[np.bool_]:
    """`within_limits` of values that a solver made or that are checked already."""
    lowest, highest = _limits_in_turns(mechanism)
    turns = values / TURN
    kept = np.floor(highest - turns) >= lowest - turns
    if "P" in mechanism.kinds:
        within = (values >= mechanism.lower - SLACK) & (values <= mechanism.upper + SLACK)
        kept = np.where(mechanism.revolute == 0.0, within, kept)
    return np.asarray(kept.all(axis=-1))


@lru_cache(maxsize=256)
def _limits_in_turns(mechanism: Mechanism) -> tuple[Array, Array]:
    return (mechanism.lower - SLACK) / TURN, (mechanism.upper + SLACK) / TURN


def least_excess(mechanism: Mechanism, q: ArrayLike) -> LimitExcess | None:
    """The largest excess of the row of q (m, n) that breaks the limits least; None if none does.

    Each row is first brought to the turns nearest the middle of its ranges.
    """
    values = mechanism.check_q(q)
    known = np.isfinite(mechanism.lower) & np.isfinite(mechanism.upper)
    middle = 0.5 * (np.where(known, mechanism.lower, 0) + np.where(known, mechanism.upper, 0))
    found = []
    for row in values:
        excesses = limit_excesses(mechanism, nearest_turns(mechanism, row, middle))
        if not excesses:
            return None
        found.append(max(excesses, key=lambda excess: excess.excess))
    return min(found, key=lambda excess: excess.excess, default=None)


def _turns_within(mechanism: Mechanism, q: Array) -> tuple[Array, Array]:
    """Fewest and most whole turns that bring each value within its limits."""
    lowest = np.ceil((mechanism.lower - SLACK - q) / TURN)
    highest = np.floor((mechanism.upper + SLACK - q) / TURN)
    return lowest, highest
