"""The facts of a frame: its name, and what stands in it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QPushButton

from app.desktop.modelling.edits.solid_edits import push
from app.desktop.modelling.sections.panel_section import Fact, FactSection, Section
from app.desktop.state.document import Document
from scenes import SceneError
from scenes.files.text.list_edits import remove_item

SECTIONS = ("frames", "robots", "fixtures", "parts")
MOST_NAMED = 8


class FrameFacts(FactSection):
    """Name of a frame, and the things that stand in it."""

    def __init__(self, document: Document, name: str) -> None:
        super().__init__(document)
        self._name = name

    def facts(self) -> Sequence[Fact]:
        inside = standing_in(self._document, self._name)
        shown = ", ".join(inside[:MOST_NAMED]) + (" …" if len(inside) > MOST_NAMED else "")
        kind = "the world, which is fixed" if self._name == "world" else "frame"
        return [("Name", self._name), ("Kind", kind), ("Holds", shown or "nothing")]


def standing_in(document: Document, frame: str) -> list[str]:
    """The names of all things whose entry in the cell file says that they stand in a frame."""
    file = document.cell_file
    if file is None:
        return []
    return [
        name
        for section in SECTIONS
        for name, entry in (file.data.get(section) or {}).items()
        if entry.get("in", "world") == frame
    ]


class RemoveFrame(Section):
    """The button that removes a frame; it says why where something stands in it."""

    def __init__(self, document: Document, name: str) -> None:
        super().__init__(document)
        self._name = name
        self.away = QPushButton(f"Remove {name}")
        self.away.clicked.connect(self._remove)
        self.column.addWidget(self.away)

    def _remove(self) -> None:
        file = self._document.cell_file
        if file is None:
            return
        inside = standing_in(self._document, self._name)
        if inside:
            names, one = ", ".join(inside[:MOST_NAMED]), len(inside) == 1
            where = f"{names} {'stands' if one else 'stand'} in it"
            advice = f"Place {'it' if one else 'them'} elsewhere first."
            text = f"{self._name} cannot be removed: {where}. {advice}"
            self._document.notify(text, "warning")
            return
        only = len(file.data["frames"]) == 1
        way = ("frames",) if only else ("frames", self._name)
        try:
            push(self._document, remove_item(file, way), f"Remove {self._name}")
        except SceneError as fault:
            self._document.notify(str(fault).splitlines()[0], "error")
