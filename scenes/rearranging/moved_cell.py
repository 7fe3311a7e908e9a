"""A cell after some of its things have been moved together; all other things stay as they are."""

from __future__ import annotations

from scenes.rearranging.standing_together import Together
from scenes.world.cell import Cell, Part
from scenes.world.frozen import Array


def moved_cell(cell: Cell, things: Together, motion: Array) -> Cell:
    """The cell with these things moved by a motion in the world, shape (4, 4).

    What had the pose T_world_thing has the pose motion @ T_world_thing.
    """
    fixtures = tuple(
        body.having(T_world_body=motion @ body.T_world_body) if body.name in things.bodies else body
        for body in cell.fixtures
    )
    parts = tuple(
        _moved_part(part, motion) if part.name in things.bodies else part for part in cell.parts
    )
    robot = cell.robot
    if robot.name in things.robots:
        robot = robot.having(T_world_base=motion @ robot.T_world_base)
    frames = {n: motion @ T if n in things.frames else T for n, T in cell.frames.items()}
    return cell.having(fixtures=fixtures, parts=parts, robot=robot, frames=frames)


def _moved_part(part: Part, motion: Array) -> Part:
    start = part.T_world_start
    return part.having(
        T_world_feed=motion @ part.T_world_feed,
        T_world_start=None if start is None else motion @ start,
    )
