"""A plate in the upper left corner of the 3D view that says what a drawn region means."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from app.desktop.looks.theme import Theme

WIDTH, MARGIN = 350, 12  # points


class RegionNote(QLabel):
    """Words over the 3D view; the mouse goes through them.

    below: A note that this one lies below.
    """

    def __init__(self, view: QWidget, theme: Theme, below: QWidget | None = None) -> None:
        super().__init__(view)
        self._below = below
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setWordWrap(True)
        self.setFixedWidth(WIDTH)
        self.set_theme(theme)
        self.hide()

    def tell(self, words: str) -> None:
        """Shows these words; hides the plate where there are none."""
        self.setText(words)
        self.setVisible(bool(words))
        self.place()

    def set_theme(self, theme: Theme) -> None:
        """Draws in the colours of a theme."""
        self.setStyleSheet(
            f"background: {theme.window}; color: {theme.text}; border: 1px solid {theme.border};"
            "border-radius: 5px; padding: 5px 9px;"
        )

    def place(self) -> None:
        """Moves to the upper left corner of the view, below the other note."""
        if self.text():
            self.setFixedHeight(self.heightForWidth(WIDTH))
        other = self._below
        bottom = 0 if other is None or not other.isVisible() else other.geometry().bottom()
        self.move(MARGIN, bottom + (MARGIN // 2 if bottom else MARGIN))
