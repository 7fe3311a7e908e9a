"""Sections while nothing is selected: what can be added, and the settings of the cell."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QLabel, QPushButton

from app.desktop.looks.small_widgets import rule
from app.desktop.modelling.adding import shape_menu
from app.desktop.modelling.fields.entry import MM, TEXT, Entry
from app.desktop.modelling.fields.entry_form import EntryForm
from app.desktop.modelling.sections.panel_section import Heading, Section
from app.desktop.state.document import Document

CELL_ENTRIES = (
    Entry(("title",), "Title", TEXT),
    Entry(
        ("check", "margin"),
        "Margin",
        unit=MM,
        default=0,
        words=("Margin",),
        tip="Warns of bodies that come nearer than this",
    ),
    Entry(
        ("check", "chord"),
        "Deviation",
        unit=MM,
        default=0.1,
        step=0.05,
        words=("Deviation",),
        tip="Greatest distance of a facet from a curved face",
    ),
)
Add = Callable[[str, str], None]


class AddSection(Section):
    """A hint, and buttons for a new fixture, part or frame."""

    def __init__(self, document: Document, add: Add, add_frame: Callable[[], None]) -> None:
        super().__init__(document)
        hint = QLabel("Select a body, a frame, the robot or a location in the tree or the 3D view.")
        hint.setWordWrap(True)
        hint.setEnabled(False)
        self.column.addWidget(hint)
        self.adders: list[QPushButton] = []
        for group, title in (("fixtures", "Add fixture"), ("parts", "Add part")):
            button = QPushButton(title)
            button.setMenu(shape_menu(button, partial(add, group)))
            self.adders.append(button)
        frame = QPushButton("Add frame")
        frame.clicked.connect(lambda: add_frame())
        self.adders.append(frame)
        for button in self.adders:
            self.column.addWidget(button)
        self.refresh()

    def refresh(self) -> None:
        for button in self.adders:
            button.setVisible(self._document.cell_file is not None)

    def texts(self) -> list[str]:
        return [button.text() for button in self.adders]


class CellSection(Section):
    """Title of the cell, and the settings of its check."""

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self.column.addWidget(rule())
        self.column.addWidget(Heading("Cell"))
        self.form = EntryForm(document, (), CELL_ENTRIES, "the cell")
        self.column.addWidget(self.form)

    def refresh(self) -> None:
        self.form.refresh()

    def texts(self) -> list[str]:
        return self.form.texts()
