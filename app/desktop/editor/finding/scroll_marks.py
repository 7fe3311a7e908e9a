"""Marks on the scroll bar of an editor: where in the text the matches are."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QStyle, QStyleOptionSlider, QWidget

TICK = 2  # px


class ScrollMarks(QWidget):
    """Lies over a scroll bar and lets the mouse through."""

    def __init__(self, bar: QScrollBar) -> None:
        super().__init__(bar)
        self._bar = bar
        self._shares: frozenset[float] = frozenset()
        self._colour = QColor()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        bar.installEventFilter(self)
        self.hide()

    def show_lines(self, lines: Sequence[int], count: int, colour: str) -> None:
        """Marks lines, from 0, of a text of so many lines."""
        self._shares = frozenset(line / max(count, 1) for line in lines)
        self._colour = QColor(colour)
        self.setGeometry(self._bar.rect())
        self.setVisible(bool(self._shares))
        self.raise_()
        self.update()

    @property
    def rows(self) -> set[int]:
        """The rows of pixels, from the top of the bar, at which a mark is drawn."""
        groove = self._groove()
        return {groove.top() + round(share * groove.height()) for share in self._shares}

    def _groove(self) -> QRect:
        option = QStyleOptionSlider()
        self._bar.initStyleOption(option)
        control, part = QStyle.ComplexControl.CC_ScrollBar, QStyle.SubControl.SC_ScrollBarGroove
        return self._bar.style().subControlRect(control, option, part, self._bar)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for row in self.rows:
            painter.fillRect(self.width() // 4, row, self.width() // 2, TICK, self._colour)
        painter.end()

    def eventFilter(self, bar: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.setGeometry(self._bar.rect())
        return False
