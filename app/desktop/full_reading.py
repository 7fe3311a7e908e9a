"""The full reading of a cell file, done by the worker after an edit was shown.

An edit builds only what it changes (`scenes.files.kept`). What this leaves out are the files that
the cell uses: one of them may have been changed on disk since.
"""

from __future__ import annotations

from collections.abc import Hashable
from pathlib import Path

from kinematics import KinematicsError
from scenes import Cell, SceneError, SceneFileError
from scenes.errors import FileProblem
from scenes.files.documents import parse_document
from scenes.files.kept import content_of
from scenes.loader import cell_from_document

Otherwise = Cell | tuple[FileProblem, ...] | None


def read_otherwise(path: Path, text: str, content: Hashable) -> Otherwise:
    """The cell of a whole text, or why there is none; None where it has the content given."""
    try:
        cell = cell_from_document(parse_document(path, text, "cell file"))
    except SceneFileError as fault:
        return fault.problems
    except (SceneError, KinematicsError, OSError, ValueError) as fault:
        return (FileProblem(str(path), 1, 1, "", str(fault)),)
    return None if content_of(cell) == content else cell
