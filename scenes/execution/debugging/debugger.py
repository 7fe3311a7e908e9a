"""Debugging: steps a run into, over, out of a program, backwards, to a line, to a breakpoint.

A session is a frozen value: the moments passed so far (see `kept_moments`) and the present one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

from language import parse
from language.compiled.control_flow import code_of
from language.expressions.evaluation import evaluate
from language.expressions.trees import Expression, read_expression
from language.instructions.block_words import END
from language.words.lexer import lex_code
from language.words.number_literals import ExpressionError
from scenes.errors import SceneError
from scenes.execution.debugging.change import with_state_put
from scenes.execution.debugging.kept_moments import Mark, keep, mark_before
from scenes.execution.machine.advance import advance
from scenes.execution.machine.machine import Machine
from scenes.execution.machine.moment import Moment, Status
from scenes.execution.statements.reporting import NO_ANSWER
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.scopes import key_written
from scenes.runs.step import Step
from scenes.world.state import CellState


@dataclass(frozen=True)
class Breakpoint:
    """A line before which a run stops; with a condition, only when the condition holds."""

    line: int
    condition: str = ""
    file: int = 0


class Line(NamedTuple):
    """A program at work: its name, its next line, the index of its file."""

    program: str
    line: int
    file: int


@dataclass(frozen=True, eq=False)
class Session:
    """A run being debugged.

    now: The present moment. steps: Steps of the run up to now. marks: Kept moments, the first is
    the beginning. at: Number of statements carried out. why: Reason of the last stop.
    """

    machine: Machine
    now: Moment
    steps: tuple[Step, ...] = ()
    marks: tuple[Mark, ...] = ()
    at: int = 0
    breakpoints: tuple[Breakpoint, ...] = ()
    why: str = ""

    @property
    def line(self) -> int | None:
        """The next line; None when the run has ended."""
        statement = self.machine.statement(self.now)
        return None if statement is None else statement.line

    @property
    def call_stack(self) -> tuple[Line, ...]:
        """The programs at work, the innermost first."""
        return call_stack_of(self.machine, self.now)

    @property
    def is_over(self) -> bool:
        """Whether the run has ended or failed."""
        return self.now.status in (Status.ENDED, Status.FAILED)


def call_stack_of(machine: Machine, now: Moment) -> tuple[Line, ...]:
    """The programs at work, the innermost first; the line of a caller is that of its CALL."""
    code = machine.code
    found = []
    has_called = False
    for frame in reversed(now.frames):
        extent = code.extents[frame.extent]
        place = frame.place - 1 if has_called else frame.place
        line = code.statements[place].line if extent.start <= place < extent.stop else 0
        found.append(Line(extent.name, line, extent.file))
        has_called = frame.reaction is None
    return tuple(found)


def begin(machine: Machine, *breakpoints: Breakpoint, extent: int = 0) -> Session:
    """A session that stands before the first statement of a program."""
    now = machine.begin(extent)
    return Session(machine, now, marks=(Mark(now, 0),), breakpoints=breakpoints)


def begin_at(session: Session, place: int) -> Session:
    """A session that has carried out nothing, before another statement of its program."""
    now = session.now.at(place)
    return replace(session, now=now, marks=(Mark(now, 0),))


def step_into(session: Session) -> Session:
    """Carries out one statement; stops in a program that it calls."""
    return _run(session, lambda work: True, "step", stops=False)


def step_over(session: Session) -> Session:
    """Carries out one statement, with any program that it calls up to the end."""
    depth = session.now.depth
    return _run(session, lambda work: work.now.depth <= depth, "step")


def step_out(session: Session) -> Session:
    """Goes on until the program at work has ended."""
    depth = session.now.depth
    return _run(session, lambda work: work.now.depth < depth, "step out")


def run_to(session: Session, line: int, file: int = 0) -> Session:
    """Goes on until the line is next."""
    return _run(session, lambda work: work.is_at(line, file), f"line {line}")


def proceed(session: Session) -> Session:
    """Goes on to the next breakpoint, PAUSE, or the end."""
    return _run(session, lambda work: False, "")


def step_back(session: Session, count: int = 1) -> Session:
    """Goes back by `count` statements, at most to the beginning."""
    return go_to(session, max(session.at - count, 0))


def go_to(session: Session, at: int) -> Session:
    """Goes to the moment behind `at` statements; SceneError if fewer have been carried out."""
    if not 0 <= at <= session.at:
        raise SceneError(f"the run has {session.at} statements behind it, not {at}")
    place = mark_before(session.marks, at)
    mark = session.marks[place]
    steps = list(session.steps[: mark.steps])
    now = mark.moment
    while now.advances < at:
        now, step = advance(session.machine, now)
        if step is not None:
            steps.append(step)
    marks = session.marks[: place + 1]
    return replace(session, now=now, steps=tuple(steps), marks=marks, at=at, why="step back")


def retry(session: Session) -> Session:
    """After a failure, makes the failed statement the next one again."""
    if session.now.status is not Status.FAILED:
        return session
    steps = tuple(step for step in session.steps if not step.failed)
    now = session.now.having(status=Status.READY)
    return replace(session, now=now, steps=steps, marks=(*session.marks, Mark(now, len(steps))))


def question_in(step: Step) -> str | None:
    """The question of a step that is a PROMPT without an answer, else None."""
    if step.failed and step.statement.instruction.asks and step.problems[0].code == NO_ANSWER:
        return str(step.statement.value("text"))
    return None


def question_of(session: Session) -> str | None:
    """The question of the PROMPT at which a run stands because it has no answer, else None."""
    if session.now.status is not Status.FAILED or not session.steps:
        return None
    return question_in(session.steps[-1])


def with_answer(session: Session, answer: float) -> Session:
    """The session with an answer for the PROMPT that it waits at; PROMPT is the next statement."""
    again = retry(session)
    now = again.now.having(answers=(answer,))
    return replace(again, now=now, marks=(*again.marks[:-1], Mark(now, len(again.steps))))


class _Work:
    """A session while it runs, with lists that grow in place of tuples that would be copied."""

    def __init__(self, session: Session) -> None:
        self.machine, self.now = session.machine, session.now
        self.steps, self.marks = list(session.steps), list(session.marks)

    def is_at(self, line: int, file: int) -> bool:
        statement = self.machine.statement(self.now)
        if statement is None or self.now.reaction is not None:
            return False
        return statement.line == line and self.machine.file(self.now) == file

    def advance(self) -> None:
        self.now, step = advance(self.machine, self.now)
        if step is not None:
            self.steps.append(step)
        moved = step is not None and step.duration > 0.0
        keep(self.marks, self.now, len(self.steps), moved)

    def hit(self, breakpoints: tuple[Breakpoint, ...]) -> str:
        """Text of the breakpoint that stops the run here; "" for none.

        A condition without a value stops the run too: otherwise it would seem never to hold.
        """
        for each in breakpoints:
            if not self.is_at(each.line, each.file):
                continue
            fault = self._fault(each.condition)
            if fault is not None:
                return f"breakpoint in line {each.line}{fault}"
        return ""

    def _fault(self, condition: str) -> str | None:
        """ "" where a condition holds, None where it does not, else why it has no value."""
        if not condition:
            return ""
        try:
            return "" if value_of(self.machine, self.now, condition) != 0 else None
        except SceneError as fault:
            return f": {condition} has no value, {fault}"


def _run(
    session: Session, arrived: Callable[[_Work], bool], why: str, *, stops: bool = True
) -> Session:
    """Goes on until `arrived`, at least one statement; breakpoints stop the run before.

    why: Reason of the stop if it arrives. stops: Whether breakpoints stop it.
    """
    work = _Work(session)
    if session.is_over:
        return session
    if work.now.status is Status.PAUSED:
        work.now = work.now.having(status=Status.READY)
    reason = why
    while True:
        work.advance()
        if work.now.status is not Status.READY:
            reason = work.now.status.value
            break
        hit = work.hit(session.breakpoints) if stops else ""
        if hit:
            reason = hit
            break
        if arrived(work):
            break
    return replace(
        session,
        now=work.now,
        steps=tuple(work.steps),
        marks=tuple(work.marks),
        at=work.now.advances,
        why=reason,
    )


def value_of(machine: Machine, now: Moment, text: str) -> float:
    """The value of an expression before the next statement; SceneError if it has none."""
    tree = _tree(text)
    if not machine.code.compiled:
        machine, now = _with_a_statement(machine), now.having(frames=())
    try:
        return evaluate(tree, machine.task(_askable(machine, now)).world)
    except ExpressionError as fault:
        raise SceneError(fault.message) from fault
    except ImpossibleError as fault:
        raise SceneError(fault.message.partition(" when line ")[0]) from fault


def _askable(machine: Machine, now: Moment) -> Moment:
    """A moment at which expressions have values: `now`, or the first statement after the end."""
    if now.frames and machine.statement(now) is not None:
        return now
    begun = machine.begin(state=now.state)
    return now.having(frames=begun.frames)


def _with_a_statement(machine: Machine) -> Machine:
    """A machine with the statement END in place of an empty program: values need a statement."""
    return replace(machine, code=code_of(parse(END)))


def _tree(text: str) -> Expression:
    tokens = lex_code(text)
    if not tokens:
        raise SceneError("an expression is empty")
    return read_expression(tokens)


def with_variable(session: Session, name: str, value: float) -> Session:
    """The session with a new value of a variable; the name is one of the program at work."""
    key = key_written(session.now.names, name)
    return _changed(session, session.now.state.with_variable(key, value))


def with_signal(session: Session, number: int, on: bool) -> Session:
    """The session with a signal put on or off by hand; programs react to it as usual."""
    return _changed(session, session.now.state.with_signal(number, on))


def with_state(session: Session, state: CellState) -> Session:
    """The session with the cell in another state."""
    return _changed(session, state)


def _changed(session: Session, state: CellState) -> Session:
    now = with_state_put(session.machine, session.now, state)
    marks = (*session.marks, Mark(now, len(session.steps)))
    return replace(session, now=now, marks=marks)
