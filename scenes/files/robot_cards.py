"""What a list of robots says of each: read from the head of its file, without building solids."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from kinematics import KinematicsError, Mechanism
from scenes.cell import Rating, Robot
from scenes.errors import SceneFileError
from scenes.files.documents import parse_document, read_text
from scenes.files.mechanisms import mechanism_of
from scenes.files.resource_files import ROBOTS
from scenes.files.robot_file import rating_of
from scenes.files.schema import RobotIn
from scenes.files.validation import validated
from scenes.frozen import Frozen
from scenes.loader import robot_from_document

# Most of a file, and most of the time to read it, comes after the first of these keys.
AFTER_THE_HEAD = re.compile(r"^(?:check_poses|bodies|hand|allow):", re.MULTILINE)
BODIES = re.compile(r"^bodies:", re.MULTILINE)


@dataclass(frozen=True, eq=False)
class RobotCard(Frozen):
    """A robot without its bodies; the fields mean what they mean in `Robot`."""

    name: str
    title: str
    mechanism: Mechanism
    rated: Rating
    schematic: bool
    source: str


def robot_card(name_or_path: str | Path) -> RobotCard:
    """The card of a shipped robot, or of the file at a path."""
    path = ROBOTS.find(name_or_path)
    text = read_text(path, "robot file")
    head = AFTER_THE_HEAD.split(text)[0]
    try:
        file = validated(parse_document(path, head, "robot file"), RobotIn)
        mechanism = mechanism_of(file)
    except (SceneFileError, KinematicsError):
        # Another order of keys, or a fault: the whole file knows which.
        return _card_of(robot_from_document(parse_document(path, text, "robot file")))
    drawn = file.schematic or BODIES.search(text) is None
    name = path.name.partition(".")[0]
    return RobotCard(name, file.title, mechanism, rating_of(file.rated), drawn, file.source)


def _card_of(robot: Robot) -> RobotCard:
    return RobotCard(
        robot.name, robot.title, robot.mechanism, robot.rated, robot.schematic, robot.source
    )
