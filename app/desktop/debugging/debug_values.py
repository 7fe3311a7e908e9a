"""Texts of the debug panel: numbers, locations, calls."""

from __future__ import annotations

import numpy as np

from app.desktop.state.document import Document
from kinematics import xyzoat_from_pose
from scenes.execution.debugging.debugger import Line
from scenes.world.frozen import Array


def number_text(value: float) -> str:
    """A variable's value, as short as it can be read back."""
    return f"{value + 0.0:.12g}"


def location_text(value: Array, dialect: str) -> str:
    """x y z o a t of a pose (mm, degrees), or joint values (degrees), as POINT takes them."""
    figures = np.degrees(value) if value.ndim == 1 else xyzoat_from_pose(value, dialect)
    return ", ".join(f"{round(float(x), 3) + 0.0:g}" for x in figures)


def call_text(line: Line, file: str) -> str:
    """Where a program of the call stack stands."""
    where = f"{file}, " if file else ""
    return f"{where}line {line.line}" if line.line else f"{where}at its end"


def source_name(document: Document, file: int) -> str:
    """What a file of the run is called."""
    if document.run is not None and 0 < file < len(document.run.files):
        return document.run.files[file]
    return document.active.title if document.active is not None else "program"
