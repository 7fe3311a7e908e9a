"""What a list of robots says of each: kept for the shipped ones, so that the list comes at once.

`make cards` writes `resources/robots/cards.json` (see `card_making`) from the robot files. A card
is used only with the very file that it was made from.
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
    """A robot in a line: the fields mean what they mean in `Robot`, its rating and mechanism.

    solver, why: How its inverse is solved, and what of its axes makes that possible; no solver
    where there is none.
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
    """The card that was shipped with a robot file; None where the file is another one."""
    row = _kept_rows().get(robot_name(path))
    if row is None or row["content"] != content_of(path):
        return None
    return RobotCard(**row["card"])


def robot_name(path: Path) -> str:
    """What a robot is called by its file."""
    return path.name.partition(".")[0]


def content_of(path: Path) -> str:
    """The digest of a text, whichever ends of lines a checkout gave it."""
    return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def cards_path() -> Path:
    return ROBOTS.path / "cards.json"


@cache
def _kept_rows() -> dict[str, Any]:
    try:
        rows: dict[str, Any] = json.loads(cards_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):  # then every card is made from its robot file
        return {}
    return rows
