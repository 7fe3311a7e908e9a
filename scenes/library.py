"""Loads robots, cells and programs: shipped ones by name, any file by its path.

The readers of files are imported where they are used: names and paths do not need them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scenes.files.resource_files import CELLS, PROGRAMS, ROBOTS

if TYPE_CHECKING:
    from scenes.world.cell import Cell, Robot


def load_robot(name_or_path: str | Path) -> Robot:
    """The shipped robot of a name, or the robot of a file; SceneError lists its faults."""
    from scenes.files.loader import robot_from_file

    return robot_from_file(ROBOTS.find(name_or_path))


def load_cell(name_or_path: str | Path) -> Cell:
    """The shipped cell of a name, or the cell of a file; SceneError lists its faults."""
    from scenes.files.loader import cell_from_file

    return cell_from_file(CELLS.find(name_or_path))


def robot_names() -> tuple[str, ...]:
    """Names of the shipped robots, in alphabetical order."""
    return ROBOTS.names()


def cell_names() -> tuple[str, ...]:
    """Names of the shipped cells, in alphabetical order."""
    return CELLS.names()


def program_names() -> tuple[str, ...]:
    """Names of the shipped programs, in alphabetical order."""
    return PROGRAMS.names()


def robot_path(name_or_path: str | Path) -> Path:
    """The file of a shipped robot, or the given path."""
    return ROBOTS.find(name_or_path)


def cell_path(name_or_path: str | Path) -> Path:
    """The file of a shipped cell, or the given path."""
    return CELLS.find(name_or_path)


def program_path(name_or_path: str | Path) -> Path:
    """The file of a shipped program, or the given path."""
    return PROGRAMS.find(name_or_path)


def is_shipped(path: Path) -> bool:
    """Whether a file is a shipped one, which may be read and copied but never overwritten."""
    shelves = (ROBOTS.path, CELLS.path, PROGRAMS.path)
    return any(path.resolve().is_relative_to(shelf.resolve()) for shelf in shelves)
