"""The menu of the spacing between contour lines."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.desktop.looks.settings import Preferences

BY_SIZE = 0.0  # the spacing that the height of the cell decides
SPACINGS_MM = (BY_SIZE, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0)


class ContourMenu(QMenu):
    """One entry for each spacing, mm; another spacing from the settings has no entry."""

    def __init__(
        self, choose: Callable[[float], None], preferences: Preferences, parent: QWidget
    ) -> None:
        super().__init__("Contour spacing", parent)
        group = QActionGroup(self)
        self._choices = {spacing: self.addAction(_words(spacing)) for spacing in SPACINGS_MM}
        for spacing, action in self._choices.items():
            action.setCheckable(True)
            action.setStatusTip(_tip(spacing))
            action.triggered.connect(lambda _=False, value=spacing: choose(value))
            group.addAction(action)
        self.show_choice(preferences.contour_mm)

    def show_choice(self, spacing_mm: float) -> None:
        """Ticks the spacing in use, mm."""
        if spacing_mm in self._choices:
            self._choices[spacing_mm].setChecked(True)


def _words(spacing_mm: float) -> str:
    return f"{spacing_mm:g} mm" if spacing_mm else "By the size of the cell"


def _tip(spacing_mm: float) -> str:
    if not spacing_mm:
        return "About 45 contour lines over the height of the cell, in round millimetres"
    return f"Contour lines every {spacing_mm:g} mm of height"
