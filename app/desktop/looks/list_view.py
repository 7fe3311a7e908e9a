"""The table that all lists below the 3D view use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QIcon
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QStackedLayout,
    QTableView,
    QWidget,
)

from app.desktop.looks.tips import wrapped

Index = QModelIndex | QPersistentModelIndex
NUMBER_MARGIN = "\u2002"  # keeps a number off the text of the next column


@dataclass(frozen=True)
class Row:
    """One row of a list: its texts, the value it stands for, and its look."""

    cells: tuple[str, ...]
    value: object = None
    icon: QIcon | None = None
    colour: str = ""
    tip: str = ""
    right: frozenset[int] = field(default_factory=frozenset)  # columns of numbers


class LazyRows(Sequence[Row]):
    """Rows made when they are looked at, so that a long table opens at once."""

    def __init__(self, count: int, make: Callable[[int], Row]) -> None:
        self._count, self._make = count, make
        self._made: dict[int, Row] = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(self._count))]
        if not 0 <= index < self._count:
            raise IndexError(index)
        if index not in self._made:
            self._made[index] = self._make(index)
        return self._made[index]


class RowModel(QAbstractTableModel):
    """Rows as a model of Qt; rows out of sight cost nothing."""

    def __init__(self, titles: Sequence[str], parent: QObject) -> None:
        super().__init__(parent)
        self._titles = tuple(titles)
        self.rows: Sequence[Row] = ()
        self._marked: tuple[int | None, str] = (None, "")

    def mark(self, number: int | None, colour: str) -> None:
        """Marks one row with an arrow in a colour, or none; other rows keep their look."""
        before, self._marked = self._marked[0], (number, colour)
        for changed in {before, number} - {None}:
            if changed is not None and changed < len(self.rows):
                last = self.columnCount() - 1
                self.dataChanged.emit(self.index(changed, 0), self.index(changed, last))

    def show(self, rows: Sequence[Row]) -> None:
        """Replaces all rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._titles)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            is_number = bool(self.rows) and section in self.rows[0].right
            return self._titles[section] + (NUMBER_MARGIN if is_number else "")
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            is_number = bool(self.rows) and section in self.rows[0].right
            side = Qt.AlignmentFlag.AlignRight if is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What Qt draws in a cell: text, icon, colour, tip or alignment."""
        row, column = self.rows[index.row()], index.column()
        is_marked = index.row() == self._marked[0]
        if role == Qt.ItemDataRole.DisplayRole:
            sign = "▶ " if is_marked and column == 0 else ""
            return sign + row.cells[column] + (NUMBER_MARGIN if column in row.right else "")
        if role == Qt.ItemDataRole.ForegroundRole and is_marked:
            return QColor(self._marked[1])
        if role == Qt.ItemDataRole.DecorationRole and column == 0:
            return row.icon
        if role == Qt.ItemDataRole.ForegroundRole and row.colour:
            return QColor(row.colour)
        if role == Qt.ItemDataRole.ToolTipRole:
            return wrapped(row.tip or row.cells[column])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = (
                Qt.AlignmentFlag.AlignRight if column in row.right else Qt.AlignmentFlag.AlignLeft
            )
            return side | Qt.AlignmentFlag.AlignVCenter
        return None


class ListView(QTableView):
    """A table without a grid in which whole rows are chosen; Enter or double click opens one."""

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self, titles: Sequence[str], stretch: int, widths: Sequence[int]) -> None:
        super().__init__()
        self.rows = RowModel(titles, self)
        self.setModel(self.rows)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(24)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(40)
        for column, width in enumerate(widths):
            self.setColumnWidth(column, width)
        if stretch >= 0:
            header.setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
        self.clicked.connect(lambda index: self.chosen.emit(self.value_at(index)))
        self.activated.connect(lambda index: self.opened.emit(self.value_at(index)))

    def value_at(self, index: Index) -> object:
        """The value that the row of an index stands for."""
        return self.rows.rows[index.row()].value

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Replaces the rows; the chosen row and the scroll position stay."""
        row, place = self.currentIndex().row(), self.verticalScrollBar().value()
        self.rows.show(rows)
        if 0 <= row < len(rows):
            self.setCurrentIndex(self.rows.index(row, 0))
        self.verticalScrollBar().setValue(place)


class ListPages(QWidget):
    """A list, and in its place a sentence while it has no rows."""

    def __init__(self, rows: ListView) -> None:
        super().__init__()
        self._list, self._sentence = rows, QLabel()
        self._sentence.setMargin(10)
        self._sentence.setEnabled(False)
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(rows)
        self._pages.addWidget(self._sentence)

    def show_rows(self, rows: Sequence[Row], nothing: str) -> None:
        """Replaces the rows. nothing: The sentence for no rows."""
        self._list.show_rows(rows)
        self._sentence.setText(nothing)
        self._pages.setCurrentIndex(0 if len(rows) else 1)
