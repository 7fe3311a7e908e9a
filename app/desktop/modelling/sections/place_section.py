"""The place of a body, a frame or a robot: the frame in which it stands, position and turn."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker

from app.desktop.looks.notice import FRAME
from app.desktop.looks.small_widgets import rule
from app.desktop.modelling.edits.placing import placed_in, section_of, set_frame
from app.desktop.modelling.fields.entry import CHOICE, Entry, position, turn
from app.desktop.modelling.fields.entry_edits import sentence_of
from app.desktop.modelling.fields.entry_form import EntryForm
from app.desktop.modelling.fields.entry_number import EntryNumber
from app.desktop.modelling.fields.entry_row import NumbersRow
from app.desktop.modelling.fields.word_rows import ChoiceRow
from app.desktop.modelling.sections.panel_section import Section
from app.desktop.state.document import Document
from scenes import SceneError

IN_FRAME = Entry(
    ("in",), "In frame", CHOICE, default="world", tip="In another frame it stays where it stands"
)


class PlaceSection(Section):
    """Rows for the frame, X Y Z and roll pitch yaw of a thing with an entry in the cell file."""

    def __init__(self, document: Document, kind: str, name: str) -> None:
        super().__init__(document)
        self._kind, self.name = kind, name
        file = document.cell_file
        assert file is not None
        group = section_of(file, name, kind)
        assert group is not None
        self._owner = (group, name)
        self.column.addWidget(rule())
        self._choice = ChoiceRow(IN_FRAME, lambda _keys, frame, _word: self._set_frame(frame))
        self.frame = self._choice.combo
        self.frame.setAccessibleName(f"{name} in frame")
        self.column.addWidget(self._choice)
        self.form = EntryForm(document, self._owner, (position(), turn()), self._title)
        for number, title in zip(self.fields, ("X", "Y", "Z", "Roll", "Pitch", "Yaw"), strict=True):
            number.setAccessibleName(f"{name} {title}")
        self.column.addWidget(self.form)

    @property
    def fields(self) -> list[EntryNumber]:
        """X, Y, Z in mm, then roll, pitch, yaw in degrees."""
        rows = (self.form.rows["at"], self.form.rows["rpy"])
        return [number for row in rows if isinstance(row, NumbersRow) for number in row.numbers]

    def refresh(self) -> None:
        document = self._document
        self.form.refresh()
        place = placed_in(document.cell_file, self.name, self._kind) if document.cell_file else None
        with QSignalBlocker(self.frame):
            self._choice.set_choices([(frame, frame) for frame in self._frames()])
            self._choice.show_value(place.frame if place is not None else None)

    def _frames(self) -> list[str]:
        """The frames in which it can stand: a frame does not stand in itself."""
        cell = self._document.cell
        known = list(cell.frames) if cell is not None else []
        return [name for name in known if not (self._kind == FRAME and name == self.name)]

    def _title(self, entry: Entry, element: int | None) -> str:
        return f"Move {self.name}"

    def _set_frame(self, frame: str) -> str:
        try:
            set_frame(self._document, self.name, frame, self._kind)
        except SceneError as fault:
            return sentence_of(fault, self._owner)
        return ""

    def texts(self) -> list[str]:
        return [*self._choice.texts(), *self.form.texts()]
