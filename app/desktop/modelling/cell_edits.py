"""Undoable edits of the cell: each one holds the cell file before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QUndoCommand

from kinematics import invert
from scenes import Cell
from scenes.files.file_poses import pose_entries, pose_of
from scenes.files.loader import cell_from_document, edited_cell
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.edits import set_value

if TYPE_CHECKING:
    from app.desktop.state.document import Document

GROUPS = ("fixtures", "parts")


class EditCell(QUndoCommand):
    """Replaces one text of the cell file by another.

    Raises SceneError where the new text gives no cell: there is then no such undo step.
    """

    def __init__(self, document: Document, before: CellFile, after: CellFile, name: str) -> None:
        super().__init__(name)
        self._document, self._before, self._after = document, before, after
        self._new: Cell | None = self._read(after)

    def redo(self) -> None:
        """Shows the edited cell; the first time it is the one made to test the text."""
        made, self._new = self._new, None
        self._show(self._after, made)

    def undo(self) -> None:
        """Shows the cell as it was before the edit."""
        self._show(self._before)

    def _show(self, file: CellFile, made: Cell | None = None) -> None:
        self._document.show_edited(made or self._read(file), file)

    def _read(self, file: CellFile) -> Cell:
        """The cell of a file; whatever equals the shown cell is not built again."""
        shown, cell = self._document.cell_file, self._document.cell
        if shown is None or cell is None:
            return cell_from_document(file)
        return edited_cell(cell, shown, file)


def placed_in(file: CellFile, name: str) -> tuple[str, list[float], list[float]] | None:
    """The frame, position (mm) and roll, pitch, yaw (degrees) of a body in the file.

    None where the file has no such body.
    """
    for group in GROUPS:
        entries = file.data.get(group) or {}
        if name in entries:
            entry = entries[name]
            zero = [0.0, 0.0, 0.0]
            return entry.get("in", "world"), entry.get("at", zero), entry.get("rpy", zero)
    return None


def set_frame(document: Document, name: str, frame: str) -> None:
    """Places a body in another frame, as one undo step; its pose in the world stays."""
    file, cell = document.cell_file, document.cell
    place = placed_in(file, name) if file is not None else None
    if file is None or cell is None or place is None or place[0] == frame:
        return
    before, at, rpy_deg = place
    group = next(group for group in GROUPS if name in (file.data.get(group) or {}))
    T_frame_body = invert(cell.frames[frame]) @ cell.frames[before] @ pose_of(at, rpy_deg)
    entries = {"at": [0, 0, 0], "rpy": [0, 0, 0]} | pose_entries(T_frame_body)
    edited = set_value(file, (group, name, "in"), frame)
    entry = file.data[group][name]
    for key, value in entries.items():
        if any(value) or key in entry:
            plain = [int(v) if float(v).is_integer() else v for v in value]
            edited = set_value(edited, (group, name, key), plain)
    document.cell_commands.push(EditCell(document, file, edited, f"Place {name} in {frame}"))


def move_body(document: Document, name: str, at: Sequence[float], rpy_deg: Sequence[float]) -> None:
    """Moves a fixture, or the start of a part, as one undo step "Move NAME".

    at: Position in its frame, mm. rpy_deg: Roll, pitch, yaw, degrees.
    """
    file = document.cell_file
    place = placed_in(file, name) if file is not None else None
    if file is None or place is None:
        return
    group = next(group for group in GROUPS if name in (file.data.get(group) or {}))
    _, at_now, rpy_now = place
    edited = file
    if list(at) != list(at_now):
        edited = set_value(edited, (group, name, "at"), list(at))
    if list(rpy_deg) != list(rpy_now):
        edited = set_value(edited, (group, name, "rpy"), list(rpy_deg))
    if edited is not file:
        document.cell_commands.push(EditCell(document, file, edited, f"Move {name}"))
