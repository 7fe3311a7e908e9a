"""A cell on its way to a worker process, where equal cells arrive as one object.

What a worker keeps of a run, such as its steps and what was proven of them, belongs to the cell.
"""

from __future__ import annotations

import hashlib
from typing import Any

from app.background.letters import Letter, packed, unpacked
from scenes import Cell


class PackedCell:
    """A cell that is pickled once; unpickled it is the cell itself."""

    def __init__(self, cell: Cell) -> None:
        self.cell, self._letter = cell, packed(cell)

    def __reduce__(self) -> tuple[Any, ...]:
        return cell_of, (self._letter,)


class _Arrived:
    """The cell that arrived last, and a hash of the letter it came in."""

    def __init__(self) -> None:
        self._mark, self._cell = b"", None  # type: tuple[bytes, Cell | None]

    def cell_of(self, letter: Letter) -> Cell:
        mark = hashlib.sha256(letter.head)
        for array in letter.arrays:
            mark.update(array)
        if self._cell is None or mark.digest() != self._mark:
            self._mark, self._cell = mark.digest(), unpacked(letter)
        return self._cell


_arrived = _Arrived()


def cell_of(letter: Letter) -> Cell:
    """The cell of a letter; the same object for the same bytes."""
    return _arrived.cell_of(letter)
