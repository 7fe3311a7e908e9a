"""The page of settings beside the window: searched by words, applied at once, put back one by one.

It is a window of its own that asks no question and has no OK: each change is seen at once.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.mnemonics import with_mnemonics
from app.desktop.looks.settings import Preferences
from app.desktop.looks.small_widgets import WholeWidth
from app.desktop.window.settings.kinds import Setting
from app.desktop.window.settings.registry import SETTINGS, all_settings
from app.desktop.window.settings.value_fields import FolderField, ValueField, field_for
from app.desktop.window_parts import WindowParts

WIDTH, HEIGHT = 760, 680
NAME, FIELD, BACK = range(3)  # columns
RESET_ALL, CLOSE, SEARCH = "Reset all", "Close", "Search"


def open_settings(parts: WindowParts, wanted: str = "") -> None:
    """Shows the settings beside the window, those that fit some words."""
    page = parts.window.findChild(SettingsPage) or SettingsPage(parts)
    page.open(wanted)


class SettingsPage(QWidget):
    """Shows every setting of the registry and applies what the user chooses."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window, Qt.WindowType.Window)
        self.setWindowTitle("Settings – Cellwright")
        self._parts = parts
        self.search = QLineEdit(placeholderText="Search settings", clearButtonEnabled=True)
        self.search.setAccessibleName("Search settings")
        self.rows: dict[str, SettingRow] = {}
        self._headings: list[tuple[QLabel, tuple[Setting, ...]]] = []
        self.nothing = QLabel("No setting fits these words.")
        self.reset_all = QPushButton()
        self.reset_all.clicked.connect(self._reset_all)
        self._lay_out()
        self.search.textChanged.connect(self._filter)
        parts.desk.remembered.connect(self.show_values)
        QShortcut(QKeySequence("Esc"), self, self._give_up)
        QShortcut(QKeySequence("Ctrl+F"), self, self._search)
        self.resize(WIDTH, HEIGHT)
        self._filter("")
        self.show_values()

    def open(self, wanted: str = "") -> None:
        """Shows the page, with only the settings that fit these words."""
        self.search.setText(wanted)
        self.show()
        self.raise_()
        self.activateWindow()
        shown = [row for row in self.rows.values() if row.is_shown]
        (shown[0].field if wanted and shown else self.search).setFocus()

    def show_values(self) -> None:
        """Shows the present values; they may have been changed elsewhere, as in a menu."""
        preferences = self._parts.desk.preferences
        for row in self.rows.values():
            row.show_value(preferences)
        default = Preferences()
        kept = (row.setting.value(preferences) for row in self.rows.values())
        usual = (row.setting.value(default) for row in self.rows.values())
        self.reset_all.setEnabled(tuple(kept) != tuple(usual))

    def _lay_out(self) -> None:
        names = [setting.name for _, setting in all_settings()]
        reset, close, search, *marked = with_mnemonics([RESET_ALL, CLOSE, SEARCH, *names])
        letters = dict(zip(names, marked, strict=True))
        inside = QWidget()
        grid = QGridLayout(inside)
        grid.setColumnStretch(FIELD, 1)
        grid.setHorizontalSpacing(14)
        for group in SETTINGS:
            heading = _heading(group.name)
            grid.addWidget(heading, grid.rowCount(), NAME, 1, 3)
            self._headings.append((heading, group.settings))
            for setting in group.settings:
                row = SettingRow(setting, letters[setting.name], self)
                row.add_to(grid)
                row.field.chosen.connect(lambda value, row=row: self._take(row.setting, value))
                row.back.clicked.connect(
                    lambda _=False, row=row: self._take(row.setting, row.setting.default)
                )
                self.rows[setting.key] = row
        grid.addWidget(self.nothing, grid.rowCount(), NAME, 1, 3)
        grid.setRowStretch(grid.rowCount(), 1)
        area = WholeWidth(widgetResizable=True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(inside)
        self.reset_all.setText(reset)
        done = QPushButton(close)
        done.clicked.connect(self.close)
        label = QLabel(search)
        label.setBuddy(self.search)
        top, below, column = QHBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        top.addWidget(label)
        top.addWidget(self.search, 1)
        below.addWidget(self.reset_all)
        below.addStretch(1)
        below.addWidget(done)
        add_layout(column, top)
        column.addWidget(area, 1)
        add_layout(column, below)

    def ask_folder(self, title: str, start: str) -> Path | None:
        """A folder that the user chooses; None where the user cancels."""
        begin = start or str(self._parts.desk.folder)
        name = QFileDialog.getExistingDirectory(self, title, begin)
        return Path(name) if name else None

    def _take(self, setting: Setting, value: object) -> None:
        """Keeps a value and applies it."""
        self._parts.desk.remember(**{setting.key: value})
        setting.act(self._parts, value)
        self.show_values()

    def _reset_all(self) -> None:
        for row in self.rows.values():
            if row.setting.value(self._parts.desk.preferences) != row.setting.default:
                self._take(row.setting, row.setting.default)

    def _filter(self, wanted: str) -> None:
        for group in SETTINGS:
            for setting in group.settings:
                self.rows[setting.key].set_shown(setting.fits(group.name, wanted))
        for heading, settings in self._headings:
            heading.setVisible(any(self.rows[setting.key].is_shown for setting in settings))
        self.nothing.setVisible(not any(row.is_shown for row in self.rows.values()))

    def _search(self) -> None:
        self.search.setFocus()
        self.search.selectAll()

    def _give_up(self) -> None:
        """Ends a search, or else closes the page."""
        if self.search.text():
            self.search.clear()
        else:
            self.close()


class SettingRow:
    """One setting on the page: its name, its help, its field, and the way back to the default."""

    def __init__(self, setting: Setting, text: str, page: SettingsPage) -> None:
        self.setting = setting
        self.field: ValueField = field_for(setting.kind, page.ask_folder)
        self.field.inner.setAccessibleName(setting.name)
        self.field.inner.setAccessibleDescription(setting.tip)
        self._name, self._help = QLabel(text), QLabel(setting.tip)
        self._name.setBuddy(self.field.inner)
        self._name.setContentsMargins(0, 4, 0, 0)  # level with the text in the field
        self._help.setWordWrap(True)
        self._help.setEnabled(False)
        self._help.setContentsMargins(0, 0, 0, 10)
        self.field.add_below(self._help)
        self.back = QPushButton("Default")
        self.back.setToolTip(f"Back to: {setting.text_of(setting.default)}")
        self.back.setAccessibleName(f"Default of {setting.name}")
        if isinstance(self.field, FolderField):
            self.field.button.setAccessibleName(f"Choose {setting.name}")
        self.is_shown = True

    def add_to(self, grid: QGridLayout) -> None:
        """Puts the row at the end of a grid."""
        row, top = grid.rowCount(), Qt.AlignmentFlag.AlignTop
        grid.addWidget(self._name, row, NAME, top)
        grid.addWidget(self.field, row, FIELD)
        grid.addWidget(self.back, row, BACK, top)

    def show_value(self, preferences: Preferences) -> None:
        """Shows the kept value; the way back is open where it is not the default."""
        value = self.setting.value(preferences)
        self.field.show_value(value)
        self.back.setEnabled(value != self.setting.default)

    def set_shown(self, is_shown: bool) -> None:
        """Shows the row or hides it."""
        self.is_shown = is_shown
        for widget in (self._name, self.field, self.back):
            widget.setVisible(is_shown)


def _heading(text: str) -> QLabel:
    label = QLabel(text)
    font = QFont()
    font.setBold(True)  # and the size of the window's letters
    label.setFont(font)
    label.setContentsMargins(0, 12, 0, 4)
    return label
