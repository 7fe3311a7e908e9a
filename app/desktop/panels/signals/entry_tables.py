"""Tables of a scenario: a row for each entry of its signals, and for each answer to PROMPT."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from app.desktop.looks.icons import severity_icon
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.panels.signals.typed_cells import TITLES, shown
from app.desktop.state.scenarios.scenario_edits import KEYS, Said

if TYPE_CHECKING:
    from scenes.execution.debugging.signal_record import Question

Refused = dict[tuple[int, str], tuple[str, str]]  # of a cell: the typed text, and the fault
ANSWER = "answer"


class _Table(QTableWidget):
    """A table whose cells are typed; Esc takes back what was refused, Delete removes a row."""

    typed = Signal(int, str, str)  # the index of the row, its key, the text
    removed = Signal(int)

    def __init__(
        self, keys: Sequence[str], titles: Sequence[tuple[str, str]], theme: Theme
    ) -> None:
        super().__init__(0, len(titles))
        self._keys, self._theme = keys, theme
        self.refused: Refused = {}
        for column, (title, tip) in enumerate(titles):
            item = QTableWidgetItem(title)
            item.setToolTip(wrapped(tip))
            self.setHorizontalHeaderItem(column, item)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(22)
        self.setFrameShape(QTableWidget.Shape.NoFrame)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        triggers = QAbstractItemView.EditTrigger
        self.setEditTriggers(
            triggers.DoubleClicked | triggers.EditKeyPressed | triggers.AnyKeyPressed
        )
        self.setTabKeyNavigation(False)
        self.itemChanged.connect(self._changed)

    def set_theme(self, theme: Theme) -> None:
        """Takes the colours of a theme; the next filling draws with them."""
        self._theme = theme

    def put(self, row: int, column: int, text: str, fault: str = "", grey_tip: str = "") -> None:
        """Shows a cell. fault: Why its value cannot be. grey_tip: Why it is shown in grey."""
        key = self._keys[column] if column < len(self._keys) else ""
        if (row, key) in self.refused:
            text, fault = self.refused[row, key]
        item = QTableWidgetItem(text)
        if not key:
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
        if fault:
            item.setIcon(severity_icon("error", self._theme))
            item.setForeground(QColor(self._theme.error))
            item.setToolTip(wrapped(fault))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, f"Fault: {fault}")
        elif grey_tip:
            item.setForeground(QColor(self._theme.muted))
            item.setToolTip(wrapped(grey_tip))
        self.setItem(row, column, item)

    def _changed(self, item: QTableWidgetItem) -> None:
        key = self._keys[item.column()] if item.column() < len(self._keys) else ""
        if key:
            self.refused.pop((item.row(), key), None)
            self.typed.emit(item.row(), key, item.text())

    def refuse(self, row: int, key: str, text: str, fault: str) -> None:
        """Keeps a text that cannot be taken in its cell, with the reason."""
        self.refused[row, key] = (text, fault)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Delete and self.currentRow() >= 0:
            self.removed.emit(self.currentRow())
        elif key == Qt.Key.Key_Escape and self.refused:
            self.refused.clear()
            self.typed.emit(-1, "", "")
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentItem() is not None:
            self.editItem(self.currentItem())
        else:
            super().keyPressEvent(event)

    def type_in(self, row: int, key: str) -> None:
        """Opens a cell for typing."""
        column = self._keys.index(key)
        self.setCurrentCell(row, column)
        self.setFocus()
        item = self.item(row, column)
        if item is not None:
            self.editItem(item)


class EntryTable(_Table):
    """The entries of the signals: `at` or `when` and its delay, and the signals that change."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(KEYS, [TITLES[key] for key in KEYS], theme)
        self.setAccessibleName("Events of the scenario")
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(44)

    def fill(self, said: Said, unused: Iterable[int]) -> None:
        """Shows the entries. unused: Responses that were never set off in the run: grey."""
        place = (self.currentRow(), self.currentColumn())
        self.blockSignals(True)
        self.setRowCount(len(said.entries))
        for entry in said.entries:
            whole = entry.faults.get("", "")
            for column, key in enumerate(KEYS):
                fault = entry.faults.get(key, whole if column == 0 else "")
                text = shown(entry.data.get(key))
                tip = "Never set off in this run" if entry.index in unused else ""
                self.put(entry.index, column, text, fault, grey_tip=tip)
        if place[0] >= 0:
            self.setCurrentCell(min(place[0], self.rowCount() - 1), place[1])
        self.blockSignals(False)


class AnswerTable(_Table):
    """The answers to PROMPT in order, beside the questions that the run has asked."""

    def __init__(self, theme: Theme) -> None:
        titles = (("Answer", "The number that PROMPT is told"), ("Question", "Who asks in the run"))
        super().__init__((ANSWER,), titles, theme)
        self.setAccessibleName("Answers to PROMPT")
        self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)

    def fill(self, said: Said, questions: Sequence[Question]) -> None:
        """Shows a row for each answer and each question, and one to add an answer."""
        place = (self.currentRow(), self.currentColumn())
        self.blockSignals(True)
        count = max(len(said.answers), len(questions)) + 1
        self.setRowCount(count)
        for row in range(count):
            text = shown(said.answers[row]) if row < len(said.answers) else ""
            self.put(row, 0, text, (said.answer_faults or {}).get(row, ""))
            grey = "" if row < len(questions) else "No PROMPT of this run asks for it"
            self.put(row, 1, self._question(row, said, questions), grey_tip=grey)
        if place[0] >= 0:
            self.setCurrentCell(min(place[0], count - 1), place[1])
        self.blockSignals(False)

    def _question(self, row: int, said: Said, questions: Sequence[Question]) -> str:
        if row < len(questions):
            asked = questions[row]
            where = f"{asked.file}:" if asked.file else "line "
            missing = "" if row < len(said.answers) else "  (no answer yet)"
            return f"{where}{asked.line}  {asked.text}{missing}"
        return "nobody asks for it in this run" if row < len(said.answers) else "one more answer …"
