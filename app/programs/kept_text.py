"""Saves an unsaved program to a file when the console ends for whatever reason."""

from __future__ import annotations

import os
import signal
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

from scenes.files.resource_files import PROGRAMS

# A closed terminal or an ended session sends these signals, which would end the process at once.
_ENDING = ("SIGHUP", "SIGTERM")


def kept_safe(text: str) -> str:
    """Writes a program to a file and gives a sentence with its path.

    Where no folder takes a file, the sentence holds the program itself.
    """
    for folder in (Path(tempfile.gettempdir()), Path.home(), Path.cwd()):
        with suppress(OSError):
            return f"THE PROGRAM IS KEPT IN {_written(folder, text)}"
    return f"NO FOLDER TAKES A FILE; THE PROGRAM IS\n{text}"


def _written(folder: Path, text: str) -> Path:
    handle, name = tempfile.mkstemp(prefix="cellwright-", suffix=PROGRAMS.suffix, dir=folder)
    with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="\n") as file:
        file.write(text)
    return Path(name)


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Inside the block SIGHUP and SIGTERM raise SystemExit, so that the text can be kept."""
    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, _end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
