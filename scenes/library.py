"""Loads robots, hands, cells and programs: shipped ones by name, any file by its path.

The readers of files are imported where they are used: names and paths do not need them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scenes.files.resource_files import CELLS, HANDS, PROGRAMS, ROBOTS, SHIPPED

if TYPE_CHECKING:
    from scenes.world.cell import Cell
    from scenes.world.robot import Hand, Robot


def load_robot(name_or_path: str | Path) -> Robot:
    """The shipped robot of a name, or the robot of a file; SceneError lists its faults."""
    from scenes.files.loader import robot_from_file

    return robot_from_file(ROBOTS.find(name_or_path))


def load_hand(name_or_path: str | Path) -> Hand:
    """The shipped hand of a name, or the hand of a file; SceneError lists its faults.

    Its frames are those on a flange whose z is the approach axis.
    """
    from scenes.files.loader import hand_from_file

    return hand_from_file(HANDS.find(name_or_path))


def load_cell(name_or_path: str | Path) -> Cell:
    """The shipped cell of a name, or the cell of a file; SceneError lists its faults."""
    from scenes.files.loader import cell_from_file

    return cell_from_file(CELLS.find(name_or_path))


def robot_names() -> tuple[str, ...]:
    """Names of the shipped robots, in alphabetical order."""
    return ROBOTS.names()


def hand_names() -> tuple[str, ...]:
    """Names of the shipped hands, in alphabetical order."""
    return HANDS.names()


def hand_titles() -> dict[str, str]:
    """The titles of the shipped hands by their names."""
    return HANDS.titles()


def cell_names() -> tuple[str, ...]:
    """Names of the shipped cells, in alphabetical order."""
    return CELLS.names()


def program_names() -> tuple[str, ...]:
    """Names of the shipped programs, in alphabetical order."""
    return PROGRAMS.names()


def robot_path(name_or_path: str | Path) -> Path:
    """The file of a shipped robot, or the given path."""
    return ROBOTS.find(name_or_path)


def hand_path(name_or_path: str | Path) -> Path:
    """The file of a shipped hand, or the given path."""
    return HANDS.find(name_or_path)


def cell_path(name_or_path: str | Path) -> Path:
    """The file of a shipped cell, or the given path."""
    return CELLS.find(name_or_path)


def program_path(name_or_path: str | Path) -> Path:
    """The file of a shipped program, or the given path."""
    return PROGRAMS.find(name_or_path)


def is_shipped(path: Path) -> bool:
    """Whether a file or folder is a shipped one, to be read and copied but never overwritten."""
    return path.resolve().is_relative_to(SHIPPED.resolve())
