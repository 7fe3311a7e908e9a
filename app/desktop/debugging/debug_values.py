"""Texts of the debug panel: numbers, locations, calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from app.desktop.state.document import Document
from kinematics import xyzoat_from_pose
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from scenes.execution.debugging.debugger import Line


def number_text(value: float) -> str:
    """The value of a variable with at most twelve digits."""
    return f"{value + 0.0:.12g}"


def location_text(value: Array, dialect: str) -> str:
    """x y z o a t of a pose, mm and degrees, or joint values in degrees, as POINT takes them."""
    figures = np.degrees(value) if value.ndim == 1 else xyzoat_from_pose(value, dialect)
    return ", ".join(f"{round(float(x), 3) + 0.0:g}" for x in figures)


def call_text(line: Line, file: str) -> str:
    """The place of a program on the call stack, in words."""
    where = f"{file}, " if file else ""
    return f"{where}line {line.line}" if line.line else f"{where}at its end"


def source_name(document: Document, file: int) -> str:
    """The name of a file of the run, by its number."""
    if document.run is not None and 0 < file < len(document.run.files):
        return document.run.files[file]
    return document.active.title if document.active is not None else "program"
