"""The list of problems: cell files, language, motion, collisions; a click jumps there."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.desktop.looks.icons import severity_icon
from app.desktop.looks.list_view import LazyRows, ListPages, ListView, Row
from app.desktop.looks.theme import Theme
from app.desktop.runs.run_view import why_nothing_runs
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
        self._pages = ListPages(self.list)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._pages)
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
        rows = LazyRows(count, lambda index: self._row(findings[index]))
        self._pages.show_rows(rows, self._nothing_text())

    def _nothing_text(self) -> str:
        if self._document.cell is None or self._document.active is None:
            return "Nothing is open that could be checked."
        if self._document.has_failed:
            return "No errors in the text. The motion could not be checked: run it to try again."
        if self._document.has_fresh_run and not self._document.runs_as_written:
            return why_nothing_runs(self._document.program)
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
