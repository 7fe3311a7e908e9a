"""A button in a colour; a click asks for another one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QColorDialog, QPushButton

# Brightness above which black letters are read better than white ones, and what each of red, green
# and blue adds to it for the eye (ITU-R BT.601).
BRIGHT, SHARES = 0.5, (0.299, 0.587, 0.114)


class ColourButton(QPushButton):
    """A button in the chosen colour; a click asks for another."""

    def __init__(
        self, on_chosen: Callable[[str | None], None], of_none: str = "as the body"
    ) -> None:
        super().__init__()
        self._on_chosen, self._of_none = on_chosen, of_none
        self._colour: str | None = None
        self.setAccessibleName("Colour")
        self.clicked.connect(self._ask)

    def show_colour(self, colour: str | None) -> None:
        """Shows a colour, "#rrggbb"; None means the shape has no colour of its own."""
        from scenes.files.field_types import GREY

        self._colour = colour
        self.setText(colour or self._of_none)
        ground = QColor(colour or GREY)
        parts = (ground.redF(), ground.greenF(), ground.blueF())
        dark = sum(share * part for share, part in zip(SHARES, parts, strict=True)) <= BRIGHT
        ink = "#ffffff" if dark else "#000000"
        self.setStyleSheet(f"background-color: {colour}; color: {ink};" if colour else "")

    def _ask(self) -> None:
        from scenes.files.field_types import GREY

        chosen = QColorDialog.getColor(QColor(self._colour or GREY), self, "Colour")
        if chosen.isValid():
            self._on_chosen(chosen.name())
