"""Passages: what the machine did from one moment to the next, kept for the run after an edit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from language.compiled.control_flow import Code
from scenes.execution.debugging.tracer import Tracer
from scenes.execution.machine.machine import Machine
from scenes.execution.machine.moment import Moment
from scenes.runs.step import Step

# Greatest number of passages of a run that is kept, about 2 kB each besides the run itself.
MOST_PASSAGES = 20_000


class Passage(NamedTuple):
    """One statement, or a row of statements that only calculate.

    moment: The run before it. place: Index of its first statement, or of the end of the program.
    noted: Number of statements in the trace before it. step: Its step; None where nothing happens
    in the cell.
    """

    moment: Moment
    place: int
    noted: int
    step: Step | None


class KeptRun(NamedTuple):
    """A run in which each statement was carried out once, in order.

    end: The moment behind the last passage. furthest: For each passage the index of the last
    statement that it depends on.
    """

    machine: Machine
    passages: tuple[Passage, ...]
    end: Moment
    tracer: Tracer
    furthest: tuple[int, ...]


def kept_run(
    machine: Machine, passages: Sequence[Passage], end: Moment, tracer: Tracer
) -> KeptRun | None:
    """The run to keep; None where a statement may depend on more than what came before it.

    The text of the program must decide the order of the statements, without a jump, a block or a
    call, and no event of a scenario may happen at a time of its own.
    """
    scenario = machine.scenario
    if not machine.code.is_straight or scenario.events or scenario.responses:
        return None
    if len(passages) > MOST_PASSAGES:
        return None
    return KeptRun(machine, tuple(passages), end, tracer, _furthest(machine.code, passages))


def _furthest(code: Code, passages: Sequence[Passage]) -> tuple[int, ...]:
    """For each passage the index of the last statement that it depends on.

    A motion with a corner zone depends on the statements up to the next stop: the machine plans all
    motions up to there as one chain (see `machine.corners`).
    """
    furthest, stop, later = [0] * len(passages), len(code.statements), len(code.statements)
    for index in range(len(passages) - 1, -1, -1):
        passage = passages[index]
        zone = passage.moment.state.zone.size
        furthest[index] = max(stop if zone > 0.0 else later - 1, passage.place)
        for place in range(later - 1, passage.place - 1, -1):
            instruction = code.statements[place].instruction
            if instruction.moves and zone > 0.0:
                continue
            if instruction.moves or not instruction.through_corner:
                stop = place
        later = passage.place
    return tuple(furthest)
