"""Carries out a row of statements that only calculate and branch, without a moment for each.

A loop may count to a million, and to make a frozen moment takes a hundred times as long as to
carry out an addition. So each such statement of a program is turned into a function once; the
functions of a row change values in place, and one moment is made where the row ends: before a
statement that does something in the cell, or one that cannot be carried out. The machine then goes
on from that moment. The result is the same as of `advance` for each statement; only the time
differs.
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
    """The result of a row of statements, and the moment behind it.

    places, depths, advances: For each statement its place, the number of programs at work, and the
    number of advances of the machine before it. step: The last step, if the run ends with the row.
    """

    places: list[int]
    depths: list[int]
    advances: list[int]
    moment: Moment
    step: Step | None = None


def calculated(machine: Machine, now: Moment, most: int) -> Row:
    """The row of statements from a moment on, up to one that does more than calculate.

    most: Greatest length of the row. An empty row has the moment `now`.
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
    """Whether the next statement only calculates, with no reaction or signal before it."""
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
