"""The full reading of a cell file in the worker: when it is opened, and after an edit was shown.

An edit builds only what it changes (`scenes.files.cells.unchanged_parts`), and so misses changes on
disk of the files that the cell uses; the full reading finds them.
"""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from app.programs.findings import Finding, from_file_problems
from kinematics import KinematicsError
from scenes import Cell, SceneError, SceneFileError
from scenes.errors import FileProblem
from scenes.files.cells.unchanged_parts import content_of
from scenes.files.solids.mesh_requests import unread_meshes
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.documents import parse_document, read_document

if TYPE_CHECKING:
    from app.desktop.runs.analyst import Analyst

Found = tuple[Cell, CellFile] | None
Made = tuple[Cell, CellFile] | str
Otherwise = Cell | tuple[FileProblem, ...] | None


def whole_cell(file: CellFile) -> Cell:
    """The cell of a file; raises what the reader of cell files raises.

    The reader is imported here: it takes as long as a third of the window.
    """
    from scenes.files.loader import cell_from_document

    return cell_from_document(file)


def read_otherwise(path: Path, text: str, content: Hashable) -> Otherwise:
    """The cell of a whole text, or why there is none; None where its content is `content`."""
    try:
        cell = whole_cell(parse_document(path, text, "cell file"))
    except SceneFileError as fault:
        return fault.problems
    except (SceneError, KinematicsError, OSError, ValueError) as fault:
        return (FileProblem(str(path), 1, 1, "", str(fault)),)
    return None if content_of(cell) == content else cell


class Shown(Protocol):
    """Where an edited cell is shown, and what the worker has read instead: the document."""

    cell_file: CellFile | None

    def show_cell(self, cell: Cell, file: CellFile) -> None: ...

    def notify(self, text: str) -> None: ...

    def tell_faults(self, what: str, faults: tuple[Finding, ...]) -> None: ...


def confirm(document: Shown, analyst: Analyst, cell: Cell, file: CellFile) -> None:
    """Has an edited cell, which is shown, read in the worker; shows what differs from it."""

    def take(found: Otherwise) -> None:
        if found is None or document.cell_file is not file:
            return
        if isinstance(found, Cell):
            document.show_cell(found, file)
            document.notify("A file that the cell uses was changed on disk, and was read again.")
        else:
            document.tell_faults("cannot be read again", from_file_problems(found))

    analyst.ask("cell", read_otherwise, file.path, file.text, content_of(cell), then=take)


def read_cell(path: Path) -> Found:
    """A cell and its file; None where it cannot be read, or has large meshes to read first.

    The window then reads the file itself, and shows its faults or the progress of the meshes.
    """
    try:
        file = read_document(path, "cell file")
        return None if unread_meshes(file) else (whole_cell(file), file)
    except (SceneError, KinematicsError, OSError, ValueError):
        return None


def made_cell(path: Path, text: str) -> Made:
    """The cell and the file of a text, or the first fault in it.

    path: The place of the text; paths in it lead from there.
    """
    try:
        file = parse_document(path, text, "cell file")
        return whole_cell(file), file
    except (SceneError, KinematicsError, OSError, ValueError) as fault:
        return str(fault).splitlines()[0]
