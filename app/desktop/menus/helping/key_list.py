"""The list of all keys, beside the window: searched by words of a command or by its keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.arrangement.nesting import add_layout

SIZE = QSize(560, 620)  # px, on the smallest screen a window is made for
COMMAND, KEYS = range(2)  # columns


class KeyList(QDialog):
    """Lists commands that have keys; a field at its top leaves those that fit.

    entries: The name of each command and its keys, as both are shown.
    """

    def __init__(self, parent: QWidget, entries: Sequence[tuple[str, str]]) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keyboard")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.search = QLineEdit(placeholderText="Words or keys", clearButtonEnabled=True)
        self.search.setAccessibleName("Search commands and keys")
        label = QLabel("&Search")
        label.setBuddy(self.search)
        self.rows = QTreeWidget()
        self.rows.setRootIsDecorated(False)
        self.rows.setUniformRowHeights(True)
        self.rows.setAccessibleName("Commands and their keys")
        self.rows.setHeaderLabels(["Command", "Keys"])
        header = self.rows.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(COMMAND, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(KEYS, QHeaderView.ResizeMode.ResizeToContents)
        self.rows.addTopLevelItems([QTreeWidgetItem(list(entry)) for entry in entries])
        self.none = QLabel("No command fits.")
        self.none.hide()
        close = QPushButton("&Close")
        close.clicked.connect(self.close)
        column, top, below = QVBoxLayout(self), QHBoxLayout(), QHBoxLayout()
        top.addWidget(label)
        top.addWidget(self.search, 1)
        below.addStretch(1)
        below.addWidget(close)
        add_layout(column, top)
        column.addWidget(self.rows, 1)
        column.addWidget(self.none)
        add_layout(column, below)
        self.resize(SIZE)
        self.search.textChanged.connect(self._filter)

    def shown(self) -> list[tuple[str, str]]:
        """The entries that fit the words in the field."""
        rows = [self.rows.topLevelItem(i) for i in range(self.rows.topLevelItemCount())]
        return [(r.text(COMMAND), r.text(KEYS)) for r in rows if r and not r.isHidden()]

    def _filter(self, wanted: str) -> None:
        """Leaves the rows in which each of the words stands."""
        words = wanted.casefold().split()
        for i in range(self.rows.topLevelItemCount()):
            row = self.rows.topLevelItem(i)
            if row is not None:
                text = f"{row.text(COMMAND)} {row.text(KEYS)}".casefold()
                row.setHidden(not all(word in text for word in words))
        self.none.setVisible(not self.shown())
