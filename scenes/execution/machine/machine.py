"""The machine that runs programs: a cell, the code that runs in it, settings and scenario.

A machine never changes; a moment never changes. `advance` makes the next moment of a run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

from language.compiled.control_flow import Code
from language.programs.program import Statement
from scenes.execution.machine import control as flow
from scenes.execution.machine.moment import Frame, Moment
from scenes.execution.machine.operations import Operations
from scenes.execution.machine.scenario import Scenario
from scenes.execution.machine.signal_times import settled, settled_if_ever, switched, with_effects
from scenes.execution.machine.unread import Unread, unread
from scenes.execution.values.circumstances import Circumstances
from scenes.execution.values.context import Settings
from scenes.execution.values.task import Task
from scenes.runs.step import Step
from scenes.world.cell import Cell
from scenes.world.state import CellState, start_state

# Number of statements without motion or passing time after which a loop counts as endless.
BUDGET = 1_000_000
# Greatest sum of `Instruction.burden` over those of them that do something in the cell.
BURDEN = 50_000


class Advance(NamedTuple):
    """The moment behind a statement, and its step; None where nothing happens in the cell."""

    moment: Moment
    step: Step | None = None


@dataclass(frozen=True, eq=False)
class Machine:
    """A cell and the code that runs in it.

    budget: See BUDGET. files: Names of the files of the code, for the steps of called programs.
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
        """The next statement; None behind a program's last statement or when the run has ended."""
        if not now.frames:
            return None
        place, extent = now.frame.place, self.code.extents[now.frame.extent]
        return self.code.statements[place] if place < extent.stop else None

    def file(self, now: Moment) -> int:
        """Index of the file that contains the next statement."""
        return self.code.extents[now.frame.extent].file if now.frames else 0

    @cached_property
    def operations(self) -> Operations:
        """The statements that only calculate, as functions."""
        return Operations(self.code)

    @cached_property
    def unread(self) -> Unread:
        """The variables whose values do not influence the run."""
        return unread(self.code)

    def task(self, now: Moment) -> Task:
        """The task of the next statement: with its state and surroundings."""
        circumstances = Circumstances(now.time, now.timers, now.last, now.answers, now.names)
        settings = self.settings
        file = self.file(now)
        rows = self.code.rows[file]
        if file or settings.rows is not rows:
            name = self.files[file] if file and file < len(self.files) else ""
            dialect = self.code.dialects[file]
            settings = replace(settings, rows=rows, file=name, dialect=dialect)
        return Task(
            self.code.compiled[now.frame.place], self.cell, now.state, settings, circumstances
        )

    def behind(self, now: Moment, task: Task, step: Step) -> Moment:
        """The moment behind a statement that did something in the cell."""
        instruction = step.statement.instruction
        after = now.at(self._next(now, task, step)).having(state=step.after)
        if instruction.asks:
            after = after.having(answers=now.answers[1:])
        if instruction.switches:
            after = self.signalled(after, now.state)
        if step.duration > 0.0:
            return self.at_end_of(step, after)
        return after.having(burden=now.burden + instruction.burden)

    def at_end_of(self, step: Step, after: Moment) -> Moment:
        """The moment at the end of a step that took time.

        after: The moment with the other changes of the step.
        """
        after = after.having(state=step.after, idle=0, burden=0, last=step)
        return settled(self.scenario, after, step.end_time)

    def _next(self, now: Moment, task: Task, step: Step) -> int:
        """The place of the statement after this one; a GRASP that fails goes to its label."""
        if step.statement.instruction.may_miss and step.after.opening < task.number("opening"):
            return flow.label_place(self.code, now, task, "label")
        return now.frame.place + 1

    def signalled(self, after: Moment, before: CellState) -> Moment:
        """The moment with the effects of changed signals: responses of the scenario, reactions.

        before: The state before the signals changed.
        """
        changed = switched(before.signals, after.state.signals)
        after = with_effects(self.scenario, after, changed, after.time)
        return settled_if_ever(self.scenario, after)


Advancing: TypeAlias = Callable[[Machine, Moment], Advance]
"""The function `advance`, as it is handed to those below it that look ahead."""
