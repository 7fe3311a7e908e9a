"""Run: a program carried out statement by statement, and where everything is at any time."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from language import Tables, answered, compile_program
from language.diagnostics import Diagnostic
from language.flow import code_of
from language.program import Program
from scenes.cell import Cell
from scenes.execution.beyond import Halt
from scenes.execution.calculating import calculated
from scenes.execution.change import Change, changed_here
from scenes.execution.cycle import GOES_ROUND, Cycle
from scenes.execution.declarations import NO_NAME
from scenes.execution.machine import BUDGET, Machine
from scenes.execution.moment import Moment, Status
from scenes.execution.processor import LAST
from scenes.execution.scenario import Scenario
from scenes.execution.task import Settings
from scenes.execution.trace import Trace, Tracer
from scenes.frozen import Frozen
from scenes.program_source import ProgramSource, program_of
from scenes.run_trajectory import RunTrajectory
from scenes.state import CellState, start_state
from scenes.step import ERROR, NOTE, Problem, Step

Progress = Callable[[float, str], None]
# Statements that do nothing when the program runs; nobody misses them after an error.
SILENT = LAST | {"REMARK"}
PROGRESS_EVERY = 50
# Statements that only calculate are carried out so many at once, and then `stop` is asked.
AT_ONCE = 4096
ONCE_A_LINE = frozenset({NO_NAME})


@dataclass(frozen=True, eq=False)
class Run(Frozen):
    """What a program does, as one step a statement; stepping back is an index.

    Attributes:
        steps: In the order of the program; empty where the program has errors.
        start_state: Where everything is before the first step.
        name: Name of the program's file, "" for text.
        trace: Every statement that it came to, also those that do nothing in the cell.
        files: What its files are called, the program's own first.
        file_problems: Why called files cannot be run; then there are no steps.
        halt: Where the run ended before its time, because a statement could not be carried out.
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
        """What the language has to say about the program."""
        return self.program.diagnostics

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of all steps, in order; what holds of a line at any time, once a line."""
        found: list[Problem] = []
        told: set[tuple[str, str, int]] = set()
        for problem in (p for step in self.steps for p in step.problems):
            key = (problem.code, problem.file, problem.line)
            if problem.code not in ONCE_A_LINE or key not in told:
                found.append(problem)
            told.add(key)
        return (*self.file_problems, *found)

    @property
    def duration(self) -> float:
        """Seconds from start to end."""
        return self.steps[-1].end_time if self.steps else 0.0

    @property
    def cycle(self) -> Cycle | None:
        """The turn that a program without end does for ever; None for one that ends."""
        last = self.steps[-1].problems if self.steps else ()
        figures = next((problem.figures for problem in last if problem.code == GOES_ROUND), None)
        return None if figures is None else Cycle.of(figures)

    def lines_of(self, cycle: Cycle) -> tuple[tuple[int, ...], int]:
        """The lines of the run's own file that a turn comes to, and how many statements it has."""
        if self.trace is None:
            return (), 0
        within = (self.trace.advances >= cycle.first) & (self.trace.advances < cycle.last)
        own = np.unique(self.trace.lines[within & (self.trace.files == 0)])
        return tuple(int(line) for line in own), int(within.sum())

    @property
    def end_state(self) -> CellState:
        """Where everything is at the end."""
        return self.steps[-1].after if self.steps else self.start_state

    @cached_property
    def moving_steps(self) -> tuple[Step, ...]:
        """The steps that take time."""
        return tuple(step for step in self.steps if step.duration > 0.0)

    @cached_property
    def _ends(self) -> list[float]:
        return [step.end_time for step in self.moving_steps]

    def step_at(self, t: float) -> Step | None:
        """The step at work at time t; where two meet, the earlier. None in an empty run."""
        if not self.moving_steps:
            return self.steps[-1] if self.steps else None
        return self.moving_steps[min(bisect_left(self._ends, t), len(self._ends) - 1)]

    def line_at(self, t: float) -> int | None:
        """The source line at work at time t."""
        step = self.step_at(t)
        return None if step is None else step.line

    def state_at(self, t: float) -> CellState:
        """Where everything is at time t, s; joints linear between the samples of a step."""
        step = self.step_at(t)
        if step is None or t >= self.duration:
            return self.end_state
        return step.state_at(t - step.start_time)

    def trajectory(self) -> RunTrajectory:
        """The samples of all steps in one row; where two steps meet there is one sample."""
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
        )


