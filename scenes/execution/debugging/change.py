"""A change by hand: what somebody puts in place of a value while a run stands between statements.

It belongs to a debug session, never to the program's file: run again with the same changes, a
program does the same again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import cast

from scenes.execution.machine.machine import Machine
from scenes.execution.machine.moment import Moment
from scenes.execution.machine.signal_times import switched
from scenes.execution.values.scopes import key_written
from scenes.world.frozen import Array, Frozen, with_item
from scenes.world.state import CellState


class Kind(Enum):
    """What can be changed at a stop."""

    VARIABLE = "variable"
    LOCATION = "location"
    SIGNAL = "signal"


@dataclass(frozen=True, eq=False)
class Change(Frozen):
    """Another value from a moment on.

    Attributes:
        advances: Times the machine had gone on when the value was put in.
        name: In capitals; a signal's number in digits.
        value: A number; a pose (4, 4) or joint values (n,) of a location; 1 or 0 of a signal.
        shown: The value as its author wrote it.
    """

    advances: int
    kind: Kind
    name: str
    value: float | Array
    shown: str = ""


def with_state_put(machine: Machine, now: Moment, state: CellState) -> Moment:
    """The moment with another state; a signal in it has the effects that it always has."""
    before = now.state
    now = now.but(state=state)
    return machine.signalled(now, before) if switched(before.signals, state.signals) else now


def changed(machine: Machine, now: Moment, change: Change) -> Moment:
    """The moment with the change in force."""
    state = now.state
    if change.kind is Kind.VARIABLE:
        key = key_written(now.names, change.name)
        return now.but(state=state.with_variable(key, float(change.value)))
    if change.kind is Kind.SIGNAL:
        on = bool(change.value)
        return with_state_put(machine, now, state.with_signal(int(change.name), on))
    key = key_written(now.names, change.name)
    locations = with_item(state.locations, key, cast(Array, change.value))
    return now.but(state=replace(state, locations=locations))


def changed_here(machine: Machine, now: Moment, changes: Iterable[Change]) -> Moment:
    """The moment with those of the changes that were made at it."""
    for change in changes:
        if change.advances == now.advances:
            now = changed(machine, now, change)
    return now
