"""Edits of the shape of one step by a drag: only the numbers that differ change in the file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from app.desktop.looks.notice import BODY
from app.desktop.modelling.edits.cell_edits import EditCell
from app.desktop.modelling.edits.locking import refuse_locked
from app.desktop.modelling.edits.placing import SAME_PLACE, SAME_TURN, entries_of
from app.desktop.modelling.edits.solid_edits import Path
from app.desktop.modelling.fields.entry_edits import SHARED, changed_entry, others_stay, value_in
from scenes import SceneError
from scenes.files.file_poses import pose_of
from scenes.files.text.documents import Document as CellFile
from scenes.world.frozen import Array

if TYPE_CHECKING:
    from app.desktop.state.document import Document

Shape = Mapping[str, Any]


def shape_at(shape: Shape, T: Array) -> Shape:
    """The shape with another pose, (4, 4); a place or a turn that stays keeps its figures."""
    at, rpy = shape.get("at", [0, 0, 0]), shape.get("rpy", [0, 0, 0])
    entries: dict[str, Any] = {"rpy": [0, 0, 0], **entries_of(T)}
    changed = dict(shape)
    if not np.allclose(T[:3, 3], at, rtol=0.0, atol=SAME_PLACE):
        changed["at"] = entries["at"]
    if not np.allclose(T[:3, :3], pose_of(at, rpy)[:3, :3], rtol=0.0, atol=SAME_TURN):
        changed["rpy"] = entries["rpy"]
    return changed


def with_shape_written(file: CellFile, owner: Path, shape: Shape) -> CellFile:
    """The file with another value of the shape at a place; entries that are equal keep their text.

    Raises SceneError where the text cannot take a value.
    """
    present = value_in(file.data, owner)
    for key, value in shape.items():
        old = present.get(key) if isinstance(present, Mapping) else None
        if value == old:
            continue
        if isinstance(value, Mapping) and isinstance(old, Mapping):
            file = with_shape_written(file, (*owner, key), value)
        else:
            file = changed_entry(file, (*owner, key), value)
    return file


def change_shape(document: Document, owner: Path, shape: Shape, title: str) -> None:
    """Gives a step another shape, as one undo step; nothing where it has that shape.

    Raises SceneError where the body is locked, or where the file would give no cell.
    """
    refuse_locked(document, BODY, str(owner[1]), "change")
    file = document.cell_file
    if file is None:
        return
    edited = with_shape_written(file, owner, shape)
    if edited is file:
        return
    if "*" in file.text and not others_stay(file.data, edited.data, owner):
        raise SceneError(SHARED)
    document.cell_commands.push(EditCell(document, file, edited, title))
