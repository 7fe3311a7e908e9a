"""The list of problems: cell files, language, motion, collisions; a click jumps there."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QStackedLayout, QWidget

from app.desktop.looks.icons import severity_icon
from app.desktop.looks.list_view import LazyRows, ListView, Row
from app.desktop.looks.theme import Theme
from app.desktop.state.document import Document
from app.programs.findings import Finding

MOST_ROWS = 2000


class ProblemsPanel(QWidget):
    """The findings of the document; those not proven for the present text are grey."""

    chosen = Signal(object)  # a Finding

    def __init__(self, document: Document, theme: Theme) -> None:
        super().__init__()
        self._document, self._theme = document, theme
        self.list = ListView(("Code", "Line", "Message", "Time"), 2, (76, 46, 300, 66))
        self.list.setAccessibleName("Problems")
        self.list.chosen.connect(self.chosen)
        self.list.opened.connect(self.chosen)
        self._empty = empty_label()
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.list)
        self._pages.addWidget(self._empty)
        document.findingsChanged.connect(self.refresh)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Draws the list in the colours of a theme."""
        self._theme = theme
        self.refresh()

    def refresh(self) -> None:
        """Shows the present findings of the document."""
        findings = self._document.findings
        count = min(len(findings), MOST_ROWS)
        self.list.show_rows(LazyRows(count, lambda index: self._row(findings[index])))
        self._empty.setText(self._nothing_text())
        self._pages.setCurrentIndex(0 if findings else 1)

    def _nothing_text(self) -> str:
        if self._document.cell is None or self._document.active is None:
            return "Nothing is open that could be checked."
        if not self._document.is_checked:
            return "No errors in the text. The motion is being checked …"
        return "No problems: the program runs, stays within its limits and touches nothing."

    def _row(self, finding: Finding) -> Row:
        old = finding.proven and not self._document.is_checked
        where = f"{Path(finding.file).name}: " if finding.file else ""
        tip = finding.message + (f"\n{finding.help}" if finding.help else "")
        return Row(
            cells=(
                "?" if old else finding.code,
                str(finding.line) if finding.column or not finding.file else "",
                where + finding.message,
                "" if finding.time is None else f"{finding.time:.2f} s",
            ),
            value=finding,
            icon=severity_icon(finding.severity, self._theme),
            colour=self._theme.pending if old else "",
            tip=tip + ("\n(of the program before the last change)" if old else ""),
            right=frozenset({1, 3}),
        )


def empty_label() -> QLabel:
    """A label for the place of an empty list."""
    label = QLabel()
    label.setMargin(10)
    label.setEnabled(False)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    return label
