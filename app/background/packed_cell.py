"""A cell on its way to a worker process, where equal cells arrive as one object.

What a worker keeps of a run, such as its steps and what was proven of them, belongs to the cell.
"""

from __future__ import annotations

from functools import lru_cache
from pickle import dumps, loads
from typing import Any

from scenes import Cell


@lru_cache(maxsize=1)
def cell_of(packed: bytes) -> Cell:
    """The cell of pickled bytes; the same object for the same bytes."""
    cell: Cell = loads(packed)
    return cell


class PackedCell:
    """A cell that is pickled once; unpickled it is the cell itself."""

    def __init__(self, cell: Cell) -> None:
        self.cell, self._bytes = cell, dumps(cell)

    def __reduce__(self) -> tuple[Any, ...]:
        return cell_of, (self._bytes,)
