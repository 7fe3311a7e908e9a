"""A file lock that the operating system frees when its owner ends, however it ends.

A process number in a file would outlive its process, and could later belong to another process.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int, wait: bool) -> None:
        os.lseek(handle, 0, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(handle: int, wait: bool) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


class FileLock:
    """A lock held from its making until `release` or the end of the process.

    Raises BlockingIOError or another OSError where another process holds it and `wait` is false.
    """

    def __init__(self, path: Path, wait: bool = False) -> None:
        # A child process does not inherit the handle: Python opens files that way.
        self._handle: int | None = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(self._handle, wait)
        except OSError:
            self.release()
            raise

    def release(self) -> None:
        """Frees the lock; a second call does nothing."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> FileLock:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()
