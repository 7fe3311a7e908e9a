"""Goes through a program again after an edit, with the steps of an earlier run where they hold.

The statements before the first changed one, and those behind the last one, are the same as before.
The first are taken over as they are. Those behind the edit are taken over from where the run stands
as it stood before: with other times and line numbers, and with values of names that they do not
use. A statement that asks for the time or about the cell is always carried out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import NamedTuple

from language.programs.program import Statement
from scenes.execution.debugging.tracer import Shift, Tracer
from scenes.execution.incremental.differences import differences
from scenes.execution.incremental.moved import Move, holds
from scenes.execution.incremental.passages import KeptRun, Passage
from scenes.execution.machine.machine import Machine
from scenes.execution.machine.moment import Moment
from scenes.runs.step import Step


class Taken(NamedTuple):
    """What was taken over from an earlier run, and the moment behind it."""

    moment: Moment
    passages: list[Passage]

    @property
    def steps(self) -> list[Step]:
        """The steps, in order."""
        return [passage.step for passage in self.passages if passage.step is not None]


class Replay:
    """An earlier run, seen from a machine with an edited program in the same cell."""

    def __init__(self, kept: KeptRun, machine: Machine) -> None:
        self._kept, self._code = kept, machine.code
        old, new = kept.machine.code.statements, self._code.statements
        self._first = _alike(zip(old, new, strict=False), 0)
        most = min(len(old), len(new)) - self._first
        behind = min(_alike(zip(reversed(old), reversed(new), strict=False), 1), most)
        self._behind, self._shift = len(new) - behind, len(new) - len(old)
        self._places = [passage.place for passage in kept.passages]

    def beginning(self, tracer: Tracer) -> Taken | None:
        """What comes before the edit and does not depend on it; None where that is nothing."""
        kept, count = self._kept, len(self._kept.passages)
        count = next((i for i, last in enumerate(kept.furthest) if last >= self._first), count)
        if count and _is_failed(kept.passages[count - 1]):
            count -= 1  # it says what was not run behind it
        if not count:
            return None
        tracer.take(kept.tracer, slice(0, self._noted(count)), Shift())
        move = Move(self._code, self._moment(0), self._moment(0))
        return Taken(self._moment(count), [move.in_table(p) for p in kept.passages[:count]])

    def onward(self, now: Moment, done: int, tracer: Tracer) -> Taken | None:
        """What comes from a moment on as it came before; None where that is nothing.

        done: Number of steps before the moment.
        """
        if not now.frames or now.frame.place < self._behind:
            return None
        place = now.frame.place - self._shift
        first = bisect_left(self._places, place)
        if first == len(self._places) or self._places[first] != place:
            return None
        then = self._moment(first)
        changed = differences(now, then)
        if changed is None:
            return None
        move = Move(self._code, now, then, self._shift, changed)
        more = done - sum(passage.step is not None for passage in self._kept.passages[:first])
        taken: list[Passage] = []
        for index in range(first, len(self._places)):
            passage, following = self._kept.passages[index], self._moment(index + 1)
            if not holds(passage, following, self._statements(index), changed):
                break
            rows = slice(passage.noted, self._noted(index + 1))
            shift = Shift(self._shift, move.advances, more, move.time)
            moved = move.along(passage, following)._replace(noted=len(tracer))
            tracer.take(self._kept.tracer, rows, shift)
            taken.append(moved)
        return Taken(move.moment(self._moment(first + len(taken))), taken) if taken else None

    def _moment(self, index: int) -> Moment:
        passages = self._kept.passages
        return passages[index].moment if index < len(passages) else self._kept.end

    def _noted(self, index: int) -> int:
        passages = self._kept.passages
        return passages[index].noted if index < len(passages) else len(self._kept.tracer)

    def _statements(self, index: int) -> tuple[Statement, ...]:
        """The statements that a passage depends on, its own first: a chain looks ahead."""
        last = self._kept.furthest[index]
        return self._kept.machine.code.statements[self._places[index] : last + 1]


def _is_failed(passage: Passage) -> bool:
    return passage.step is not None and passage.step.failed


def _alike(pairs: Iterable[tuple[Statement, Statement]], start: int) -> int:
    """How many pairs of statements are the same from their field `start` on, up to the first other.

    Without the first field, a statement's line, those that an edit has moved are the same.
    """
    count = 0
    for a, b in pairs:
        if a[start:] != b[start:]:
            break
        count += 1
    return count
