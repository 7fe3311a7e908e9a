"""Statements that only calculate and decide: carried out in a row, without a moment for each.

A loop may count to a million, and a frozen moment a statement takes a hundred times as long as
its sum. So each such statement of a program is turned into a function once; a row of them works
on values that may change, and a moment is made where the row ends: before a statement that does
something in the cell, or one that cannot be carried out. The machine then goes on from there, so
that nothing but the time taken differs from going on statement by statement.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kinematics import KinematicsError
from language.expressions.evaluation import evaluate
from language.expressions.trees import Call, Expression
from language.words.number_literals import ExpressionError
from scenes.execution.machine.machine import BURDEN
from scenes.execution.machine.moment import Frame, Moment, Status
from scenes.execution.machine.operations import NotHere
from scenes.execution.machine.recurrence import LONGEST_RUN, Turning
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.numbers import FUNCTIONS, Renamed, TaskWorld
from scenes.execution.values.scopes import Names, belongs, key_of
from scenes.world.frozen import freeze

if TYPE_CHECKING:
    from language.words.lexer import Token
    from scenes.execution.machine.machine import Machine
    from scenes.execution.values.task import Task
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


class _Values(dict[str, float]):
    """Variables at work: those asked for so far, the others as they were."""

    def __init__(self, before: Mapping[str, float]) -> None:
        super().__init__()
        self._before = before

    def __missing__(self, key: str) -> float:
        value = self[key] = self._before[key]
        return value


class Work:
    """The values of a program that calculates, as they are between two statements.

    names, counters, owned: Those of the program at work (see `Frame`). advances: Times that the
    machine has gone on. done: Statements carried out in this row.
    """

    def __init__(self, machine: Machine, now: Moment) -> None:
        self._machine, self._start, self._state = machine, now, now.state
        self._below: list[Frame] = list(now.frames[:-1])
        self._kept = len(self._below)
        self._variables = _Values(now.state.variables)
        self._changed: dict[str, float] = {}
        self.signals = now.state.signals
        self.advances, self.done = now.advances, 0
        self._asked: tuple[int, TaskWorld] | None = None
        self._take(now.frames[-1])

    def _take(self, frame: Frame) -> None:
        """Go on in a program."""
        self._frame, self.place = frame, frame.place
        self.counters, self.owned = frame.counters, frame.owned
        self.stop = self._machine.code.extents[frame.extent].stop
        self.depth = len(self._below) + 1
        self.name(frame.names)

    def name(self, names: Names) -> None:
        """Give the program at work its own words."""
        self.names: Names = dict(names)
        self.values: Mapping[str, float] = self._variables
        if names:
            self.values = Renamed(self._variables, self.names)

    def _frame_at(self, place: int) -> Frame:
        frame = self._frame
        names = frame.names if self.owned == frame.owned else freeze(self.names)
        return Frame(frame.extent, place, self.counters, names, self.owned, frame.reaction)

    def enter(self, extent: int, names: Names, owned: tuple[str, ...], following: int) -> int:
        """Begin a program on top of the one at work, which goes on at the place `following`."""
        self._below.append(self._frame_at(following))
        start = self._machine.code.extents[extent].start
        self._take(Frame(extent, start, (), freeze(names), owned))
        return start

    def left(self) -> int:
        """The place behind the CALL of a program that is over.

        What is its own goes with it; of a program that began before the last moment was made the
        machine finds all of that.
        """
        is_known = len(self._below) <= self._kept
        if not self._below or self._frame.reaction is not None or (self.owned and is_known):
            raise NotHere
        if self.owned:
            gone = [k for k in self._changed if any(belongs(k, own) for own in self.owned)]
            for key in gone:
                del self._changed[key], self._variables[key]
        self._kept = min(self._kept, len(self._below) - 1)
        self._take(self._below.pop())
        return self.place

    @cached_property
    def context(self) -> Task:
        """The first statement of the row; its circumstances are those of all."""
        return self._machine.task(self._start)

    def put(self, key: str, value: float) -> None:
        """Give a variable a value."""
        self._variables[key] = self._changed[key] = value

    def value(self, key: str) -> float:
        """The value under a key; 0 where it has none."""
        try:
            return self._variables[key]
        except KeyError:
            return 0.0

    def variable(self, name: str, indices: tuple[int, ...], token: Token) -> float:
        """The value of an element of an array; ExpressionError where it has none."""
        try:
            return self._variables[key_of(self.names, name, indices)]
        except KeyError:
            raise ExpressionError("E203", "no value yet", token.column, token.end, "") from None

    def number(self, tree: Expression) -> float:
        """The value of an expression."""
        return evaluate(tree, self)

    def call(self, call: Call) -> float:
        """The value of a function that the state of the cell decides."""
        if call.function.steady:
            return FUNCTIONS[call.function.name](self, call)  # type: ignore[arg-type]
        if self._asked is None or self._asked[0] != self.done:
            self._asked = (self.done, self._machine.task(self.moment(self.place)).world)
        return self._asked[1].call(call)

    def moment(self, place: int) -> Moment:
        """The run before the statement at a place, after those done so far."""
        for key, value in self._changed.items():
            self._state = self._state.with_variable(key, value)
        self._changed.clear()
        self._kept = len(self._below)
        start = self._start
        return start.but(
            state=self._state,
            frames=(*self._below, self._frame_at(place)),
            advances=self.advances,
            count=start.count + self.done,
            idle=start.idle + self.done,
            status=Status.READY,
        )


def calculated(machine: Machine, now: Moment, most: int) -> Row:
    """Carry out statements from a moment on, at most so many, until one does more than calculate.

    A row that is empty leaves the moment as it is.
    """
    places: list[int] = []
    depths: list[int] = []
    advances: list[int] = []
    if not _may_begin(machine, now):
        return Row(places, depths, advances, now)
    operations, work, turning = machine.operations.at, Work(machine, now), Turning(now)
    place = work.place
    most = min(most, machine.budget - now.idle)
    while work.done < most:
        try:
            while place >= work.stop:
                place = work.left()
                work.advances += 1
            work.place, depth, before = place, work.depth, work.advances
            following = operations[place](work)
        except (ExpressionError, ImpossibleError, KinematicsError, NotHere):
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
