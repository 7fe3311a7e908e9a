"""The first and last rows of a trajectory file as it will be written, and how large it will be.

A long run is not sampled for this: only the steps that give the shown rows, and some of the others
for the length of a row. The number of rows is exact; the size of the file is an estimate.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from kinematics.motion.trajectory import sample_times
from scenes.exporters.registry import WRITERS
from scenes.exporters.table import TrajectoryTable, table_of
from scenes.run_verdict import RunVerdict
from scenes.runs.linear_reading import linear_gap
from scenes.runs.run import Run
from scenes.runs.step import Step
from scenes.world.frozen import Array

SHOWN_ROWS = 8  # at either end of the file
TRIED_STEPS = 32  # places in the run whose rows tell the length of a row
GOLDEN = (5.0**0.5 - 1.0) / 2.0


@dataclass(frozen=True)
class FilePreview:
    """Both ends of a trajectory file.

    Attributes:
        head, tail: Lines of the file, with its head and its end, without line ends; no row is in
            both.
        rows: Number of samples in the whole file.
        size: Length of the whole file, bytes: an estimate, exact where all rows are shown.
    """

    head: tuple[str, ...]
    tail: tuple[str, ...]
    rows: int
    size: int

    @property
    def left_out(self) -> int:
        """Number of samples between head and tail."""
        return max(self.rows - 2 * SHOWN_ROWS, 0)


def preview_of(run: Run, suffix: str, verdict: RunVerdict, gap_mm: float | None) -> FilePreview:
    """Both ends of the file that `export` writes of a run.

    run: With the period of the file (`Run.sampled`). suffix: A suffix that `export` knows.
    gap_mm: What `gap_of` gives for the run; a format that does not write it needs none.
    """
    write, rows = WRITERS[suffix], row_count(run)
    if rows <= 2 * SHOWN_ROWS:
        text = write(_with_gap(table_of(run), gap_mm), verdict)
        return FilePreview(tuple(text.splitlines()), (), rows, len(text.encode("utf-8")))
    # One row more than is shown: the last row of a JSON file ends without a comma.
    first = _with_gap(_first_rows(run, SHOWN_ROWS + 1), gap_mm)
    last = _with_gap(_last_rows(run, SHOWN_ROWS), gap_mm)
    empty = len(write(_rows(first, slice(0, 1)), verdict).splitlines())
    whole, end = write(first, verdict).splitlines(), write(last, verdict).splitlines()
    closing = _closing_lines(whole, end)
    head, tail = whole[: len(whole) - closing - 1], end[len(end) - closing - SHOWN_ROWS :]
    opening = "\n".join(whole[: empty - closing - 1])
    size = _length(opening) + _length("\n".join(tail[SHOWN_ROWS:]))
    return FilePreview(
        tuple(head), tuple(tail), rows, size + round(rows * _row_length(run, suffix))
    )


def row_count(run: Run) -> int:
    """Number of samples in the file of a run, without computing one of them."""
    times = [np.zeros(1), *(_times(step)[1:] + step.start_time for step in run.moving_steps)]
    return 1 + int(np.count_nonzero(np.diff(np.concatenate(times)) > 0.0))


def gap_of(run: Run) -> float:
    """`linear_gap_mm` of the file of a run, mm."""
    return max((linear_gap(run.cell.robot, step) for step in run.moving_steps), default=0.0)


def _times(step: Step) -> Array:
    """Times of the samples of a step since its start, s, as `Motion.sampled` takes them."""
    times = sample_times(step.duration, step.period)
    return np.array([0.0, step.duration]) if len(times) == 1 else times


def _first_rows(run: Run, count: int) -> TrajectoryTable:
    taken = 1
    while row_count(part := replace(run, steps=run.moving_steps[:taken])) < count:
        taken += 1
    return _rows(table_of(part), slice(0, count))


def _last_rows(run: Run, count: int) -> TrajectoryTable:
    taken = 1
    # The first row of a part that begins later than the run is not one of the file.
    while row_count(part := _part(run, run.moving_steps[-taken:])) <= count:
        taken += 1
    table = table_of(part)
    return _rows(table, slice(len(table.times) - count, None))


def _part(run: Run, steps: tuple[Step, ...]) -> Run:
    return replace(run, steps=steps, start_state=steps[0].before)


def _rows(table: TrajectoryTable, rows: slice) -> TrajectoryTable:
    openings = None if table.openings is None else table.openings[rows]
    return replace(
        table,
        times=table.times[rows],
        joints=table.joints[rows],
        lines=table.lines[rows],
        openings=openings,
    )


def _with_gap(table: TrajectoryTable, gap_mm: float | None) -> TrajectoryTable:
    return replace(table, linear_gap_mm=gap_mm)


def _closing_lines(text: list[str], other: list[str]) -> int:
    """Number of equal lines at the end of two files of one format, behind their rows."""
    count = 0
    while text[-count - 1] == other[-count - 1]:
        count += 1
    return count


def _row_length(run: Run, suffix: str) -> float:
    """Mean length of a row with its line end, bytes, over some steps of the run.

    A step is tried as often as its duration is long, at times that fit no rhythm of the program.
    """
    verdict, write = RunVerdict(), WRITERS[suffix]
    shares = np.modf(np.arange(1, TRIED_STEPS + 1) * GOLDEN)[0]
    tried = [run.step_at(share * run.duration) for share in shares]
    lengths = {}
    for step in dict.fromkeys(step for step in tried if step is not None):
        table = _with_gap(table_of(_part(run, (step,))), 0.0)
        rows = len(table.times) - 1  # the first one is that of the step before
        text, start = write(table, verdict), write(_rows(table, slice(0, 1)), verdict)
        length = len(text.encode("utf-8")) - len(start.encode("utf-8"))
        lengths[step] = length / max(rows, 1)
    return float(np.mean([lengths[step] for step in tried if step is not None]))


def _length(text: str) -> int:
    """Length of a text with the line end behind it, bytes."""
    return len(text.encode("utf-8")) + 1 if text else 0
