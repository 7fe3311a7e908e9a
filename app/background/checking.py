"""Runs and checks of programs in a worker process, after a pause in the typing. No Qt.

The functions `ran`, `checked`, `clearance` and `way` are the jobs of the process. It keeps its last
runs, so that the check of a run and questions about it need not compute the run again. A `Checker`
owns the process and the thread that waits for it: its callers never wait, and take the answers in
that thread.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from app.background.letters import Letter
from app.background.packed_cell import cell_of
from app.background.process import Failure
from app.background.scheduler import PATIENCE_S, Job, Lane, Scheduler
from app.background.way_finding import find_way
from app.programs.findings import SEVERITIES
from app.programs.read_text import program_given
from language import Fix
from scenes import Problem, Run, simulate
from scenes.analysis import analyse_run
from scenes.execution.line_facts import RunFacts, clearance_in, run_facts
from scenes.execution.machine.scenario import Scenario

if TYPE_CHECKING:
    from scenes.makers.foreign_text import ForeignText

PAUSE_S = 0.25  # a text is run when nothing was typed for this time
TICK_S = 0.05  # while a job runs, requests are taken this often
MOST_PROBLEMS = 200


@dataclass(frozen=True)
class Subject:
    """A program to be run. program and others: (text, file name) of it and of the called files.

    A text in a robot maker's language comes with its values (see `app.programs.read_text`).

    cell: Pickled once for all programs. Subjects of one number are equal, so that the process finds
    the run that it keeps.
    """

    number: int
    cell: Letter = field(compare=False, repr=False)
    program: tuple[str | ForeignText, str] = field(compare=False)
    others: tuple[tuple[str, str], ...] = field(compare=False)
    scenario: Scenario = field(compare=False)


@lru_cache(maxsize=2)
def run_of(subject: Subject) -> Run:
    """The run of a subject; the process keeps the last two."""
    cell = cell_of(subject.cell)
    text, name = subject.program
    program = program_given(text, cell), name
    return simulate(cell, program, scenario=subject.scenario, others=subject.others)


def ran(subject: Subject) -> tuple[RunFacts, tuple[Problem, ...]]:
    """The first job: facts about the motions of a subject, and the problems of its run."""
    run = run_of(subject)
    return run_facts(run), once(run.problems)


def checked(subject: Subject) -> tuple[Problem, ...]:
    """The second job: the problems that the run does not show, collisions and warnings."""
    run = run_of(subject)
    of_run = {id(problem) for problem in run.problems}
    return once([p for p in analyse_run(run, listed=0).problems if id(p) not in of_run])


def once(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """One problem for each code in each line, with the number of times in its message.

    A loop may run a million times. Of more than MOST_PROBLEMS problems the gravest are given.
    """
    found: dict[tuple[str, int, str], list[Problem]] = {}
    for problem in problems:
        found.setdefault((problem.file, problem.line, problem.code), []).append(problem)
    counted = [
        replace(same[0], message=f"{same[0].message} ({len(same)} times)") if same[1:] else same[0]
        for same in found.values()
    ]
    return tuple(sorted(counted, key=lambda p: SEVERITIES.index(p.severity))[:MOST_PROBLEMS])


def clearance(subject: Subject, line: int) -> float | None:
    """A question: the least distance in the motion of a line, mm; None where nothing moves."""
    return clearance_in(run_of(subject), line)


def way(subject: Subject, line: int, on_progress: Callable[[float, str], None]) -> Fix | str:
    """The last job: a way round for the motion of a line, or why there is none."""
    text, name = subject.program
    if not isinstance(text, str):
        return "a way round is written in our language: convert the program first"
    cell = cell_of(subject.cell)
    return find_way(cell, (text, name), line, subject.scenario, subject.others, on_progress)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What is known of the text of a key. checked: Problems of the check; None before it ends."""

    key: str
    text: str
    subject: Subject
    facts: RunFacts
    problems: tuple[Problem, ...]
    checked: tuple[Problem, ...] | None = None


