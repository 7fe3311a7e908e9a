"""Endless loops: finds the lines of the loop that a run repeats without motion."""

from __future__ import annotations

from dataclasses import replace

from language.instructions import BY_NAME
from scenes.execution.machine.machine import Advancing, Machine
from scenes.execution.machine.moment import Moment, Status
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.task import Task

# Number of statements that the run is followed for, to see which of them come again.
FOLLOWED = 4096


def endless(
    machine: Machine, now: Moment, advance: Advancing
) -> tuple[Moment, Task, ImpossibleError]:
    """The moment and task at the first statement of an endless loop, and the error E603.

    advance: Takes the run on through its loop.
    """
    depth, first, last = _loop(machine, now, advance)
    at = now.having(frames=now.frames[:depth]).at(first)
    task = machine.task(at)
    lines = [machine.code.statements[place].line for place in (first, last)]
    where = f"line {lines[0]}" if lines[0] == lines[1] else f"lines {lines[0]} to {lines[1]}"
    count = now.idle - 1
    message = (
        f"endless loop in {where}: {count} statements without motion or passing of time; it "
        f"begins with {task.statement.shown}"
    )
    return at, task, ImpossibleError("E603", message, statements=count)


def _loop(machine: Machine, now: Moment, advance: Advancing) -> tuple[int, int, int]:
    """Number of programs at work in the loop, and the places of its first and last statement."""
    passed = [(now.depth, now.frame.place)]
    free = replace(machine, budget=now.idle + 2 * FOLLOWED)
    now = now.having(burden=-2 * FOLLOWED * FOLLOWED)
    for _ in range(FOLLOWED):
        following = advance(free, now).moment
        if not following.frames or following.status is Status.FAILED:
            break
        now = following
        if machine.statement(now) is not None and now.reaction is None:
            passed.append((now.depth, now.frame.place))
    depth = min(depth for depth, _ in passed)
    places = {place for at, place in passed if at == depth}
    blocks = machine.code.blocks
    round_it = (blocks[place] for place in places if place in blocks)
    places |= {block.head for block in round_it if BY_NAME[block.kind].loops}
    return depth, min(places), max(places)
