"""Which thing the handles in the 3D view move, and where it stands."""

from __future__ import annotations

from collections.abc import Iterable
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


def selected_things(document: Document) -> tuple[Thing, ...]:
    """All selected things that can be placed, the first one first.

    What stands in a selected frame goes along with that frame, and is left out.
    """
    cell, file = document.cell, document.cell_file
    if cell is None or file is None:
        return ()
    named = (_thing_called(cell, kind, name) for kind, name in document.selection.all)
    things = [t for t in named if t is not None and section_of(file, t.name, t.kind) is not None]
    things = list(dict.fromkeys(things))
    frames = {thing: together_with(document, thing) for thing in things if thing.kind == FRAME}

    def is_carried(thing: Thing) -> bool:
        others = [inside for frame, inside in frames.items() if frame != thing]
        return any(thing.name in names_of_kind(inside, thing.kind) for inside in others)

    return tuple(thing for thing in things if not is_carried(thing))


def names_of_kind(things: Together, kind: str) -> frozenset[str]:
    """The names of the things of a kind among those that move together."""
    return {BODY: things.bodies, FRAME: things.frames, ROBOT: things.robots}[kind]


def all_together(document: Document, things: Iterable[Thing]) -> Together:
    """Everything that moves with any of these things."""
    parts = [together_with(document, thing) for thing in things]
    return Together(
        frozenset().union(*(part.bodies for part in parts)),
        frozenset().union(*(part.frames for part in parts)),
        frozenset().union(*(part.robots for part in parts)),
    )


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
