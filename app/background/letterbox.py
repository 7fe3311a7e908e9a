"""Takes what another process sends, in a thread, so that the owner of the process never waits."""

from __future__ import annotations

import threading
import traceback
from collections import deque
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

from app.background.letters import receive, unpacked

Message = TypeVar("Message")


class Unreadable:
    """A letter that could not be put together again; the process lives."""

    def __init__(self, error: Exception) -> None:
        self.why, self.traceback = str(error), traceback.format_exc()


class Letterbox(Generic[Message]):
    """Takes what comes through a pipe, in a thread that ends with the process at the far end."""

    def __init__(self, pipe: Connection) -> None:
        self.is_closed = False
        self._pipe, self._letters = pipe, deque[Message | Unreadable]()
        self._came = threading.Event()
        threading.Thread(target=self._read, name="cellwright-letters", daemon=True).start()

    def take(self) -> Message | Unreadable | None:
        """The next letter; None if there is none."""
        self._came.clear()
        return self._letters.popleft() if self._letters else None

    def wait(self, seconds: float) -> None:
        """Until a letter has come since the last one was taken, or the time is over."""
        self._came.wait(seconds)

    def _read(self) -> None:
        while not self.is_closed:
            try:
                self._letters.append(unpacked(receive(self._pipe)[1]))
            except (EOFError, OSError):
                self.is_closed = True
            except Exception as error:
                self._letters.append(Unreadable(error))
            self._came.set()
