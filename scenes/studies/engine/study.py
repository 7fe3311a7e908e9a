"""A study: a question, cut into chunks that are pure functions of their number.

A chunk's arrays depend on the question, the seed of the study and the number of the chunk, and on
nothing else: any process may compute it, at any time, and gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Arrays: TypeAlias = Mapping[str, NDArray[Any]]


class Question(Protocol):
    """What a study asks."""

    @property
    def kind(self) -> str:
        """The key of its section in a study file, as `reach`."""

    @property
    def chunks(self) -> int:
        """The number of chunks, at least 1."""

    @property
    def items(self) -> int:
        """The number of things that are looked at: poses, placements, runs."""

    @property
    def item_word(self) -> str:
        """What one of them is called, as `pose`."""

    def first_item(self, chunk: int) -> int:
        """The number of the first item of a chunk; those of its other rows follow."""

    def arrays(self, chunk: int, rng: np.random.Generator) -> Arrays:
        """The rows of one chunk: arrays of equal length, by name.

        chunk: Number of the chunk, from 0. rng: Random numbers of this chunk alone.
        """

    def row_heads(self, arrays: Arrays) -> Arrays:
        """What each row of the merged `arrays` is about, as columns of equal length."""


class Counted(Protocol):
    """What has a number of items, such as a grid."""

    @property
    def count(self) -> int:
        """The number of items."""


class OverGrid:
    """A question of which each item is one of a grid; a chunk has `chunk_size` of them."""

    grid: Counted
    chunk_size: int

    @property
    def items(self) -> int:
        """The number of items of the grid."""
        return self.grid.count

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return chunks_of(self.items, self.chunk_size)

    def first_item(self, chunk: int) -> int:
        """The number of the first item of a chunk."""
        return chunk * self.chunk_size

    def rows_of(self, chunk: int) -> NDArray[np.int64]:
        """The numbers of the items of a chunk."""
        return np.arange(*rows_of_chunk(chunk, self.chunk_size, self.items))


@dataclass(frozen=True)
class Study:
    """A question with its title, its seed, and a digest of all that its answer depends on.

    digest: Hexadecimal SHA-256 of the files that the study rests on and of the product's version.
    """

    title: str
    question: Question
    seed: int
    digest: str

    def arrays_of(self, chunk: int) -> Arrays:
        """The rows of one chunk (see `Question.arrays`)."""
        return self.question.arrays(chunk, np.random.default_rng([self.seed, chunk]))


def rows_of_chunk(chunk: int, size: int, count: int) -> tuple[int, int]:
    """First and last but one row (start, stop) of a chunk of `size` rows among `count` rows."""
    return chunk * size, min((chunk + 1) * size, count)


def chunks_of(count: int, size: int) -> int:
    """The number of chunks of `size` rows that hold `count` rows."""
    return -(-count // size)
