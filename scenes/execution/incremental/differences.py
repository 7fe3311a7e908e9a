"""What differs between two moments: nothing, named values only, or more.

After an edit a run often comes back to where it was before, except for a location or a variable
that the edit changed. Statements that do not use the name then do the same again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from scenes.execution.machine.moment import Moment
from scenes.world.frozen import with_item, without_items
from scenes.world.state import CellState

# The fields of a state that hold values by the names of the program.
NAMED = ("locations", "variables")
# Stands for the value of a name that has none.
GONE = object()


class Differences:
    """Values of names that differ from those of an earlier run, with the states that have them.

    values: For each field of NAMED the changed names with their new values, GONE for none.
    """

    def __init__(self, values: Mapping[str, Mapping[str, Any]]) -> None:
        self._values = {field: dict(own) for field, own in values.items() if own}
        self.names = frozenset(key for own in self._values.values() for key in map(base, own))
        self._states: dict[int, CellState] = {}
        self._mappings: dict[int, Mapping[str, Any]] = {}

    def __bool__(self) -> bool:
        return bool(self._values)

    def of(self, state: CellState) -> CellState:
        """A state of the earlier run with the changed values; the same object each time."""
        if not self._values:
            return state
        found = self._states.get(id(state))
        if found is None:
            changed = {
                field: self._mapping(getattr(state, field), own)
                for field, own in self._values.items()
            }
            self._states[id(state)] = found = state.having(**changed)
        return found

    def _mapping(self, mapping: Mapping[str, Any], values: dict[str, Any]) -> Mapping[str, Any]:
        found = self._mappings.get(id(mapping))
        if found is None:
            found = without_items(mapping, [key for key, v in values.items() if v is GONE])
            for key, value in values.items():
                if value is not GONE:
                    found = with_item(found, key, value)
            self._mappings[id(mapping)] = found
        return found


def base(key: str) -> str:
    """The name of a location or a variable, from its key: A of A[3], P of #P."""
    return key.lstrip("#").partition("[")[0].partition("@")[0].upper()


def differences(now: Moment, then: Moment) -> Differences | None:
    """What differs at a moment from an earlier one; None where more than named values differ.

    Place, time, and numbers of statements may differ. A timer counts as a difference.
    """
    if now.timers or then.timers or now.due or then.due or now.lap or then.lap:
        return None
    if len(now.frames) != 1 or len(then.frames) != 1 or now.status is not then.status:
        return None
    if now.frame.rest is not None or then.frame.rest is not None:
        return None
    others = ("idle", "burden", "reactions", "waiting", "answers")
    if any(getattr(now, name) != getattr(then, name) for name in others):
        return None
    a, b = now.state.__dict__, then.state.__dict__
    fields = type(now.state).__dataclass_fields__
    if not all(_same(a[name], b[name]) for name in fields if name not in NAMED):
        return None
    return Differences({name: _changed(a[name], b[name]) for name in NAMED})


def _changed(now: Mapping[str, Any], then: Mapping[str, Any]) -> dict[str, Any]:
    """The names whose values differ, with the value now, or GONE."""
    if now is then:
        return {}
    a, b = dict(now), dict(then)
    changed = {key: value for key, value in a.items() if key not in b or not _same(value, b[key])}
    return changed | {key: GONE for key in b if key not in a}


def _same(a: Any, b: Any) -> bool:
    """Whether two values of a state are exactly the same, so that what follows is."""
    if a is b:
        return True
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return bool(np.array_equal(a, b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return len(a) == len(b) and all(key in b and _same(a[key], b[key]) for key in a)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return False
    return bool(a == b)
