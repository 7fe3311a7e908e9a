"""The list of collisions: when, in which line, which bodies, how much; it jumps to the moment."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from app.desktop.document import Document
from app.desktop.icons import icon
from app.desktop.panels.list_view import ListView, Row
from app.desktop.panels.problems import empty_label
from app.desktop.theme import Theme
from scenes import Collision


class CollisionsPanel(QWidget):
    """What the worker has proven to collide in the run."""

    chosen = Signal(object)  # a Collision
    opened = Signal(object)

    def __init__(self, document: Document, theme: Theme) -> None:
        super().__init__()
        self._document, self._theme = document, theme
        titles = ("From", "To", "Line", "Moving body", "Runs into", "Overlap")
        self.list = ListView(titles, 4, (92, 70, 56, 150, 150, 110))
        self.list.setAccessibleName("Collisions")
        self.list.chosen.connect(self.chosen)
        self.list.opened.connect(self.opened)
        self._empty = empty_label()
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.list)
        self._pages.addWidget(self._empty)
        document.runChanged.connect(self.refresh)
        document.findingsChanged.connect(self.refresh)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.refresh()

    def refresh(self) -> None:
        """Shows what the document knows now."""
        hits = self._document.collisions
        self.list.show_rows([self._row(hit) for hit in hits])
        known = "No collisions." if self._document.is_checked else "Not checked yet."
        self._empty.setText(known)
        self._pages.setCurrentIndex(0 if hits else 1)

    def _row(self, hit: Collision) -> Row:
        fresh = self._document.is_checked
        colour = self._theme.error if fresh else self._theme.pending
        x, y, z = hit.centroid
        return Row(
            cells=(
                f"{hit.time:.2f} s",
                f"{hit.time_end:.2f} s",
                str(hit.line),
                hit.body_a,
                hit.body_b,
                f"{hit.volume_mm3:,.0f} mm³",
            ),
            value=hit,
            icon=icon("mdi6.alert-octagon", self._theme, colour),
            colour="" if fresh else self._theme.pending,
            tip=f"largest at {hit.peak_time:.2f} s, about ({x:.0f}, {y:.0f}, {z:.0f}) mm\n"
            "Double click: show this moment",
            right=frozenset({1, 2, 5}),
        )
