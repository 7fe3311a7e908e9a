"""A second process, for what is asked at a stop: it never waits for a check of the whole run.

It starts with the first question. Of several questions of one kind the newest counts.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from app.background.process import Failure, Result, WorkerProcess

POLL_MS = 8
log = logging.getLogger(__name__)


class Question(NamedTuple):
    """A function with its arguments, and who takes the answer."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    then: Callable[[Any], None]


class Prober(QObject):
    """Asks one question at a time; kinds in the order in which they are given."""

    failed = Signal(str)

    def __init__(self, kinds: tuple[str, ...], process: WorkerProcess | None = None) -> None:
        super().__init__()
        self._kinds, self._process = kinds, process
        self._waiting: dict[str, Question] = {}
        self._asked: tuple[int, str, Question] | None = None
        self._timer = QTimer(self, interval=POLL_MS)
        self._timer.timeout.connect(self.poll)

    @property
    def is_busy(self) -> bool:
        return self._asked is not None or bool(self._waiting)

    def ask(
        self, kind: str, function: Callable[..., Any], *arguments: Any, then: Callable[[Any], None]
    ) -> None:
        """The answer goes to `then`, unless a newer question of the kind comes before it."""
        self._waiting[kind] = Question(function, arguments, then)
        self._next()

    def poll(self) -> None:
        """Takes what the process has sent."""
        for message in self._process.poll() if self._process is not None else ():
            if self._asked is None or message.job != self._asked[0]:
                continue
            _, kind, question = self._asked
            if isinstance(message, Result):
                self._asked = None
                if kind not in self._waiting:
                    question.then(message.value)
            elif isinstance(message, Failure):
                self._asked = None
                log.error("prober: %s\n%s", message.message, message.traceback)
                self.failed.emit(f"The run could not be looked at: {message.message}")
        self._next()

    def cancel(self) -> None:
        """Gives up what is asked, at once."""
        self._waiting.clear()
        if self._asked is not None and self._process is not None:
            self._process.cancel()
        self._asked = None

    def close(self) -> None:
        """Ends the process."""
        self._timer.stop()
        self._waiting.clear()
        if self._process is not None:
            self._process.close()

    def _next(self) -> None:
        if self._asked is not None:
            return
        kind = next((kind for kind in self._kinds if kind in self._waiting), None)
        if kind is None:
            self._timer.stop()
            return
        if self._process is None:
            self._process = WorkerProcess()
        question = self._waiting.pop(kind)
        job = self._process.submit(question.function, *question.arguments)
        self._asked = (job, kind, question)
        if not self._timer.isActive():
            self._timer.start()
