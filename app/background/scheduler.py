"""Which job a worker process does next, and which job is given up for another. No Qt.

One job runs at a time; the others wait under their keys, and under one key only the newest job
waits. Jobs belong to lanes, which say how urgent they are and what becomes of them when something
newer comes. The owner calls everything from one thread, and polls while there are jobs.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from app.background.process import Failure, Message, Progress, WorkerProcess

PATIENCE_S = 1.5  # a kill costs a new process; shorter jobs are left to end
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Lane:
    """How jobs of one kind are treated.

    patience_s: A job of any lane that has run for longer is killed when a newer job of this lane
        waits, because the user waits for the newer one. None: a job of this lane waits its turn.
    comes_back: A killed job of this lane waits again, because no caller asks for it a second time.
    drops_old: An answer is dropped when a newer job waits under its key, because its asker cannot
        tell it from the newer answer.
    """

    name: str
    patience_s: float | None = None
    comes_back: bool = False
    drops_old: bool = False


@dataclass(frozen=True, eq=False)
class Job:
    """A function to be called in the process.

    then: Takes the value that the function returned.
    otherwise: Called when there will be no value: with the failure of the job, or with None when
        the job was given up and does not come back.
    delay_s: The job starts this much later at the earliest.
    progress: Takes fraction and text of this job, besides the progress of the scheduler.
    """

    lane: Lane
    key: Hashable
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    then: Callable[[Any], None]
    otherwise: Callable[[Failure | None], None] = lambda failure: None
    delay_s: float = 0.0
    progress: Callable[[float, str], None] = lambda fraction, text: None


class _Entry(NamedTuple):
    """A job that waits or runs. since: When by the clock it may start, or has started, seconds.

    number: Of a job that runs, its number in the process.
    """

    job: Job
    since: float
    number: int = 0


class Scheduler:
    """Gives jobs to a worker process, one at a time.

    lanes: The most urgent first. process: One that runs already; without it the first job starts
    one. is_owner: Whether that one ends with this scheduler; if not it is shared, and stays.
    progress: Takes fraction and text of the running job.
    """

    def __init__(
        self,
        lanes: Sequence[Lane],
        process: WorkerProcess | None = None,
        progress: Callable[[float, str], None] = lambda fraction, text: None,
        clock: Callable[[], float] = time.monotonic,
        is_owner: bool = False,
    ) -> None:
        self._lanes, self._progress, self._clock = tuple(lanes), progress, clock
        self._process, self._is_shared = process, process is not None and not is_owner
        self._waiting: dict[Hashable, _Entry] = {}
        self._running: _Entry | None = None
        self._is_closed = False

    @property
    def is_running(self) -> bool:
        """Whether the process has a job now."""
        return self._running is not None

    def has_jobs(self, *lanes: Lane) -> bool:
        """Whether a job of these lanes, or of any lane where none is given, runs or waits."""
        return bool(self._entries(lanes))

    def seconds_to_next(self) -> float | None:
        """Time until the next waiting job may start, seconds; None where no job waits."""
        first = min((entry.since for entry in self._waiting.values()), default=None)
        return None if first is None else max(first - self._clock(), 0.0)

    def start(self) -> WorkerProcess:
        """The process; starts it if there is none."""
        if self._process is None:
            self._process = WorkerProcess()
        return self._process

    def put(self, job: Job) -> None:
        """Has a job done; it takes the place of the job that waits under its key.

        A closed scheduler passes over the job: a late timer may still ask, and nobody listens.
        """
        if self._is_closed:
            return
        self._waiting[job.key] = _Entry(job, self._clock() + job.delay_s)
        self._go_on()

    def follow(self, job: Job) -> None:
        """Has a job done that follows from an answer, unless a newer one waits under its key.

        It starts after `then` of the answer has returned: more urgent jobs may be put until then.
        """
        if self._is_closed:
            return
        self._waiting.setdefault(job.key, _Entry(job, self._clock()))

    def drop(self, key: Hashable) -> None:
        """Forgets the job that waits under a key; a running job goes on."""
        self._waiting.pop(key, None)

    def cancel(self, *lanes: Lane) -> None:
        """Gives up all jobs of these lanes, or of all lanes where none is given, at once."""
        self._end(self._entries(lanes))

    def give_up(self, key: Hashable) -> None:
        """Gives up the jobs under a key at once, the running one too."""
        self._end([entry for entry in self._entries(()) if entry.job.key == key])

    def _end(self, entries: Sequence[_Entry]) -> None:
        for entry in entries:
            if entry is self._running:
                self._kill()
            else:
                del self._waiting[entry.job.key]
            entry.job.otherwise(None)
        self._go_on()

    def poll(self, timeout_s: float = 0.0) -> None:
        """Takes what the process has sent, and starts the next job.

        timeout_s: How long to wait for a message while a job runs, seconds.
        """
        if self._running is not None:
            for message in self.start().wait(timeout_s):
                self._take(message)
        self._go_on()

    def close(self) -> None:
        """Gives up all jobs and ends the process, unless it is shared."""
        self._is_closed = True
        if self._process is not None and not self._is_shared:
            self._process.close()
        self.cancel()

    def _entries(self, lanes: Sequence[Lane]) -> list[_Entry]:
        running = [self._running] if self._running is not None else []
        entries = [*running, *self._waiting.values()]
        return [entry for entry in entries if not lanes or entry.job.lane in lanes]

    def _take(self, message: Message) -> None:
        if self._running is None or message.job != self._running.number:
            return
        job = self._running.job
        if isinstance(message, Progress):
            self._progress(message.fraction, message.text)
            job.progress(message.fraction, message.text)
            return
        self._running = None
        if isinstance(message, Failure):
            log.error("worker, %s: %s\n%s", job.lane.name, message.message, message.traceback)
            job.otherwise(message)
        elif not (job.lane.drops_old and job.key in self._waiting):
            job.then(message.value)

    def _go_on(self) -> None:
        """Kills the running job if it is out of date, and starts the next if none runs."""
        now = self._clock()
        running = self._running
        if running is not None and self._is_outdated(running, now):
            self._kill()
            if running.job.lane.comes_back:
                self._waiting.setdefault(running.job.key, running)
            else:
                running.job.otherwise(None)
        due = [entry.job for entry in self._waiting.values() if entry.since <= now]
        if due and self._running is None:
            job = min(due, key=lambda job: self._lanes.index(job.lane))
            del self._waiting[job.key]
            self._running = _Entry(job, now, self.start().submit(job.function, *job.arguments))

    def _is_outdated(self, running: _Entry, now: float) -> bool:
        """Whether a job that has come since the running one started waits no longer for its end."""
        came = [
            job.lane.patience_s
            for job, since, _ in self._waiting.values()
            if running.since < since <= now
        ]
        return any(patience is not None and now - running.since > patience for patience in came)

    def _kill(self) -> None:
        self._running = None
        self.start().cancel()
