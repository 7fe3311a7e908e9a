"""Programs that repeat for ever: a run ends where everything is as at an earlier moment.

A robot's program often ends in a GOTO to its beginning. When the run comes to the same statement
with the same joints, parts, variables and signals, and the same changes of signals ahead, the rest
of the run repeats what has been carried out: the run ends there with a note. Two things may differ.
First, a variable that only TYPE reads (`unread`): later texts of TYPE are not foretold. Second,
parts that FEED has added, if each lies exactly where another part of its kind lay before, and the
earlier parts lie as they did: the hand and the arm then meet the same shapes in the same places as
in the turn before. The time always differs, so the module does not judge a program in which TIME or
a TIMER decides something. The moment to compare with is replaced at longer and longer distances
(Brent's method), so that one kept moment finds a period of any length.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import numpy as np

from kinematics.motion.corners.corner import Corner
from scenes.execution.machine.machine import Machine
from scenes.execution.machine.moment import Lap, Moment, Status
from scenes.execution.values.impossible import ImpossibleError
from scenes.runs.cycle import GOES_ROUND, Cycle
from scenes.runs.step import NOTE, Step
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from scenes.world.cell import Cell
    from scenes.world.state import CellState

# Rad, mm, s: joints, poses and times that differ by no more than this are the same.
ALIKE = 1e-9
# S: a run that lasts longer counts as endless.
LONGEST_RUN = 86_400.0
FRAME = ("extent", "place", "counters", "names", "owned", "reaction")


def goes_back(now: Moment, after: Moment, step: Step | None) -> bool:
    """Whether a statement led back: to itself, to an earlier one, or out of a reaction.

    An earlier statement counts if it is of the same program.
    """
    if not after.frames or after.status is not Status.READY:
        return False
    if len(after.frames) == len(now.frames):
        return step is None and after.frames[-1].place <= now.frames[-1].place
    return len(after.frames) < len(now.frames) and now.frames[-1].reaction is not None


def compared_turn(machine: Machine, now: Moment, before: Moment) -> tuple[Moment, Step | None]:
    """The moment behind a turn of a loop, and the run's last step if the run ends there.

    The run ends if everything is as at the kept earlier moment, or after LONGEST_RUN.

    now: The moment at which the loop begins again. before: The moment before the statement that led
    there.
    """
    if now.time > LONGEST_RUN:
        message = f"endless: the run has gone on for {now.time / 3600.0:.0f} h, in a loop from here"
        step = machine.task(now).failed(ImpossibleError("E603", message)).starting_at(now.time)
        return now.having(status=Status.FAILED), step
    lap = now.lap
    if lap is None or lap.turns >= lap.most:
        most = 1 if lap is None else 2 * lap.most
        return now.having(lap=Lap(now.having(lap=None, last=None), most)), None
    if not _same_place(now, lap.moment):
        return now, None
    if now.time > lap.moment.time and _alike(machine, now, lap.moment):
        return _ended(machine, now, before, lap.moment)
    return now.having(lap=lap._replace(turns=lap.turns + 1)), None


class Turning:
    """Counts turns of loops while a run only calculates; `compared_turn` compares moments."""

    def __init__(self, now: Moment) -> None:
        self._time = now.time
        self._take(now.lap)

    def _take(self, lap: Lap | None) -> None:
        self._lap, self._turns = lap, 0 if lap is None else lap.turns
        self._place = (lap.moment.depth, lap.moment.frame.place) if lap is not None else (0, 0)
        self._is_earlier = lap is not None and lap.moment.time < self._time

    def goes_on(self, depth: int, place: int) -> bool:
        """Whether a loop that begins again at a place needs no comparison with the kept moment."""
        if self._lap is None or self._turns >= self._lap.most:
            return False
        if (depth, place) != self._place:
            return True
        self._turns += not self._is_earlier
        return not self._is_earlier

    def compared(self, machine: Machine, after: Moment) -> tuple[Moment, Step] | None:
        """The end of the run if all is as at the kept moment; else None, with the turn counted."""
        after = self.of(after)
        after, step = compared_turn(machine, after, after)
        self._take(after.lap)
        return None if step is None else (after, step)

    def of(self, moment: Moment) -> Moment:
        """The moment with the turns counted so far."""
        lap = self._lap
        return moment.having(lap=None if lap is None else lap._replace(turns=self._turns))


def _same_place(now: Moment, then: Moment) -> bool:
    return now.depth == then.depth and now.frame.place == then.frame.place


def _ended(machine: Machine, now: Moment, before: Moment, then: Moment) -> tuple[Moment, Step]:
    task, period = machine.task(now), now.time - then.time
    is_interrupted = now.depth < before.depth
    if is_interrupted and task.statement.instruction.waits and task.number("condition") == 0:
        message = (
            f"deadlock: {task.statement.shown} can never end; what happens meanwhile repeats "
            f"itself for ever, every {period:.6g} s"
        )
        step = task.failed(ImpossibleError("E602", message)).starting_at(now.time)
        return now.having(status=Status.FAILED), step
    cycle = _turn_between(then, now)
    message = (
        f"from here on the program does the same again for ever, {period:.6g} s a turn "
        f"({cycle.rate}): all of it has been run, and the run ends here{_differences(now, then)}"
    )
    note = task.problem(GOES_ROUND, NOTE, message, 0.0, period=period, **cycle._asdict())
    step = task.instant(now.state, note).starting_at(now.time)
    return now.having(frames=(), status=Status.ENDED), step


def _differences(now: Moment, then: Moment) -> str:
    """What differs from the earlier moment, as the end of the note's sentence."""
    a, b = now.state, then.state
    changed = [key for key, value in a.variables.items() if value != b.variables[key]]
    text = f"; only {', '.join(changed)} goes on, which decides nothing" if changed else ""
    fed = len(_fed_parts(a)) - len(_fed_parts(b))
    if fed:
        text += f"; each turn FEED adds {fed}, which stays where one of its kind lies already"
    return text


