"""The parts of rows that were cut lately: after an edit only those around it are cut anew."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Generic, TypeVar

from language.rows.cuts import DECIDING, ends_of
from language.rows.late_texts import LateTexts, Near

# Rows that are kept, those from which on a text is worth it, and those of a small edit.
MOST_ROWS, LONG, LITTLE = 200_000, 200, 50
Rows = tuple[str, ...]
V = TypeVar("V")


@dataclass(frozen=True, eq=False)
class Cut(Generic[V]):
    """Rows in parts.

    parts: What was made of each part. ends: The index behind the last row of each. rows_cut: Number
    of rows that had to be looked at.
    """

    rows: Rows
    parts: tuple[V, ...]
    ends: tuple[int, ...]
    rows_cut: int


@dataclass(eq=False)
class KeptCuts(Generic[V]):
    """Cuts rows into parts, and keeps those it cut lately.

    average: Rows of a part where no content repeats. longest: Rows of a part at most. make: Makes
    a part of rows.
    """

    average: int
    longest: int
    make: Callable[[Rows], V]
    _late: LateTexts[Cut[V]] = field(init=False)

    def __post_init__(self) -> None:
        self._late = LateTexts(lambda cut: cut.rows, MOST_ROWS, LITTLE)

    def forget(self) -> None:
        """Forgets all rows."""
        self._late.forget()

    def cut(self, rows: Rows) -> Cut[V]:
        """Rows in parts: those that `ends_of` gives."""
        if len(rows) < LONG:
            return self._cut_from(rows, 0)
        near = self._late.nearest(rows)
        if near is not None and near.start == len(near.value.rows) == len(rows):
            return replace(near.value, rows_cut=0)
        found = self._cut_from(rows, 0) if near is None else self._again(near, rows)
        self._late.keep(found, near)
        return found

    def _cut_from(self, rows: Rows, start: int) -> Cut[V]:
        """The parts of rows from an index on."""
        ends = tuple(ends_of(rows, self.average, self.longest, start))
        parts = tuple(self.make(rows[first:end]) for first, end in pairwise((start, *ends)))
        return Cut(rows, parts, ends, len(rows) - start)

    def _again(self, near: Near[Cut[V]], rows: Rows) -> Cut[V]:
        """The parts of rows; those that older rows have too are taken from there."""
        old = near.value
        behind, shift = len(rows) - near.end, len(rows) - len(old.rows)
        # The end of the old rows cut their last part, perhaps too early for the new ones.
        kept = bisect_right(old.ends, min(near.start, len(old.rows) - 1))
        first = start = old.ends[kept - 1] if kept else 0
        parts, ends = list(old.parts[:kept]), list(old.ends[:kept])
        for end in ends_of(rows, self.average, self.longest, start):
            parts.append(self.make(rows[start:end]))
            ends.append(end)
            start = end
            if end - behind >= DECIDING - 1:  # a cut depends on rows before it, too
                at = bisect_left(old.ends, end - shift)
                if at < len(old.ends) and old.ends[at] == end - shift:
                    parts += old.parts[at + 1 :]
                    ends += (each + shift for each in old.ends[at + 1 :])
                    break
        return Cut(rows, tuple(parts), tuple(ends), start - first)
