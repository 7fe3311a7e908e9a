"""A run of the console: how it begins, and what was done by hand between its statements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from language.words.suggestions import nearest
from scenes.execution.debugging.debugger import Session, begin, begin_at
from scenes.execution.machine.machine import Machine
from scenes.runs.step import Step


class ByHand(NamedTuple):
    """A statement that DO has carried out, after so many statements of the program."""

    after: int
    step: Step


def begun(machine: Machine, name: str, step: int | None, *, own_name: str) -> Session | str:
    """A run at the beginning of a program, or at a step of it; a sentence where there is none.

    name: The program, "" for the first. own_name: The file of the console, which EXECUTE may name.
    """
    code = machine.code
    if name and name not in code.by_name:
        listed = ", ".join([*code.by_name, *([own_name] if own_name else [])])
        near = nearest(name, code.by_name)
        hint = f"; DID YOU MEAN {near[0]}?" if near else f"; THERE IS {listed or 'ONE ALONE'}"
        return f"THERE IS NO PROGRAM {name}{hint}"
    extent = code.by_name.get(name, 0)
    session = begin(machine, extent=extent)
    if step is None:
        return session
    place = code.extents[extent].labels.get(step)
    return f"THERE IS NO STEP {step}" if place is None else begin_at(session, place)


def steps_in_time(own: Sequence[Step], by_hand: Sequence[ByHand]) -> tuple[Step, ...]:
    """The steps of the program and those done by hand, in the order in which they were done.

    The clock of the program stands still while something is done by hand; these times go on.
    """
    found: list[Step] = []
    time = 0.0
    for count in range(len(own) + 1):
        here = [done.step for done in by_hand if done.after == count]
        for step in (*here, *own[count : count + 1]):
            found.append(step.starting_at(time))
            time += step.duration
    return tuple(found)
