"""What a study has found: sentences, and one table or picture that the user chooses."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QSizePolicy,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.background.study_messages import FoundSoFar
from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.theme import Theme
from app.desktop.panels.studies.result_picture import ResultPicture
from scenes.studies.results.page import shown_number
from scenes.studies.results.summary import Histogram, PlaneMap, Summary, Table

FIGURES = "Figures"
MEASURED_ROWS = 100  # of a table, by which its columns get their widths, and rows their heights
NOTHING = "Nothing is found yet."


class StudyResults(QWidget):
    """The answer above, a choice of tables and pictures, and the chosen one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._views: dict[str, Table | Histogram | PlaneMap] = {}
        self.answer = QLabel(NOTHING)
        self.answer.setWordWrap(True)
        self.answer.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.answer.setTextFormat(Qt.TextFormat.PlainText)
        self.answer.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.answer.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.choice = QComboBox()
        self.choice.setAccessibleName("Table or picture of the results")
        self.choice.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.choice.currentIndexChanged.connect(lambda _: self._show_chosen())
        self.table = QTableWidget()
        self.table.setAccessibleName("Results of the study")
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.horizontalHeader().setResizeContentsPrecision(MEASURED_ROWS)
        self.table.setTabKeyNavigation(False)
        self.picture = ResultPicture(theme)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.table)
        self.pages.addWidget(self.picture)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 8, 6)
        column.setSpacing(5)
        row = QHBoxLayout()
        row.addWidget(self.choice, 1)
        column.addWidget(self.answer)
        add_layout(column, row)
        column.addWidget(self.pages, 1)
        column.addStretch(0)
        self.show_found(None)

    def show_found(self, found: FoundSoFar | None) -> None:
        """Shows results, those of a part of the chunks too; the choice of the user stays."""
        is_there = found is not None
        self.choice.setVisible(is_there)
        self.pages.setVisible(is_there)
        self.setMinimumWidth(220 if is_there else 0)
        if found is None:
            self.answer.setText(NOTHING)
            self._views = {}
            return
        self.answer.setText(_answer(found))
        self._views = _views_of(found.summary)
        titles = list(self._views)
        if [self.choice.itemText(i) for i in range(self.choice.count())] != titles:
            before = self.choice.currentText()
            self.choice.blockSignals(True)
            self.choice.clear()
            self.choice.addItems(titles)
            self.choice.setCurrentIndex(titles.index(before) if before in titles else 0)
            self.choice.blockSignals(False)
        self._show_chosen()

    def _show_chosen(self) -> None:
        view = self._views.get(self.choice.currentText())
        if isinstance(view, Table):
            self._fill(view)
            self.pages.setCurrentWidget(self.table)
        elif view is not None:
            self.picture.show_view(view)
            self.pages.setCurrentWidget(self.picture)

    def _fill(self, table: Table) -> None:
        """Fills the table; the place of its scroll bar stays."""
        place = self.table.verticalScrollBar().value()
        self.table.setRowCount(len(table.rows))
        self.table.setColumnCount(len(table.header))
        self.table.setHorizontalHeaderLabels(list(table.header))
        self.table.horizontalHeader().setVisible(any(table.header))
        for i, row in enumerate(table.rows):
            for j, value in enumerate(row):
                self.table.setItem(i, j, _item(value))
        self.table.resizeColumnsToContents()
        is_short = len(table.rows) <= MEASURED_ROWS  # a value of two lines must not be cut
        modes = QHeaderView.ResizeMode
        rows = self.table.verticalHeader()
        rows.setSectionResizeMode(modes.ResizeToContents if is_short else modes.Interactive)
        self.table.verticalScrollBar().setValue(place)
        self.table.setAccessibleDescription(f"{table.title}, {len(table.rows)} rows")

    def set_theme(self, theme: Theme) -> None:
        """Draws pictures in the colours of a theme."""
        self.picture.set_theme(theme)


def _item(value: str | float | int) -> QTableWidgetItem:
    item = QTableWidgetItem(value if isinstance(value, str) else shown_number(value))
    if not isinstance(value, str):
        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
    return item


def _answer(found: FoundSoFar) -> str:
    """The answer; of a part of the chunks it says so."""
    answer = " ".join(found.summary.answer)
    if found.done < found.chunks:
        return f"So far, {found.done:,} of {found.chunks:,} chunks: {answer}"
    return " ".join([answer, *found.summary.notes])


def _views_of(summary: Summary) -> dict[str, Table | Histogram | PlaneMap]:
    """Tables and pictures by their titles, the figures first."""
    views: dict[str, Table | Histogram | PlaneMap] = {}
    if summary.figures:
        rows = tuple((figure.name, figure.shown) for figure in summary.figures)
        views[FIGURES] = Table(FIGURES, ("", ""), rows)
    others: list[Table | Histogram | PlaneMap] = [*summary.maps, *summary.histograms]
    for view in others + list(summary.tables):
        views.setdefault(view.title, view)
    return views
