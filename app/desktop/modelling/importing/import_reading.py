"""Reads files for an import in another process, one after the other, with progress."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from app.background.process import Failure, Progress, Result, WorkerProcess

POLL_MS = 25
log = logging.getLogger(__name__)


class _Job(NamedTuple):
    key: Hashable
    function: Callable[..., Any]
    arguments: tuple[Any, ...]


class ImportReading(QObject):
    """Does one job under each key; a newer job under a key takes the place of the older one.

    The process is started by the first job and ended by the last: it holds large meshes.
    """

    progressed = Signal(object, float, str)  # the key, the share that is done, what is being done
    done = Signal(object, object)  # the key and what the function returned
    failed = Signal(object, str)  # the key and a sentence

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._process: WorkerProcess | None = None
        self._jobs: dict[int, _Job] = {}
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self.poll)

    @property
    def is_busy(self) -> bool:
        """Whether a file is being read."""
        return bool(self._jobs)

    def read(self, key: Hashable, function: Callable[..., Any], *arguments: Any) -> None:
        """Has a function called in the process, which gives the answer by a signal."""
        self.give_up(key)
        if self._process is None:
            self._process = WorkerProcess()
        number = self._process.submit(function, *arguments)
        self._jobs[number] = _Job(key, function, arguments)
        self._timer.start()

    def give_up(self, key: Hashable) -> None:
        """Ends the job under a key at once, if there is one; the others begin anew."""
        if all(job.key != key for job in self._jobs.values()):
            return
        others = [job for job in self._jobs.values() if job.key != key]
        self.close()
        for job in others:
            self.read(job.key, job.function, *job.arguments)

    def close(self) -> None:
        """Ends all jobs and the process."""
        self._timer.stop()
        self._jobs = {}
        if self._process is not None:
            self._process.close()
            self._process = None

    def poll(self) -> None:
        """Takes what the process has sent."""
        for message in self._process.poll() if self._process is not None else ():
            self._take(message)
        if not self._jobs:
            self.close()

    def _take(self, message: Progress | Result | Failure) -> None:
        job = self._jobs.get(message.job)
        if job is None:
            return
        if isinstance(message, Progress):
            self.progressed.emit(job.key, message.fraction, message.text)
            return
        del self._jobs[message.job]
        if isinstance(message, Result):
            self.done.emit(job.key, message.value)
        else:
            log.info("import: %s\n%s", message.message, message.traceback)
            self.failed.emit(job.key, message.message)
