"""What Ctrl-C does to the command: it ends at once, with exit code 130 and one line.

The handler ends the process and raises no exception: while modules load, and inside callbacks of
libraries, an exception would be swallowed or printed as a traceback. Work that must not be cut in
two is finished first (see `whole_or_not_at_all`). The console and the window install handlers of
their own in place of this one.
"""

from __future__ import annotations

import _weakrefset
import os
import signal
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

STOPPED = 130
LATER_S = 0.02
# Files of Python with callbacks of weak references.
CALLBACKS = frozenset({weakref.__file__, _weakrefset.__file__})


def end_at_ctrl_c() -> None:
    """From here on Ctrl-C ends the process, unless its parent told it to ignore SIGINT."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _end)


def _end(number: int, frame: FrameType | None) -> None:
    with suppress(OSError):
        os.write(2, b"cellwright: stopped\n")
    os._exit(STOPPED)


@contextmanager
def raising_at_ctrl_c() -> Iterator[None]:
    """Inside the block Ctrl-C raises KeyboardInterrupt; outside the main thread nothing changes.

    Python swallows what is raised where it clears an object away: there Ctrl-C comes a bit later.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)


@contextmanager
def stopping_between_steps() -> Iterator[Callable[[], None]]:
    """Inside the block Ctrl-C waits for the next call of the function that this gives.

    That call raises KeyboardInterrupt, so that what is half made is removed. For steps that run in
    a library which calls Python back: an exception in such a call is swallowed, and VTK ends the
    process at once.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    asked: list[int] = []

    def stop_if_asked() -> None:
        if asked:
            asked.clear()
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, lambda number, frame: asked.append(number))
    try:
        yield stop_if_asked
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
        if asked:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def telling_at_a_stop(words: Callable[[], str]) -> Iterator[None]:
    """Inside the block Ctrl-C and SIGTERM end the process, and these words tell what is kept."""

    def end(number: int, frame: FrameType | None) -> None:
        with suppress(OSError):
            os.write(2, f"cellwright: stopped; {words()}\n".encode())
        os._exit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.signal(each, end) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler or signal.SIG_DFL)


def _interrupt(number: int, frame: FrameType | None) -> None:
    if not _is_clearing(frame):
        raise KeyboardInterrupt
    again = threading.Timer(LATER_S, _signal_main_thread)
    again.daemon = True
    again.start()


def _signal_main_thread() -> None:
    """Sends Ctrl-C to the main thread, so that it also ends a wait there.

    `raise_signal` would send it to the thread that calls it, and the main thread sleep on.
    """
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:  # Windows, where it is the main thread that is told
        signal.raise_signal(signal.SIGINT)


def _is_clearing(frame: FrameType | None) -> bool:
    """Whether a frame runs in `__del__` or in a callback of a weak reference."""
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_code.co_filename in CALLBACKS:
            return True
        frame = frame.f_back
    return False


@contextmanager
def whole_or_not_at_all() -> Iterator[None]:
    """Inside the block Ctrl-C waits until the block ends: a file is written whole, or not begun."""
    with stopping_between_steps():
        yield
