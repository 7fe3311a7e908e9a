"""The things of a cell and a program that can be selected, each by its kind and its name."""

from __future__ import annotations

from collections.abc import Iterable

from app.desktop.looks.notice import BODY, FRAME, JOINT, LOCATION, ROBOT, TOOL, Selection
from language import Program
from scenes import Cell
from scenes.world.robot import Robot

Key = tuple[str, str]  # kind and name of a thing
WORLD = "world"


def is_there(key: Key, cell: Cell | None, program: Program) -> bool:
    """Whether the cell or the program in front has this thing now."""
    kind, name = key
    if kind == LOCATION:
        return name.upper() in location_names(program)
    if cell is None:
        return False
    if kind == BODY:
        robot = name in bodies_of_robot(cell.robot)
        return robot or cell.part_called(name) is not None or name in _fixtures(cell)
    if kind == FRAME:
        return name in cell.frames
    return kind == JOINT or (kind in (ROBOT, TOOL) and name == cell.robot.name)


def location_names(program: Program) -> frozenset[str]:
    """The names, in capitals, of the locations that a program defines."""
    defined = (s.location for s in program.definitions)
    return frozenset(str(location.value).upper() for location in defined if location is not None)


def selection_of(keys: Iterable[Key]) -> Selection:
    """The selection of these things; the first one is the one whose properties are shown."""
    first, *others = tuple(keys) or (("", ""),)
    return Selection(*first, tuple(others))


def bodies_of_robot(robot: Robot) -> tuple[str, ...]:
    """The names in the cell of the robot's bodies: those of its links, then its fingers."""
    return tuple(f"{robot.name}.{name}" for name in robot.body_names)


def finger_bodies(robot: Robot) -> tuple[str, ...]:
    """The names in the cell of the fingers of the robot's hand."""
    return tuple(f"{robot.name}.{finger.name}" for finger in robot.fingers)


def bodies_behind(cell: Cell, keys: Iterable[Key]) -> tuple[str, ...]:
    """The bodies of these things: a robot has those of its arm, a tool its fingers."""
    found: dict[str, None] = {}
    for kind, name in keys:
        if kind == BODY:
            found[name] = None
        elif kind == ROBOT and name == cell.robot.name:
            found |= dict.fromkeys(bodies_of_robot(cell.robot))
        elif kind == TOOL and name == cell.robot.name:
            found |= dict.fromkeys(finger_bodies(cell.robot))
    return tuple(found)


def _fixtures(cell: Cell) -> frozenset[str]:
    return frozenset(body.name for body in cell.fixtures)
