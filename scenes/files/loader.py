"""Reads robot, hand and cell files; SceneFileError reports all faults of a file at once.

A message reads `file:line:column: path.in.the.file: sentence`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from scenes.errors import SceneError, SceneFileError
from scenes.files.cells.cell_file import cell_of
from scenes.files.cells.includes import Includes
from scenes.files.cells.unchanged_parts import NOTHING_KEPT, Kept, kept_of
from scenes.files.hand_schema import HandFileIn
from scenes.files.resource_files import HANDS, ROBOTS, SHIPPED, Shelf
from scenes.files.robots.hand_file import hand_of
from scenes.files.robots.robot_file import robot_of
from scenes.files.schema import CellIn, RobotIn
from scenes.files.solids.mesh_shapes import Place
from scenes.files.text.documents import NO_FILE, Document, Faults, read_document
from scenes.files.text.words import did_you_mean
from scenes.files.validation import validated, validated_rest
from scenes.world.cell import Cell
from scenes.world.robot import Hand, Robot

Thing = TypeVar("Thing", Robot, Hand)


def robot_from_file(path: Path) -> Robot:
    """The robot of a file; SceneFileError lists all faults of the file."""
    if path.resolve().is_relative_to(SHIPPED.resolve()):
        return _shipped_robot(path.resolve())
    return robot_from_document(read_document(path, "robot file"))


@lru_cache(maxsize=64)
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


def hand_from_file(path: Path) -> Hand:
    """The hand of a file; SceneFileError lists all faults of the file."""
    if path.resolve().is_relative_to(HANDS.path.resolve()):
        return _shipped_hand(path)
    return hand_from_document(read_document(path, "hand file"))


@lru_cache(maxsize=16)
def _shipped_hand(path: Path) -> Hand:
    """The hand of a shipped file, kept as shipped robots are."""
    return hand_from_document(read_document(path, "hand file"))


def hand_from_document(document: Document) -> Hand:
    """The hand of a document, saved or not."""
    file = validated(document, HandFileIn)
    faults = Faults(document)
    includes = Includes(faults, file.include, (document.path,))
    hand = hand_of(file, document.path.name.partition(".")[0], faults, includes.builder())
    faults.raise_if_any()
    return hand


def edited_cell(cell: Cell, before: Document, after: Document) -> Cell:
    """The cell of an edited document; only changed bodies are built, the others are kept."""
    return cell_from_document(after, kept_of(cell, before, after))


def cell_from_document(document: Document, kept: Kept = NOTHING_KEPT) -> Cell:
    """The cell of a document, saved or not; included files are read from disk."""
    faults = Faults(document)
    file = validated_rest(document, CellIn, faults)
    includes = Includes(faults, file.include, (document.path,))

    def find_robot(use: str, loc: Place) -> Robot | None:
        return _named(use, loc, faults, includes, ROBOTS, robot_from_file)

    def find_hand(use: str, loc: Place) -> Hand | None:
        return _named(use, loc, faults, includes, HANDS, hand_from_file)

    cell = cell_of(file, faults, includes.builder(), (find_robot, find_hand), kept)
    faults.raise_if_any()
    assert cell is not None
    return cell


def _named(
    use: str,
    loc: Place,
    faults: Faults,
    includes: Includes,
    shelf: Shelf,
    read: Callable[[Path], Thing],
) -> Thing | None:
    """The robot or the hand that a cell names, with its notes; None where a fault was noted."""
    here = str(faults.document.path)
    try:
        found = read(_path_of(use, includes, shelf))
        return replace(found, notes=tuple(n.included_from(here) for n in found.notes))
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


def _path_of(use: str, includes: Includes, shelf: Shelf) -> Path:
    """The file that `use` names: by included name, by shipped name, or by a path from the cell."""
    if use in includes.entries:
        return includes.path(use)
    return shelf.find(use, start=includes.chain[-1].parent)
