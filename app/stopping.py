"""What Ctrl-C does to the command: it ends at once, with exit code 130 and one line.

At once, and not by an exception: while modules load, and in what libraries call back, an exception
is swallowed or told as a traceback. What must not be cut in two is finished first (see
`whole_or_not_at_all`); the console and the window put their own answer in the place of this one.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

STOPPED = 130


def end_at_ctrl_c() -> None:
    """From here on Ctrl-C ends the process, unless who started it wants it to be passed over."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _end)


def _end(number: int, frame: FrameType | None) -> None:
    with suppress(OSError):
        os.write(2, b"cellwright: stopped\n")
    os._exit(STOPPED)


@contextmanager
def raising_at_ctrl_c() -> Iterator[None]:
    """Within it Ctrl-C raises KeyboardInterrupt, as Python has it; only the main thread may."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


@contextmanager
def whole_or_not_at_all() -> Iterator[None]:
    """Within it Ctrl-C waits for the end: a file is written whole, or not begun."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: asked.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
        if asked:
            signal.raise_signal(signal.SIGINT)
