"""Changeable values of a program that only calculates; a moment is made of them on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from language.expressions.evaluation import evaluate
from language.expressions.trees import Call, Expression
from language.words.number_literals import ExpressionError
from scenes.execution.machine.moment import Frame, Moment, Status
from scenes.execution.values.numbers import FUNCTIONS, Renamed, TaskWorld
from scenes.execution.values.scopes import Names, belongs, key_of
from scenes.world.frozen import freeze

if TYPE_CHECKING:
    from language.compiled.control_flow import Code
    from language.words.lexer import Token
    from scenes.execution.values.task import Task


class NotHere(Exception):  # noqa: N818
    """Raised where a statement does more than calculate, or cannot be carried out."""


class _Values(dict[str, float]):
    """Variables at work: a copy of those used so far; others are looked up in the state before."""

    def __init__(self, before: Mapping[str, float]) -> None:
        super().__init__()
        self._before = before

    def __missing__(self, key: str) -> float:
        value = self[key] = self._before[key]
        return value


class Work:
    """The values of a program that only calculates, between two statements.

    names, counters, owned: Fields of the program at work (see `Frame`). advances: Number of
    advances of the machine. done: Statements carried out in this row. task_at: Gives the task of
    the next statement of a moment.
    """

    def __init__(self, code: Code, now: Moment, task_at: Callable[[Moment], Task]) -> None:
        self._extents, self._task_at = code.extents, task_at
        self._start, self._state = now, now.state
        self._below: list[Frame] = list(now.frames[:-1])
        self._kept = len(self._below)
        self._variables = _Values(now.state.variables)
        self._changed: dict[str, float] = {}
        self.signals = now.state.signals
        self.advances, self.done = now.advances, 0
        self._latest_world: tuple[int, TaskWorld] | None = None
        self._take(now.frames[-1])

    def _take(self, frame: Frame) -> None:
        """Goes on in the program of a frame."""
        self._frame, self.place = frame, frame.place
        self.counters, self.owned = frame.counters, frame.owned
        self.stop = self._extents[frame.extent].stop
        self.depth = len(self._below) + 1
        self.name(frame.names)

    def name(self, names: Names) -> None:
        """Gives the program at work its own names and their keys."""
        self.names: Names = dict(names)
        self.values: Mapping[str, float] = self._variables
        if names:
            self.values = Renamed(self._variables, self.names)

    def _frame_at(self, place: int) -> Frame:
        frame = self._frame
        names = frame.names if self.owned == frame.owned else freeze(self.names)
        return Frame(frame.extent, place, self.counters, names, self.owned, frame.reaction)

    def enter(self, extent: int, names: Names, owned: tuple[str, ...], following: int) -> int:
        """Begins a program and returns its first place; its caller goes on at `following`."""
        self._below.append(self._frame_at(following))
        start = self._extents[extent].start
        self._take(Frame(extent, start, (), freeze(names), owned))
        return start

    def left(self) -> int:
        """Ends the program at work; returns the place behind its CALL.

        Its own values are removed. NotHere where the machine has to do this: for a reaction, for
        the first program, and for own values from before the last moment.
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
        """The task of the first statement of the row; its surroundings hold for the whole row."""
        return self._task_at(self._start)

    def put(self, key: str, value: float) -> None:
        """Gives the variable of a key a value."""
        self._variables[key] = self._changed[key] = value

    def value(self, key: str) -> float:
        """The value of a key; 0 where it has none."""
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
        """The value of a function that depends on the state of the cell."""
        if call.function.steady:
            return FUNCTIONS[call.function.name](self, call)  # type: ignore[arg-type]
        if self._latest_world is None or self._latest_world[0] != self.done:
            self._latest_world = (self.done, self._task_at(self.moment(self.place)).world)
        return self._latest_world[1].call(call)

    def moment(self, place: int) -> Moment:
        """The moment before the statement at a place, with all changes so far."""
        for key, value in self._changed.items():
            self._state = self._state.with_variable(key, value)
        self._changed.clear()
        self._kept = len(self._below)
        start = self._start
        return start.having(
            state=self._state,
            frames=(*self._below, self._frame_at(place)),
            advances=self.advances,
            count=start.count + self.done,
            idle=start.idle + self.done,
            status=Status.READY,
        )
