"""Rows whose entries are no numbers: texts, choices, switches, colours, files."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QFileDialog, QHBoxLayout, QLineEdit, QWidget

from app.desktop.looks.small_widgets import flat_button
from app.desktop.looks.undo_keys import UndoKeys
from app.desktop.modelling.fields.colour_button import ColourButton
from app.desktop.modelling.fields.entry import Entry
from app.desktop.modelling.fields.entry_row import EntryRow, Take

MESH_FILTER = "Meshes (*.stl *.obj *.ply *.glb *.gltf *.3mf)"


class WordField(QLineEdit):
    """A line of text; Esc restores the text of the file."""

    def __init__(self) -> None:
        super().__init__()
        self.kept, self.is_faulty = "", False
        UndoKeys(self, self)

    def restore(self) -> None:
        """Shows the text of the file again."""
        self.is_faulty = False
        self.setText(self.kept)
        self.setCursorPosition(0)
        self.editingFinished.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.restore()
            self.selectAll()
            return
        super().keyPressEvent(event)


class TextRow(EntryRow):
    """A text; an empty one takes the key out of the file."""

    def __init__(self, entry: Entry, take: Take) -> None:
        super().__init__(entry, take)
        self.field = WordField()
        self.add_field(self.field, entry.title)
        self.field.editingFinished.connect(self._typed)
        self._place()

    def _place(self) -> None:
        self.lay_out(self.field)

    def show_value(self, value: Any) -> None:
        text = self.entry.default or "" if value is None else str(value)
        field = self.field
        if field.is_faulty and text == field.kept:
            return
        field.kept = text
        if not (field.isModified() and field.hasFocus() and not field.is_faulty):
            field.setText(text)
            field.setCursorPosition(0)
        field.is_faulty = False
        self.marks[0].show("")

    def retry(self) -> None:
        if self.field.is_faulty:
            self._typed()

    def _typed(self) -> None:
        text, field = self.field.text().strip(), self.field
        field.setModified(False)
        sentence = ""
        if text != field.kept:
            sentence = self._take(self.keys, text or None, self.entry.word())
        field.is_faulty = bool(sentence)
        if not sentence:
            field.kept = text
        self.marks[0].show(sentence)

    def texts(self) -> list[str]:
        return [*super().texts(), self.field.text()]


class FileRow(TextRow):
    """The name of a mesh file, typed or chosen."""

    def __init__(self, entry: Entry, take: Take, folder: Callable[[], Path | None]) -> None:
        self._folder = folder
        super().__init__(entry, take)

    def _place(self) -> None:
        choose = flat_button("…", "Choose another mesh file")
        choose.setAccessibleName("Choose a file")
        choose.clicked.connect(self._choose)
        both = QWidget()
        line = QHBoxLayout(both)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        line.addWidget(self.field, 1)
        line.addWidget(choose)
        self.lay_out(both)

    def _choose(self) -> None:
        folder = self._folder()
        if folder is None:
            return
        name, _ = QFileDialog.getOpenFileName(self, "Mesh", str(folder), MESH_FILTER)
        if name:
            self.field.setText(os.path.relpath(name, folder).replace(os.sep, "/"))
            self._typed()


class StillCombo(QComboBox):
    """A list to choose from; the wheel over it scrolls the panel."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class ChoiceRow(EntryRow):
    """One of a few values; the value of the file is shown even where it is none of them."""

    def __init__(self, entry: Entry, take: Take) -> None:
        super().__init__(entry, take)
        self.combo = StillCombo()
        self.add_field(self.combo, entry.title)
        self.combo.activated.connect(lambda _: self._chosen())
        self._value: Any = None
        self.set_choices(entry.choices)
        self.lay_out(self.combo)

    def set_choices(self, choices: Sequence[tuple[Any, str]]) -> None:
        """Offers other values."""
        known = tuple((self.combo.itemData(i), self.combo.itemText(i)) for i in range(self.count))
        if known == tuple(choices):
            return
        self.combo.clear()
        for value, title in choices:
            self.combo.addItem(title, value)

    @property
    def count(self) -> int:
        """The number of offered values."""
        return self.combo.count()

    def show_value(self, value: Any) -> None:
        shown = self.entry.default if value is None else value
        if self.marks[0].text and shown == self._value:
            return
        self._value = shown
        found = next((i for i in range(self.count) if self.combo.itemData(i) == shown), -1)
        if found < 0:
            self.combo.addItem(str(shown), shown)
            found = self.count - 1
        self.combo.setCurrentIndex(found)
        self.marks[0].show("")

    def _chosen(self) -> None:
        value = self.combo.currentData()
        sentence = ""
        if value != self._value:
            sentence = self._take(self.keys, value, self.entry.word())
        if not sentence:
            self._value = value
        self.marks[0].show(sentence)

    def retry(self) -> None:
        if self.marks[0].text:
            self._chosen()

    def texts(self) -> list[str]:
        return [*super().texts(), self.combo.currentText()]


class SwitchRow(EntryRow):
    """Yes or no, as a check box."""

    def __init__(self, entry: Entry, take: Take) -> None:
        super().__init__(entry, take)
        self.box = QCheckBox(entry.parts[0] if entry.parts else "")
        self.add_field(self.box, entry.title)
        self.box.clicked.connect(self._clicked)
        self.lay_out(self.box)

    def show_value(self, value: Any) -> None:
        self.box.setChecked(bool(self.entry.default if value is None else value))
        self.marks[0].show("")

    def _clicked(self, is_on: bool) -> None:
        sentence = self._take(self.keys, is_on, self.entry.word())
        if sentence:
            self.box.setChecked(not is_on)
        self.marks[0].show(sentence)

    def texts(self) -> list[str]:
        return [*super().texts(), self.box.text(), str(self.box.isChecked())]


class ColourRow(EntryRow):
    """A colour, and a button that takes it away again."""

    def __init__(self, entry: Entry, take: Take) -> None:
        super().__init__(entry, take)
        none = entry.parts[0] if entry.parts else "as the body"
        self.button = ColourButton(self._chosen, none)
        self.add_field(self.button, entry.title)
        self.away = flat_button("✕", f"No colour of its own: {none}")
        self.away.setAccessibleName(f"Remove {entry.title.lower()}")
        self.away.clicked.connect(lambda: self._chosen(None))
        both = QWidget()
        line = QHBoxLayout(both)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(2)
        line.addWidget(self.button, 1)
        line.addWidget(self.away)
        self.lay_out(both)

    def show_value(self, value: Any) -> None:
        self.button.show_colour(value)
        self.away.setEnabled(value is not None)
        self.marks[0].show("")

    def _chosen(self, colour: str | None) -> None:
        self.marks[0].show(self._take(self.keys, colour, self.entry.word()))

    def texts(self) -> list[str]:
        return [*super().texts(), self.button.text(), str(self.away.isEnabled())]
