"""Joint limits: which joint values keep them, with which whole turns, and by how much others
break them."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kinematics.arm.joints import Joint, JointKind
from kinematics.arm.mechanism import Mechanism
from kinematics.poses.transforms import Array

TURN = 2.0 * np.pi
SLACK = 1e-9  # rad or mm: an excess up to this is rounding and breaks no limit
NO_LIMIT = 1e12  # turns or mm: farther than any joint value


@dataclass(frozen=True)
class LimitExcess:
    """A joint beyond one of its limits.

    joint: its index, from 0; of a passive joint the number of driven ones plus its place among all
    joints. value, limit: rad or mm. As text it is a clause, in degrees or mm.
    """

    joint: int
    name: str
    kind: JointKind
    value: float
    limit: float
    passive: bool = False

    @property
    def called(self) -> str:
        """The joint in a sentence, by its number, or as a passive one that has none."""
        if self.passive:
            return f"passive joint {self.name}"
        return f"joint {self.joint + 1} ({self.name})"

    @property
    def excess(self) -> float:
        """Distance of the value from the limit, rad or mm, positive."""
        return abs(self.value - self.limit)

    def __str__(self) -> str:
        value, limit, excess = self.value, self.limit, self.excess
        unit = "mm"
        if self.kind is JointKind.REVOLUTE:
            value, limit, excess = (float(np.degrees(x)) for x in (value, limit, excess))
            unit = "deg"
        value, limit, excess = (round(x, 1) + 0.0 for x in (value, limit, excess))  # no -0.0
        return (
            f"{self.called} at {value:.1f} {unit}, "
            f"limit {limit:.1f} {unit} ({excess:.1f} {unit} too far)"
        )


def limit_excesses(mechanism: Mechanism, q: ArrayLike) -> tuple[LimitExcess, ...]:
    """The joints of q (n,) that are beyond their limits; no whole turns are added to q.

    Of an arm with closed loops the passive joints come last, where its loops close.
    """
    values = mechanism.check_one_q(q)
    driven = enumerate(zip(mechanism.joints, values, strict=True))
    found = [_excess(i, joint, float(value), False) for i, (joint, value) in driven]
    found += _passive_excesses(mechanism, values)
    return tuple(excess for excess in found if excess is not None)


def first_passive_excess(mechanism: Mechanism, q: Array) -> tuple[int, LimitExcess] | None:
    """The first row of q (m, n) at which a passive joint is beyond a limit, and the excess.

    None where there is no such row. Rows at which a loop stays open have no passive values.
    """
    bad = ~_passive_kept(mechanism, q)
    if not bad.any():
        return None
    row = int(np.argmax(bad))
    return row, next(e for e in _passive_excesses(mechanism, q[row]) if e is not None)


def _passive_excesses(mechanism: Mechanism, values: Array) -> list[LimitExcess | None]:
    places = mechanism.limited_passive
    if not places:
        return []
    y, closes = mechanism.all_joints_where_closed(values)
    if not closes:
        return []
    joints = mechanism.link_joints
    return [_excess(mechanism.n + k, joints[k], float(y[k]), True) for k in places]


def _excess(number: int, joint: Joint, value: float, passive: bool) -> LimitExcess | None:
    if joint.lower - SLACK <= value <= joint.upper + SLACK:
        return None
    limit = joint.lower if value < joint.lower else joint.upper
    return LimitExcess(number, joint.name, joint.kind, value, limit, passive)


def _passive_kept(mechanism: Mechanism, values: Array) -> NDArray[np.bool_]:
    """Whether passive joints keep their limits at values (..., n), (...); so they do where loops
    stay open, which is another fault."""
    places = list(mechanism.limited_passive)
    if not places:
        return np.ones(values.shape[:-1], bool)
    y, closes = mechanism.all_joints_where_closed(values)
    lower = np.array([mechanism.link_joints[k].lower for k in places]) - SLACK
    upper = np.array([mechanism.link_joints[k].upper for k in places]) + SLACK
    y = y[..., places]
    return np.asarray(((y >= lower) & (y <= upper)).all(axis=-1) | ~closes)


def nearest_turns(mechanism: Mechanism, q: ArrayLike, q_near: ArrayLike) -> Array:
    """q (..., n) with whole turns added to revolute joints, so that each comes nearest to q_near.

    Turns within the limits come first; a joint that no turn brings within its limits takes the turn
    that is nearest to q_near (..., n).
    """
    values, near = mechanism.check_q(q), mechanism.check_q(q_near)
    lowest, highest = _turns_within(mechanism, values)
    turns = np.round((near - values) / TURN)
    turns = np.where(lowest <= highest, np.clip(turns, lowest, highest), turns)
    return values + TURN * turns * mechanism.revolute


def within_limits(mechanism: Mechanism, q: ArrayLike) -> NDArray[np.bool_]:
    """Whether each row of q (..., n) keeps all joint limits, (...).

    A revolute joint keeps its limits if a whole turn added to its value brings it within them.
    Passive joints of closed loops keep theirs as they stand, in (-pi, pi].
    """
    return keeps_limits(mechanism, mechanism.check_q(q))


def keeps_limits(mechanism: Mechanism, values: Array) -> NDArray[np.bool_]:
    """`within_limits` (...) of joint values (..., n) that need no check."""
    lowest, highest = _limits_in_turns(mechanism)
    turns = values / TURN
    kept = np.floor(highest - turns) >= lowest - turns
    if "P" in mechanism.kinds:
        within = (values >= mechanism.lower - SLACK) & (values <= mechanism.upper + SLACK)
        kept = np.where(mechanism.revolute == 0.0, within, kept)
    all_kept = np.asarray(kept.all(axis=-1))
    if mechanism.limited_passive and all_kept.any():
        all_kept = all_kept & _passive_kept(mechanism, values)
    return all_kept


@lru_cache(maxsize=256)
def _limits_in_turns(mechanism: Mechanism) -> tuple[Array, Array]:
    return (mechanism.lower - SLACK) / TURN, (mechanism.upper + SLACK) / TURN


def limit_rows(mechanism: Mechanism) -> Array:
    """Lower and upper limits (2, n) with their slack, in turns of revolute joints, mm of others.

    They are finite, for loops that round them to whole numbers: NO_LIMIT stands for infinity.
    """
    limits = np.stack([mechanism.lower - SLACK, mechanism.upper + SLACK])
    rows = np.where(mechanism.revolute > 0.0, np.stack(_limits_in_turns(mechanism)), limits)
    return np.clip(rows, -NO_LIMIT, NO_LIMIT)


def least_excess(mechanism: Mechanism, q: ArrayLike) -> LimitExcess | None:
    """The largest excess of that row of q (m, n) which breaks the limits least.

    None if a row keeps all limits, or if there is no row. Whole turns first bring each joint as
    near as they can to the middle of its range.
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
    """Least and largest number of turns that bring each value of q (..., n) within its limits.

    The least is above the largest where no turn does.
    """
    lowest = np.ceil((mechanism.lower - SLACK - q) / TURN)
    highest = np.floor((mechanism.upper + SLACK - q) / TURN)
    return lowest, highest
