"""Robot cards: one line about each robot for lists, kept ready-made for the shipped robots.

`make cards` writes `resources/robots/cards.json` (see `card_making`) from the robot files, so that
a list needs no robot file. A card is used only with the exact file that it was made from.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from scenes.files.resource_files import ROBOTS


@dataclass(frozen=True)
class RobotCard:
    """The facts about a robot in a list; the fields are those of `Robot`, `Rating` and `Mechanism`.

    solver, why: Name of the solver of its inverse (None without a solver), and the property of its
    axes that decides.
    """

    name: str
    title: str
    kinds: str
    payload_kg: float | None
    reach_mm: float | None
    solver: str | None
    why: str
    schematic: bool
    source: str


def kept_card(path: Path) -> RobotCard | None:
    """The shipped card of a robot file; None for a file that is not exactly the shipped one."""
    row = _kept_rows().get(robot_name(path))
    if row is None or row["content"] != content_of(path):
        return None
    return RobotCard(**row["card"])


def robot_name(path: Path) -> str:
    """The name of a robot, from the name of its file."""
    return path.name.partition(".")[0]


def content_of(path: Path) -> str:
    """The digest of a text file; the same for Windows and Unix line ends."""
    return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def cards_path() -> Path:
    return ROBOTS.path / "cards.json"


@cache
def _kept_rows() -> dict[str, Any]:
    try:
        rows: dict[str, Any] = json.loads(cards_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):  # without cards.json every card is made from its robot file
        return {}
    return rows
