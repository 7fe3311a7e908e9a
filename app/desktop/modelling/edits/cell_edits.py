"""Undoable edits of the cell: each one holds the cell file before and after it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QUndoCommand

from app.desktop.state.choices.chooser import Choice
from scenes import Cell
from scenes.files.text.documents import Document as CellFile

if TYPE_CHECKING:
    from app.desktop.state.document import Document

GROUPS = ("fixtures", "parts")
EDIT_OF_CELL = 1  # the number by which Qt knows these undo steps


class EditCell(QUndoCommand):
    """Replaces one text of the cell file by another.

    Undo selects again what was selected before the edit, redo what was selected after it: so the
    user sees what they change.

    joins: The title of the undo step before it of which it becomes a part, if that ended with
    `before`; "" for a step of its own.
    Raises SceneError where the new text gives no cell: there is then no such undo step.
    """

    def __init__(
        self,
        document: Document,
        before: CellFile,
        after: CellFile,
        name: str,
        joins: str = "",
    ) -> None:
        super().__init__(name)
        self._document, self._before, self._after = document, before, after
        self._joins = joins
        self._choice_before, self._choice_after = document.choice, Choice()
        self._new: Cell | None = self._read(after)

    def redo(self) -> None:
        """Shows the edited cell; the first time it is the one made to test the text."""
        made, self._new = self._new, None
        if made is not None:
            self._show(self._after, made)
            return
        self._document.show_with_choice(partial(self._show, self._after), self._choice_after)

    def undo(self) -> None:
        """Shows the cell as it was before the edit."""
        self._choice_after = self._document.choice
        self._document.show_with_choice(partial(self._show, self._before), self._choice_before)

    def id(self) -> int:
        """One number for all edits of the cell, so that Qt asks `mergeWith` for each."""
        return EDIT_OF_CELL

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Takes over a later edit that joins this one; whether it does."""
        if not isinstance(other, EditCell) or other._joins != self.text():
            return False
        if other._before.text != self._after.text:
            return False
        self._after = other._after
        return True

    def _show(self, file: CellFile, made: Cell | None = None) -> None:
        shown = self._document.cell_file
        if shown is not None and shown.path != file.path:
            file = replace(file, path=shown.path)  # the cell was saved elsewhere since
        self._document.show_edited(made or self._read(file), file)

    def _read(self, file: CellFile) -> Cell:
        """The cell of a file; whatever equals the shown cell is not built again."""
        from scenes.files.loader import cell_from_document, edited_cell

        shown, cell = self._document.cell_file, self._document.cell
        if shown is None or cell is None:
            return cell_from_document(file)
        return edited_cell(cell, shown, file)