def simulate(
    cell: Cell,
    program: ProgramSource,
    period: float = 0.01,
    *,
    name: str | None = None,
    on_progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
    scenario: Scenario | None = None,
    others: Sequence[ProgramSource] = (),
    budget: int = BUDGET,
    changes: Sequence[Change] = (),
) -> Run:
    """Carry out a program in a cell; its faults are in the run, not raised.

    program: A `Program`, program text, or a path (see `program_source.program_of`).
    period: Seconds between samples.
    name: What exports call the program; the file's name if left out.
    on_progress: Told the share done (0 to 1) and what is going on.
    stop: Asked before every statement; when it says yes the run ends there.
    scenario: What happens around the cell. others: Further files whose programs may be called.
    budget: Statements without motion or passing of time before a loop counts as endless.
    changes: What somebody put in place of values on the way (see `scenes.execution.change`).
    """
    parsed, file_name = program_of(program)
    further = [program_of(other) for other in others]
    parsed = answered(parsed, (other for other, _ in further))
    machine = machine_for(cell, (parsed, file_name), period, scenario, further, budget)
    tables = compile_program(parsed)
    faults = tuple(p for other, own in further for p in _faults_of(other, own))
    start = start_state(cell)
    steps: tuple[Step, ...] = ()
    trace, halt = None, None
    if parsed.ok and not faults:
        execution = _Execution(machine, on_progress, stop, tuple(changes))
        steps, trace = execution.carry_out(start)
        halt = execution.halt
    own_name = file_name if name is None else name
    return Run(cell, parsed, tables, steps, start, own_name, trace, machine.files, faults, halt)


def _faults_of(program: Program, name: str) -> tuple[Problem, ...]:
    """What keeps a called file from being run."""
    return tuple(
        Problem(d.code, ERROR, d.line, d.message, file=name) for d in program.errors_when_called
    )


def machine_for(
    cell: Cell,
    program: ProgramSource,
    period: float = 0.01,
    scenario: Scenario | None = None,
    others: Sequence[ProgramSource] = (),
    budget: int = BUDGET,
) -> Machine:
    """The machine that `simulate` lets run; arguments as there."""
    if not period > 0.0:
        raise ValueError(f"the period between samples must be above 0 s, not {period:g}")
    parsed, name = program_of(program)
    further = [program_of(other) for other in others]
    parsed = answered(parsed, (other for other, _ in further))
    code = code_of(parsed, *(other for other, _ in further))
    settings = Settings(period=period, dialect=parsed.dialect, rows=code.rows[0])
    files = (name, *(other_name for _, other_name in further))
    return Machine(cell, code, settings, scenario or Scenario(), budget, files)


@dataclass
class _Execution:
    """A run in the making."""

    machine: Machine
    on_progress: Progress | None
    stop: Callable[[], bool] | None
    changes: tuple[Change, ...] = ()
    halt: Halt | None = None

    def carry_out(self, start: CellState) -> tuple[tuple[Step, ...], Trace]:
        """The steps up to the end, to STOP, or to the first that cannot be carried out."""
        steps: list[Step] = []
        tracer = Tracer(self.machine.code)
        now = self._changed(self.machine.begin(state=start))
        count = len(self.machine.code.statements)
        asked = 0
        while now.frames and now.status is not Status.FAILED:
            if self.stop is not None and now.count >= asked and self.stop():
                break
            asked = max(asked, now.count - now.count % PROGRESS_EVERY + PROGRESS_EVERY)
            before, place = now, now.frame.place
            row = calculated(self.machine, now, 0 if self.changes else AT_ONCE)
            if row.places:
                tracer.note_row(row, len(steps))
                now, step = row.moment, row.step
            else:
                tracer.note(now, len(steps))
                now, step = self.machine.advance(now)
                now = self._changed(now)
            if step is None:
                continue
            if step.failed:
                self.halt = Halt(self.machine, before)
                steps.append(self._with_rest_not_run(step, place))
                break
            steps.append(step)
            self._tell(place, count, step, len(steps))
        return tuple(steps), tracer.trace()

    def _changed(self, now: Moment) -> Moment:
        return changed_here(self.machine, now, self.changes) if self.changes else now

    def _tell(self, place: int, count: int, step: Step, done: int) -> None:
        if self.on_progress is not None and (done - 1) % PROGRESS_EVERY == 0:
            self.on_progress((place + 1) / count, f"line {step.line}: {step.statement.shown}")

    def _with_rest_not_run(self, step: Step, place: int) -> Step:
        """The failed step, with a note that says how much of the program was not run."""
        code = self.machine.code
        rest = code.statements[place + 1 :] if code.is_straight else ()
        missed = [later for later in rest if later.name not in SILENT]
        if not missed:
            return step
        count = "1 statement" if len(missed) == 1 else f"{len(missed)} statements"
        message = f"the run ends here; {count} from line {missed[0].line} on not run"
        note = Problem("N301", NOTE, step.line, message, {"not_run": len(missed)}, step.start_time)
        return replace(step, problems=(*step.problems, note))
