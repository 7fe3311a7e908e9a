"""Collects the trace of a run while the run is carried out."""

from __future__ import annotations

from array import array

import numpy as np

from language.compiled.control_flow import Code
from scenes.execution.machine.calculating import Row
from scenes.execution.machine.moment import Moment, Status
from scenes.runs.trace import Integers, Trace


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
