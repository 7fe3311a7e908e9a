"""Running and checking a program aside, in a process, after a pause in the typing. No Qt.

Jobs are functions of the process; it keeps the run of the last subject, so that its check and
questions about it need not compute it again. A `Checker` owns the process and the thread that
waits for it: whoever wishes never waits, and hears of the answers in that thread.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pickle import loads
from typing import Any

from app.background.process import Failure, Result, WorkerProcess
from app.programs.findings import SEVERITIES
from scenes import Cell, Problem, Run, simulate
from scenes.analysis import analyse_run
from scenes.execution.machine.scenario import Scenario
from scenes.line_facts import RunFacts, clearance_in, run_facts

PAUSE_S = 0.25  # a text is run when nothing was typed for so long
PATIENCE_S = 1.5  # a kill costs a new process; shorter jobs are left to end
TICK_S = 0.05
MOST_TOLD = 200
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Subject:
    """A text that is run, as (text, file name), in a cell, which is packed once for all texts.

    Two of one number are the same.
    """

    number: int
    cell: bytes = field(compare=False, repr=False)
    program: tuple[str, str] = field(compare=False)
    others: tuple[tuple[str, str], ...] = field(compare=False)
    scenario: Scenario = field(compare=False)


@lru_cache(maxsize=2)
def run_of(subject: Subject) -> Run:
    """The run of a subject."""
    cell = cell_of(subject.cell)
    return simulate(cell, subject.program, scenario=subject.scenario, others=subject.others)


@lru_cache(maxsize=1)
def cell_of(packed: bytes) -> Cell:
    """The cell, unpacked once."""
    cell: Cell = loads(packed)
    return cell


def ran(subject: Subject) -> tuple[RunFacts, tuple[Problem, ...]]:
    """The first job: the motions, and what goes wrong in them."""
    run = run_of(subject)
    return run_facts(run), once(run.problems)


def checked(subject: Subject) -> tuple[Problem, ...]:
    """The second job: what is wrong with the motions besides, collisions and warnings."""
    run = run_of(subject)
    known = {id(problem) for problem in run.problems}
    return once([p for p in analyse_run(run).problems if id(p) not in known])


def once(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The first problem of each kind in a line, which says how often it comes: a loop may run
    a million times. Of very many the gravest."""
    found: dict[tuple[str, int, str], list[Problem]] = {}
    for problem in problems:
        found.setdefault((problem.file, problem.line, problem.code), []).append(problem)
    told = [
        replace(same[0], message=f"{same[0].message} ({len(same)} times)") if same[1:] else same[0]
        for same in found.values()
    ]
    return tuple(sorted(told, key=lambda p: SEVERITIES.index(p.severity))[:MOST_TOLD])


