"""The list of all places of a name, each with its line of text; a click goes there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.desktop.looks.list_view import ListPages, ListView, Row
from app.desktop.looks.theme import Theme

NOTHING = "Put the cursor on a name and press Shift+F12: all its places are listed here."


@dataclass(frozen=True, eq=False)
class Use:
    """A place of a name. key: Of its file in the reading. text: Its line.

    cursor: A cursor at the place, which moves with the text; None where the file is not open.
    """

    key: str
    title: str
    line: int
    column: int
    text: str
    defines: bool
    cursor: QTextCursor | None = None

    @property
    def now(self) -> tuple[int, int]:
        """The line and the column at which the place is now."""
        return (self.cursor.blockNumber() + 1 if self.cursor else self.line), self.column


class UsesPanel(QWidget):
    """Shows the places of the name that was asked about last."""

    chosen = Signal(object)  # a Use

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme, self._uses = theme, tuple[Use, ...]()
        self.head = QLabel()
        self.head.setMargin(6)
        self.head.hide()
        self.list = ListView(("File", "Line", "", "Text"), 3, (150, 56, 70, 300))
        self.list.setAccessibleName("References")
        self.list.chosen.connect(self.chosen)
        self.list.opened.connect(self.chosen)
        self._pages = ListPages(self.list)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self._pages)
        self._pages.show_rows((), NOTHING)

    def set_theme(self, theme: Theme) -> None:
        """Draws the list in the colours of a theme."""
        self._theme = theme
        self._fill()

    def show_uses(self, title: str, uses: Sequence[Use]) -> None:
        """Lists the places of a name. title: The sentence above them."""
        self._uses = tuple(uses)
        self.head.setText(title)
        self.head.setVisible(bool(title))
        self._fill()
        if uses:
            self.list.setCurrentIndex(self.list.rows.index(0, 0))

    def _fill(self) -> None:
        rows = [
            Row(
                (use.title, str(use.line), "defines" if use.defines else "", use.text.strip()),
                use,
                colour=self._theme.accent if use.defines else "",
                right=frozenset({1}),
            )
            for use in self._uses
        ]
        self._pages.show_rows(rows, NOTHING)
