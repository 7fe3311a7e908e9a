"""A form for the numbers of one shape of a solid: its sizes, its place, and its options.

Lists and mappings are typed as in the file: `[0, 0, 40]`, `{step: [40, 0, 0], n: 3}`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path as FilePath
from typing import Any

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QColorDialog, QFormLayout, QLineEdit, QPushButton, QWidget

from app.desktop.looks.number_field import NumberField
from app.desktop.looks.undo_keys import UndoKeys
from app.desktop.modelling.solid_edits import Path, set_entry, value_at
from app.desktop.state.document import Document
from scenes import SceneError
from scenes.files.text.documents import parse_document
from scenes.files.text.edits import flow_text

OF_EVERY_SHAPE = ("at", "rpy", "repeat", "mirror", "name")
HINTS = {
    "at": "[0, 0, 0]",
    "rpy": "[0, 0, 0]",
    "repeat": "{step: [40, 0, 0], n: 3} or {turn: 360, n: 6}",
    "mirror": "{normal: [1, 0, 0], both: true}",
    "name": "a name of its own",
}


class ShapeForm(QWidget):
    """Fields for the entries of one shape of the cell file."""

    def __init__(self, document: Document, path: Path, kind: str) -> None:
        super().__init__()
        self._document, self.path, self.kind = document, path, kind
        self.fields: dict[str, QWidget] = {}
        self._places: dict[str, Path] = {}
        form = QFormLayout(self)
        form.setContentsMargins(0, 4, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        own = self._value((kind,))
        if isinstance(own, dict):
            for key in own:
                if not (kind == "hull" and key == "of"):
                    self._add_row(form, key, (kind, key), own[key])
        elif kind != "group":
            self._add_row(form, kind, (kind,), own)
        for key in OF_EVERY_SHAPE:
            self._add_row(form, key, (key,), self._value((key,)))
        self.colour = ColourButton(self._take_colour)
        form.addRow("colour", self.colour)
        self.refresh()

    def refresh(self) -> None:
        """Shows the values of the present file; a field in which the user types is left alone."""
        for title, place in self._places.items():
            field, value = self.fields[title], self._value(place)
            if isinstance(field, NumberField) and isinstance(value, int | float):
                field.show_value(float(value))
            elif isinstance(field, QLineEdit) and not (field.isModified() and field.hasFocus()):
                field.setText("" if value is None else flow_text(value))
                field.setCursorPosition(0)
        self.colour.show_colour(self._value(("colour",)))

    def _value(self, path: Path) -> Any:
        file = self._document.cell_file
        return None if file is None else value_at(file, (*self.path, *path))

    def _add_row(self, form: QFormLayout, title: str, path: Path, value: Any) -> None:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        field = NumberField(3, "") if is_number else QLineEdit()
        field.setAccessibleName(title)
        field.setMinimumWidth(60)
        if isinstance(field, NumberField):
            field.committed.connect(partial(self._take, path))
        else:
            field.setPlaceholderText(HINTS.get(title, ""))
            field.setToolTip(HINTS.get(title, ""))
            UndoKeys(field, field)
            field.editingFinished.connect(partial(self._take_text, path, field))
        self.fields[title], self._places[title] = field, path
        form.addRow(title, field)

    def _take_text(self, path: Path, field: QLineEdit) -> None:
        text = field.text()
        field.setModified(False)
        if not text.strip():
            self._take(path, None)
            return
        try:
            typed = parse_document(FilePath("what was typed"), f"value: {text}\n", "entry")
        except SceneError as fault:
            self._document.notify(str(fault).splitlines()[0], "error")
            return
        self._take(path, typed.data["value"])

    def _take_colour(self, colour: str | None) -> None:
        self._take(("colour",), colour)

    def _take(self, path: Path, value: Any) -> None:
        if value is None and self._value(path) is None:
            return
        try:
            set_entry(self._document, (*self.path, *path), value)
        except SceneError as fault:
            self._document.notify(str(fault).splitlines()[0], "error")


class ColourButton(QPushButton):
    """A button in the chosen colour; a click asks for another."""

    def __init__(
        self, on_chosen: Callable[[str | None], None], of_none: str = "as the body"
    ) -> None:
        super().__init__()
        self._on_chosen, self._of_none = on_chosen, of_none
        self._colour: str | None = None
        self.setAccessibleName("Colour")
        self.clicked.connect(self._ask)

    def show_colour(self, colour: str | None) -> None:
        """Shows a colour, "#rrggbb"; None means the shape has no colour of its own."""
        self._colour = colour
        self.setText(colour or self._of_none)
        dark = colour is None or QColor(colour).lightnessF() <= 0.5
        ink = "#ffffff" if dark else "#000000"
        self.setStyleSheet(f"background-color: {colour}; color: {ink};" if colour else "")

    def _ask(self) -> None:
        chosen = QColorDialog.getColor(QColor(self._colour or "#9aa3ad"), self, "Colour")
        if chosen.isValid():
            self._on_chosen(chosen.name())
