"""The list beside the plots: which joints are drawn, how their curves look, and their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem

from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.panels.plotting.line_looks import SWATCH_HEIGHT, SWATCH_WIDTH, swatch
from app.desktop.panels.plotting.plot_kinds import CHOICES

TIP = "Tick the joints whose curves are drawn. Double click: this joint alone, or all again"


class CurveList(QTreeWidget):
    """A row for each joint, with a column for each plot of joints; then a row for the arm's plots.

    Each value stands at the one time that the head of the first column names.
    """

    ticked = Signal()  # other joints are drawn

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._joints: list[QTreeWidgetItem] = []
        self._others: dict[str, QTreeWidgetItem] = {}
        self._columns: tuple[str, ...] = ()
        self._hidden: set[str] = set()  # names of joints that the user took out
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setIconSize(QSize(SWATCH_WIDTH, SWATCH_HEIGHT))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.setAccessibleName("Curves and their values")
        self.setToolTip(wrapped(TIP))
        head = self.header()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setMinimumSectionSize(20)
        self.itemChanged.connect(self._changed)
        self.itemDoubleClicked.connect(self._one_alone)

    @property
    def joints(self) -> frozenset[int]:
        """The joints whose curves are drawn, numbered from 0."""
        on = Qt.CheckState.Checked
        return frozenset(i for i, row in enumerate(self._joints) if row.checkState(0) == on)

    @property
    def full_width(self) -> int:
        """The width at which all columns are seen, pixels."""
        columns = sum(self.header().sectionSize(i) for i in range(self.columnCount()))
        return columns + self.verticalScrollBar().sizeHint().width() + 2

    def set_theme(self, theme: Theme) -> None:
        """Draws the pieces of the curves in the colours of a theme."""
        self._theme = theme
        ratio = self.devicePixelRatioF()
        for i, row in enumerate(self._joints):
            row.setIcon(0, swatch(theme, i, ratio))
        for row in self._others.values():
            row.setIcon(0, swatch(theme, None, ratio))

    def show_rows(
        self, names: Sequence[str], columns: Sequence[str], others: Sequence[str]
    ) -> bool:
        """Shows joints by name, plots of joints as columns, and plots of the arm as rows.

        Whether these are others than before.
        """
        known = [row.text(0) for row in self._joints]
        if (known, self._columns, list(self._others)) == (
            list(names),
            tuple(columns),
            list(others),
        ):
            return False
        self.blockSignals(True)
        self.clear()
        self._columns = tuple(columns)
        heads = [CHOICES[key].head for key in columns] or [""]
        self.setColumnCount(1 + len(heads))
        self.setHeaderLabels(["", *heads])
        for column, key in enumerate(columns, start=1):
            self.headerItem().setToolTip(
                column, wrapped(f"{CHOICES[key].title}: {CHOICES[key].tip}")
            )
        self._joints = [self._joint_row(name) for name in names] if columns else []
        self._others = {key: self._other_row(key) for key in others}
        self.blockSignals(False)
        self.set_theme(self._theme)
        return True

    def _joint_row(self, name: str) -> QTreeWidgetItem:
        row = QTreeWidgetItem(self, [name])
        is_on = name not in self._hidden
        row.setCheckState(0, Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)
        return self._aligned(row)

    def _other_row(self, key: str) -> QTreeWidgetItem:
        row = QTreeWidgetItem(self, [CHOICES[key].title])
        row.setToolTip(0, wrapped(CHOICES[key].tip))
        return self._aligned(row)

    def _aligned(self, row: QTreeWidgetItem) -> QTreeWidgetItem:
        for column in range(1, self.columnCount()):
            row.setTextAlignment(
                column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            )
        return row

    def show_values(
        self,
        when: str,
        joints: Sequence[Sequence[tuple[str, bool]]],
        others: Mapping[str, str],
    ) -> None:
        """Shows values at a time.

        when: The time in words. joints: For each joint its words, one a column, each with whether
        it is at its limit, which makes it bold. others: The words of the plots of the arm.
        """
        self.blockSignals(True)
        self.headerItem().setText(0, when)
        for row, words in zip(self._joints, joints, strict=False):
            for column, (word, is_at_limit) in enumerate(words, start=1):
                _write(row, column, word, is_at_limit)
        for key, row in self._others.items():
            _write(row, 1, others.get(key, ""), False)
        self.blockSignals(False)

    def value(self, name: str, column: int = 1) -> tuple[str, bool]:
        """The words in a row by its name, and whether they are bold."""
        rows = [*self._joints, *self._others.values()]
        row = next(row for row in rows if row.text(0) == name)
        return row.text(column), row.font(column).bold()

    def _changed(self, row: QTreeWidgetItem, column: int) -> None:
        if column == 0 and row in self._joints:
            is_on = row.checkState(0) == Qt.CheckState.Checked
            (self._hidden.discard if is_on else self._hidden.add)(row.text(0))
            self.ticked.emit()

    def _one_alone(self, row: QTreeWidgetItem, column: int) -> None:
        if row not in self._joints:
            return
        is_alone = self.joints == {self._joints.index(row)}
        self.blockSignals(True)
        for each in self._joints:
            is_on = is_alone or each is row
            each.setCheckState(0, Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked)
            (self._hidden.discard if is_on else self._hidden.add)(each.text(0))
        self.blockSignals(False)
        self.ticked.emit()


def _write(row: QTreeWidgetItem, column: int, word: str, is_bold: bool) -> None:
    """Sets a text where it is another one; a list that is told the same would be drawn again."""
    if row.text(column) != word:
        row.setText(column, word)
    font = row.font(column)
    if font.bold() != is_bold:
        bold = QFont(font)
        bold.setBold(is_bold)
        row.setFont(column, bold)
