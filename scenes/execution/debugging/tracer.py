"""Collects the trace of a run while the run is carried out."""

from __future__ import annotations

from array import array
from typing import NamedTuple

import numpy as np

from language.compiled.control_flow import Code
from scenes.execution.machine.calculating import Row
from scenes.execution.machine.moment import Moment, Status
from scenes.runs.trace import Integers, Trace


class Shift(NamedTuple):
    """How noted statements move: in place, in number of advances, and in number of steps.

    time: The time at which they begin now, s; None for the time noted.
    """

    places: int = 0
    advances: int = 0
    done: int = 0
    time: float | None = None


class Tracer:
    """Collects five numbers for each statement of a run."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._places, self._depths = array("q"), array("q")
        self._advances, self._done, self._starts = array("q"), array("q"), array("d")
        self._pauses = array("q")

    def note(self, now: Moment, done: int) -> None:
        """Notes a moment before a statement; a moment behind a program's last one is ignored."""
        frame = now.frames[-1]
        extent = self._code.extents[frame.extent]
        if now.status is Status.PAUSED:
            self._pauses.append(len(self._places))
        if now.reaction is not None or frame.place >= extent.stop:
            return
        self._places.append(frame.place)
        self._depths.append(len(now.frames))
        self._advances.append(now.advances)
        self._done.append(done)
        self._starts.append(now.time)

    def note_row(self, row: Row, done: int) -> None:
        """Notes the statements of a row that the machine carried out; they took no time."""
        count = len(row.places)
        self._places.extend(row.places)
        self._depths.extend(row.depths)
        self._advances.extend(row.advances)
        self._done.extend([done] * count)
        self._starts.extend([row.moment.time] * count)

    def __len__(self) -> int:
        return len(self._places)

    def take(self, other: Tracer, rows: slice, shift: Shift) -> None:
        """Notes statements that another tracer has noted: `rows` of them, shifted."""
        self._pauses.extend(
            len(self) + row - rows.start for row in other._pauses if rows.start <= row < rows.stop
        )
        self._places.extend(_shifted(other._places[rows], shift.places))
        self._depths.extend(other._depths[rows])
        self._advances.extend(_shifted(other._advances[rows], shift.advances))
        self._done.extend(_shifted(other._done[rows], shift.done))
        starts = other._starts[rows]
        self._starts.extend(starts if shift.time is None else [shift.time] * len(starts))

    def trace(self) -> Trace:
        """The trace of all statements noted so far."""
        places = _integers(self._places)
        lines = np.array([s.line for s in self._code.statements], dtype=np.int64)
        files = np.zeros(len(lines), dtype=np.int64)
        for extent in self._code.extents:
            files[extent.start : extent.stop] = extent.file
        return Trace(
            lines=lines[places],
            files=files[places],
            depths=_integers(self._depths),
            advances=_integers(self._advances),
            done=_integers(self._done),
            starts=np.array(self._starts, dtype=np.float64),
            pauses=_integers(self._pauses),
        )


def _integers(values: array[int]) -> Integers:
    return np.array(values, dtype=np.int64)


def _shifted(values: array[int], by: int) -> array[int]:
    return array("q", [value + by for value in values]) if by else values
