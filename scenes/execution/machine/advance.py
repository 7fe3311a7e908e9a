"""Takes a run from one moment to the next, a statement at a time.

`advance` takes the moment before a statement and returns the moment behind it and, where the
statement does something in the cell, its step. A debugger steps back by taking an earlier moment.
`simulate`, the console and the window all use this function.
"""

from __future__ import annotations

from collections.abc import Callable

from scenes.execution.machine import control as flow
from scenes.execution.machine import corners
from scenes.execution.machine.endless import endless
from scenes.execution.machine.interruption import cut_short, resumed
from scenes.execution.machine.machine import BURDEN, Advance, Machine
from scenes.execution.machine.moment import Moment, Reaction, Status
from scenes.execution.machine.recurrence import compared_turn, goes_back
from scenes.execution.machine.signal_times import settled, settled_if_ever
from scenes.execution.machine.waiting import wait_step
from scenes.execution.statements.carving import carved
from scenes.execution.values.impossible import FAULTS
from scenes.execution.values.task import Task


def advance(machine: Machine, now: Moment) -> Advance:
    """The moment and the step behind the next statement, or behind the end of a program."""
    after, step = _advanced(machine, now)
    if goes_back(now, after, step):
        after, last = compared_turn(machine, after, now)
        return Advance(after, step if last is None else last)
    return Advance(after, step)


def _advanced(machine: Machine, now: Moment) -> Advance:
    now = now.having(advances=now.advances + 1)
    if now.due and now.due[0].time <= now.time:
        now = settled_if_ever(machine.scenario, now)
    reaction = now.reaction
    if reaction is not None:
        return _react(machine, now, reaction)
    statement = machine.statement(now)
    if statement is None:
        return Advance(_left(machine, now))
    now = now.having(count=now.count + 1, idle=now.idle + 1, status=Status.READY)
    if now.idle > machine.budget or now.burden > BURDEN:
        return _failed(*endless(machine, now, advance))
    return _tried(machine, now, machine.task(now), _carried_out)


def _tried(
    machine: Machine, now: Moment, task: Task, act: Callable[[Machine, Moment, Task], Advance]
) -> Advance:
    """The result of `act` at a moment; a failed step where it raises one of the FAULTS."""
    try:
        return act(machine, now, task)
    except FAULTS as fault:
        return _failed(now, task, fault)


def _carried_out(machine: Machine, now: Moment, task: Task) -> Advance:
    instruction = task.statement.instruction
    action = flow.FLOW.get(instruction.name)
    if action is not None:
        return Advance(action(machine.code, now, task))
    if instruction.is_end and now.frame.place in machine.code.blocks:
        return Advance(flow.end(machine.code, now, task))
    if instruction.waits:
        return Advance(*wait_step(machine, now, task))
    if now.due and now.due[0].time <= now.time:
        settled(machine.scenario, now, now.time)  # raises: the signals never come to rest
    rest = now.frame.rest
    if rest is None:
        whole = corners.step_of(machine, now, task, advance)
    else:
        whole = resumed(task, rest).starting_at(now.time)
    step, rest = cut_short(machine, now, whole)
    step = carved(machine.cell, step)
    if step.failed:
        return Advance(now.having(status=Status.FAILED, state=step.after), step)
    if rest is not None:
        return Advance(machine.at_end_of(step, now.with_frame(rest=rest)), step)
    after = machine.behind(now, task, step)
    if instruction.is_end:
        return Advance(flow.leave(machine.code, after, task), step)
    return Advance(flow.stop(machine.code, after, task) if instruction.ends else after, step)


def _react(machine: Machine, now: Moment, reaction: Reaction) -> Advance:
    """Begins the program of a reaction whose signal has come."""
    now = now.having(waiting=tuple(r for r in now.waiting if r is not reaction))
    place = min(now.frame.place, len(machine.code.compiled) - 1)
    task = Task(machine.code.compiled[place], machine.cell, now.state, machine.settings)

    def begin(machine: Machine, now: Moment, task: Task) -> Advance:
        return Advance(flow.enter(machine.code, now, task, reaction.program, (), reaction))

    return _tried(machine, now, task, begin)


def _left(machine: Machine, now: Moment) -> Moment:
    """The moment behind the last statement of a program, which counts as END."""
    if not now.frames:
        return now.having(status=Status.ENDED)
    place = max(min(now.frame.place, len(machine.code.compiled)) - 1, 0)
    if not machine.code.compiled:
        return now.having(frames=(), status=Status.ENDED)
    task = Task(machine.code.compiled[place], machine.cell, now.state, machine.settings)
    return flow.leave(machine.code, now, task)


def _failed(now: Moment, task: Task, fault: Exception) -> Advance:
    return Advance(now.having(status=Status.FAILED), task.failed(fault).starting_at(now.time))
