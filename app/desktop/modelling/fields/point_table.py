"""Corners of a polygon or points of a hull as a table that takes rows of a spreadsheet."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QBrush, QGuiApplication, QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.number_field import computed
from app.desktop.looks.small_widgets import flat_button
from app.desktop.looks.tips import wrapped
from app.desktop.modelling.fields.entry import Entry
from app.desktop.modelling.fields.entry_row import EntryRow, Take

LEAST_ROWS, MOST_ROWS, LINE, EDGE = 3, 8, 24, 4
_BETWEEN = re.compile(r"[\t;]|\s*,\s+|\s+")


class PointTable(QTableWidget):
    """A table that pastes and copies rows of numbers."""

    def __init__(self, row: PointsRow, titles: list[str]) -> None:
        super().__init__(0, len(titles))
        self._row = row
        self.setHorizontalHeaderLabels(titles)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.horizontalHeader().setMinimumSectionSize(30)
        self.verticalHeader().setDefaultSectionSize(LINE)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Paste):
            self._row.paste(QGuiApplication.clipboard().text())
        elif event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self._row.copied())
        elif event.key() == Qt.Key.Key_Delete:
            self._row.remove()
        elif event.key() == Qt.Key.Key_Escape and self._row.faults:
            self._row.restore()
        else:
            super().keyPressEvent(event)


class PointsRow(EntryRow):
    """The table with its buttons; each change is one undo step."""

    def __init__(self, entry: Entry, take: Take) -> None:
        super().__init__(entry, take)
        self._points: list[list[float]] = []
        self._typed: tuple[int, int] | None = None
        unit = f" {entry.unit}" if entry.unit else ""
        self.table = PointTable(self, [f"{part}{unit}" for part in entry.parts])
        self.add_field(self.table, entry.title)
        tip = "Type numbers or sums. Ctrl+V pastes rows of a spreadsheet from the chosen row on."
        self.table.setToolTip(wrapped(tip))
        self.table.itemChanged.connect(self._changed)
        buttons = QHBoxLayout()
        buttons.setSpacing(2)
        buttons.addWidget(self.title)
        buttons.addStretch(1)
        rows = (
            ("+", "Add a point behind the chosen one", self.add),
            ("−", "Remove the chosen point", self.remove),
            ("↑", "Move the chosen point up", partial(self.move_by, -1)),
            ("↓", "Move the chosen point down", partial(self.move_by, 1)),
        )
        for text, tip, act in rows:
            button = flat_button(text, tip)
            button.setAccessibleName(tip)
            button.clicked.connect(lambda _=False, act=act: act())
            buttons.addWidget(button)
        add_layout(self.grid, buttons, 0, 0)
        self.grid.addWidget(self.table, 1, 0)
        self.grid.addWidget(self.sentence, 2, 0)

    def show_value(self, value: Any) -> None:
        points = [] if value is None else value
        if self.marks[0].text and points == self._points:
            return
        self._points = [list(point) for point in points]
        self._typed = None
        self.marks[0].show("")
        table, here = self.table, (self.table.currentRow(), self.table.currentColumn())
        blocked = table.blockSignals(True)
        table.setRowCount(len(points))
        for i, point in enumerate(points):
            for j, number in enumerate(point):
                item = table.item(i, j)
                if item is None:
                    item = QTableWidgetItem()
                    item.setTextAlignment(
                        Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                    )
                    table.setItem(i, j, item)
                item.setText(number_text(number))
                item.setData(Qt.ItemDataRole.ForegroundRole, None)
        rows = min(max(len(points), LEAST_ROWS), MOST_ROWS)
        table.setFixedHeight(rows * LINE + table.horizontalHeader().sizeHint().height() + EDGE)
        if here[0] >= len(points):
            table.setCurrentCell(len(points) - 1, max(here[1], 0))
        table.blockSignals(blocked)

    def restore(self) -> None:
        """Shows the points of the file in place of what was refused."""
        self.marks[0].show("")
        self.show_value(self._points)

    def _changed(self, item: QTableWidgetItem) -> None:
        i, j = item.row(), item.column()
        number = computed(item.text())
        if number is None:
            sentence = f"“{item.text()}” is no number and no sum such as 450/2."
        elif number == self._points[i][j]:
            self.restore()
            return
        else:
            sentence = self._ask((i, j), number)
        self._say(sentence, item)

    def _ask(self, element: tuple[int, ...], value: Any) -> str:
        plain = int(value) if isinstance(value, float) and value.is_integer() else value
        return self._take((*self.keys, *element), plain, self.entry.word())

    def _say(self, sentence: str, item: QTableWidgetItem | None = None) -> None:
        self.marks[0].show(sentence)
        if sentence and item is not None:
            blocked = self.table.blockSignals(True)
            red = self.palette().color(QPalette.ColorRole.BrightText)
            item.setForeground(QBrush(red))
            self._typed = (item.row(), item.column())
            self.table.blockSignals(blocked)

    def retry(self) -> None:
        item = self.table.item(*self._typed) if self._typed is not None else None
        if item is not None:
            self._changed(item)

    # The buttons.

    def add(self) -> None:
        """Adds a point behind the chosen one, halfway to the next."""
        here = self.table.currentRow() if self.table.currentRow() >= 0 else len(self._points) - 1
        after = self._points[(here + 1) % len(self._points)]
        pairs = zip(self._points[here], after, strict=True)
        middle = [_plain((a + b) / 2) for a, b in pairs]
        points = [*self._points[: here + 1], middle, *self._points[here + 1 :]]
        self._set(points, here + 1)

    def remove(self) -> None:
        """Removes the chosen point."""
        here = self.table.currentRow()
        if here >= 0:
            self._set(self._points[:here] + self._points[here + 1 :], here)

    def move_by(self, by: int) -> None:
        """Moves the chosen point up (-1) or down (1)."""
        here, points = self.table.currentRow(), list(self._points)
        if here >= 0 and 0 <= here + by < len(points):
            points[here], points[here + by] = points[here + by], points[here]
            self._set(points, here + by)

    def paste(self, text: str) -> None:
        """Puts the rows of a text over the points from the chosen one on."""
        width = len(self.entry.parts)
        rows = [_cells(line.strip(), width) for line in text.splitlines() if line.strip()]
        numbers = [[computed(cell) for cell in row] for row in rows]
        bad = next((i for i, row in enumerate(numbers) if len(row) != width or None in row), None)
        if not rows or bad is not None:
            found = f"line {(bad or 0) + 1} of the clipboard has others" if rows else "it is empty"
            self._say(f"Each pasted line needs {width} numbers: {found}.")
            return
        here = max(self.table.currentRow(), 0)
        pasted = [[_plain(n) for n in row if n is not None] for row in numbers]
        rest = self._points[here + len(pasted) :]
        self._set([*self._points[:here], *pasted, *rest], here)

    def copied(self) -> str:
        """The chosen rows, or all, as a spreadsheet takes them."""
        chosen = sorted({index.row() for index in self.table.selectedIndexes()})
        rows = [self._points[i] for i in chosen] if len(chosen) > 1 else self._points
        return "\n".join("\t".join(number_text(n) for n in row) for row in rows)

    def _set(self, points: list[list[float]], chosen: int) -> None:
        sentence = self._take(self.keys, points, self.entry.word())
        self._say(sentence)
        if not sentence:
            self.table.setCurrentCell(min(chosen, len(points) - 1), 0)

    def texts(self) -> list[str]:
        cells = []
        for i in range(self.table.rowCount()):
            for j in range(self.table.columnCount()):
                item = self.table.item(i, j)
                cells.append(item.text() if item is not None else "")
        return [*super().texts(), *cells]


def _cells(line: str, width: int) -> list[str]:
    """The cells of a pasted line; a comma is a decimal comma unless it is all that parts them."""
    cells = _BETWEEN.split(line)
    return line.split(",") if len(cells) == 1 and line.count(",") == width - 1 else cells


def number_text(number: float) -> str:
    """A number with its digits, without a point where it is whole."""
    return str(_plain(number))


def _plain(number: float) -> float:
    return int(number) if float(number).is_integer() else float(number)
