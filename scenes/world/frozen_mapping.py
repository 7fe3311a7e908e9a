"""A read-only mapping; a larger mapping made from it shares its entries.

A run keeps one state for each statement. If every state had a dictionary of its own, ten thousand
statements that define a location each would need fifty million entries. Here a new mapping stores
only new entries, in layers over the mapping that it came from, each smaller than the one below.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic, TypeVar

import numpy as np

Key = TypeVar("Key")
Value = TypeVar("Value")

# Greatest size of the top layer, which is copied for each new entry; larger layers are merged by
# size.
LAYER = 128


class FrozenMapping(Mapping[Key, Value], Generic[Key, Value]):
    """Keys in the order in which they first came, each with its latest value."""

    __slots__ = ("_below", "_top")

    def __init__(
        self, items: Mapping[Key, Value], below: FrozenMapping[Key, Value] | None = None
    ) -> None:
        self._top = dict(items)
        self._below = below

    def with_item(self, key: Key, value: Value) -> FrozenMapping[Key, Value]:
        """This mapping with one entry added or replaced."""
        if len(self._top) >= LAYER:
            return FrozenMapping({key: value}, self._settled())
        return FrozenMapping(self._top | {key: value}, self._below)

    def _settled(self) -> FrozenMapping[Key, Value]:
        """This mapping with layers of like size merged, so that each is larger than the one above.

        A mapping of n entries then has about log n layers to search.
        """
        top, below = self._top, self._below
        while below is not None and len(below._top) <= len(top):
            top, below = below._top | top, below._below
        return FrozenMapping(top, below)

    def _layers(self) -> Iterator[dict[Key, Value]]:
        """The layers from the newest to the oldest."""
        layer: FrozenMapping[Key, Value] | None = self
        while layer is not None:
            yield layer._top
            layer = layer._below

    def _flat(self) -> dict[Key, Value]:
        flat: dict[Key, Value] = {}
        for layer in reversed(list(self._layers())):
            flat.update(layer)
        return flat

    def __getitem__(self, key: Key) -> Value:
        for layer in self._layers():
            if key in layer:
                return layer[key]
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return any(key in layer for layer in self._layers())

    def __iter__(self) -> Iterator[Key]:
        return iter(self._top if self._below is None else self._flat())

    def __len__(self) -> int:
        return len(self._top if self._below is None else self._flat())

    def __repr__(self) -> str:
        return f"FrozenMapping({self._flat()!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _at_the_other_end, (self._top, self._below)


def _at_the_other_end(
    items: dict[Any, Any], below: FrozenMapping[Any, Any] | None
) -> FrozenMapping[Any, Any]:
    """Makes a pickled mapping again in another process, with its arrays read-only."""
    for value in items.values():
        if isinstance(value, np.ndarray):
            value.flags.writeable = False
    return FrozenMapping(items, below)
