"""The window's end of the process that directs a study. No Qt.

The process is started afresh (spawn). It is no daemon of the window, since a daemon may start no
processes itself; so it ends with the pipe, and `close` ends it at once.
"""

from __future__ import annotations

import atexit
import multiprocessing
from contextlib import suppress

from app.background.letterbox import Letterbox, Unreadable
from app.background.letters import packed, send
from app.background.process import deaf_to_ctrl_c
from app.background.study_director import serve
from app.background.study_messages import Command, Refused, StudyNews

_PATIENCE = 2.0  # s in which a killed process ends


class StudyProcess:
    """One process that directs one study after the other."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, far_end = context.Pipe()
        self._letters = Letterbox[StudyNews](self._pipe)
        self._process = context.Process(target=serve, args=(far_end,), name="cellwright-study")
        with deaf_to_ctrl_c():
            self._process.start()
        far_end.close()
        self._is_closed = False
        # Python waits at its end for processes that are no daemons.
        atexit.register(self.close)

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    def send(self, command: Command) -> None:
        """Sends a command; where the process has died, `poll` tells of it."""
        with suppress(OSError):
            send(self._pipe, packed(command))

    def poll(self) -> list[StudyNews]:
        """The news since the last call, in order; never waits. The last one of a process that has
        died is a refusal."""
        news: list[StudyNews] = []
        if self._is_closed:
            return news
        is_over = self._letters.is_closed  # asked first: what came before the end counts
        while (letter := self._letters.take()) is not None:
            if isinstance(letter, Unreadable):
                news.append(Refused(f"News of the study: {letter.why}", log=letter.traceback))
            else:
                news.append(letter)
        if is_over:
            self.close()
            why = f"the process of the study ended unexpectedly (exit code {self.exit_code})"
            news.append(Refused(f"{why}; what it had done is kept", is_reading=True))
        return news

    @property
    def exit_code(self) -> int | None:
        """The exit code of the process; None while it runs."""
        return self._process.exitcode

    def close(self) -> None:
        """Ends the process, and with it its workers; may be called again."""
        if not self._is_closed:
            self._is_closed = True
            atexit.unregister(self.close)
            self._process.kill()
            self._process.join(_PATIENCE)
