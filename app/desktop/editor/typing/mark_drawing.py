"""Marks drawn over the characters of a line: brackets, matches, and further cursors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QTextLine

CARET_WIDTH = 2.0  # px
TAIL_GAP = 10.0  # px between a line and the words behind it


@dataclass(frozen=True)
class Mark:
    """A mark in one line. start, end: Characters of the line as Qt counts them, from 0.

    opacity: Of the filling, 0 to 1. is_framed: Whether it has an outline. A mark without width is a
    cursor.
    """

    start: int
    end: int
    colour: str
    opacity: float = 0.3
    is_framed: bool = False


def draw_mark(painter: QPainter, row: QTextLine, corner: QPointF, mark: Mark) -> None:
    """Draws a mark of a line of text. corner: The left upper corner of the line, px."""
    left, right = (
        corner.x() + cast(tuple[float, int], row.cursorToX(place))[0]
        for place in (mark.start, mark.end)
    )
    if mark.start == mark.end:
        area = QRectF(left, corner.y(), CARET_WIDTH, row.height())
        painter.fillRect(area, QColor(mark.colour))
        return
    area = QRectF(left, corner.y(), right - left, row.height())
    filling = QColor(mark.colour)
    filling.setAlphaF(mark.opacity)
    painter.fillRect(area, filling)
    if mark.is_framed:
        painter.setPen(QColor(mark.colour))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))


def draw_tail(painter: QPainter, row: QTextLine, corner: QPointF, text: str, colour: str) -> None:
    """Draws framed words behind the end of a line. corner: As for a mark."""
    left = corner.x() + row.naturalTextWidth() + TAIL_GAP
    width = painter.fontMetrics().horizontalAdvance(text) + TAIL_GAP
    area = QRectF(left, corner.y() + 1.5, width, row.height() - 3)
    painter.setPen(QColor(colour))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(area, 3, 3)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
