"""The places of fixtures, parts, frames and robots in the cell file, and edits that change them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from app.desktop.looks.notice import BODY, FRAME, ROBOT
from app.desktop.modelling.edits.cell_edits import GROUPS, EditCell
from app.desktop.modelling.edits.locking import refuse_locked
from kinematics import invert
from scenes.files.file_poses import pose_of, rpy_of
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.edits import set_value
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from app.desktop.state.document import Document
    from scenes import Cell

# The sections of the cell file that hold the placed things of a kind.
SECTIONS = {BODY: GROUPS, FRAME: ("frames",), ROBOT: ("robots",)}
AT_DIGITS, RPY_DIGITS = 6, 8  # decimals of a dragged pose, mm and degrees
SAME_PLACE, SAME_TURN = 1e-7, 1e-11  # mm; entries of a rotation that differ by rounding only


class Place(NamedTuple):
    """The place of a thing as its entry in the cell file gives it.

    Attributes:
        frame: The name of the frame in which it stands.
        at: Position in that frame, mm.
        rpy: Roll, pitch, yaw, degrees.
    """

    frame: str
    at: list[float]
    rpy: list[float]


def section_of(file: CellFile, name: str, kind: str = BODY) -> str | None:
    """The section of the cell file with the entry of a thing; None where it has none."""
    return next((s for s in SECTIONS.get(kind, ()) if name in (file.data.get(s) or {})), None)


def placed_in(file: CellFile, name: str, kind: str = BODY) -> Place | None:
    """The place of a fixture or part, of a frame or of a robot; None where the file has none."""
    section = section_of(file, name, kind)
    if section is None:
        return None
    entry, zero = file.data[section][name], [0.0, 0.0, 0.0]
    return Place(entry.get("in", "world"), entry.get("at", zero), entry.get("rpy", zero))


def set_frame(document: Document, name: str, frame: str, kind: str = BODY) -> None:
    """Places a thing in another frame, as one undo step; its pose in the world stays.

    Raises SceneError where a frame would then stand in itself, or where the thing is locked.
    """
    refuse_locked(document, kind, name, "move")
    file, cell = document.cell_file, document.cell
    place = placed_in(file, name, kind) if file is not None else None
    if file is None or cell is None or place is None or place.frame == frame:
        return
    T_world_thing = cell.frames[place.frame] @ pose_of(place.at, place.rpy)
    T_frame_thing = invert(cell.frames[frame]) @ T_world_thing
    section = section_of(file, name, kind)
    assert section is not None
    edited = set_value(file, (section, name, "in"), frame)
    edited = with_pose(edited, (section, name), T_frame_thing)
    document.cell_commands.push(EditCell(document, file, edited, f"Place {name} in {frame}"))


def move_to(
    document: Document,
    name: str,
    at: Sequence[float],
    rpy_deg: Sequence[float],
    kind: str = BODY,
    joins: str = "",
) -> None:
    """Moves a thing within its frame, as one undo step "Move NAME"; a part at its start.

    at: Position in its frame, mm. rpy_deg: Roll, pitch, yaw, degrees. joins: The title of the
    undo step before to which it belongs. Raises SceneError where the thing is locked.
    """
    refuse_locked(document, kind, name, "move")
    file = document.cell_file
    place = placed_in(file, name, kind) if file is not None else None
    if file is None or place is None:
        return
    section = section_of(file, name, kind)
    assert section is not None
    edited = file
    if list(at) != list(place.at):
        edited = set_value(edited, (section, name, "at"), list(at))
    if list(rpy_deg) != list(place.rpy):
        edited = set_value(edited, (section, name, "rpy"), list(rpy_deg))
    if edited is not file:
        document.cell_commands.push(EditCell(document, file, edited, f"Move {name}", joins))


def move_in_world(
    document: Document, name: str, T_world_thing: Array, kind: str = BODY, joins: str = ""
) -> None:
    """Moves a thing to a pose in the world, as one undo step; it stays in its frame.

    joins: The title of the undo step before to which it belongs, such as Add box1. Figures are
    rounded to 1e-6 mm and 1e-8 degrees, less than a touch of two faces; a position or a direction
    that stays keeps the figures that the file has.
    """
    file, cell = document.cell_file, document.cell
    place = placed_in(file, name, kind) if file is not None else None
    if file is None or cell is None or place is None:
        return
    move_to(document, name, *_in_frame(cell, place, T_world_thing), kind, joins)


def move_several(document: Document, poses: Mapping[Any, Array]) -> None:
    """Moves things to poses in the world, as one undo step; each stays in its frame.

    poses: T_world_thing, (4, 4), by the thing: its kind and its name. What stands in a moved frame
    moves with it, and is not among them.
    """
    file, cell = document.cell_file, document.cell
    if file is None or cell is None:
        return
    edited = file
    for (kind, name), T_world_thing in poses.items():
        refuse_locked(document, kind, name, "move")
        place, section = placed_in(file, name, kind), section_of(file, name, kind)
        if place is None or section is None:
            continue
        at, rpy = _in_frame(cell, place, T_world_thing)
        for key, old, new in (("at", place.at, at), ("rpy", place.rpy, rpy)):
            if list(new) != list(old):
                edited = set_value(edited, (section, name, key), list(new))
    if edited is not file:
        title = f"Move {len(poses)} things" if len(poses) > 1 else f"Move {next(iter(poses))[1]}"
        document.cell_commands.push(EditCell(document, file, edited, title))


def _in_frame(cell: Cell, place: Place, T_world_thing: Array) -> tuple[list[float], list[float]]:
    """`at` and `rpy` of a thing in its frame; what stays keeps its figures."""
    T_frame_thing = invert(cell.frames[place.frame]) @ T_world_thing
    at, rpy = list(place.at), list(place.rpy)
    if not np.allclose(T_frame_thing[:3, 3], at, rtol=0.0, atol=SAME_PLACE):
        at = _rounded(T_frame_thing[:3, 3], AT_DIGITS)
    if not np.allclose(T_frame_thing[:3, :3], pose_of(at, rpy)[:3, :3], atol=SAME_TURN):
        rpy = _rounded(rpy_of(T_frame_thing), RPY_DIGITS)
    return at, rpy


def entries_of(T: Array) -> dict[str, list[float]]:
    """`at`, and `rpy` unless it is zero, of a new entry of the cell file, rounded as above."""
    at, rpy = _rounded(T[:3, 3], AT_DIGITS), _rounded(rpy_of(T), RPY_DIGITS)
    return {"at": at, "rpy": rpy} if any(rpy) else {"at": at}


def _rounded(values: Sequence[float] | Array, digits: int) -> list[float]:
    """Rounded figures; a whole number without a point, and no minus before a zero."""
    found = [round(float(value), digits) + 0.0 for value in values]
    return [int(value) if value.is_integer() else value for value in found]


def with_pose(file: CellFile, entry: tuple[str, str], T_frame_thing: Array) -> CellFile:
    """The file with another pose of an entry; a zero that the file leaves out stays out."""
    section, name = entry
    entries: dict[str, list[float]] = {"rpy": [0, 0, 0], **entries_of(T_frame_thing)}
    present = file.data[section][name]
    for key, value in entries.items():
        if any(value) or key in present:
            file = set_value(file, (section, name, key), value)
    return file
