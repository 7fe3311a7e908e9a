"""Undoable edits of the cell: each one holds the cell file before and after it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import ref

from PySide6.QtGui import QUndoCommand

from app.desktop.state.choices.chooser import Choice
from scenes import Cell
from scenes.files.text.documents import Document as CellFile
from scenes.files.text.documents import parse_document

if TYPE_CHECKING:
    from app.desktop.state.document import Document

# Steps that keep their cells, 0.1 MB each in a cell of 200 bodies, and their files as they were
# read, some hundred times the size of their texts.
KEPT_STEPS = 16
GROUPS = ("fixtures", "parts")
EDIT_OF_CELL = 1  # the number by which Qt knows these undo steps


@dataclass(frozen=True)
class KeptText:
    """A cell file as older steps keep it: what is read of it again where it is wanted."""

    path: Path
    text: str
    starts_with_bom: bool

    @classmethod
    def of(cls, file: CellFile | KeptText) -> KeptText:
        """What is kept of a file."""
        return cls(file.path, file.text, file.starts_with_bom)

    def read(self) -> CellFile:
        """The file again."""
        file = parse_document(self.path, self.text, "cell", keep_problems=True)
        return replace(file, starts_with_bom=self.starts_with_bom)


class EditCell(QUndoCommand):
    """Replaces one text of the cell file by another.

    Undo selects again what was selected before the edit, redo what was selected after it: so the
    user sees what they change.

    joins: The title of the undo step before it of which it becomes a part, if that ended with
    `before`; "" for a step of its own.
    The newest steps keep their two cells and files as well: undo and redo need not read them again,
    unless the shown cell was read anew since, because a file that it uses was changed on disk.
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
        self._document = document
        self._before: CellFile | KeptText = before
        self._after: CellFile | KeptText = after
        self._joins = joins
        self._choice_before, self._choice_after = document.choice, Choice()
        self._new: Cell | None = self._read(after)
        shown = document.cell if document.cell_file is before else None
        self._cells = None if shown is None else (shown, self._new)
        _keep_cells_of_the_newest(self)

    def redo(self) -> None:
        """Shows the edited cell; the first time it is the one made to test the text."""
        made, self._new = self._new, None
        if made is not None:
            self._show(self._after, made)
            return
        made = self._kept(before=False)
        self._document.show_with_choice(partial(self._show, self._after, made), self._choice_after)

    def undo(self) -> None:
        """Shows the cell as it was before the edit."""
        self._choice_after = self._document.choice
        made = self._kept(before=True)
        show = partial(self._show, self._before, made)
        self._document.show_with_choice(show, self._choice_before)

    def _kept(self, before: bool) -> Cell | None:
        """The cell before or after the edit, as long as the other one of the two is shown."""
        old, new = self._cells or (None, None)
        wanted, shown = (old, new) if before else (new, old)
        return wanted if shown is self._document.cell else None

    def forget_cells(self) -> None:
        """Lets go of the cells and of what was read of the files: they are read again where they
        are wanted."""
        self._cells = None
        self._before, self._after = KeptText.of(self._before), KeptText.of(self._after)

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
        if self._cells is not None and other._cells is not None:
            self._cells = (self._cells[0], other._cells[1])
        else:
            self._cells = None
        return True

    def _show(self, kept: CellFile | KeptText, made: Cell | None = None) -> None:
        file = kept.read() if isinstance(kept, KeptText) else kept
        shown = self._document.cell_file
        if shown is not None and shown.path != file.path:
            file, made = replace(file, path=shown.path), None  # the cell was saved elsewhere since
        self._document.show_edited(made or self._read(file), file)

    def _read(self, file: CellFile) -> Cell:
        """The cell of a file; whatever equals the shown cell is not built again."""
        from scenes.files.loader import cell_from_document, edited_cell

        shown, cell = self._document.cell_file, self._document.cell
        if shown is None or cell is None:
            return cell_from_document(file)
        return edited_cell(cell, shown, file)


_newest: deque[ref[EditCell]] = deque()


def _keep_cells_of_the_newest(step: EditCell) -> None:
    """Lets only the newest steps keep their cells."""
    _newest.append(ref(step))
    while len(_newest) > KEPT_STEPS:
        old = _newest.popleft()()
        if old is not None:
            old.forget_cells()
