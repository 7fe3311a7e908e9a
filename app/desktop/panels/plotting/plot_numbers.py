"""The numbers of the plots as a CSV table; no Qt.

A row for each sample of the curves: all samples of a run, or the highest and lowest of each stretch
of a very long one. Percent of a limit stand beside values in physical units. Clearances are read
linearly between the moments at which they are known. A cell is empty where there is no value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.desktop.panels.plotting.plot_kinds import PlotData
from scenes import Run
from scenes.world.frozen import Array

WORDS = {"speeds": "speed", "accelerations": "acceleration", "jerks": "jerk"}
DIGITS = 9
Column = NDArray[np.floating]
Columns = dict[str, Column]


def columns_of(
    run: Run, data: PlotData, choices: Collection[str], joints: Collection[int]
) -> Columns:
    """The columns (m,) of the chosen plots and joints, by the names at their heads."""
    times = data.curves.times
    found: Columns = {"time_s": times}
    for key in choices:
        found |= dict(_of_plot(key, run, data, sorted(joints)))
    steps = run.moving_steps
    at = np.searchsorted([step.end_time for step in steps], times)
    found["line"] = np.array([step.line for step in steps])[np.minimum(at, len(steps) - 1)]
    return found


def _of_plot(
    key: str, run: Run, data: PlotData, joints: Collection[int]
) -> Iterator[tuple[str, Column]]:
    """The columns of one plot with their names."""
    curves, mechanism = data.curves, run.cell.robot.mechanism
    units = ["deg" if unit == "°" else unit for unit in curves.units]
    if key == "joints":
        for i in joints:
            yield f"{curves.names[i]}_{units[i]}", curves.joints[:, i]
    elif key in WORDS:
        order = list(WORDS).index(key)
        limits = (mechanism.speed, mechanism.acceleration, mechanism.jerk)[order]
        shown = np.where(mechanism.revolute > 0.0, np.degrees(limits), limits)
        power = ("s", "s2", "s3")[order]
        for i in joints:
            percent, name = getattr(curves, key)[:, i], f"{curves.names[i]}_{WORDS[key]}"
            yield f"{name}_percent", percent
            yield f"{name}_{units[i]}_per_{power}", 0.01 * percent * shown[i]
    elif key == "tool":
        yield "tool_speed_mm_per_s", curves.tool_speed
    elif key == "clearance":
        yield "clearance_mm", _clearances(data)
    elif data.figures is not None:
        name = "smallest_singular_value" if key == "singular" else key
        yield name, getattr(data.figures, key)


def _clearances(data: PlotData) -> Array:
    """The clearance at the times of the curves, mm; nan where it is not known."""
    course, times = data.clearance, data.curves.times
    if not len(course.times):
        return np.full(len(times), np.nan)
    known = np.where(np.isfinite(course.distance_mm), course.distance_mm, np.nan)
    found = np.interp(times, course.times, known)
    return np.where(times <= data.known_until, found, np.nan)


def table_text(columns: Columns) -> str:
    """The columns as CSV: a head with names, numbers with at most nine digits."""
    words = [
        ["" if value != value else f"{value:.{DIGITS}g}" for value in column.tolist()]
        for column in columns.values()
    ]
    lines = [",".join(columns), *(",".join(row) for row in zip(*words, strict=True))]
    return "\n".join(lines) + "\n"


def written(path: str, columns: Columns) -> str:
    """Writes a table; gives the error message, or "". For the worker: long runs take seconds."""
    from scenes.exporters.registry import write_atomically

    try:
        write_atomically(Path(path), table_text(columns).encode("utf-8"))
    except OSError as fault:
        return str(fault)
    return ""
