"""A run: the steps of a program that was carried out, and the state of the cell at any time."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from language import Tables
from language.programs.program import Program
from language.words.diagnostics import Diagnostic
from scenes.errors import SceneError
from scenes.runs.cycle import GOES_ROUND, Cycle
from scenes.runs.linear_reading import linear_gap
from scenes.runs.run_trajectory import RunTrajectory
from scenes.runs.step import (
    DROPPED_ZONE,
    GRIPS_NOTHING,
    LEFT_BEHIND,
    LEFT_LINE,
    NO_NAME,
    Problem,
    Step,
)
from scenes.runs.trace import Trace
from scenes.world.cell import Cell
from scenes.world.frozen import Array, Frozen
from scenes.world.state import CellState

ONCE_A_LINE = frozenset({NO_NAME, DROPPED_ZONE, LEFT_LINE, GRIPS_NOTHING, LEFT_BEHIND})


@dataclass(frozen=True, eq=False)
class Halt:
    """The place where a run ended too early; the executor's own class holds the details."""


@dataclass(frozen=True, eq=False)
class Run(Frozen):
    """The result of carrying out a program: one step for each statement, in order.

    Attributes:
        steps: In the order of time; empty where the program has errors.
        start_state: The state before the first step.
        name: Name of the program's file, "" for text.
        trace: Every statement that the run came to, also those that do nothing in the cell.
        files: Names of its files, the program's own first.
        file_problems: Errors of called files; if there are any, there are no steps.
        halt: The place where the run ended because a statement could not be carried out, or None.
    """

    cell: Cell
    program: Program
    tables: Tables
    steps: tuple[Step, ...]
    start_state: CellState
    name: str = ""
    trace: Trace | None = None
    files: tuple[str, ...] = ("",)
    file_problems: tuple[Problem, ...] = ()
    halt: Halt | None = None

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The diagnostics of the program's text."""
        return self.program.diagnostics

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of all steps, in order; problems of ONCE_A_LINE only once for each line."""
        found: list[Problem] = []
        seen: set[tuple[str, str, int]] = set()
        for problem in (p for step in self.steps for p in step.problems):
            key = (problem.code, problem.file, problem.line)
            if problem.code not in ONCE_A_LINE or key not in seen:
                found.append(problem)
            seen.add(key)
        return (*self.file_problems, *found)

    @property
    def duration(self) -> float:
        """Seconds from start to end."""
        return self.steps[-1].end_time if self.steps else 0.0

    @property
    def cycle(self) -> Cycle | None:
        """The turn that a program repeats for ever; None for a program that ends."""
        last = self.steps[-1].problems if self.steps else ()
        figures = next((problem.figures for problem in last if problem.code == GOES_ROUND), None)
        return None if figures is None else Cycle.of(figures)

    def lines_of(self, cycle: Cycle) -> tuple[tuple[int, ...], int]:
        """The lines of the run's own file in a turn, and the number of statements of the turn."""
        if self.trace is None:
            return (), 0
        within = (self.trace.advances >= cycle.first) & (self.trace.advances < cycle.last)
        own = np.unique(self.trace.lines[within & (self.trace.files == 0)])
        return tuple(int(line) for line in own), int(within.sum())

    @property
    def end_state(self) -> CellState:
        """The state at the end of the run."""
        return self.steps[-1].after if self.steps else self.start_state

    @cached_property
    def moving_steps(self) -> tuple[Step, ...]:
        """The steps that take time."""
        return tuple(step for step in self.steps if step.duration > 0.0)

    @cached_property
    def _ends(self) -> list[float]:
        return [step.end_time for step in self.moving_steps]

    def step_at(self, t: float) -> Step | None:
        """The step at time t, s; the earlier one where two meet. None in an empty run."""
        if not self.moving_steps:
            return self.steps[-1] if self.steps else None
        return self.moving_steps[min(bisect_left(self._ends, t), len(self._ends) - 1)]

    def line_at(self, t: float) -> int | None:
        """The source line at time t, s; None in an empty run."""
        step = self.step_at(t)
        return None if step is None else step.line

    def motion_at(self, t: ArrayLike) -> Array:
        """Joint values, speeds, accelerations and jerks at time t, s: (4, n), or (4, k, n).

        t: A number, or (k,). The values are rad or mm, and these per s, s^2 and s^3. Where two
        steps meet, those of the earlier count; before the start and after the end nothing moves.
        """
        when = np.asarray(t, float)
        found = np.zeros((4, when.size, len(self.start_state.q)))
        found[0] = self.end_state.q if self.moving_steps else self.start_state.q
        at = np.searchsorted(self._ends, when.ravel())
        inside = (when.ravel() >= 0.0) & (at < len(self._ends))
        found[0, when.ravel() < 0.0] = self.start_state.q
        for number in np.unique(at[inside]):
            step, rows = self.moving_steps[number], inside & (at == number)
            found[:, rows] = step.motion.state(when.ravel()[rows] - step.start_time)
        return found.reshape(4, *when.shape, -1)

    def state_at(self, t: float) -> CellState:
        """The state at time t, s."""
        step = self.step_at(t)
        if step is None or t >= self.duration:
            return self.end_state
        return step.state_at(t - step.start_time)

    def sampled(self, period: float) -> Run:
        """The same run whose trajectory has samples at another period, s; its motion is the same.

        Ends of motions are samples in any case.
        """
        if not period > 0.0:
            raise SceneError(f"a sample period must be above 0 s, not {period:g}")
        return replace(self, steps=tuple(replace(step, period=period) for step in self.steps))

    def trajectory(self) -> RunTrajectory:
        """The samples of all steps, one after the other; two steps that meet share one sample."""
        return self._trajectory

    @cached_property
    def _trajectory(self) -> RunTrajectory:
        first = self.step_at(0.0)
        times, q = [np.zeros(1)], [self.start_state.q[None]]
        openings = [np.array([self.start_state.opening])]
        lines = [np.array([first.line if first else 0])]
        for step in self.moving_steps:
            own = step.trajectory.times[1:]
            times.append(step.start_time + own)
            q.append(step.trajectory.q[1:])
            openings.append(step.openings(own))
            lines.append(np.full(len(own), step.line))
        gaps = [linear_gap(self.cell.robot, step) for step in self.moving_steps]
        mechanism = self.cell.robot.mechanism
        joined = np.concatenate(times)
        kept = np.append(True, np.diff(joined) > 0.0) if first else np.zeros(1, bool)
        return RunTrajectory(
            times=joined[kept],
            q=np.concatenate(q)[kept],
            openings=np.concatenate(openings)[kept],
            lines=np.concatenate(lines)[kept],
            joint_names=tuple(joint.name for joint in mechanism.joints),
            joint_kinds=mechanism.kinds,
            robot=self.cell.robot.name,
            cell=self.cell.title,
            program=self.name,
            linear_gap_mm=max(gaps, default=0.0),
        )
