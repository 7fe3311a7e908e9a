"""One statement to be carried out: what the motion processor's functions take, and its steps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kinematics import KinematicsError
from kinematics.motion.motion import Motion
from language.expressions.evaluation import evaluate
from language.expressions.trees import Item, Joints, Name
from language.programs.program import Value, shown_value
from language.words.number_literals import ExpressionError
from scenes.execution.values import locations as places
from scenes.execution.values.context import Context
from scenes.execution.values.impossible import ImpossibleError, impossible
from scenes.execution.values.numbers import TaskWorld
from scenes.runs.step import ERROR, Problem, Step
from scenes.world.frozen import Array
from scenes.world.state import CellState
from scenes.world.units import shown

if TYPE_CHECKING:
    from language.compiled.tables import CompiledStep, MotionRow

# Mm: no arm and no cell is larger than a kilometre.
FARTHEST_MM = 1e6


@dataclass(frozen=True, eq=False)
class Task(Context):
    """A statement to be carried out: its operands as values, and steps as its result."""

    @cached_property
    def world(self) -> TaskWorld:
        """The values of the program's names and functions at this statement."""
        return TaskWorld(self)

    def of(self, compiled: CompiledStep) -> Task:
        """The task of another statement in the same state."""
        return replace(self, compiled=compiled)

    def with_state(self, **changes: Any) -> Task:
        """The task of the same statement in a state with some fields replaced."""
        return replace(self, state=replace(self.state, **changes))

    def place_of(self, value: Value) -> str:
        """The key of a name, an element or a precision point; "" for other values."""
        if not isinstance(value, str | Name | Item | Joints):
            return ""
        with self._as_impossible():
            return places.key_of(self, value)

    def number(self, name: str, default: float | None = None) -> float:
        """The number in an operand now; `default`, or else KeyError, if it was left out."""
        value = self.statement.value(name)
        if value is None and default is not None:
            return default
        if isinstance(value, float):
            return value
        if value is None or isinstance(value, str):
            raise KeyError(name)
        return self.evaluated(value)

    def numbers(self, name: str) -> list[float]:
        """The numbers in an operand that repeats."""
        value = self.statement.value(name)
        values = value if type(value) is tuple else ()
        return [v if isinstance(v, float) else self.evaluated(v) for v in values]

    def evaluated(self, tree: Any) -> float:
        """The value of an expression; ImpossibleError (E306) where it has none at this moment."""
        with self._as_impossible():
            return evaluate(tree, self.world)

    def location(self) -> tuple[str, Array]:
        """Name and T_base_tool (4, 4) of the statement's location, as it is defined now."""
        argument = self.statement.location
        assert argument is not None
        return shown_value(argument.value), self.goal(argument.value)

    def goal(self, value: Value) -> Array:
        """T_base_tool of a location, (4, 4): from the arm's base, with BASE taken into account."""
        with self._as_impossible():
            return places.goal(self, value)

    def frame(self, value: Value) -> Array:
        """T_base_place of a location, (4, 4): a frame in the arm's base, not a pose of the tool."""
        with self._as_impossible():
            return places.frame(self, value)

    def tool_pose(self, value: Value) -> Array:
        """T_axes_tool of a location, (4, 4), as the state keeps it."""
        with self._as_impossible():
            return places.tool_pose(self, value)

    def joint_values(self, value: Value) -> Array:
        """Joint values (n,) of a precision point, rad or mm."""
        with self._as_impossible():
            return places.joint_values(self, value)  # type: ignore[arg-type]

    @contextmanager
    def _as_impossible(self) -> Iterator[None]:
        """Turns errors of expressions and kinematics into the statement's ImpossibleError."""
        try:
            yield
        except ExpressionError as why:
            raise impossible(why, self.statement.line) from why
        except KinematicsError as why:
            raise ImpossibleError("E307", f"{self.statement.shown}: {why}") from why

    def problem(
        self, code: str, severity: str, message: str, time: float | None = 0.0, **figures: Any
    ) -> Problem:
        """A problem of this statement; `time` is seconds from the start of the step."""
        file = self.settings.file
        return Problem(code, severity, self.statement.line, message, figures, time, file)

    def step(
        self, after: CellState, motion: Motion, problems: tuple[Problem, ...] = (), **more: Any
    ) -> Step:
        """The step that ends in the state `after`. more: Further fields of the step."""
        return Step(
            statement=self.statement,
            row=self._row(),
            line=self.statement.line,
            before=self.state,
            after=after,
            motion=motion,
            opening_start=self.state.opening,
            opening_end=after.opening,
            problems=problems,
            file=self.settings.file,
            period=self.settings.period,
            **more,
        )

    def _row(self) -> MotionRow | None:
        """The statement's row of the motion table, with the present values of its variables."""
        index, rows = self.compiled.row_index, self.settings.rows
        if not rows or index is None:
            return None
        row = rows[index]
        open_ = [
            a
            for a in self.statement.arguments
            if a is not None and a.operand.real is not None and not isinstance(a.value, float)
        ]
        if not open_:
            return row
        reals = list(row.reals)
        for argument in open_:
            assert argument.operand.real is not None
            with suppress(ImpossibleError):  # the step has failed for this reason and says so
                reals[argument.operand.real] = self.evaluated(argument.value)
        return replace(row, reals=tuple(reals))  # type: ignore[arg-type]

    def instant(self, after: CellState, *problems: Problem) -> Step:
        """The step that takes no time and ends in the state `after`."""
        return self.step(after, Motion.still(self.state.q), problems)

    def failed(self, fault: Exception) -> Step:
        """The step of a statement that failed with one of the FAULTS: nothing changes."""
        why = impossible(fault, self.statement.line)
        return self.instant(
            self.state, self.problem(why.code, ERROR, why.message, 0.0, **why.figures)
        )


def near_enough(goal: str, T_base_tool: Array) -> Array:
    """The pose itself (4, 4); ImpossibleError (E301) where it is more than FARTHEST_MM away."""
    distance = float(np.abs(T_base_tool[:3, 3]).max())
    if distance > FARTHEST_MM:
        raise ImpossibleError("E301", f"{goal} is out of reach: {shown(distance)} mm from the base")
    return T_base_tool
