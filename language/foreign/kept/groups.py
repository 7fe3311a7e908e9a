"""Groups of parts of a text: what is asked of all parts is worked out once for each group."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from language.rows.kept_cuts import Cut, Rows

# A piece of a text has so many parts on average. An edit makes a piece anew, and looks at all
# others as a whole.
PARTS = 20


class Piece(Protocol):
    """Some rows of a text, with what was made of them."""

    @property
    def rows(self) -> Rows:
        """The rows."""


P = TypeVar("P", bound=Piece)


def pieces_between(cut: Cut[P], start: int, end: int, make: Callable[[Rows], P]) -> Iterator[P]:
    """The pieces of the rows from one index to another one. make: Makes a piece of rows, for the
    first and the last one where they begin or end inside of a piece of the text."""
    first = bisect_right(cut.ends, start)
    for piece, stop in zip(cut.parts[first:], cut.ends[first:], strict=True):
        begin = max(stop - len(piece.rows), start)
        if begin >= end:
            return
        is_all = len(piece.rows) == min(stop, end) - begin
        yield piece if is_all else make(cut.rows[begin : min(stop, end)])
