"""What a check reports about the cell itself: warnings of its file, and the contacts it allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scenes import Cell
from scenes.errors import NOTE, FileProblem


def cell_texts(cell: Cell) -> Iterator[str]:
    """The warnings of the file, one a line, then one line with the excepted pairs, if any."""
    yield from cell_warnings(cell)
    excepted = ", ".join(_excepted(cell))
    if excepted:
        yield f"excepted: {excepted}"


def cell_warnings(cell: Cell) -> Iterator[str]:
    """Warnings of the file of a cell, one a line."""
    yield from (str(note) for note in cell.notes if note.severity != NOTE)


def _excepted(cell: Cell) -> Iterator[str]:
    """The excepted pairs in words; pairs of the arm that touch by construction are only counted."""
    own = f"{cell.robot.name}."
    of_arm = [pair for pair in cell.allowed if all(name.startswith(own) for name in pair)]
    yield from (f"{a} and {b}" for a, b in sorted(cell.allowed.difference(of_arm)))
    for exemption in cell.exemptions:
        a, b = exemption.names
        phase = "" if exemption.phase == "always" else f" while {exemption.phase}"
        yield f"{a} and {b}{phase}"
    if of_arm:
        count = len(of_arm)
        yield f"{count} {'pair' if count == 1 else 'pairs'} of the arm that touch by construction"


def exemption_rows(cell: Cell) -> list[dict[str, Any]]:
    """The contacts that are excepted only for a phase or a sub-solid, as plain values."""
    return [{"bodies": list(each.names), "while": each.phase} for each in cell.exemptions]


def note_row(note: FileProblem) -> dict[str, Any]:
    """A warning or a note of a file as plain values."""
    return {
        "severity": note.severity,
        "file": note.file,
        "line": note.line,
        "column": note.column,
        "message": note.sentence,
    }
