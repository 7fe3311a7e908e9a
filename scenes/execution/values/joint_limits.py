"""Joint limits: the joint that is farthest beyond its limit, and the message about it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from kinematics import LimitExcess, Mechanism, limit_excesses, nearest_turns
from scenes.execution.values.impossible import ImpossibleError
from scenes.world.frozen import Array
from scenes.world.units import amount, in_door_unit


def worst_excess(mechanism: Mechanism, q: Array) -> LimitExcess | None:
    """The largest excess over a joint limit at q (n,); None where all joints keep their limits."""
    found = limit_excesses(mechanism, q)
    return max(found, key=_size, default=None)


def least_bad(mechanism: Mechanism, choices: list[Array]) -> LimitExcess:
    """The smallest of the largest excesses of several joint values (n,), all beyond the limits.

    Whole turns are removed first: 221 degrees counts as -139 where that is nearer to the range.
    """
    found = [worst_excess(mechanism, q) for q in turned_inside(mechanism, choices)]
    return min((excess for excess in found if excess is not None), key=_size)


def turned_inside(mechanism: Mechanism, rows: Iterable[Array]) -> list[Array]:
    """Joint values (n,) moved by whole turns so that each is nearest to the middle of its range."""
    known = np.isfinite(mechanism.lower) & np.isfinite(mechanism.upper)
    ends = np.where(known, mechanism.lower, 0.0), np.where(known, mechanism.upper, 0.0)
    middle = 0.5 * (ends[0] + ends[1])
    return [nearest_turns(mechanism, q, np.where(known, middle, q)) for q in rows]


def beyond_limit(found: LimitExcess, where: str) -> ImpossibleError:
    """The error E303 for an excess over a limit; `where` stands in its sentence: "at LOC1"."""
    kind, upper = found.kind.value, found.value > found.limit
    over, unit = in_door_unit(kind, found.excess)
    return ImpossibleError(
        "E303",
        f"{found.called} would stand at {amount(kind, found.value)} "
        f"{where}; its {'upper' if upper else 'lower'} limit is {amount(kind, found.limit)} "
        f"({amount(kind, found.excess)} too far)",
        joint=found.joint + 1,
        value=in_door_unit(kind, found.value)[0],
        limit=in_door_unit(kind, found.limit)[0],
        over=over,
        unit=unit,
    )


def _size(found: LimitExcess) -> float:
    return in_door_unit(found.kind.value, found.excess)[0]
