"""Runs of chunks: what several chunks in a row come to together, kept while they stay the same.

A keystroke changes one chunk. A check that asks each chunk of a long text, one after the other,
asks some twenty runs instead.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from language.expressions.trees import ANY, PROGRAM, NameUse
from language.programs.chunks import Chunk, Key
from language.programs.program import Piece

# Chunks of a run on average, and at most.
AVERAGE, LONGEST = 16, 64
MOST_KEPT = 256
# Kinds of names that may be missing although they are among the defined ones.
UNSURE = frozenset({PROGRAM, ANY})


class Names(NamedTuple):
    """The names of a run. defines: The line of the first definition of each. uses: The line and
    the place of its first use."""

    defines: dict[Key, int]
    uses: dict[Key, tuple[int, NameUse]]


@dataclass(eq=False)
class ChunkRun:
    """Chunks that follow each other.

    offsets: The line of each, the first is 0. names: Lines count from 0. unsure: The names among
    those that are used whose kind is in `UNSURE`. doubtful, jumps: See `Chunk`.
    """

    chunks: tuple[Chunk, ...]
    offsets: tuple[int, ...]
    size: int
    names: Names
    unsure: frozenset[Key]
    doubtful: frozenset[str]
    jumps: bool
    _placed: dict[int, Names] = field(default_factory=dict)

    def names_at(self, first: int) -> Names:
        """The names where the run begins at a line; not to be changed."""
        found = self._placed.get(first)
        if found is None:
            defines, uses = self.names
            found = Names(
                {key: first + at for key, at in defines.items()},
                {key: (first + at, use) for key, (at, use) in uses.items()},
            )
            self._placed.clear()
            self._placed[first] = found
        return found


class PlacedRun(NamedTuple):
    """A run and the line of the file at which it begins."""

    first: int
    run: ChunkRun


def runs_of(pieces: Iterable[Piece]) -> Iterator[PlacedRun]:
    """Pieces in runs. The last chunk of a run decides that it ends there, so that a chunk that is
    put in or taken out changes no other run; between two runs may be lines that are in none."""
    chunks, first, behind = list[Chunk](), 0, 0
    for start, chunk in pieces:
        if chunks and start != behind:
            yield PlacedRun(first, _run(tuple(chunks)))
            chunks = []
        if not chunks:
            first = start
        chunks.append(chunk)
        behind = start + chunk.size
        # The hash of a chunk is its address, whose last digits are far from random.
        if len(chunks) == LONGEST or not hash((chunk,)) % AVERAGE:
            yield PlacedRun(first, _run(tuple(chunks)))
            chunks = []
    if chunks:
        yield PlacedRun(first, _run(tuple(chunks)))


@lru_cache(maxsize=MOST_KEPT)
def _run(chunks: tuple[Chunk, ...]) -> ChunkRun:
    """A run of chunks."""
    names, offsets, at = Names({}, {}), list[int](), 0
    for chunk in chunks:
        for key, offset in chunk.defines.items():
            names.defines.setdefault(key, at + offset)
        for key, (offset, use) in chunk.uses.items():
            names.uses.setdefault(key, (at + offset, use))
        offsets.append(at)
        at += chunk.size
    return ChunkRun(
        chunks,
        tuple(offsets),
        at,
        names,
        frozenset(key for key in names.uses if key[0] in UNSURE),
        frozenset[str]().union(*(chunk.doubtful for chunk in chunks)),
        any(chunk.jumps for chunk in chunks),
    )