def _alike(machine: Machine, now: Moment, then: Moment) -> bool:
    """Whether the run goes on in the same way from two moments."""
    if machine.unread.asks_for_time:
        return False
    due = [[(e.time - m.time, e.signal, e.on) for e in m.due] for m in (now, then)]
    return (
        len(due[0]) == len(due[1])
        and _same_state(machine, now.state, then.state)
        and now.reactions == then.reactions
        and now.waiting == then.waiting
        and now.answers == then.answers
        and all(_same_frame(a, b) for a, b in zip(now.frames, then.frames, strict=True))
        and all(a[1:] == b[1:] and abs(a[0] - b[0]) <= ALIKE for a, b in zip(*due, strict=True))
    )


def _same_frame(a: Any, b: Any) -> bool:
    """Whether two programs at work are the same; interrupted ones count as different."""
    if a.rest is not None or b.rest is not None:
        return False
    return all(getattr(a, name) == getattr(b, name) for name in FRAME)


def _same_state(machine: Machine, a: CellState, b: CellState) -> bool:
    alike = machine.unread.alike(a.variables, b.variables)
    others = [f.name for f in fields(a) if f.name not in ("variables", "parts", "shapes")]
    if not alike or not all(_same(getattr(a, name), getattr(b, name)) for name in others):
        return False
    if len(_fed_parts(a)) == len(_fed_parts(b)):
        return _same(a.parts, b.parts) and _same(a.shapes, b.shapes)
    return not machine.unread.measures and _more_of_the_same(machine.cell, a, b)


def _fed_parts(state: CellState) -> dict[str, Array]:
    """T_world_part of each part that was fed."""
    return {name: T for name, T in state.parts.items() if T is not None}


def _more_of_the_same(cell: Cell, a: CellState, b: CellState) -> bool:
    """Whether state a has the parts of b where they were, and others only where a twin lay in b."""
    now, then = _fed_parts(a), _fed_parts(b)
    if a.held is not None or not all(name in now for name in then):
        return False
    if not all(_near(T, now[name]) for name, T in then.items()):
        return False
    if not all(_same(a.shapes.get(name), b.shapes.get(name)) for name in then):
        return False

    def is_twin(name: str, other: str) -> bool:
        is_alike = cell.part_called(name) is cell.part_called(other)
        same_shape = bool(a.shapes.get(name) == b.shapes.get(other))
        return is_alike and same_shape and _near(now[name], then[other])

    return all(any(is_twin(name, other) for other in then) for name in now if name not in then)


def _same(a: Any, b: Any) -> bool:
    """Whether two values of a state are the same; arrays may differ by ALIKE."""
    if a is b:
        return True
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        return _near(a, b)
    if isinstance(a, float) and isinstance(b, float):
        return a == b
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return len(a) == len(b) and all(key in b and _same(a[key], b[key]) for key in a)
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_same, a, b))
    if isinstance(a, Corner) and isinstance(b, Corner):
        return _near(a.taught, b.taught)
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return False  # one of them is None, such as a tool that was not set before
    return bool(a == b)


def _near(a: Array, b: Array) -> bool:
    return a.shape == b.shape and bool(np.all(np.abs(a - b) <= ALIKE))


def _turn_between(then: Moment, now: Moment) -> Cycle:
    there = [sum(T is not None for T in m.state.parts.values()) for m in (then, now)]
    seconds, fed = now.time - then.time, there[1] - there[0]
    return Cycle(seconds, fed, then.advances, now.advances, then.time, now.time)
