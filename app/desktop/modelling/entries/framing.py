"""Places things in frames, gathers things in a new frame, and dissolves a frame.

A group of things is a frame that holds them: to move the frame moves all of them, each keeps its
own name, colour and contacts, and programs and the check need to know nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from app.desktop.looks.notice import BODY, FRAME, ROBOT
from app.desktop.modelling.edits.placing import SECTIONS, placed_in, section_of, with_pose
from app.desktop.modelling.edits.solid_edits import push
from app.desktop.state.choices.things import WORLD, Key
from kinematics import invert
from scenes import Cell, SceneError
from scenes.files.file_poses import pose_of
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.edits import flow_text, set_value
from scenes.files.text.entry_edits import free_name, insert_entry
from scenes.files.text.list_edits import remove_item
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from app.desktop.state.document import Document


def named(keys: Sequence[Key]) -> str:
    """The words for things in the title of an undo step: their one name, or how many."""
    return keys[0][1] if len(keys) == 1 else f"{len(keys)} things"


def placed_keys(file: CellFile | None, keys: Iterable[Key]) -> tuple[Key, ...]:
    """Those of the things that the cell file itself places."""
    return () if file is None else tuple(key for key in keys if placed_in(file, key[1], key[0]))


def standing_in(file: CellFile, frame: str) -> tuple[Key, ...]:
    """The things that stand right in a frame, in the order of the file."""
    places = [(kind, section) for kind, sections in SECTIONS.items() for section in sections]
    return tuple(
        (kind, name)
        for kind, section in places
        for name, entry in (file.data.get(section) or {}).items()
        if (entry or {}).get("in", WORLD) == frame
    )


def within(file: CellFile, frame: str) -> tuple[Key, ...]:
    """The things that stand in a frame or in a frame that stands in it."""
    found: list[Key] = []
    for key in standing_in(file, frame):
        found += [key, *(within(file, key[1]) if key[0] == FRAME else ())]
    return tuple(found)


def set_frames(
    document: Document, keys: Iterable[Key], frame: str, keeps_numbers: bool = False
) -> None:
    """Places things in a frame, as one undo step.

    keeps_numbers: Whether they keep their numbers and move along; else they stay where they stand.
    Raises SceneError where a frame would then stand in itself.
    """
    file, cell = document.cell_file, document.cell
    if file is None or cell is None:
        return
    moved = [k for k in placed_keys(file, keys) if _frame_of(file, k) != frame and k[1] != frame]
    if moved:
        edited = placed_in_frame(file, cell.frames, moved, frame, keeps_numbers)
        push(document, edited, f"Place {named(moved)} in {frame}")


def placed_in_frame(
    file: CellFile,
    frames: Mapping[str, Array],
    keys: Iterable[Key],
    frame: str,
    keeps_numbers: bool = False,
) -> CellFile:
    """The file with things in another frame. frames: `T_world_frame` by name."""
    for kind, name in keys:
        place, section = placed_in(file, name, kind), section_of(file, name, kind)
        if place is None or section is None:
            continue
        file = set_value(file, (section, name, "in"), frame)
        if not keeps_numbers:
            T_world_thing = frames[place.frame] @ pose_of(place.at, place.rpy)
            file = with_pose(file, (section, name), invert(frames[frame]) @ T_world_thing)
    return file


def group(document: Document, keys: Iterable[Key]) -> str:
    """Gathers things in a new frame, as one undo step; gives the name of the frame.

    The frame stands under the middle of the box round them, in the frame that they share.
    """
    file, cell = document.cell_file, document.cell
    if file is None or cell is None:
        return ""
    given = placed_keys(file, keys)
    inside = {key for kind, name in given if kind == FRAME for key in within(file, name)}
    top = [key for key in given if key not in inside]
    if not top:
        return ""
    shared = {_frame_of(file, key) for key in top}
    above = shared.pop() if len(shared) == 1 else WORLD
    T_world_above = cell.frames[above]
    points = (corners(cell, file, top) - T_world_above[:3, 3]) @ T_world_above[:3, :3]
    low, high = points.min(axis=0), points.max(axis=0)
    at = [float(np.round(v)) + 0.0 for v in (*((low + high) / 2)[:2], low[2])]
    entry: dict[str, Any] = {} if above == WORLD else {"in": above}
    entry["at"] = [int(value) for value in at]
    name = free_name(file, "group1", ("frames",))
    edited = insert_entry(file, "frames", name, f"{name}: {flow_text(entry)}\n", entry)
    frames = {**cell.frames, name: T_world_above @ pose_of(at)}
    push(document, placed_in_frame(edited, frames, top, name), f"Group {named(top)}")
    return name


def ungroup(document: Document, frame: str) -> tuple[Key, ...]:
    """Dissolves a frame, as one undo step: its things stand in the frame above, unmoved.

    Gives these things. Raises SceneError where the frame is not in the cell file.
    """
    file, cell = document.cell_file, document.cell
    place = placed_in(file, frame, FRAME) if file is not None else None
    if file is None or cell is None or place is None:
        raise SceneError(f"the cell file has no frame {frame}")
    things = standing_in(file, frame)
    edited = without_entry(placed_in_frame(file, cell.frames, things, place.frame), "frames", frame)
    push(document, edited, f"Dissolve {frame}")
    return things


def without_entry(file: CellFile, section: str, name: str) -> CellFile:
    """The file without an entry, and without its section where that was the only one."""
    is_only = len(file.data[section]) == 1
    return remove_item(file, (section,) if is_only else (section, name))


def corners(cell: Cell, file: CellFile, keys: Iterable[Key]) -> Array:
    """Corners of the boxes of things and of what stands in them, in the world, shape (n, 3), mm."""
    found = [np.empty((0, 3))]
    bodies = {body.name: (body.solid, body.T_world_body) for body in cell.fixtures}
    bodies |= {part.name: (part.solid, part.T_world_feed) for part in cell.parts}
    for kind, name in keys:
        if kind == BODY and name in bodies:
            solid, T = bodies[name]
            box = np.array(np.meshgrid(*np.array(solid.bounds()).T, indexing="ij")).reshape(3, -1)
            found.append(box.T @ T[:3, :3].T + T[:3, 3])
        elif kind == FRAME:
            found += [cell.frames[name][None, :3, 3], corners(cell, file, standing_in(file, name))]
        elif kind == ROBOT:
            found.append(cell.robot.T_world_base[None, :3, 3])
    return np.concatenate(found)


def _frame_of(file: CellFile, key: Key) -> str:
    place = placed_in(file, key[1], key[0])
    return WORLD if place is None else place.frame
