"""Reads robot and cell files; SceneFileError reports all faults of a file at once.

A message reads `file:line:column: path.in.the.file: sentence`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from scenes.errors import SceneError, SceneFileError
from scenes.files.cells.cell_file import cell_of
from scenes.files.cells.includes import Includes
from scenes.files.cells.unchanged_parts import NOTHING_KEPT, Kept, kept_of
from scenes.files.resource_files import ROBOTS
from scenes.files.robots.robot_file import robot_of
from scenes.files.schema import CellIn, RobotIn
from scenes.files.solids.mesh_shapes import Place
from scenes.files.text.documents import NO_FILE, Document, Faults, read_document
from scenes.files.text.words import did_you_mean
from scenes.files.validation import validated, validated_rest
from scenes.world.cell import Cell, Robot


def robot_from_file(path: Path) -> Robot:
    """The robot of a file; SceneFileError lists all faults of the file."""
    if path.resolve().is_relative_to(ROBOTS.path.resolve()):
        return _shipped_robot(path)
    return robot_from_document(read_document(path, "robot file"))


@lru_cache(maxsize=8)
def _shipped_robot(path: Path) -> Robot:
    """The robot of a shipped file, kept: it does not change while the user edits a cell."""
    return robot_from_document(read_document(path, "robot file"))


def cell_from_file(path: Path) -> Cell:
    """The cell of a file; SceneFileError lists all faults of the file."""
    return cell_from_document(read_document(path, "cell file", keep_problems=True))


def robot_from_document(document: Document) -> Robot:
    """The robot of a document, saved or not."""
    file = validated(document, RobotIn)
    faults = Faults(document)
    includes = Includes(faults, file.include, (document.path,))
    name = document.path.name.partition(".")[0]
    robot = robot_of(file, name, faults, includes.builder())
    faults.raise_if_any()
    assert robot is not None
    return robot


def edited_cell(cell: Cell, before: Document, after: Document) -> Cell:
    """The cell of an edited document; only changed bodies are built, the others are kept."""
    return cell_from_document(after, kept_of(cell, before, after))


def cell_from_document(document: Document, kept: Kept = NOTHING_KEPT) -> Cell:
    """The cell of a document, saved or not; included files are read from disk."""
    faults = Faults(document)
    file = validated_rest(document, CellIn, faults)
    includes = Includes(faults, file.include, (document.path,))

    def find_robot(use: str, loc: Place) -> Robot | None:
        here = str(document.path)
        try:
            robot = robot_from_file(_robot_path(use, includes))
            return replace(robot, notes=tuple(n.included_from(here) for n in robot.notes))
        except SceneFileError as error:
            # A missing file has no lines: the fault gets the place where the file is named.
            missing = [p for p in error.problems if p.message.startswith(NO_FILE)]
            if missing:
                faults.add(loc, f"{missing[0].message}: {missing[0].file}")
            else:
                faults.problems.extend(p.included_from(here) for p in error.problems)
        except SceneError as error:
            faults.add(loc, f"{error}{did_you_mean(use, includes.entries)}")
        return None

    cell = cell_of(file, faults, includes.builder(), find_robot, kept)
    faults.raise_if_any()
    assert cell is not None
    return cell


def _robot_path(use: str, includes: Includes) -> Path:
    """The file that `use` names: by included name, by shipped name, or by a path from the cell."""
    if use in includes.entries:
        return includes.path(use)
    return ROBOTS.find(use, start=includes.chain[-1].parent)
