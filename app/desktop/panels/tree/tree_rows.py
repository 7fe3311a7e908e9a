"""The rows of the cell tree as plain values: by the kinds of things, or by the frames they are in.

Two cells with equal rows look the same in the tree, so that it need not be made anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from app.desktop.looks.notice import BODY, FRAME, LOCATION, ROBOT, TOOL
from app.desktop.modelling.edits.placing import placed_in
from app.desktop.state.choices.things import WORLD, Key
from language import Program
from scenes import Cell
from scenes.files.text.documents import Document as CellFile
from scenes.world.robot import Robot

ROBOT_ICON, TOOL_ICON, FRAME_ICON = "mdi6.robot-industrial", "mdi6.robot-outline", "mdi6.axis"
BODY_ICON, WORLD_ICON, LOCATION_ICON = "mdi6.cube", "mdi6.earth", "mdi6.map-marker"
SCHEMATIC = "The solids only hint at the real shape."


@dataclass(frozen=True)
class Row:
    """One row of the tree.

    key: Kind and name of the thing; None for a heading. about: Grey words behind the name.
    frame: The frame into which a thing dropped on the row goes; "" where nothing can be dropped.
    section: The section of the cell file that holds the thing, or that the heading shows; or "".
    """

    text: str
    key: Key | None = None
    about: str = ""
    icon: str = BODY_ICON
    colour: str = ""
    tip: str = ""
    frame: str = ""
    section: str = ""
    is_open: bool = True
    rows: tuple[Row, ...] = ()


def rows_by_kind(cell: Cell, file: CellFile | None) -> tuple[Row, ...]:
    """Robot, frames, fixtures and parts; a frame stands under the frame in which it is given."""
    found = [_robot(cell.robot)]
    frames = tuple(_nested_frames(cell, file, WORLD))
    count = len(cell.frames) - 1
    head = Row("Frames", None, str(count), FRAME_ICON, frame=WORLD, section="frames", rows=frames)
    found.append(head)
    fixtures, parts = tuple(_fixtures(cell)), tuple(_parts(cell))
    found.append(_heading("Fixtures", "mdi6.table-furniture", "fixtures", fixtures))
    if parts:
        found.append(_heading("Parts", "mdi6.package-variant-closed", "parts", parts))
    return tuple(found)


def rows_by_frame(cell: Cell, file: CellFile | None) -> tuple[Row, ...]:
    """The world, and in each frame the frames, robots, fixtures and parts that stand in it."""
    frames = [_frame(name, ()) for name in cell.frames if name != WORLD]
    standing: dict[str, list[Row]] = {}
    for row in (_robot(cell.robot), *frames, *_fixtures(cell), *_parts(cell)):
        assert row.key is not None
        standing.setdefault(frame_of(file, *row.key), []).append(row)
    rows = _standing_in(WORLD, standing)
    return (Row("world", None, "", WORLD_ICON, frame=WORLD, rows=rows),)


def location_rows(program: Program, colour: str) -> tuple[Row, ...]:
    """The locations that a program defines, each with the line of its last definition."""
    found = {
        str(s.location.value): f"line {s.line}"
        for s in program.definitions
        if s.location is not None
    }
    return tuple(
        Row(name, (LOCATION, name), about, LOCATION_ICON, colour) for name, about in found.items()
    )


def frame_of(file: CellFile | None, kind: str, name: str) -> str:
    """The frame in which the file places a thing; the world where the file does not say."""
    place = None if file is None else placed_in(file, name, kind)
    return WORLD if place is None else place.frame


def _heading(title: str, icon: str, section: str, rows: tuple[Row, ...]) -> Row:
    return Row(title, None, str(len(rows)), icon, section=section, rows=rows)


def _robot(robot: Robot) -> Row:
    """The robot with its links and its hand."""
    links = []
    for link in robot.bodies:
        moved_by = robot.mechanism.link_joints[link.link - 1].name if link.link else "base"
        key = (BODY, f"{robot.name}.{link.name}")
        links.append(Row(link.name, key, moved_by, colour=link.colour))
    fingers = tuple(
        Row(finger.name, (BODY, f"{robot.name}.{finger.name}"), "finger", colour=finger.colour)
        for finger in robot.fingers
    )
    hand = Row(
        "hand" if fingers else "tool",
        (TOOL, robot.name),
        f"{len(fingers)} fingers" if fingers else "frame",
        TOOL_ICON,
        tip="The tool frame, and the fingers of the hand" if fingers else "The tool frame",
        rows=fingers,
    )
    about = "schematic" if robot.schematic else robot.mechanism.kinds
    caveat = SCHEMATIC if robot.schematic else ""
    tip = "\n".join(filter(None, (robot.title, caveat, robot.source)))
    return Row(
        robot.name,
        (ROBOT, robot.name),
        about,
        ROBOT_ICON,
        tip=tip,
        section="robots",
        is_open=False,
        rows=(*links, hand),
    )


def _fixtures(cell: Cell) -> Iterable[Row]:
    for body in cell.fixtures:
        yield Row(body.name, (BODY, body.name), "", colour=body.colour, section="fixtures")


def _parts(cell: Cell) -> Iterable[Row]:
    for part in cell.parts:
        about = "waits for FEED" if part.T_world_start is None else ""
        yield Row(part.name, (BODY, part.name), about, colour=part.colour, section="parts")


def _frame(name: str, rows: tuple[Row, ...]) -> Row:
    return Row(name, (FRAME, name), "", FRAME_ICON, frame=name, section="frames", rows=rows)


def _nested_frames(cell: Cell, file: CellFile | None, above: str) -> Iterable[Row]:
    for name in _frames_in(cell, file, above):
        yield _frame(name, tuple(_nested_frames(cell, file, name)))


def _standing_in(above: str, standing: Mapping[str, Sequence[Row]]) -> tuple[Row, ...]:
    """The rows of the things that stand in a frame, with those that stand in its frames."""
    found = []
    for row in standing.get(above, ()):
        is_frame = row.key is not None and row.key[0] == FRAME
        inside = _standing_in(row.frame, standing) if is_frame else row.rows
        found.append(replace(row, rows=inside))
    return tuple(found)


def _frames_in(cell: Cell, file: CellFile | None, above: str) -> list[str]:
    """The frames that stand in a frame, in the order of the file."""
    known = file.data.get("frames") or {} if file is not None else cell.frames
    return [n for n in known if n != WORLD and frame_of(file, FRAME, n) == above]
