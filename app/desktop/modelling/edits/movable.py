"""Which thing the handles in the 3D view move, and where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from app.desktop.looks.notice import BODY, FRAME, ROBOT
from app.desktop.modelling.edits.placing import section_of
from scenes import Cell
from scenes.rearranging.standing_together import Together, with_frame
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from app.desktop.state.document import Document


class Thing(NamedTuple):
    """A thing with an entry in the cell file: a fixture, a part, a frame or a robot."""

    kind: str
    name: str


def selected_thing(document: Document) -> Thing | None:
    """The selected thing that can be placed; None where nothing is selected that stands in a place.

    A body of the robot's base stands for the robot, a copy that FEED made for its part. A link
    moves with the joints, and a body of another file stays where that file puts it: both give None.
    """
    chosen, cell, file = document.selection, document.cell, document.cell_file
    if cell is None or file is None:
        return None
    thing = _thing_called(cell, chosen.kind, chosen.name)
    if thing is None or section_of(file, thing.name, thing.kind) is None:
        return None
    return thing


def _thing_called(cell: Cell, kind: str, name: str) -> Thing | None:
    robot = cell.robot
    if kind == ROBOT or (kind == BODY and name in _base_bodies(cell)):
        return Thing(ROBOT, robot.name)
    if kind == FRAME:
        return Thing(FRAME, name) if name in cell.frames else None
    if kind != BODY:
        return None
    part = cell.part_called(name)
    return Thing(BODY, part.name if part is not None else name)


def _base_bodies(cell: Cell) -> frozenset[str]:
    robot = cell.robot
    return frozenset(f"{robot.name}.{body.name}" for body in robot.bodies if body.link == 0)


def pose_of_thing(cell: Cell, thing: Thing) -> Array | None:
    """T_world_thing as the cell file gives it, (4, 4); of a part the place that FEED gives it."""
    if thing.kind == ROBOT:
        return cell.robot.T_world_base
    if thing.kind == FRAME:
        return cell.frames.get(thing.name)
    part = cell.part_called(thing.name)
    if part is not None:
        return part.T_world_feed
    return next((b.T_world_body for b in cell.fixtures if b.name == thing.name), None)


def together_with(document: Document, thing: Thing) -> Together:
    """Everything that moves with a thing: a frame takes along all that stands in it."""
    if thing.kind == FRAME:
        assert document.cell_file is not None
        return with_frame(document.cell_file.data, thing.name)
    names = frozenset({thing.name})
    return Together(robots=names) if thing.kind == ROBOT else Together(bodies=names)
