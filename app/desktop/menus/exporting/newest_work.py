"""Work of a dialog in a thread of its own, one call at a time; of one kind the newest counts."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from PySide6.QtCore import QObject, Signal

log = logging.getLogger(__name__)


class Fault(str):
    """Why a call has no answer, in words for the user."""


class NewestWork(QObject):
    """Calls functions in a thread and gives their answers in the thread of its owner.

    A function gets `goes_on` as its last argument: a call that gives False once a newer call of
    the same kind waits, or once the answer is not wanted any more.
    """

    _ended = Signal(str, int, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="export")
        self._count = 0
        self._wanted: dict[str, tuple[int, Callable[[Any], None]]] = {}
        self._ended.connect(self._take)

    def ask(
        self, kind: str, function: Callable[..., Any], *given: Any, then: Callable[[Any], None]
    ) -> None:
        """Has a function called. then: Takes what it returned, or a Fault."""
        self._count += 1
        number = self._count
        self._wanted[kind] = (number, then)

        def goes_on() -> bool:
            return self._wanted.get(kind, (0,))[0] == number

        def tell(future: Future[Any]) -> None:
            if not future.cancelled():
                self._ended.emit(kind, number, future.result())

        self._pool.submit(_answer, function, given, goes_on).add_done_callback(tell)

    def is_at(self, kind: str) -> bool:
        """Whether an answer of this kind is awaited."""
        return kind in self._wanted

    def drop(self, kind: str) -> None:
        """Wants no answer of this kind any more."""
        self._wanted.pop(kind, None)

    def close(self) -> None:
        """Drops everything and waits for the call that is under way."""
        self._wanted.clear()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _take(self, kind: str, number: int, answer: object) -> None:
        if self._wanted.get(kind, (0,))[0] == number:
            _, then = self._wanted.pop(kind)
            then(answer)


def _answer(
    function: Callable[..., Any], given: tuple[Any, ...], goes_on: Callable[[], bool]
) -> Any:
    if not goes_on():
        return None
    try:
        return function(*given, goes_on)
    except Exception as fault:
        log.exception("a call of the export has failed")
        return Fault(str(fault) or type(fault).__name__)
