"""The machine that runs programs: from one moment to the next, a statement at a time.

A machine never changes; a moment never changes. `advance` takes the moment before a statement
and gives the moment behind it and, where the statement does something in the cell, its step. To
step back is to take an earlier moment. `simulate`, the console and the window use this one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from kinematics import KinematicsError
from language.compiled.control_flow import Code
from language.programs.program import Statement
from language.words.number_literals import ExpressionError
from scenes.execution.machine import control as flow
from scenes.execution.machine import corners
from scenes.execution.machine.endless import endless
from scenes.execution.machine.interruption import cut_short, resumed
from scenes.execution.machine.moment import Frame, Moment, Reaction, Status
from scenes.execution.machine.operations import Operations
from scenes.execution.machine.recurrence import goes_back, gone_round
from scenes.execution.machine.scenario import Scenario
from scenes.execution.machine.signal_times import brought_about, settled, settled_if_ever, switched
from scenes.execution.machine.unread import Unread, unread
from scenes.execution.machine.waiting import waited
from scenes.execution.statements.carving import carved
from scenes.execution.values.context import Settings
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.surroundings import Around
from scenes.execution.values.task import Task
from scenes.runs.step import Step
from scenes.world.cell import Cell
from scenes.world.state import CellState, start_state

# Statements without motion or passing of time after which a loop counts as endless.
BUDGET = 1_000_000
# Those among them that do something in the cell may weigh so much (`Instruction.burden`).
BURDEN = 50_000


class Advance(NamedTuple):
    """What one statement makes of a moment; step is None where nothing happens in the cell."""

    moment: Moment
    step: Step | None = None


@dataclass(frozen=True, eq=False)
class Machine:
    """A cell and the code that runs in it.

    files: What the files of the code are called, for the steps of called programs.
    """

    cell: Cell
    code: Code
    settings: Settings = field(default_factory=Settings)
    scenario: Scenario = field(default_factory=Scenario)
    budget: int = BUDGET
    files: tuple[str, ...] = ()

    def begin(self, extent: int = 0, state: CellState | None = None) -> Moment:
        """The moment before the first statement of a program."""
        first = self.code.extents[extent]
        due = self.scenario.events
        start = start_state(self.cell) if state is None else state
        now = Moment(start, (Frame(extent, first.start),), due=due, answers=self.scenario.answers)
        return settled_if_ever(self.scenario, now)

    def statement(self, now: Moment) -> Statement | None:
        """The next statement; None behind the last one of a program, or when the run has ended."""
        if not now.frames:
            return None
        place, extent = now.frame.place, self.code.extents[now.frame.extent]
        return self.code.statements[place] if place < extent.stop else None

    def file(self, now: Moment) -> int:
        """The file in which the next statement stands."""
        return self.code.extents[now.frame.extent].file if now.frames else 0

    @cached_property
    def operations(self) -> Operations:
        """The statements that only calculate, as functions."""
        return Operations(self.code)

    @cached_property
    def unread(self) -> Unread:
        """Variables that decide nothing of the run."""
        return unread(self.code)

    def advance(self, now: Moment) -> Advance:
        """Carry out the next statement, or leave a program at its end."""
        after, step = self._advanced(now)
        if goes_back(now, after, step):
            after, last = gone_round(self, after, now)
            return Advance(after, step if last is None else last)
        return Advance(after, step)

    def _advanced(self, now: Moment) -> Advance:
        now = now.but(advances=now.advances + 1)
        if now.due and now.due[0].time <= now.time:
            now = settled_if_ever(self.scenario, now)
        reaction = now.reaction
        if reaction is not None:
            return self._react(now, reaction)
        statement = self.statement(now)
        if statement is None:
            return Advance(self._left(now))
        now = now.but(count=now.count + 1, idle=now.idle + 1, status=Status.READY)
        if now.idle > self.budget or now.burden > BURDEN:
            return self._failed(*endless(self, now))
        return self._tried(now, self.task(now), self._carried_out)

    def _tried(self, now: Moment, task: Task, act: Callable[[Moment, Task], Advance]) -> Advance:
        """What an act makes of a moment; a failed step where it is impossible."""
        try:
            return act(now, task)
        except ImpossibleError as why:
            return self._failed(now, task, why)
        except ExpressionError as why:
            message = f"{why.message} when line {task.statement.line} runs"
            return self._failed(now, task, ImpossibleError("E306", message))
        except KinematicsError as why:
            return self._failed(now, task, ImpossibleError("E307", str(why)))

    def task(self, now: Moment) -> Task:
        """The next statement in its state and circumstances."""
        around = Around(now.time, now.timers, now.last, now.answers, now.names)
        settings = self.settings
        file = self.file(now)
        rows = self.code.rows[file]
        if file or settings.rows is not rows:
            name = self.files[file] if file and file < len(self.files) else ""
            dialect = self.code.dialects[file]
            settings = replace(settings, rows=rows, file=name, dialect=dialect)
        return Task(self.code.compiled[now.frame.place], self.cell, now.state, settings, around)

    def _carried_out(self, now: Moment, task: Task) -> Advance:
        instruction = task.statement.instruction
        action = flow.FLOW.get(instruction.name)
        if action is not None:
            return Advance(action(self.code, now, task))
        if instruction.is_end and now.frame.place in self.code.blocks:
            return Advance(flow.end(self.code, now, task))
        if instruction.waits:
            return Advance(*waited(self, now, task))
        if now.due and now.due[0].time <= now.time:
            settled(self.scenario, now, now.time)  # says why signals never come to rest
        rest = now.frame.rest
        if rest is None:
            whole = corners.step_of(self, now, task)
        else:
            whole = resumed(task, rest).starting_at(now.time)
        step, rest = cut_short(self, now, whole)
        step = carved(self.cell, step)
        if step.failed:
            return Advance(now.but(status=Status.FAILED, state=step.after), step)
        if rest is not None:
            return Advance(self._later(now.with_frame(rest=rest), step), step)
        after = self.behind(now, task, step)
        if instruction.is_end:
            return Advance(flow.leave(self.code, after, task), step)
        return Advance(flow.stop(self.code, after, task) if instruction.ends else after, step)

    def behind(self, now: Moment, task: Task, step: Step) -> Moment:
        """The moment behind a statement that did something in the cell."""
        instruction = step.statement.instruction
        after = now.at(self._next(now, task, step)).but(state=step.after)
        if instruction.asks:
            after = after.but(answers=now.answers[1:])
        if instruction.switches:
            after = self.signalled(after, now.state)
        if step.duration > 0.0:
            return self._later(after, step)
        return after.but(burden=now.burden + instruction.burden)

    def _later(self, after: Moment, step: Step) -> Moment:
        """The moment at the end of a step that took time."""
        after = after.but(state=step.after, idle=0, burden=0, last=step)
        return settled(self.scenario, after, step.end_time)

    def _next(self, now: Moment, task: Task, step: Step) -> int:
        """The place behind a statement; GRASP may go to its label."""
        if step.statement.instruction.may_miss and step.after.opening < task.number("opening"):
            return flow.label_place(self.code, now, task, "label")
        return now.frame.place + 1

    def signalled(self, after: Moment, before: CellState) -> Moment:
        """What signals put on or off bring about: answers of the scenario, reactions."""
        changed = switched(before.signals, after.state.signals)
        after = brought_about(self.scenario, after, changed, after.time)
        return settled_if_ever(self.scenario, after)

    def _react(self, now: Moment, reaction: Reaction) -> Advance:
        """A signal has come: its program begins."""
        now = now.but(waiting=tuple(r for r in now.waiting if r is not reaction))
        place = min(now.frame.place, len(self.code.compiled) - 1)
        task = Task(self.code.compiled[place], self.cell, now.state, self.settings)

        def begin(now: Moment, task: Task) -> Advance:
            return Advance(flow.enter(self.code, now, task, reaction.program, (), reaction))

        return self._tried(now, task, begin)

    def _left(self, now: Moment) -> Moment:
        """A program has no statement left: as END."""
        if not now.frames:
            return now.but(status=Status.ENDED)
        place = max(min(now.frame.place, len(self.code.compiled)) - 1, 0)
        if not self.code.compiled:
            return now.but(frames=(), status=Status.ENDED)
        task = Task(self.code.compiled[place], self.cell, now.state, self.settings)
        return flow.leave(self.code, now, task)

    def _failed(self, now: Moment, task: Task, why: ImpossibleError) -> Advance:
        step = task.failed(why).starting_at(now.time)
        return Advance(now.but(status=Status.FAILED), step)
