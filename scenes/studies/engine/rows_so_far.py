"""The rows of the chunks that are done, while others are still computed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from scenes.studies.engine.study import Arrays, Question

Numbers: TypeAlias = NDArray[np.int64]


class RowsSoFar:
    """Rows by the number of their chunk, and all of them together.

    known: Chunks that are done already, with their rows.
    """

    def __init__(self, question: Question, known: Iterable[tuple[int, Arrays]] = ()) -> None:
        self._question, self._parts = question, dict(known)

    def add(self, chunk: int, arrays: Arrays) -> None:
        """Adds the rows of a chunk."""
        self._parts[chunk] = arrays

    def merged(self) -> tuple[Arrays, Numbers]:
        """The rows of all chunks that are done, and the numbers of their items (k,), ascending."""
        parts = [self._parts[chunk] for chunk in sorted(self._parts)]
        if not parts:
            return {}, np.empty(0, np.int64)
        arrays = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        numbers = [
            self._question.first_item(chunk) + np.arange(_count(self._parts[chunk]))
            for chunk in sorted(self._parts)
        ]
        return arrays, np.concatenate(numbers)


def spread(values: NDArray[Any], numbers: Numbers, count: int, empty: Any) -> NDArray[Any]:
    """Values (k, ...) of the items `numbers` (k,) among all `count` items (count, ...).

    empty: What an item has that is not looked at yet.
    """
    found = np.full((count, *values.shape[1:]), empty, values.dtype)
    found[numbers] = values
    return found


def numbers_of(arrays: Arrays, numbers: Numbers | None) -> Numbers:
    """The numbers of the items of rows: those given, else 0, 1, 2 and so on."""
    return np.arange(_count(arrays)) if numbers is None else numbers


def _count(arrays: Arrays) -> int:
    return len(next(iter(arrays.values())))
