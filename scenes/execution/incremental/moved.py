"""Passages of an earlier run, moved to where they come in the run of an edited program."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from language.compiled.control_flow import Code
from language.compiled.tables import CompiledStep, MotionRow
from language.expressions.trees import Call
from language.programs.program import Statement
from scenes.execution.incremental.differences import Differences, base
from scenes.execution.incremental.passages import Passage
from scenes.execution.machine.clocks import trees_in
from scenes.execution.machine.moment import Moment
from scenes.execution.machine.unread import names_in
from scenes.runs.step import Problem, Step

# A message with the number of a line or with a time may be wrong after the edit.
_DATED = re.compile(r"\blines? \d|\d s\b")


def holds(
    passage: Passage, following: Moment, statements: Iterable[Statement], changed: Differences
) -> bool:
    """Whether a passage comes again as it came, though other names have other values.

    following: The moment behind it. statements: The statements of the passage.
    """
    step = passage.step
    if any(moment.timers or moment.due for moment in (passage.moment, following)):
        return False
    if step is not None and (step.failed or any(_DATED.search(p.message) for p in step.problems)):
        return False
    for statement in statements:
        if statement.instruction.waits or _asks(statement):
            return False
        if changed and not changed.names.isdisjoint(_names(statement)):
            return False
    return True


def _asks(statement: Statement) -> bool:
    """Whether a value of the statement depends on more than numbers and names."""
    return any(
        isinstance(tree, Call) and tree.function.compute is None
        for argument in statement.arguments
        if argument is not None and not isinstance(argument.value, str | float)
        for tree in trees_in(argument.value)
    )


def _names(statement: Statement) -> set[str]:
    """The names that a statement uses or defines."""
    values = [argument.value for argument in statement.arguments if argument is not None]
    found = {base(name) for value in values for name in names_in(value)}
    return found | {statement.instruction.own_location}


class Move:
    """The move of passages from where they came before to where they come now.

    now, then: The moments of both runs from which the passages come. places: Number of statements
    that the program has more now. time: Seconds since the start of the run, at the next passage.
    """

    def __init__(
        self,
        code: Code,
        now: Moment,
        then: Moment,
        places: int = 0,
        changed: Differences | None = None,
    ) -> None:
        self._code, self._places = code, places
        self._state = Differences({}).of if changed is None else changed.of
        self.advances, self._count = now.advances - then.advances, now.count - then.count
        self.time, self._last = now.time, now.last

    def along(self, passage: Passage, following: Moment) -> Passage:
        """The next passage in its new place. following: The moment behind it, as it was."""
        moment, step = self.moment(passage.moment), passage.step
        if step is not None:
            step = self._moved(step, passage.place + self._places)
            if following.time != passage.moment.time:
                self.time = step.end_time
            if following.last is passage.step:
                self._last = step
        return Passage(moment, passage.place + self._places, passage.noted, step)

    def moment(self, old: Moment) -> Moment:
        """A moment in its new place, at the present time of the run."""
        frames = old.frames
        if frames and self._places:
            frames = (replace(frames[0], place=frames[0].place + self._places),)
        return old.having(
            state=self._state(old.state),
            frames=frames,
            time=self.time,
            advances=old.advances + self.advances,
            count=old.count + self._count,
            last=self._last,
        )

    def in_table(self, passage: Passage) -> Passage:
        """The passage with the present row of the motion table: an edit may have changed it."""
        step = passage.step
        if step is None:
            return passage
        row = self._row(step, self._code.compiled[passage.place])
        return passage if row == step.row else passage._replace(step=step.having(row=row))

    def _moved(self, step: Step, place: int) -> Step:
        compiled = self._code.compiled[place]
        line, shift = compiled.statement.line, self.time - step.start_time
        return step.having(
            statement=compiled.statement,
            row=self._row(step, compiled),
            line=line,
            before=self._state(step.before),
            after=self._state(step.after),
            start_time=self.time,
            problems=tuple(_shifted(problem, line, shift) for problem in step.problems),
        )

    def _row(self, step: Step, compiled: CompiledStep) -> MotionRow | None:
        """The row of the motion table for a step, with the values that its expressions had."""
        if step.row is None or compiled.row_index is None:
            return None
        row = self._code.rows[0][compiled.row_index]
        return row if row.reals == step.row.reals else replace(row, reals=step.row.reals)


def _shifted(problem: Problem, line: int, seconds: float) -> Problem:
    """The problem in another line and later by some seconds."""
    time = None if problem.time is None else problem.time + seconds
    return replace(problem, line=line, time=time)
