"""What the sections of the panel Properties share, and a section of facts that only tells."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.modelling.fields.entry_row import title_label
from app.desktop.state.document import Document

Fact = tuple[str, str]


class Section(QWidget):
    """A part of the panel. It shows the document and keeps nothing of its own."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        self._document = document
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(6)

    def refresh(self) -> None:
        """Shows the present document."""

    def texts(self) -> list[str]:
        """All that the section shows, for comparison."""
        return []


class FactSection(Section):
    """Titles and facts; the facts are asked for anew at each refresh.

    has_name: Whether the first fact is the name of the thing, which is written bold.
    """

    has_name = True

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(5)
        self._grid.setVerticalSpacing(3)
        self._grid.setColumnStretch(1, 1)
        add_layout(self.column, self._grid)
        self._titles: list[QLabel] = []
        self._labels: list[QLabel] = []

    def facts(self) -> Sequence[Fact]:
        """Titles and texts."""
        raise NotImplementedError

    def refresh(self) -> None:
        facts = list(self.facts())
        while len(self._labels) < len(facts):
            self._add_line()
        for i, (title, label) in enumerate(zip(self._titles, self._labels, strict=True)):
            is_there = i < len(facts)
            title.setVisible(is_there)
            label.setVisible(is_there)
            words = facts[i] if is_there else ("", "")
            for shown, text in zip((title, label), words, strict=True):
                if shown.text() != text:
                    shown.setText(text)

    def _add_line(self) -> None:
        row = len(self._labels)
        title, label = title_label(""), QLabel()
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        if not row and self.has_name:
            bold = QFont(label.font())
            bold.setBold(True)
            label.setFont(bold)
        top = Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(title, row, 0, top)
        self._grid.addWidget(label, row, 1)
        self._titles.append(title)
        self._labels.append(label)

    def text_of(self, title: str) -> str:
        """The text behind a title; empty where there is none."""
        return next((text for known, text in self._pairs() if known == title), "")

    def _pairs(self) -> list[Fact]:
        pairs = zip(self._titles, self._labels, strict=True)
        return [(a.text(), b.text()) for a, b in pairs if a.text() or b.text()]

    def texts(self) -> list[str]:
        return [text for pair in self._pairs() for text in pair]


class Heading(QLabel):
    """The title above a group of rows."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        bold = QFont(self.font())
        bold.setBold(True)
        self.setFont(bold)
