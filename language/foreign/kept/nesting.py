"""The blocks that are open, of which a part of a text sees only those that it looks at.

A part with nothing but whole blocks comes to the same wherever it stands: where a block before it
loses its end, the part is not translated anew.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Generic, NamedTuple, TypeVar

Block = TypeVar("Block", bound=Hashable)


class Change(NamedTuple, Generic[Block]):
    """What a part saw of the blocks around it, and what it left in their place.

    seen, left: The inner blocks, outer ones first. is_all: Whether it saw that there are no more.
    """

    seen: tuple[Block, ...]
    left: tuple[Block, ...]
    is_all: bool


class Nesting(Generic[Block]):
    """The blocks that are open, outer ones first. It is a ledger: parts ask it, and change it.

    Blocks are values: a changed block is another one that takes its place.
    """

    def __init__(self) -> None:
        self._blocks = list[Block]()
        # For each look the number of outer blocks that it leaves out; -1: there are none beyond.
        self._looks = list[int]()

    def open(self, block: Block) -> None:
        """A block begins inside of all others."""
        self._blocks.append(block)

    @property
    def newest(self) -> Block | None:
        """The innermost block; None where none is open."""
        self._look(len(self._blocks) - 1)
        return self._blocks[-1] if self._blocks else None

    def inside_out(self) -> Iterator[tuple[int, Block]]:
        """The blocks with their places, inner ones first; those that are not taken are not seen."""
        for at in range(len(self._blocks) - 1, -1, -1):
            self._look(at)
            yield at, self._blocks[at]
        self._look(-1)

    def replace(self, at: int, block: Block) -> None:
        """Puts a block in the place of that at a place."""
        self._look(at)
        self._blocks[at] = block

    def replace_newest(self, block: Block) -> None:
        """Puts a block in the place of the innermost one."""
        self.replace(len(self._blocks) - 1, block)

    def close(self) -> Block:
        """Takes the innermost block away."""
        self._look(len(self._blocks) - 1)
        return self._blocks.pop()

    def clear(self) -> None:
        """Takes all blocks away."""
        self._look(-1)
        self._blocks.clear()

    def _look(self, at: int) -> None:
        self._looks.append(at)

    def mark(self) -> tuple[tuple[Block, ...], int]:
        """The blocks that are open, and the number of looks so far."""
        return tuple(self._blocks), len(self._looks)

    def since(self, mark: tuple[tuple[Block, ...], int]) -> Change[Block] | None:
        """What was seen and changed since a mark; None for nothing."""
        blocks, looks = mark
        untouched = min(self._looks[looks:], default=len(blocks))
        first = min(max(untouched, 0), len(blocks))
        change = Change(blocks[first:], tuple(self._blocks[first:]), untouched < 0)
        return change if change.seen or change.left or change.is_all else None

    def repeat(self, answers: Change[Block]) -> bool:
        """Makes the same change; False where the blocks around it are others."""
        seen, left, is_all = answers
        first = len(self._blocks) - len(seen)
        if first < 0 or (is_all and first) or tuple(self._blocks[first:]) != seen:
            return False
        self._blocks[first:] = left
        self._look(-1 if is_all else first)
        return True

    def back_to(self, mark: tuple[tuple[Block, ...], int]) -> None:
        """Takes back what was changed behind a mark."""
        self._blocks[:], looks = mark
        del self._looks[looks:]
