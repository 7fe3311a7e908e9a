"""The section of several selected things: how many, their common colour, and a common move."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton

from app.desktop.looks.notice import BODY, FRAME, ROBOT
from app.desktop.looks.small_widgets import rule
from app.desktop.modelling.edits.cell_edits import EditCell
from app.desktop.modelling.edits.locking import unlocked
from app.desktop.modelling.edits.placing import placed_in, section_of
from app.desktop.modelling.fields.entry import COLOUR, MM, VECTOR, XYZ, Entry
from app.desktop.modelling.fields.entry_edits import changed_entry, sentence_of, value_in
from app.desktop.modelling.fields.entry_form import WIDE
from app.desktop.modelling.fields.entry_number import EntryNumber
from app.desktop.modelling.fields.entry_row import NumbersRow
from app.desktop.modelling.fields.word_rows import ColourRow
from app.desktop.modelling.sections.panel_section import Fact, FactSection, Section
from app.desktop.state.document import Document
from kinematics import invert
from scenes import SceneError
from scenes.files.text.documents import Document as CellFile

WORDS = {BODY: "body", FRAME: "frame", ROBOT: "robot"}
PLURALS = {"body": "bodies"}
SEVERAL = "several colours"
BY = Entry(("by",), "Move by", VECTOR, MM, XYZ, default=[0, 0, 0], step=10.0)


class SeveralFacts(FactSection):
    """How many things are selected, and of which kinds."""

    def facts(self) -> Sequence[Fact]:
        chosen = self._document.selection.all
        kinds = [WORDS.get(kind, kind) for kind, _ in chosen]
        counts = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
        told = [
            f"{n} {kind if n == 1 else PLURALS.get(kind, kind + 's')}" for kind, n in counts.items()
        ]
        names = ", ".join(name for _, name in chosen)
        return [("Selected", ", ".join(told)), ("Names", names)]


class SeveralSection(Section):
    """Moves and colours all selected things that the cell file places, as one undo step."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.column.addWidget(rule())
        entry = Entry(("colour",), "Colour", COLOUR, parts=("usual grey",))
        self.colour = ColourRow(entry, lambda _keys, value, _word: self._paint(value))
        self.column.addWidget(self.colour)
        self.by = NumbersRow(BY, lambda _keys, _value, _word: "")
        for number in self.by.numbers:
            number.asked.disconnect()
        self.column.addWidget(self.by)
        self.mover = QPushButton("Move")
        self.mover.setToolTip("Moves all by these distances along the axes of the world")
        self.mover.clicked.connect(self.move_all)
        self.column.addWidget(self.mover)

    @property
    def numbers(self) -> list[EntryNumber]:
        """The distances along x, y and z of the world, mm."""
        return self.by.numbers

    def _placed(self) -> list[tuple[str, str, str]]:
        """Kind, section of the file and name of all selected things that the file places."""
        file = self._document.cell_file
        if file is None:
            return []
        found = [(k, section_of(file, n, k), n) for k, n in self._document.selection.all]
        return [(kind, section, name) for kind, section, name in found if section is not None]

    def refresh(self) -> None:
        placed, file = self._placed(), self._document.cell_file
        bodies = [(section, name) for kind, section, name in placed if kind == BODY]
        self.colour.setVisible(bool(bodies))
        self.by.setVisible(bool(placed))
        self.mover.setVisible(bool(placed))
        if file is None or not bodies:
            self.colour.show_value(None)
            return
        colours = {value_in(file.data, (*body, "colour")) for body in bodies}
        self.colour.show_value(next(iter(colours)) if len(colours) == 1 else None)
        if len(colours) > 1:
            self.colour.button.setText(SEVERAL)
            self.colour.away.setEnabled(True)

    def _paint(self, colour: str | None) -> str:
        file = self._document.cell_file
        if file is None:
            return ""
        ways = [(section, name, "colour") for kind, section, name in self._placed() if kind == BODY]
        edited = file
        try:
            for way in ways:
                if value_in(file.data, way) != colour:
                    edited = changed_entry(edited, way, colour)
            self._push(file, edited, f"Colour of {len(ways)} bodies")
        except SceneError as fault:
            return sentence_of(fault, ways[0])
        return ""

    def move_all(self) -> None:
        """Moves all that the file places by the typed distances; what stands in a moved frame
        moves with it, and not twice."""
        by = [number.value() for number in self.numbers]
        file, placed = self._document.cell_file, self._placed()
        if file is None or not any(by):
            return
        free = unlocked(self._document, [(kind, name) for kind, _, name in placed], "move")
        placed = [one for one in placed if (one[0], one[2]) in free]
        try:
            edited = file
            for kind, section, name in placed:
                if not self._is_carried(file, kind, name):
                    edited = self._moved(edited, kind, (section, name), by)
            self._push(file, edited, f"Move {len(placed)} things")
        except SceneError as fault:
            self._document.notify(str(fault).splitlines()[0], "error")
            return
        for number in self.numbers:
            number.show_value(0.0)

    def _is_carried(self, file: CellFile, kind: str, name: str) -> bool:
        """Whether it stands in a selected frame, at any depth."""
        chosen = {name for kind, name in self._document.selection.all if kind == FRAME}
        place = placed_in(file, name, kind)
        while place is not None and place.frame != "world":
            if place.frame in chosen:
                return True
            place = placed_in(file, place.frame, FRAME)
        return False

    def _moved(
        self, file: CellFile, kind: str, owner: tuple[str, str], by: Sequence[float]
    ) -> CellFile:
        """The file with one thing moved by a vector of the world, mm."""
        cell, place = self._document.cell, placed_in(file, owner[1], kind)
        assert cell is not None
        assert place is not None
        turned = invert(cell.frames[place.frame])[:3, :3] @ by
        at = [round(float(a + b), 6) + 0.0 for a, b in zip(place.at, turned, strict=True)]
        return changed_entry(file, (*owner, "at"), [int(v) if v.is_integer() else v for v in at])

    def _push(self, before: CellFile, after: CellFile, title: str) -> None:
        if after is not before:
            self._document.cell_commands.push(EditCell(self._document, before, after, title))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.by.set_wide(self.width() >= WIDE)

    def texts(self) -> list[str]:
        return [*self.colour.texts(), *self.by.texts(), str(self.mover.isEnabled())]
