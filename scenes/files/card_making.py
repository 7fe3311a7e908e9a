"""Makes the cards of robots from their files.

`python -m scenes.files.card_making` (or `make cards`) writes the cards of the shipped robots.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from kinematics.solving.inverse import classify
from scenes.files.loader import robot_from_file
from scenes.files.resource_files import ROBOTS
from scenes.files.robots.robot_cards import RobotCard, cards_path, content_of
from scenes.world.robot import Robot


def card_of(robot: Robot) -> RobotCard:
    """The card of a robot."""
    verdict = classify(robot.mechanism)
    return RobotCard(
        robot.name,
        robot.title,
        robot.mechanism.kinds,
        robot.rated.payload_kg,
        robot.rated.reach_mm,
        verdict.solver,
        verdict.reason,
        robot.schematic,
        robot.source,
    )


def made_card(path: Path) -> RobotCard:
    """The card of a robot file; SceneFileError lists all faults of the file."""
    return card_of(robot_from_file(path))


def cards_text() -> str:
    """The text of `cards.json`: for each shipped robot its card and the digest of its file."""
    paths = {name: ROBOTS.find(name) for name in ROBOTS.names()}
    rows = {
        name: {"content": content_of(path), "card": asdict(made_card(path))}
        for name, path in paths.items()
    }
    return json.dumps(rows, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    cards_path().write_text(cards_text(), encoding="utf-8", newline="\n")
    print(f"wrote {cards_path()}")
