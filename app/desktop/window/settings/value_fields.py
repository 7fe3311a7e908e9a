"""The fields of the settings page: one class for each kind of value."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.number_field import NumberField
from app.desktop.window.settings.kinds import Choice, Folder, Kind, Number, Switch

LEAST_LETTERS = 30  # of a choice that are always seen
AskFolder = Callable[[str, str], Path | None]  # title, first folder


class ValueField(QWidget):
    """A field for one value. `chosen` gives a value that the user has chosen."""

    chosen = Signal(object)

    def __init__(self, inner: QWidget) -> None:
        super().__init__()
        self.inner = inner
        self._column, self.row = QVBoxLayout(self), QHBoxLayout()
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        add_layout(self._column, self.row)
        self.row.addWidget(inner, 1)
        self.setFocusProxy(inner)

    def add_below(self, text: QWidget) -> None:
        """Puts a text below the field."""
        self._column.addWidget(text)

    def show_value(self, value: object) -> None:
        """Shows a value without announcing it."""
        raise NotImplementedError


class _Combo(QComboBox):
    """A list of choices that the wheel of the mouse scrolls past, and never changes."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class ChoiceField(ValueField):
    """One of several values."""

    def __init__(self, kind: Choice) -> None:
        self._box = _Combo()
        self._box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for value, name in kind.names.items():
            self._box.addItem(name, value)
        # As wide as the page allows: the list that opens shows long names whole.
        self._box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self._box.setMinimumContentsLength(LEAST_LETTERS)
        super().__init__(self._box)
        self._box.activated.connect(lambda _: self.chosen.emit(self._box.currentData()))

    def show_value(self, value: object) -> None:
        self._box.setCurrentIndex(max(self._box.findData(value), 0))
        self._box.setToolTip(self._box.currentText())


class SettingNumber(NumberField):
    """A number that the wheel changes only while the field has the keyboard."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        super().wheelEvent(event) if self.hasFocus() else event.ignore()


class NumberEdit(ValueField):
    """A number with its unit."""

    def __init__(self, kind: Number) -> None:
        self._field = SettingNumber(kind.decimals, kind.unit)
        self._field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._field.setRange(kind.least, kind.most)
        self._field.setSpecialValueText(kind.zero)
        super().__init__(self._field)
        self._is_whole = kind.decimals == 0
        self._field.committed.connect(self._take)

    def _take(self, value: float) -> None:
        self.chosen.emit(round(value) if self._is_whole else value)

    def show_value(self, value: object) -> None:
        if isinstance(value, int | float):
            self._field.show_value(float(value))


class SwitchBox(ValueField):
    """A box that is ticked or not."""

    def __init__(self, kind: Switch) -> None:
        self._box = QCheckBox(kind.words)
        super().__init__(self._box)
        self._box.clicked.connect(lambda is_on: self.chosen.emit(is_on))

    def show_value(self, value: object) -> None:
        self._box.setChecked(bool(value))


class FolderField(ValueField):
    """A folder, chosen in a dialog."""

    def __init__(self, kind: Folder, ask: AskFolder) -> None:
        self._text = QLineEdit(readOnly=True, placeholderText=kind.nothing)
        super().__init__(self._text)
        self._ask = ask
        self.button = QPushButton("Choose…")
        self.button.setIconSize(QSize(16, 16))
        self.button.clicked.connect(self._choose)
        self.row.addWidget(self.button)

    def _choose(self) -> None:
        path = self._ask("Choose a folder", self._text.text())
        if path is not None:
            self.chosen.emit(str(path))

    def show_value(self, value: object) -> None:
        self._text.setText(str(value))
        self._text.setToolTip(str(value))


def field_for(kind: Kind, ask: AskFolder) -> ValueField:
    """The field for a kind of value. ask: Asks the user for a folder."""
    if isinstance(kind, Choice):
        return ChoiceField(kind)
    if isinstance(kind, Number):
        return NumberEdit(kind)
    if isinstance(kind, Switch):
        return SwitchBox(kind)
    return FolderField(kind, ask)
