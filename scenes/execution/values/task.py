"""One statement at work: what the functions of the motion processor are given and give back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from kinematics import KinematicsError
from kinematics.motion.trajectory import Trajectory
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

# No arm and no cell reaches over a kilometre.
FARTHEST_MM = 1e6


@dataclass(frozen=True, eq=False)
class Task(Context):
    """A statement to be carried out: its operands as values, and the step it comes to."""

    @cached_property
    def world(self) -> TaskWorld:
        """The names of the program as this statement finds them."""
        return TaskWorld(self)

    def of(self, compiled: CompiledStep) -> Task:
        """Another statement in the same state."""
        return replace(self, compiled=compiled)

    def with_state(self, **changes: Any) -> Task:
        """The same statement in a state that differs."""
        return replace(self, state=replace(self.state, **changes))

    def place_of(self, value: Value) -> str:
        """The key that a name, an element or a precision point stands for; "" for other values."""
        if not isinstance(value, str | Name | Item | Joints):
            return ""
        with self._told():
            return places.key_of(self, value)

    def number(self, name: str, default: float | None = None) -> float:
        """The number in an operand, worked out at this moment; KeyError if it was left out."""
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
        """The value of an expression; ImpossibleError where it has none at this moment."""
        with self._told():
            return evaluate(tree, self.world)

    def location(self) -> tuple[str, Array]:
        """Name and T_base_tool of the statement's location, as it is defined at this moment."""
        argument = self.statement.location
        assert argument is not None
        return shown_value(argument.value), self.goal(argument.value)

    def goal(self, value: Value) -> Array:
        """T_base_tool of a location as the arm sees it."""
        with self._told():
            return places.goal(self, value)

    def frame(self, value: Value) -> Array:
        """T_base_place of a location as the arm sees it: a frame, not a pose of the tool."""
        with self._told():
            return places.frame(self, value)

    def tool_pose(self, value: Value) -> Array:
        """T_axes_tool of a location, as the state keeps it, (4, 4)."""
        with self._told():
            return places.tool_pose(self, value)

    def joint_values(self, value: Value) -> Array:
        """Joint values of a precision point, (n,)."""
        with self._told():
            return places.joint_values(self, value)  # type: ignore[arg-type]

    @contextmanager
    def _told(self) -> Iterator[None]:
        """A value that cannot be worked out is why the statement cannot be carried out."""
        try:
            yield
        except ExpressionError as why:
            raise impossible(why, self.statement.line) from why
        except KinematicsError as why:
            raise ImpossibleError("E307", f"{self.statement.shown}: {why}") from why

    def problem(
        self, code: str, severity: str, message: str, time: float | None = 0.0, **figures: Any
    ) -> Problem:
        """A problem of this statement; `time` counts from the start of the step."""
        file = self.settings.file
        return Problem(code, severity, self.statement.line, message, figures, time, file)

    def step(
        self, after: CellState, trajectory: Trajectory, problems: tuple[Problem, ...] = ()
    ) -> Step:
        """The step that ends in the state `after`."""
        return Step(
            statement=self.statement,
            row=self._row(),
            line=self.statement.line,
            before=self.state,
            after=after,
            trajectory=trajectory,
            opening_start=self.state.opening,
            opening_end=after.opening,
            problems=problems,
            file=self.settings.file,
        )

    def _row(self) -> MotionRow | None:
        """Its row of the motion table, with the values of what the program left open."""
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
            with suppress(ImpossibleError):  # which is why the step failed, and is told of it
                reals[argument.operand.real] = self.evaluated(argument.value)
        return replace(row, reals=tuple(reals))  # type: ignore[arg-type]

    def instant(self, after: CellState, *problems: Problem) -> Step:
        """The step that takes no time."""
        return self.step(after, Trajectory.still(self.state.q), problems)

    def failed(self, fault: Exception) -> Step:
        """The step that could not be carried out, for one of the FAULTS: nothing changes."""
        why = impossible(fault, self.statement.line)
        return self.instant(
            self.state, self.problem(why.code, ERROR, why.message, 0.0, **why.figures)
        )


def near_enough(goal: str, T_base_tool: Array) -> Array:
    """The pose itself; ImpossibleError where it is so far away that numbers lose their meaning."""
    distance = float(np.abs(T_base_tool[:3, 3]).max())
    if distance > FARTHEST_MM:
        raise ImpossibleError("E301", f"{goal} is out of reach: {shown(distance)} mm from the base")
    return T_base_tool


def sample_times(duration: float, period: float) -> Array:
    """0, period, 2 period ... and the end itself, s; none closer than a nanosecond to the end."""
    count = max(int(np.ceil((duration - 1e-9) / period)), 1)
    return np.append(period * np.arange(count), duration)
