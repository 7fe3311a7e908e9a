"""A form for one shape of a solid: rows for its sizes, its place, its copies, name and colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shiboken6 import isValid

from app.desktop.modelling.edits.solid_edits import Path
from app.desktop.modelling.fields.colour_button import ColourButton
from app.desktop.modelling.fields.entry import Entry
from app.desktop.modelling.fields.entry_edits import Way, value_in
from app.desktop.modelling.fields.entry_form import EntryForm
from app.desktop.modelling.fields.shape_entries import MIRROR, REPEAT, entries_of
from app.desktop.modelling.fields.word_rows import ColourRow
from app.desktop.state.document import Document
from app.desktop.state.files.mesh_reading import MeshReading
from scenes.files.solids.mesh_requests import unread_mesh


class ShapeForm(EntryForm):
    """The rows of the shape at a path of the cell file, such as fixtures, table, solid, 0, add."""

    def __init__(self, document: Document, path: Path, kind: str) -> None:
        self.path, self.kind = path, kind
        self._body_name, self._is_cut = str(path[1]), path[-1] == "cut"
        super().__init__(document, path, entries_of(kind), self._body_name)

    def value(self, keys: Sequence[str | int]) -> Any:
        """The value of an entry: while the step is dragged, the one that the drag shows."""
        pending = self._document.solid_step.pending
        if pending is not None and pending.owner == self.owner:
            return value_in(pending.shape, keys)
        return super().value(keys)

    @property
    def colour(self) -> ColourButton:
        """The button with the colour of the shape."""
        row = self.rows["colour"]
        assert isinstance(row, ColourRow)
        return row.button

    def title_of(self, entry: Entry, element: int | None, word: str) -> str:
        """The title of an undo step: "Width of table", "Hole pattern of feeder"."""
        name = self.value(("name",))
        owner = f"{name} of {self._body_name}" if name else self._body_name
        if word.startswith(("Add ", "Remove ")):
            return f"{word} of {owner}"
        if entry.keys[:1] == REPEAT:
            return f"{'Hole pattern' if self._is_cut else 'Pattern'} of {owner}"
        if entry.keys[:1] == MIRROR:
            return f"Mirror of {owner}"
        if entry.keys == ("name",):
            return f"Name of a shape of {self._body_name}"
        return f"{word} of {owner}"

    def set_entry(self, keys: Way, value: Any, title: str) -> str:
        """Sets an entry; a mesh that is not read yet is read in another process first."""
        file = self._document.cell_file
        if keys[0] != "mesh" or file is None:
            return super().set_entry(keys, value, title)
        shape = {**(self.value(("mesh",)) or {}), str(keys[1]): value}
        unread = unread_mesh(shape, file.path.parent) if keys[1] == "file" else ()
        if not unread:
            return super().set_entry(keys, value, title)
        MeshReading(self._document).read(unread, lambda: self._set_read(file, keys, value, title))
        return ""

    def _set_read(self, file: object, keys: Way, value: Any, title: str) -> None:
        """Uses a mesh that another process has read, unless the cell has changed since."""
        if self._document.cell_file is not file or not isValid(self):
            self._document.notify("The cell was changed while the mesh was read: choose it again.")
            return
        sentence = super().set_entry(keys, value, title)
        self.rows["mesh.file"].marks[0].show(sentence)
