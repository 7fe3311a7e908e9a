"""The statements of a run in the order of execution, as columns: a loop may give a million."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]


@dataclass(frozen=True)
class Slot:
    """One executed statement on the time line, from `start` to `end`, s.

    fault: Why it could not be executed. file: Number of its file, 0 for the program in front.
    depth: Number of active programs, from 1. held: Whether PAUSE stands before it.
    """

    line: int
    start: float
    end: float
    fault: str = ""
    file: int = 0
    depth: int = 1
    held: bool = False


def _no_integers() -> Integers:
    return np.zeros(0, dtype=np.int64)


def _no_floats() -> Floats:
    return np.zeros(0)


@dataclass(frozen=True, eq=False)
class TimeLine:
    """Slots as columns of equal length; indexing gives a single `Slot`.

    faults: From an index to the reason why that statement could not be executed.
    held: Indices of statements after a PAUSE.
    cut_short: Whether the last statement failed, so that the run ends early.
    joined: Whether a step carries out a statement together with the one before it, because both
    come from one line of a robot maker's text; empty where each statement is a step.
    """

    lines: Integers = field(default_factory=_no_integers)
    starts: Floats = field(default_factory=_no_floats)
    ends: Floats = field(default_factory=_no_floats)
    files: Integers = field(default_factory=_no_integers)
    depths: Integers = field(default_factory=_no_integers)
    faults: Mapping[int, str] = field(default_factory=dict)
    held: frozenset[int] = frozenset()
    cut_short: bool = False
    joined: Booleans = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))

    @classmethod
    def of(cls, slots: Iterable[Slot]) -> TimeLine:
        """The slots as columns."""
        kept = tuple(slots)

        def whole(get: Callable[[Slot], int]) -> Integers:
            return np.array([get(slot) for slot in kept], dtype=np.int64)

        return cls(
            whole(lambda slot: slot.line),
            np.array([slot.start for slot in kept], dtype=np.float64),
            np.array([slot.end for slot in kept], dtype=np.float64),
            whole(lambda slot: slot.file),
            whole(lambda slot: slot.depth),
            {i: slot.fault for i, slot in enumerate(kept) if slot.fault},
            frozenset(i for i, slot in enumerate(kept) if slot.held),
            bool(kept and kept[-1].fault),
        )

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, index: int) -> Slot:
        index = range(len(self))[index]
        return Slot(
            int(self.lines[index]),
            float(self.starts[index]),
            float(self.ends[index]),
            self.faults.get(index, ""),
            int(self.files[index]),
            int(self.depths[index]),
            index in self.held,
        )

    def __iter__(self) -> Iterator[Slot]:
        return (self[index] for index in range(len(self)))

    def moving(self) -> Iterator[Slot]:
        """The slots that take time."""
        return (self[int(index)] for index in np.flatnonzero(self.ends > self.starts))

    def moving_apart(self, least: float) -> tuple[Slot, ...]:
        """The slots that take time and start at least `least` seconds apart."""
        moving = np.flatnonzero(self.ends > self.starts)
        starts, found, place = self.starts[moving], [], 0
        while place < len(moving):
            found.append(self[int(moving[place])])
            place = max(int(np.searchsorted(starts, starts[place] + least)), place + 1)
        return tuple(found)

    def moving_in(self, first: float, last: float, least: float) -> tuple[tuple[int, Slot], ...]:
        """The slots between two times, s, that take at least `least` seconds.

        Each comes with its number among all slots that take time.
        """
        moving = self.ends > self.starts
        numbers = np.cumsum(moving) - 1
        chosen = moving & (self.ends - self.starts >= least)
        chosen &= (self.ends > first) & (self.starts < last)
        return tuple((int(numbers[i]), self[int(i)]) for i in np.flatnonzero(chosen))

    def begun_by(self, time: float) -> int:
        """The number of statements that have begun by a time, s."""
        return int(np.searchsorted(self.starts, time, side="right"))

    def ended_by(self, time: float) -> int:
        """The number of statements that have ended by a time, s."""
        return int(np.searchsorted(self.ends, time, side="right"))

    def first_in(self, line: int, file: int = 0) -> int | None:
        """The index of the first statement in a line; None where the run has none there."""
        found = np.flatnonzero((self.lines == line) & (self.files == file))
        return int(found[0]) if len(found) else None

    def in_nearest_line(self, line: int, file: int = 0) -> Integers:
        """The indices of all statements in the first executed line at or below `line`."""
        own = self.files == file
        below = self.lines[own & (self.lines >= line)]
        nearest = below.min() if len(below) else -1
        return np.flatnonzero(own & (self.lines == nearest))

    def first_stop(self, breakpoints: frozenset[int], first: int, behind: int) -> int | None:
        """The first index in [first, behind) with a breakpoint, a fault or a PAUSE before it."""
        within = slice(first, max(behind, first))
        stops = np.isin(self.lines[within], list(breakpoints)) & (self.files[within] == 0)
        if len(self.joined):
            stops &= ~self.joined[within]
        found = [first + int(np.argmax(stops))] if stops.any() else []
        found += [index for index in (*self.faults, *self.held) if first <= index < behind]
        return min(found, default=None)

    def next_step(self, index: int) -> int:
        """The first index behind `index` with which a step begins, or the length."""
        if not len(self.joined):
            return index + 1
        heads = np.flatnonzero(~self.joined[index + 1 :])
        return index + 1 + int(heads[0]) if len(heads) else len(self)

    def step_start(self, index: int) -> int:
        """The index at which the step of a statement begins."""
        if not len(self.joined):
            return index
        return index - int(np.argmax(~self.joined[index::-1]))

    def next_not_deeper(self, index: int, depth: int) -> int:
        """The first index behind `index` with at most `depth` active programs with which a step
        begins, or the length."""
        stops = self.depths[index + 1 :] <= depth
        if len(self.joined):
            stops &= ~self.joined[index + 1 :]
        found = np.flatnonzero(stops)
        return index + 1 + int(found[0]) if len(found) else len(self)

    def with_shifted_lines(self, first: int, by: int) -> TimeLine:
        """The slots after `by` lines were inserted (removed if negative) before `first`."""
        moved = np.where(self.files == 0, np.maximum(self.lines + by, 1), self.lines)
        return replace(self, lines=np.where(self.lines >= first, moved, self.lines))

    def stepped_by_line(self) -> TimeLine:
        """The same statements, of which a step carries out all that one line comes to.

        A line of a robot maker's text may come to several statements, such as a speed and a motion.
        At most one statement of a step takes time, so that each motion is a step of its own.
        """
        if not len(self):
            return self
        columns = np.stack([self.lines, self.files, self.depths])
        joined = np.append(False, (columns[:, 1:] == columns[:, :-1]).all(axis=0))
        moving = self.ends > self.starts
        ahead: Integers = np.cumsum(moving) - moving  # statements before that take time
        first = np.maximum.accumulate(np.where(joined, 0, np.arange(len(self))))
        return replace(self, joined=joined & ~(moving & (ahead > ahead[first])))
