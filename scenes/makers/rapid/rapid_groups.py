"""The text of a RAPID module in groups of stretches, each read once and kept.

The text is cut into pieces of some hundred lines, and these into passages of a dozen, where the
content of the lines decides. After an edit one piece is read anew, and of it one passage is
scanned anew. What a group says of the whole module is worked out once for all of its stretches.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from language.foreign.kept.groups import PARTS
from language.foreign.kept.parts import AVERAGE, LONGEST
from language.rows.cuts import ends_of
from language.rows.kept_cuts import KeptCuts, Rows
from language.rows.kept_rows import rows_of
from scenes.makers.rapid.rapid_declarations import Declaration
from scenes.makers.rapid.rapid_stretches import ROUTINE_ENDS, Stretch, begins_routine, stretch_of
from scenes.makers.rapid.rapid_text import HEADER, Remark, Statement, scanned

MOST_PIECES, MOST_PASSAGES = 512, 4096


class Placed(NamedTuple):
    """A stretch and the number of lines of its piece that stand above its passage."""

    stretch: Stretch
    above: int


@dataclass(frozen=True, eq=False)
class Group:
    """Stretches that follow each other, one at least. A routine begins in front of the first one
    or ends behind the last one, and nowhere else."""

    placed: tuple[Placed, ...]

    @property
    def stretches(self) -> Iterator[Stretch]:
        """Its stretches, in their order."""
        return (stretch for stretch, _ in self.placed)

    @property
    def is_head(self) -> bool:
        """Whether it begins with the head of a routine."""
        return self.placed[0].stretch.is_head

    @property
    def is_end(self) -> bool:
        """Whether it ends with the end of a routine."""
        return self.placed[-1].stretch.is_end

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Its words in capitals, sorted."""
        return tuple(sorted({name for each in self.stretches for name in each.names}))

    @cached_property
    def words(self) -> frozenset[str]:
        """Its words in capitals."""
        return frozenset(self.names)

    @cached_property
    def changed(self) -> frozenset[str]:
        """Names that it changes."""
        return frozenset[str]().union(*(each.changed for each in self.stretches))

    @cached_property
    def telling(self) -> frozenset[str]:
        """Its words of which one decides on all of the module."""
        return frozenset[str]().union(*(each.telling for each in self.stretches))

    @cached_property
    def slows(self) -> bool:
        """Whether it may slow all motions down."""
        return any(each.slows for each in self.stretches)

    @cached_property
    def calls(self) -> dict[str, frozenset[str]]:
        """For the first word of each statement the words behind it."""
        found = dict[str, frozenset[str]]()
        for each in self.stretches:
            for key, words in each.calls.items():
                found[key] = found.get(key, frozenset()) | words
        return found

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The labels that stand in it or are jumped to, in capitals, sorted."""
        return tuple(sorted({name for each in self.stretches for name in each.labels}))

    @cached_property
    def declared(self) -> tuple[Declaration, ...]:
        """Its declarations, in their order."""
        return tuple(chain.from_iterable(each.declared.values() for each in self.stretches))

    @cached_property
    def loops(self) -> tuple[str | None, ...]:
        """For each FOR the name of its counter in capitals, and None for each ENDFOR."""
        return tuple(chain.from_iterable(each.loops for each in self.stretches))


class PlacedGroup(NamedTuple):
    """A group and the number of lines above its piece."""

    group: Group
    above: int


class _Read(NamedTuple):
    """The groups of a piece; is_open: whether its last statement goes on behind it."""

    groups: tuple[Group, ...]
    is_open: bool


_cuts = KeptCuts[Rows](PARTS * AVERAGE, PARTS * LONGEST, tuple)


def forget() -> None:
    """Forgets all texts and what was made of them."""
    _cuts.forget()
    _read.cache_clear()
    _scanned.cache_clear()


def groups_of(text: str) -> Iterator[PlacedGroup]:
    """All groups of a module, in the order of the text."""
    rows, above = rows_of(text), 0
    header = HEADER.match(text)
    if header is not None and "%%%" in header[0]:
        above = header[0].count("\n")
        rows = ("", *rows[above + 1 :])  # what stands behind the header in its line is part of it
    for piece in _whole(_cuts.cut(rows).parts):
        for group in _read(piece).groups:
            yield PlacedGroup(group, above)
        above += len(piece)


def _whole(pieces: Sequence[Rows]) -> Iterator[Rows]:
    """Pieces behind which no statement goes on, but for the last one."""
    torn = Rows()
    for piece, below in pairwise((*pieces, Rows())):
        whole = torn + piece if torn else piece
        is_last = not below
        if is_last or not (_is_empty(whole[-1]) or _is_empty(below[0]) or _read(whole).is_open):
            yield whole
            torn = Rows()
        else:
            torn = whole


@lru_cache(maxsize=MOST_PIECES)
def _read(rows: Rows) -> _Read:
    """The groups of a piece."""
    placed, above, is_open = list[Placed](), 0, False
    for end in _ends(rows):
        found, is_open = _scanned(rows[above:end])
        if end == len(rows) or not is_open:
            placed += (Placed(each, above) for each in found)
            above = end
    return _Read(tuple(_grouped(placed)), is_open)


def _grouped(placed: Sequence[Placed]) -> Iterator[Group]:
    """Stretches in groups."""
    start = 0
    for at, (before, behind) in enumerate(pairwise(placed), start=1):
        if before.stretch.is_end or behind.stretch.is_head:
            yield Group(tuple(placed[start:at]))
            start = at
    if placed:
        yield Group(tuple(placed[start:]))


def _ends(rows: Rows) -> Iterator[int]:
    """The indices behind the passages of a piece. The scanner counts empty lines from the line in
    front of them to the one behind them, so that none ends beside an empty line."""
    for end in ends_of(rows, AVERAGE, LONGEST):
        if end == len(rows) or not (_is_empty(rows[end - 1]) or _is_empty(rows[end])):
            yield end


def _is_empty(row: str) -> bool:
    return not row or row.isspace()


@lru_cache(maxsize=MOST_PASSAGES)
def _scanned(rows: Rows) -> tuple[tuple[Stretch, ...], bool]:
    """The stretches of a passage; whether its last statement goes on behind it."""
    pieces, is_open = scanned("\n".join(rows))
    return tuple(_parted(pieces)), is_open


def _parted(pieces: Sequence[Statement | Remark]) -> Iterator[Stretch]:
    """Pieces of text in stretches."""
    inside = list[Statement | Remark]()
    for piece in pieces:
        if isinstance(piece, Statement) and begins_routine(piece) and inside:
            yield stretch_of(tuple(inside))
            inside = []
        inside.append(piece)
        if isinstance(piece, Statement) and piece.key in ROUTINE_ENDS:
            yield stretch_of(tuple(inside))
            inside = []
    if inside:
        yield stretch_of(tuple(inside))
