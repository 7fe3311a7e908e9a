"""Values that were made lately, so that an edit makes only those anew that it changes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Recent(Generic[V]):
    """Values by their keys; of more than `most` those go that were not asked for the longest.

    Threads may share it: an editor reads in one while a run reads in another.
    """

    def __init__(self, most: int) -> None:
        self._most, self._values, self._lock = most, OrderedDict[Hashable, V](), Lock()

    def get(self, key: Hashable) -> V | None:
        """The value of a key; None where there is none."""
        with self._lock:
            found = self._values.get(key)
            if found is not None:
                self._values.move_to_end(key)
            return found

    def put(self, key: Hashable, value: V) -> None:
        """Keeps a value."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)

    def clear(self) -> None:
        """Forgets all values."""
        with self._lock:
            self._values.clear()
