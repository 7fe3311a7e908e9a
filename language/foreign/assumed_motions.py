"""Motions behind lines that are not understood: such a line may have changed where they go.

A translation counts the motions between two such lines. Only the finished translation says which
of them are assumed, so that a part of it stays the same whatever stands before the part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from language.foreign.reading import ASSUMED, Place
from language.words.diagnostics import Diagnostic, finding


class Stretch(NamedTuple):
    """The motions behind a line that is not understood, up to the next such line.

    cause: That line; 0 where the stretch begins with what is written, not with such a line.
    motions: How many they are. first: The place of the first one.
    """

    cause: int
    motions: int = 0
    first: Place | None = None

    def with_motions(self, count: int, first: Place | None) -> Stretch:
        """The stretch with more motions at its end. first: The place of the first one of them."""
        return Stretch(self.cause, self.motions + count, self.first or first)

    def moved(self, by: int) -> Stretch:
        """The stretch where the foreign text stands so many lines further down."""
        first = self.first and self.first._replace(line=self.first.line + by)
        return Stretch(self.cause and self.cause + by, self.motions, first)


# What is written begins with no such line.
BEGINNING = Stretch(0)


def joined(before: list[Stretch], after: Sequence[Stretch]) -> None:
    """Adds stretches of what is written next: the first of them goes on with the last one."""
    begins, *others = after
    if begins.motions:
        before[-1] = before[-1].with_motions(begins.motions, begins.first)
    before += others


def number_of_assumed(stretches: Iterable[Stretch]) -> int:
    """How many motions have a line before them that is not understood."""
    _, *others = stretches
    return sum(each.motions for each in others)


def told_motions(stretches: Iterable[Stretch]) -> Iterator[Diagnostic]:
    """The findings: one at the first motion behind each line that is not understood."""
    for cause, _, first in stretches:
        if cause and first:
            line, column, end = first
            message = f"this motion and those behind it are assumed: line {cause} is not done"
            yield finding(ASSUMED, message, column, end, line=line)
