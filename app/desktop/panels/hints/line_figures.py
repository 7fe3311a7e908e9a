"""The figures of the lines of a run: time, clearance, joint margin, and a small curve; no Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.desktop.panels.plotting.plot_kinds import PlotData
from scenes import Run
from scenes.world.frozen import Array

SPARK_POINTS = 36  # places of a small curve
NEAR_LIMIT = 0.05  # share of a joint's range: a smaller margin is a warning
SPEED, CLEARANCE = "speed", "clearance"

Span = tuple[float, float]  # s, from the start of the run


@dataclass(frozen=True)
class LineFigures:
    """The figures of one line; None where not known or not asked for.

    seconds: Of its last motion. times: Number of its motions. clearance_mm: The least of all its
    motions; is_bound: whether that is a lower bound. joint, margin, unit: The joint that comes
    nearest to a limit for its range, by how much it stays away, and in which unit. is_near:
    Whether that is less than the share NEAR_LIMIT of its range.
    """

    seconds: float
    times: int
    clearance_mm: float | None = None
    is_bound: bool = False
    joint: str = ""
    margin: float = 0.0
    unit: str = ""
    is_near: bool = False

    def words(self, shown: Sequence[str], margin_mm: float) -> tuple[tuple[str, bool], ...]:
        """The figures as words, each with whether it is a warning.

        shown: Those wanted of time, clearance and margin. margin_mm: The margin of the cell.
        """
        found: list[tuple[str, bool]] = []
        if "time" in shown:
            again = f" ×{self.times}" if self.times > 1 else ""
            found.append((f"{self.seconds:.2f} s{again}", False))
        if CLEARANCE in shown and self.clearance_mm is not None:
            sign = "≥ " if self.is_bound else ""
            found.append((f"{sign}{self.clearance_mm:.1f} mm", self.clearance_mm < margin_mm))
        if "margin" in shown and self.joint:
            found.append((f"{self.joint} {self.margin:.1f}{self.unit}", self.is_near))
        return tuple(found)

    def told(self, is_awaited: bool) -> tuple[tuple[str, str], ...]:
        """Clearance and limits as headings and words. is_awaited: Whether distances are to come."""
        found = []
        if self.clearance_mm is not None:
            least = "at least " if self.is_bound else ""
            found.append(("Clearance", f"{least}{self.clearance_mm:.2f} mm to the nearest body"))
        elif is_awaited:
            found.append(("Clearance", "being measured …"))
        if self.joint:
            sign = "▲ " if self.is_near else ""
            found.append(("Limits", f"{sign}{self.joint} stays {self.margin:.1f}{self.unit} away"))
        return tuple(found)


def spans_of(run: Run) -> dict[int, tuple[Span, ...]]:
    """When the motions of each line of the run's own file begin and end."""
    found: dict[int, list[Span]] = {}
    for step in run.moving_steps:
        if not step.file and step.branch:
            found.setdefault(step.line, []).append((step.start_time, step.end_time))
    return {line: tuple(spans) for line, spans in found.items()}


def figures_of(run: Run, data: PlotData, spans: Sequence[Span]) -> LineFigures:
    """The figures of a line from the times of its motions."""
    rows = _rows(data.curves.times, spans)
    clearance, is_bound = _clearance(data, spans)
    name, margin, unit, share = _margin(run, data, rows)
    last = spans[-1]
    return LineFigures(
        last[1] - last[0],
        len(spans),
        clearance,
        is_bound,
        name,
        margin,
        unit,
        share < NEAR_LIMIT,
    )


def _rows(times: Array, spans: Sequence[Span]) -> Array:
    """The numbers of the samples in some spans."""
    first = np.searchsorted(times, [start for start, _ in spans], side="left")
    stop = np.searchsorted(times, [end for _, end in spans], side="right")
    return np.concatenate([np.arange(a, b) for a, b in zip(first, stop, strict=True)])


def _clearance(data: PlotData, spans: Sequence[Span]) -> tuple[float | None, bool]:
    """The least distance in some spans, mm; None where a part of them is not known."""
    if not spans or spans[-1][1] > data.known_until:
        return None, False
    course = data.clearance
    rows = _rows(course.times, spans)
    if not len(rows) or not np.isfinite(course.distance_mm[rows].min()):
        return None, False
    at = rows[course.distance_mm[rows].argmin()]
    return float(course.distance_mm[at]), bool(course.is_bound[at])


def _margin(run: Run, data: PlotData, rows: Array) -> tuple[str, float, str, float]:
    """Name, margin, unit, and margin as a share of the range, of the joint nearest to a limit."""
    mechanism = run.cell.robot.mechanism
    scale = np.where(mechanism.revolute > 0.0, np.degrees(1.0), 1.0)
    lower, upper = mechanism.lower * scale, mechanism.upper * scale
    joints = data.curves.joints[rows]
    if not len(joints):
        return "", 0.0, "", 1.0
    least = np.minimum((joints - lower).min(axis=0), (upper - joints).min(axis=0))
    with np.errstate(invalid="ignore"):
        share = np.where(np.isfinite(upper - lower), least / (upper - lower), np.inf)
    at = int(share.argmin())
    if not np.isfinite(share[at]):
        return "", 0.0, "", 1.0
    margin = max(float(least[at]), 0.0)
    return data.curves.names[at], margin, data.curves.units[at], float(share[at])


def spark_of(data: PlotData, span: Span, what: str) -> tuple[float, ...]:
    """Heights, 0 to 1, of a small curve over one motion.

    what: SPEED: the fastest joint, 1 at its limit. CLEARANCE: the distance, 1 at the largest.
    """
    times = data.curves.times if what == SPEED else data.clearance.times
    first, stop = np.searchsorted(times, span)
    rows = slice(max(int(first) - 1, 0), int(stop) + 1)
    if what == SPEED:
        values = np.nan_to_num(np.abs(data.curves.speeds[rows])).max(axis=1) / 100.0
    else:
        values = data.clearance.distance_mm[rows]
        if span[1] > data.known_until or not len(values) or not np.isfinite(values).all():
            return ()
    at = np.linspace(span[0], span[1], SPARK_POINTS)
    heights = np.interp(at, times[rows], values)
    top = 1.0 if what == SPEED else max(float(heights.max()), 1e-9)
    return tuple(np.clip(heights / top, 0.0, 1.0).tolist())


def line_in_run(line: int, shifts: Sequence[tuple[int, int]]) -> int | None:
    """The line of the text that was run, of a line now; None for one that was inserted since.

    shifts: Each as (first moved line, by how many lines), the oldest first.
    """
    for first, by in reversed(shifts):
        if by > 0 and first <= line < first + by:
            return None
        if line >= first + max(by, 0):
            line -= by
    return line


Spans = Mapping[int, tuple[Span, ...]]
