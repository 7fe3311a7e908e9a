"""The legend of colours in the 3D view: what they stand for, and the unit."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.desktop.looks.theme import Theme
from app.desktop.runs.lines.path_values import Scale, number
from app.desktop.view3d.drawing.path.colour_scale import colours_of

WIDTH, HEIGHT, MARGIN, INSET = 250, 62, 12, 14  # points
BAR_TOP, BAR_HEIGHT = 26, 10
STOPS = 16  # colours of the gradient


class PathLegend(QWidget):
    """Lies in the lower right corner of the 3D view; the mouse goes through it.

    what: What it explains, for a screen reader. row: Its place, counted upwards from the corner.
    """

    def __init__(self, view: QWidget, theme: Theme, what: str = "the path", row: int = 0) -> None:
        super().__init__(view)
        self._row = row
        self._theme, self._scale = theme, Scale(0.0, 1.0, "")
        self._title = self._rest = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(QSize(WIDTH, HEIGHT))
        self.setAccessibleName(f"legend of {what}")
        self.hide()

    @property
    def words(self) -> str:
        """The legend in words, as a screen reader tells it."""
        ends = [number(self._scale.low), number(self._scale.high)]
        more = " and more" if self._scale.is_open else ""
        range_ = f"{ends[0]} to {ends[1]}{more} {self._scale.unit}".strip()
        return f"{self._title}: {range_}{f', {self._rest}' if self._rest else ''}"

    def tell(self, title: str, scale: Scale, missing: float) -> None:
        """Shows what the colours stand for. missing: Share of the values not known yet."""
        self._title, self._scale = title, scale
        self._rest = f"{100 * missing:.0f} % pending" if missing > 0.0 else ""
        self.setAccessibleDescription(self.words)
        self.place()
        self.show()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Draws in the colours of a theme."""
        self._theme = theme
        self.update()

    def place(self) -> None:
        """Moves to the lower right corner of the view."""
        view = self.parentWidget()
        if view is not None:
            above = self._row * (HEIGHT + MARGIN // 2)
            self.move(view.width() - WIDTH - MARGIN, view.height() - HEIGHT - MARGIN - above)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints title, unit, colours and numbers on a plate."""
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        plate = QColor(theme.window)
        plate.setAlphaF(0.88)
        painter.setPen(QColor(theme.border))
        painter.setBrush(plate)
        painter.drawRoundedRect(QRectF(0.5, 0.5, WIDTH - 1, HEIGHT - 1), 5, 5)
        self._paint_colours(painter)
        font = self.font()
        font.setPixelSize(12)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        unit = f" [{self._scale.unit}]" if self._scale.unit else ""
        head = QRectF(INSET, 5, WIDTH - 2 * INSET, 18)
        painter.drawText(head, Qt.AlignmentFlag.AlignLeft, self._title + unit)
        painter.setPen(QColor(theme.muted))
        painter.drawText(head, Qt.AlignmentFlag.AlignRight, self._rest)
        self._paint_marks(painter)

    def _paint_colours(self, painter: QPainter) -> None:
        length = WIDTH - 2 * INSET
        gradient = QLinearGradient(QPointF(INSET, 0), QPointF(INSET + length, 0))
        shares = np.linspace(0.0, 1.0, STOPS)
        for share, colour in zip(shares, colours_of(shares, self._theme), strict=True):
            gradient.setColorAt(float(share), QColor.fromRgbF(*map(float, colour)))
        painter.fillRect(QRectF(INSET, BAR_TOP, length, BAR_HEIGHT), gradient)

    def _paint_marks(self, painter: QPainter) -> None:
        """Paints the numbers at their places below the colours."""
        painter.setPen(QColor(self._theme.text))
        marks, length = self._scale.marks, WIDTH - 2 * INSET
        for place, mark in enumerate(marks):
            middle = INSET + length * place / (len(marks) - 1)
            is_last = place == len(marks) - 1
            text = number(mark) + ("+" if is_last and self._scale.is_open else "")
            half = 30.0
            left = min(max(middle - half, INSET), WIDTH - 2 * half - INSET)
            sides = {0: Qt.AlignmentFlag.AlignLeft, len(marks) - 1: Qt.AlignmentFlag.AlignRight}
            box = QRectF(left, BAR_TOP + BAR_HEIGHT + 2, 2 * half, 18)
            painter.drawText(box, sides.get(place, Qt.AlignmentFlag.AlignHCenter), text)
