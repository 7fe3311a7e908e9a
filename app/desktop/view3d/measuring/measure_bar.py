"""The strip above the 3D view for measuring: what clicks measure, and the list of results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.theme import Theme, checked_button
from app.desktop.view3d.measuring.readings import Mode

if TYPE_CHECKING:
    from app.desktop.view3d.measuring.measure_tool import MeasureTool

MOST_ROWS, ROW = 4, 20
NUMBER = Qt.ItemDataRole.UserRole
TIPS = {
    Mode.DISTANCE: "Distance of two points (D)",
    Mode.ANGLE: "Angle of two faces or edges, or of three corners (A)",
    Mode.RADIUS: "Radius and diameter of a round face, a hole or an edge (R)",
    Mode.CLEARANCE: "Least distance of two bodies, with the points where it is (C)",
    Mode.NEAREST: "The bodies nearest to one (N)",
}


class MeasureBar(QFrame):
    """Hidden while there is nothing to measure and nothing measured."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._tool: MeasureTool | None = None
        column, row = QVBoxLayout(self), QHBoxLayout()
        column.setContentsMargins(10, 3, 10, 3)
        column.setSpacing(3)
        self.modes = QButtonGroup(self)
        for number, mode in enumerate(Mode):
            button = QPushButton(mode.value)
            button.setCheckable(True)
            button.setToolTip(TIPS[mode])
            self.modes.addButton(button, number)
            row.addWidget(button)
        self.selected = QPushButton("Selected pair")
        self.selected.setToolTip("Measure the clearance of the two selected bodies")
        self.hint = QLabel()
        self.hint.setWordWrap(True)
        self.copy, self.clear = QPushButton("Copy"), QPushButton("Delete all")
        self.copy.setToolTip("Copy the results as text")
        row.addWidget(self.selected)
        row.addStretch(1)
        below = QHBoxLayout()
        below.addWidget(self.hint, 1)
        below.addWidget(self.copy)
        below.addWidget(self.clear)
        self.results = QListWidget()
        self.results.setAccessibleName("results of measuring")
        self.results.setToolTip("Delete removes the chosen result")
        self.results.setFrameShape(QFrame.Shape.NoFrame)
        add_layout(column, row)
        add_layout(column, below)
        column.addWidget(self.results)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.results)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._remove)
        self.modes.idClicked.connect(self._choose)
        self.selected.clicked.connect(lambda: self._tool and self._tool.measure_selected())
        self.copy.clicked.connect(self._copy)
        self.clear.clicked.connect(lambda: self._tool and self._tool.clear())
        self.set_theme(theme)
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Draws the buttons in the colours of a theme."""
        for button in (*self.modes.buttons(), self.selected, self.copy, self.clear):
            button.setStyleSheet(checked_button(theme))

    def attach(self, tool: MeasureTool) -> None:
        """Shows the state of a tool from now on."""
        self._tool = tool
        tool.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Shows the mode, what to click next, and the results of now."""
        tool = self._tool
        if tool is None:
            return
        self.setVisible(tool.is_on or bool(tool.measurements))
        self.modes.button(list(Mode).index(tool.mode)).setChecked(True)
        for part in (*self.modes.buttons(), self.selected):
            part.setVisible(tool.is_on)
        self.hint.setText(tool.hint if tool.is_on else "Tools > Measure goes on measuring.")
        readings = tool.readings()
        while self.results.count() > len(readings):
            self.results.takeItem(self.results.count() - 1)
        for row, (number, reading) in enumerate(readings.items()):
            item = self.results.item(row) or QListWidgetItem(self.results)
            if item.text() != reading.line:
                item.setText(reading.line)
            item.setData(NUMBER, number)
        self.results.setVisible(bool(readings))
        self.results.setFixedHeight(ROW * min(len(readings), MOST_ROWS) + 4)
        for button in (self.copy, self.clear):
            button.setVisible(bool(readings))

    def _choose(self, number: int) -> None:
        if self._tool is not None:
            self._tool.set_mode(list(Mode)[number])

    def _copy(self) -> None:
        if self._tool is not None:
            QGuiApplication.clipboard().setText(self._tool.text)

    def _remove(self) -> None:
        item = self.results.currentItem()
        if item is not None and self._tool is not None:
            self._tool.remove(int(item.data(NUMBER)))
