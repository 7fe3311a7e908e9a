"""Statements that only calculate and decide: carried out in a row, without a moment for each.

A loop may count to a million, and a frozen moment a statement takes a hundred times as long as
its sum. So each such statement of a program is turned into a function once; a row of them works
on values that may change, and a moment is made where the row ends: before a statement that does
something in the cell, or one that cannot be carried out. The machine then goes on from there, so
that nothing but the time taken differs from going on statement by statement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenes.execution.machine.machine import BURDEN, Machine
from scenes.execution.machine.moment import Moment, Status
from scenes.execution.machine.recurrence import LONGEST_RUN, Turning
from scenes.execution.machine.work import NotHere, Work
from scenes.execution.values.impossible import FAULTS

if TYPE_CHECKING:
    from scenes.runs.step import Step


class Row(NamedTuple):
    """What a row of statements came to, and the moment behind them.

    places, depths, advances: Of each statement its place, the programs at work, and the times the
    machine had gone on before it. step: Of a run that ends there.
    """

    places: list[int]
    depths: list[int]
    advances: list[int]
    moment: Moment
    step: Step | None = None


def calculated(machine: Machine, now: Moment, most: int) -> Row:
    """Carry out statements from a moment on, at most so many, until one does more than calculate.

    A row that is empty leaves the moment as it is.
    """
    places: list[int] = []
    depths: list[int] = []
    advances: list[int] = []
    if not _may_begin(machine, now):
        return Row(places, depths, advances, now)
    operations, turning = machine.operations.at, Turning(now)
    work = Work(machine.code, now, machine.task)
    place = work.place
    most = min(most, machine.budget - now.idle)
    while work.done < most:
        try:
            while place >= work.stop:
                place = work.left()
                work.advances += 1
            work.place, depth, before = place, work.depth, work.advances
            following = operations[place](work)
        except (*FAULTS, NotHere):
            break
        work.done += 1
        work.advances += 1
        places.append(place)
        depths.append(depth)
        advances.append(before)
        is_back = following <= place and work.depth == depth
        if is_back and not turning.goes_on(depth, following):
            found = turning.compared(machine, work.moment(following))
            if found is not None:
                return Row(places, depths, advances, *found)
        place = following
    after = turning.of(work.moment(place)) if places else now
    return Row(places, depths, advances, after)


def _may_begin(machine: Machine, now: Moment) -> bool:
    """Whether nothing happens before the next statement, and that only calculates."""
    if not now.frames or now.status is not Status.READY or now.frame.rest is not None:
        return False
    if now.burden > BURDEN:
        return False
    place = now.frame.place
    if place >= machine.code.extents[now.frame.extent].stop or now.time > LONGEST_RUN:
        return False
    if now.reaction is not None or (now.due and now.due[0].time <= now.time):
        return False
    return machine.operations.has(place)
