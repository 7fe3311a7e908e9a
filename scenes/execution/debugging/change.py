"""A change by hand: a value that the user replaces while a run is stopped between statements.

Changes belong to a debug session, never to the program's file. A program that runs again with the
same changes does the same again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, cast

from scenes.execution.machine.signal_times import switched
from scenes.execution.values.scopes import key_written
from scenes.world.frozen import Array, Frozen, with_item
from scenes.world.state import CellState

if TYPE_CHECKING:
    from scenes.execution.machine.machine import Machine
    from scenes.execution.machine.moment import Moment


class Kind(Enum):
    """What a user can change at a stop."""

    VARIABLE = "variable"
    LOCATION = "location"
    SIGNAL = "signal"


@dataclass(frozen=True, eq=False)
class Change(Frozen):
    """A new value from a moment on.

    Attributes:
        advances: Number of advances of the machine before the change.
        name: Name in capitals, or the number of a signal in digits.
        value: A number for a variable, a pose (4, 4) or joint values (n,) for a location, 1 or 0
            for a signal.
        shown: The value as the user wrote it.
    """

    advances: int
    kind: Kind
    name: str
    value: float | Array
    shown: str = ""


def with_state_put(machine: Machine, now: Moment, state: CellState) -> Moment:
    """The moment with another state; a changed signal has its usual effects."""
    before = now.state
    now = now.having(state=state)
    return machine.signalled(now, before) if switched(before.signals, state.signals) else now


def changed(machine: Machine, now: Moment, change: Change) -> Moment:
    """The moment with the change in force."""
    state = now.state
    if change.kind is Kind.VARIABLE:
        key = key_written(now.names, change.name)
        return now.having(state=state.with_variable(key, float(change.value)))
    if change.kind is Kind.SIGNAL:
        on = bool(change.value)
        return with_state_put(machine, now, state.with_signal(int(change.name), on))
    key = key_written(now.names, change.name)
    locations = with_item(state.locations, key, cast(Array, change.value))
    return now.having(state=replace(state, locations=locations))


def changed_here(machine: Machine, now: Moment, changes: Iterable[Change]) -> Moment:
    """The moment with the changes that were made at this moment."""
    for change in changes:
        if change.advances == now.advances:
            now = changed(machine, now, change)
    return now
