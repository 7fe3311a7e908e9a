"""Several selections of a text as plain values: merged, found, and laid out as a column.

Places are those of Qt: UTF-16 units from the start of the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """A selection from its anchor to the place of its cursor; both are equal where it is empty."""

    anchor: int
    place: int

    @property
    def first(self) -> int:
        """The smaller of the two places."""
        return min(self)

    @property
    def last(self) -> int:
        """The larger of the two places."""
        return max(self)

    def meets(self, other: Span) -> bool:
        """Whether it shares characters with another one, or a cursor stands in or at its edge."""
        if self.first == self.last or other.first == other.last:
            return self.first <= other.last and other.first <= self.last
        return self.first < other.last and other.first < self.last


def kept(spans: Sequence[Span]) -> tuple[int, ...]:
    """The indices of the spans that stay when those that meet become one: the earlier in the list.

    The indices are in the order of the list.
    """
    order = sorted(range(len(spans)), key=lambda i: (spans[i].first, spans[i].last))
    stay: list[int] = []
    for index in order:
        if stay and spans[stay[-1]].meets(spans[index]):
            stay[-1] = min(stay[-1], index)
        else:
            stay.append(index)
    return tuple(sorted(stay))


def column_spans(
    lines: Iterable[tuple[int, int]], anchor_column: int, column: int
) -> tuple[Span, ...]:
    """The selections of a column, one a line; lines that end before the column have none.

    lines: Place of the first character, and length, of each line. anchor_column, column: Where the
    drag began and where it is, in characters from 0.
    """
    left = min(anchor_column, column)
    return tuple(
        Span(start + min(anchor_column, length), start + min(column, length))
        for start, length in lines
        if length >= left
    )


def pasted(text: str, count: int) -> tuple[str, ...]:
    """The text for each of several cursors: a line for each where there are as many, else all."""
    lines = text.removesuffix("\n").split("\n")
    return tuple(lines) if len(lines) == count else (text,) * count
