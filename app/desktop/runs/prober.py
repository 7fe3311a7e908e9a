"""A second process, for questions at a stop: an answer never waits for a check of the whole run.

The process starts with the first question. Of several questions of one kind the newest counts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.background.process import Failure, WorkerProcess
from app.background.scheduler import Job, Lane, Scheduler

POLL_MS = 8


class Prober(QObject):
    """Asks one question at a time; kinds: the most urgent first."""

    failed = Signal(str)

    def __init__(
        self,
        kinds: tuple[str, ...],
        process: WorkerProcess | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        # Questions are short, so that none is killed for another; an old answer is of a past stop.
        self._lanes = {kind: Lane(kind, drops_old=True) for kind in kinds}
        self._scheduler = Scheduler(tuple(self._lanes.values()), process)
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self.poll)

    @property
    def is_busy(self) -> bool:
        return self._scheduler.has_jobs()

    def ask(
        self, kind: str, function: Callable[..., Any], *arguments: Any, then: Callable[[Any], None]
    ) -> None:
        """Gives the answer to `then`, unless a newer question of the kind is asked before it."""
        self._scheduler.put(Job(self._lanes[kind], kind, function, arguments, then, self._fail))
        self._timer.start()

    def poll(self) -> None:
        """Takes what the process has sent."""
        self._scheduler.poll()
        if not self.is_busy:
            self._timer.stop()

    def cancel(self) -> None:
        """Gives up all questions at once."""
        self._scheduler.cancel()

    def close(self) -> None:
        """Ends the process."""
        self._timer.stop()
        self._scheduler.close()

    def _fail(self, failure: Failure | None) -> None:
        if failure is not None:
            self.failed.emit(f"The run could not be looked at: {failure.message}")
