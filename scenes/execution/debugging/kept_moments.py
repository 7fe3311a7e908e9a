"""Moments of a run that are kept, so that one can go back to any of its statements.

Kept are the beginning, the moment behind every motion, and others now and then. A moment between
two of these is worked out again from the kept one before it: nothing moves on the way, and the
result is the same as the first time, because a machine knows no chance.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from scenes.execution.machine.moment import Moment

# Statements without motion between two kept moments. A statement takes some 10 us, so that going
# back takes about 1 ms; a moment takes about 1 kB, so that a million statements take 8 MB.
KEPT_EVERY = 128
# After so many kept moments the interval doubles, and after as many more again: a run that counts
# to ten million keeps a few times as many, not a hundred thousand.
DOUBLED_AFTER = 4096


class Mark(NamedTuple):
    """A moment that is kept, and how many steps of the run came before it."""

    moment: Moment
    steps: int

    @property
    def advances(self) -> int:
        """Times the machine had gone on before the moment."""
        return self.moment.advances


def mark_before(marks: Sequence[Mark], advances: int) -> int:
    """The place of the last mark that lies behind no more than so many statements."""
    return bisect_right(marks, advances, key=lambda mark: mark.advances) - 1


def until_kept(marks: Sequence[Mark], now: Moment) -> int:
    """Statements without motion from a moment on until one is kept; 0 or less: it is kept."""
    every: int = KEPT_EVERY << (len(marks) // DOUBLED_AFTER)
    return every - (now.advances - marks[-1].advances)


def keep(marks: list[Mark], now: Moment, steps: int, moved: bool) -> None:
    """Appends the moment behind a statement, if it is one of those that are kept."""
    if moved or until_kept(marks, now) <= 0:
        marks.append(Mark(now, steps))
