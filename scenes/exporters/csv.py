"""Trajectories as CSV: `time_s,<joint>_deg` or `_mm ...,line`, one row for each sample.

Numbers have the fewest digits that read back to the same double, rows end in a newline on every
platform, and the text is UTF-8: a run gives the same bytes everywhere.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np

from scenes.exporters.table import ExportError, TrajectoryTable

UNITS = ("deg", "mm")


def csv_text(table: TrajectoryTable) -> str:
    """The text of the whole file."""
    columns = [
        f"{name}_{unit}" for name, unit in zip(table.joint_names, table.joint_units, strict=True)
    ]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["time_s", *columns, "line"])
    rows = zip(table.times.tolist(), table.joints.tolist(), table.lines.tolist(), strict=True)
    writer.writerows([repr(time), *map(repr, joints), line] for time, joints, line in rows)
    return out.getvalue()


def read_csv(path: str | Path) -> TrajectoryTable:
    """The table of a file that `export` wrote; ExportError names the faulty row."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    names, units = _columns(rows[0] if rows else [], path)
    numbers = [_numbers(row, len(names), path, at) for at, row in enumerate(rows[1:], start=2)]
    return TrajectoryTable(
        joint_names=names,
        joint_units=units,
        times=np.array([row[0] for row in numbers], dtype=float),
        joints=np.array([row[1:-1] for row in numbers], dtype=float).reshape(-1, len(names)),
        lines=np.array([row[-1] for row in numbers], dtype=np.int64),
    )


def _columns(header: list[str], path: str | Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    if len(header) < 3 or header[0] != "time_s" or header[-1] != "line":
        raise ExportError(f"{path}:1: the header is not time_s,<joint>_deg or _mm ...,line")
    pairs = [column.rpartition("_")[::2] for column in header[1:-1]]
    for column, (_, unit) in zip(header[1:-1], pairs, strict=True):
        if unit not in UNITS:
            raise ExportError(f"{path}:1: column {column} does not end in _deg or _mm")
    return tuple(name for name, _ in pairs), tuple(unit for _, unit in pairs)


def _numbers(row: list[str], joints: int, path: str | Path, at: int) -> list[float]:
    if len(row) != joints + 2:
        raise ExportError(f"{path}:{at}: {len(row)} values where the header has {joints + 2}")
    try:
        return [*map(float, row[:-1]), int(row[-1])]
    except ValueError:
        raise ExportError(f"{path}:{at}: {_no_number(row)} is no number here") from None


def _no_number(row: list[str]) -> str:
    """The first value of a row that is not a number; the last one must be a whole number."""
    for value in row[:-1]:
        try:
            float(value)
        except ValueError:
            return f'"{value[:20]}"'
    return f'"{row[-1][:20]}"'
