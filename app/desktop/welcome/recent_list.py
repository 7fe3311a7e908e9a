"""The files opened lately, with the reason where one cannot be opened any more."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem

from app.desktop.looks.icons import icon
from app.desktop.looks.theme import Theme
from app.desktop.state.files.yaml_files import is_cell
from scenes.library import is_shipped

ROW_HEIGHT = 24
CELL_ICON, PROGRAM_ICON = "mdi6.robot-industrial", "mdi6.script-text-outline"
GONE = "the file is not there any more"
FOLDER_GONE = "its folder is not there, or not connected"


class RecentList(QListWidget):
    """As high as its rows; a click or Enter opens a file."""

    opened = Signal(object)  # a Path

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName("Recent files")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.viewport().setAutoFillBackground(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemClicked.connect(self._open)

    def show_files(self, names: Sequence[str]) -> None:
        """Lists these files; whether each is there is looked up now."""
        self.clear()
        for name in names:
            self.addItem(self._row(Path(name)))
        self.setFixedHeight(ROW_HEIGHT * len(names) + 4)
        self.setVisible(bool(names))

    def set_theme(self, theme: Theme) -> None:
        """Draws the rows in the colours of a theme."""
        self._theme = theme
        for row in range(self.count()):
            item = self.item(row)
            item.setIcon(self._icon(item.data(Qt.ItemDataRole.UserRole)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Opens the marked file on Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentItem() is not None:
                self._open(self.currentItem())
        else:
            super().keyPressEvent(event)

    def _row(self, path: Path) -> QListWidgetItem:
        where = "shipped with Cellwright" if is_shipped(path) else str(path.parent)
        why = why_missing(path)
        item = QListWidgetItem(f"{path.name}    {f'({why})  ' if why else ''}{where}")
        item.setIcon(self._icon(path))
        item.setData(Qt.ItemDataRole.UserRole, path)
        item.setSizeHint(QSize(10, ROW_HEIGHT))
        item.setToolTip(f"{path}\n{why}" if why else str(path))
        if why:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        return item

    def _icon(self, path: Path) -> QIcon:
        return icon(CELL_ICON if is_cell(path) else PROGRAM_ICON, self._theme)

    def _open(self, item: QListWidgetItem) -> None:
        if item.flags() & Qt.ItemFlag.ItemIsEnabled:
            self.opened.emit(item.data(Qt.ItemDataRole.UserRole))


def why_missing(path: Path) -> str:
    """Why a file cannot be opened; "" where it is there."""
    try:
        if path.is_file():
            return ""
        return GONE if path.parent.is_dir() else FOLDER_GONE
    except OSError as fault:
        return str(fault.strerror or fault)
