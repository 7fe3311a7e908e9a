"""The panel Cell: a filter and a switch above the tree."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QVBoxLayout, QWidget

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.icons import icon
from app.desktop.looks.theme import Theme
from app.desktop.panels.tree.cell_tree import CellTree
from app.desktop.state.document import Document


class FilterField(QLineEdit):
    """The filter of the tree; Esc clears it, and the arrow down goes to the rows."""

    def __init__(self, tree: CellTree) -> None:
        super().__init__()
        self._tree = tree
        self.setPlaceholderText("Filter")
        self.setClearButtonEnabled(True)
        self.setAccessibleName("Filter the cell")
        self.setToolTip("Show only rows with these letters")
        self.textChanged.connect(tree.filter_rows)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self._tree.setFocus()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._tree.setFocus()
        else:
            super().keyPressEvent(event)


class TreePanel(QWidget):
    """The tree of the cell with its filter, and the switch between kinds and frames."""

    def __init__(self, document: Document, theme: Theme) -> None:
        super().__init__()
        self.tree = CellTree(document, theme)
        self.filter = FilterField(self.tree)
        self.by_frame = QToolButton(autoRaise=True)
        self.by_frame.setCheckable(True)
        self.by_frame.setText("By frame")
        self.by_frame.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.by_frame.setToolTip("Show each thing under the frame in which it stands")
        self.by_frame.setAccessibleName("Show the cell by frame")
        self.by_frame.toggled.connect(self.tree.show_by_frame)
        row = QHBoxLayout()
        row.setContentsMargins(6, 4, 6, 4)
        row.addWidget(self.filter, 1)
        row.addWidget(self.by_frame)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        add_layout(column, row)
        column.addWidget(self.tree, 1)
        self.setFocusProxy(self.tree)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Draws the panel in the colours of a theme."""
        self.by_frame.setIcon(icon("mdi6.file-tree-outline", theme))
        self.tree.set_theme(theme)
