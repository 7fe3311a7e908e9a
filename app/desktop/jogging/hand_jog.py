"""The hand moved by hand: its opening as a bar and a number, and two keys for the ends."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.desktop.jogging.tool_jog import step_button
from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.limit_bar import LimitBar
from app.desktop.looks.number_field import NumberField
from app.desktop.looks.theme import Theme
from app.desktop.state.document import Document
from scenes import CellState
from scenes.world.robot import Hand


class HandJog(QWidget):
    """The opening of the hand: dragged, typed, or taken to an end of its stroke."""

    def __init__(self, document: Document, hand: Hand, theme: Theme) -> None:
        super().__init__()
        self._document, self._hand = document, hand
        low, high = hand.opening_min, hand.opening_max
        self.bar, self.field = LimitBar(theme), NumberField(1, "mm")
        self.bar.set_range(low, high)
        self.bar.setAccessibleName("hand slider")
        self.field.setAccessibleName("hand opening")
        self.field.setMinimumWidth(40)
        self.field.setButtonSymbols(NumberField.ButtonSymbols.NoButtons)
        self.setToolTip(f"Opening of the hand: {low:g} to {high:g} mm")
        self.open = step_button("Open", f"Open the hand as far as it goes, {high:g} mm")
        self.close_ = step_button("Close", f"Close the hand as far as it goes, {low:g} mm")
        self.open.clicked.connect(lambda: self._jog(high))
        self.close_.clicked.connect(lambda: self._jog(low))
        self.bar.moved.connect(self._jog)
        self.field.committed.connect(self._jog)
        row = QHBoxLayout()
        row.setSpacing(4)
        for widget in (QLabel("Hand"), self.field, self.open, self.close_):
            row.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        add_layout(column, row)
        column.addWidget(self.bar)

    def set_theme(self, theme: Theme) -> None:
        """Draws the bar in the colours of a theme."""
        self.bar.set_theme(theme)

    def show_state(self, state: CellState, can_jog: bool) -> None:
        """Shows the opening of a state."""
        self.bar.set_value(state.opening)
        self.field.show_value(state.opening)
        for key in (self.bar, self.field, self.open, self.close_):
            key.setEnabled(can_jog)

    def _jog(self, opening: float) -> None:
        self._document.jog_hand(min(max(opening, self._hand.opening_min), self._hand.opening_max))
