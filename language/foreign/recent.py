"""Values that were made lately, so that an edit makes only those anew that it changes."""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """Values by their keys: at most so many, and at least half as many that were asked for last.

    They are kept in two halves. A value that is asked for goes into the newer one; where that is
    full, it becomes the older one, whose values go. Threads may share it: an editor reads in one
    while a run reads in another.
    """

    def __init__(self, most: int) -> None:
        self._half, self._lock = most // 2, Lock()
        self._newer, self._older = dict[Hashable, V](), dict[Hashable, V]()

    def get(self, key: Hashable) -> V | None:
        """The value of a key; None where there is none."""
        found = self._newer.get(key)
        if found is None:
            found = self._older.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: Hashable, value: V) -> None:
        """Keeps a value."""
        with self._lock:
            if len(self._newer) >= self._half and key not in self._newer:
                self._newer, self._older = {}, self._newer
            self._newer[key] = value

    def clear(self) -> None:
        """Forgets all values."""
        with self._lock:
            self._newer, self._older = {}, {}
