"""Moments of a run that are kept, so that the debugger can go back to any statement.

The first moment is kept, the moment behind every motion, and others at intervals. A moment between
two kept ones is calculated again from the kept one before it: no motion lies between, and the
result is the same as the first time, because a machine is deterministic.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from scenes.execution.machine.moment import Moment

# Statements without motion between two kept moments. A statement takes some 10 us, so going back
# takes about 1 ms; a moment needs about 1 kB, so a million statements need 8 MB.
KEPT_EVERY = 128
# After so many kept moments the interval doubles, and after as many more again. So a run that
# counts to ten million keeps a few times this number, not a hundred thousand.
DOUBLED_AFTER = 4096


class Mark(NamedTuple):
    """A moment that is kept, and the number of steps of the run before it."""

    moment: Moment
    steps: int

    @property
    def advances(self) -> int:
        """Number of advances of the machine before the moment."""
        return self.moment.advances


def mark_before(marks: Sequence[Mark], advances: int) -> int:
    """Index of the last mark with at most `advances` advances before it."""
    return bisect_right(marks, advances, key=lambda mark: mark.advances) - 1


def until_kept(marks: Sequence[Mark], now: Moment) -> int:
    """Statements without motion until the next moment is kept; 0 or less: this one is kept."""
    every: int = KEPT_EVERY << (len(marks) // DOUBLED_AFTER)
    return every - (now.advances - marks[-1].advances)


def keep(marks: list[Mark], now: Moment, steps: int, moved: bool) -> None:
    """Appends the moment behind a statement to `marks`, if this moment is to be kept."""
    if moved or until_kept(marks, now) <= 0:
        marks.append(Mark(now, steps))
