"""Robots, cells and programs by name: the shipped ones, and any file by its path.

What reads the files is imported by those who read one: names and paths need none of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scenes.files.resource_files import CELLS, PROGRAMS, ROBOTS

if TYPE_CHECKING:
    from scenes.world.cell import Cell, Robot


def load_robot(name_or_path: str | Path) -> Robot:
    """The shipped robot of that name, or the robot of the file at that path."""
    from scenes.files.loader import robot_from_file

    return robot_from_file(ROBOTS.find(name_or_path))


def load_cell(name_or_path: str | Path) -> Cell:
    """The shipped cell of that name, or the cell of the file at that path."""
    from scenes.files.loader import cell_from_file

    return cell_from_file(CELLS.find(name_or_path))


def robot_names() -> tuple[str, ...]:
    """The shipped robots."""
    return ROBOTS.names()


def cell_names() -> tuple[str, ...]:
    """The shipped cells."""
    return CELLS.names()


def program_names() -> tuple[str, ...]:
    """The shipped programs."""
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
    """Whether a file is one of ours: it may be read and copied, never written over."""
    shelves = (ROBOTS.path, CELLS.path, PROGRAMS.path)
    return any(path.resolve().is_relative_to(shelf.resolve()) for shelf in shelves)