# The most urgent first. A killed run or check comes back, because an editor still shows its text. A
# killed question does not: its asker waits for a short time only.
RUN = Lane("run", patience_s=PATIENCE_S, comes_back=True)
QUESTION = Lane("question")
WAY = Lane("way round")
CHECK = Lane("check", comes_back=True)


class Checker:
    """Runs and checks the newest text of each key, one after the other.

    tell: Takes each outcome, in the thread of this object: once after the run of a text, and once
    after its check. pause: A text is run when its key has had no newer one for this time, seconds.
    """

    def __init__(self, tell: Callable[[Outcome], None], pause: float = PAUSE_S) -> None:
        self._tell, self._pause = tell, pause
        self._scheduler = Scheduler((RUN, QUESTION, WAY, CHECK))
        self._numbers = itertools.count(1)
        self._requests: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._live, name="checking", daemon=True)
        self._thread.start()

    def check(self, key: str, text: str, subject: Callable[[int], Subject]) -> None:
        """Has the text of a key run and checked; it takes the place of an older text that waits.

        subject: Makes the subject of a given number; called in the thread of this object.
        """
        self._requests.put(lambda: self._run(key, text, subject(next(self._numbers))))

    def forget(self, key: str) -> None:
        """Gives up what waits under this key: no document shows its text."""
        self._requests.put(partial(self._scheduler.drop, key))

    def clearance(self, subject: Subject, line: int) -> Future[float | None]:
        """The least distance in the motion of a line of a subject that was run, mm.

        Answered before checks; None where it cannot be found out, or not in time.
        """
        answer: Future[float | None] = Future()
        answer.set_running_or_notify_cancel()  # cannot be cancelled any more, only answered
        then, given = answer.set_result, (subject, line)
        job = Job(QUESTION, answer, clearance, given, then, lambda failure: then(None))
        self._requests.put(partial(self._scheduler.put, job))
        return answer

    def find_way(
        self, subject: Subject, line: int, tell: Callable[[float, str], None]
    ) -> Future[Fix | str | None]:
        """A way round for the motion in a line of a subject, or why there is none.

        None where the search gave way to a newer text, or failed. Its work ends at once when the
        answer is cancelled. tell: Called with share and text, in the thread of this object.
        """
        answer: Future[Fix | str | None] = Future()

        def give(found: Fix | str | None) -> None:
            with suppress(InvalidStateError):  # it was cancelled
                answer.set_result(found)

        def follow(done: Future[Fix | str | None]) -> None:
            if done.cancelled():
                self._requests.put(partial(self._scheduler.give_up, done))

        def otherwise(failure: Failure | None) -> None:
            give(f"the search could not be done: {failure.message}" if failure else None)

        answer.add_done_callback(follow)
        job = Job(WAY, answer, way, (subject, line), give, otherwise, progress=tell)
        self._requests.put(partial(self._scheduler.put, job))
        return answer

    def close(self) -> None:
        """Ends the thread and its process."""
        self._requests.put(None)
        self._thread.join()

    def _live(self) -> None:
        """Takes requests, and polls while a job runs."""
        with closing(self._scheduler) as scheduler:
            while True:
                patience = 0.0 if scheduler.is_running else scheduler.seconds_to_next()
                try:
                    request = self._requests.get(timeout=patience)
                except Empty:
                    scheduler.poll(TICK_S)
                    continue
                if request is None:
                    return
                request()

    def _run(self, key: str, text: str, subject: Subject) -> None:
        then = partial(self._ran, key, text, subject)
        self._scheduler.put(Job(RUN, key, ran, (subject,), then, delay_s=self._pause))

    def _ran(
        self, key: str, text: str, subject: Subject, found: tuple[RunFacts, tuple[Problem, ...]]
    ) -> None:
        outcome = Outcome(key, text, subject, *found)
        then = partial(self._checked, outcome)
        self._scheduler.follow(Job(CHECK, key, checked, (subject,), then))
        self._tell(outcome)

    def _checked(self, outcome: Outcome, problems: tuple[Problem, ...]) -> None:
        self._tell(replace(outcome, checked=problems))