def clearance(subject: Subject, line: int) -> float | None:
    """A question: the least distance in the motion of a line, mm (see `clearance_in`)."""
    return clearance_in(run_of(subject), line)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What is known of a text. checked: What the check found; None before it has ended."""

    key: str
    text: str
    subject: Subject
    facts: RunFacts
    problems: tuple[Problem, ...]
    checked: tuple[Problem, ...] | None = None


@dataclass(frozen=True, eq=False)
class _Wish:
    """A text to be run and checked. due: When, by the monotonic clock; not before."""

    key: str
    text: str
    subject: Callable[[int], Subject]
    due: float


@dataclass(frozen=True, eq=False)
class _Question:
    subject: Subject
    line: int
    answer: Future[float | None]


class _GivenUpError(Exception):
    """A job was ended because something newer waits, or because all ends."""


class Checker:
    """Runs and checks the newest text of each key, one after the other.

    tell: Hears what was found out, in the thread of this object; twice for each text.
    """

    def __init__(self, tell: Callable[[Outcome], None], pause: float = PAUSE_S) -> None:
        self._tell, self._pause = tell, pause
        self._changed = threading.Condition()
        self._wishes: dict[str, _Wish] = {}
        self._questions: list[_Question] = []
        self._unchecked: dict[str, Outcome] = {}
        self._number = 0
        self._closed = False
        self._process: WorkerProcess | None = None
        self._thread = threading.Thread(target=self._live, name="checking", daemon=True)
        self._thread.start()

    def wish(self, key: str, text: str, subject: Callable[[int], Subject]) -> None:
        """A new text under a key; subject: packs it, asked for in the thread of this object."""
        with self._changed:
            self._unchecked.pop(key, None)
            self._wishes[key] = _Wish(key, text, subject, time.monotonic() + self._pause)
            self._changed.notify()

    def forget(self, key: str) -> None:
        """Nobody wants to know of a key any more."""
        with self._changed:
            self._wishes.pop(key, None)
            self._unchecked.pop(key, None)

    def clearance(self, subject: Subject, line: int) -> Future[float | None]:
        """The least distance in the motion of a line of what was run; answered before checks."""
        question = _Question(subject, line, Future())
        with self._changed:
            self._questions.append(question)
            self._changed.notify()
        return question.answer

    def close(self) -> None:
        """Ends the thread and its process."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _live(self) -> None:
        try:
            while (work := self._next()) is not None:
                work()
        finally:
            if self._process is not None:
                self._process.close()

    def _next(self) -> Callable[[], None] | None:
        """What is to be done now, waited for; None at the end."""
        with self._changed:
            while not self._closed:
                now = time.monotonic()
                due = [wish for wish in self._wishes.values() if wish.due <= now]
                if due:
                    wish = self._wishes.pop(due[0].key)
                    return lambda: self._run(wish)
                if self._questions:
                    question = self._questions.pop(0)
                    return lambda: self._answer(question)
                if self._unchecked:
                    outcome = self._unchecked.pop(next(iter(self._unchecked)))
                    return lambda: self._check(outcome)
                waiting = [wish.due - now for wish in self._wishes.values()]
                self._changed.wait(min(waiting, default=None))
        return None

    def _run(self, wish: _Wish) -> None:
        self._number += 1
        subject = wish.subject(self._number)
        try:
            found = self._done(ran, subject)
        except _GivenUpError:
            with self._changed:
                self._wishes.setdefault(wish.key, wish)
            return
        if found is None:
            return
        facts, problems = found
        outcome = Outcome(wish.key, wish.text, subject, facts, problems)
        self._check_later(outcome)
        self._tell(outcome)

    def _check_later(self, outcome: Outcome) -> None:
        with self._changed:
            if outcome.key not in self._wishes:
                self._unchecked[outcome.key] = outcome

    def _check(self, outcome: Outcome) -> None:
        try:
            problems = self._done(checked, outcome.subject)
        except _GivenUpError:
            self._check_later(outcome)
            return
        if problems is not None:
            self._tell(replace(outcome, checked=problems))

    def _answer(self, question: _Question) -> None:
        if not question.answer.set_running_or_notify_cancel():
            return
        try:
            question.answer.set_result(self._done(clearance, question.subject, question.line))
        except _GivenUpError:
            question.answer.set_result(None)

    def _done(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """What a job of the process gives; None where it failed. Raises _GivenUpError."""
        if self._process is None:
            self._process = WorkerProcess()
        process = self._process
        began = time.monotonic()
        process.submit(function, *arguments)
        while True:
            for message in process.wait(TICK_S):
                if isinstance(message, Result):
                    return message.value
                if isinstance(message, Failure):
                    log.error("check: %s\n%s", message.message, message.traceback)
                    return None
            if self._is_stale(began):
                process.cancel()
                raise _GivenUpError

    def _is_stale(self, began: float) -> bool:
        """Whether a job that has run long stands in the way of a newer wish, or of the end."""
        now = time.monotonic()
        with self._changed:
            waits = any(wish.due <= now for wish in self._wishes.values())
            return self._closed or (waits and now - began > PATIENCE_S)
