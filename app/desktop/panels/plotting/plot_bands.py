"""The background of a plot: the statements of the program, and the collisions. Loads pyqtgraph."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QTransform

from app.desktop.looks.theme import Theme
from app.desktop.panels.plotting.plot_limits import WholeView
from app.desktop.runs.statements import Slot, TimeLine

BAND_LABEL_WIDTH, LABEL_HEIGHT = 20.0, 11.0
NARROWEST_PIXELS = 3.0


@dataclass(frozen=True)
class Band:
    """A span of time in which bodies collide, s."""

    start: float
    end: float


def merged(bands: Iterable[Band]) -> tuple[Band, ...]:
    """The same time in bands that do not overlap, in order."""
    kept: list[Band] = []
    for band in sorted(bands, key=lambda band: band.start):
        if kept and band.start <= kept[-1].end:
            kept[-1] = Band(kept[-1].start, max(band.end, kept[-1].end))
        else:
            kept.append(band)
    return tuple(kept)


class Bands(WholeView):
    """Statements as alternating stripes with their line numbers, collisions as red stripes.

    Collisions are crossed by lines besides their colour.
    """

    def __init__(self) -> None:
        super().__init__()
        self.slots = TimeLine()
        self.hits: tuple[Band, ...] = ()
        self._colours = (QColor(), QColor(), QColor(), QColor())
        self.has_labels, self.is_checked = False, True
        self.setZValue(-10)

    def show(self, slots: TimeLine, hits: tuple[Band, ...]) -> None:
        """Sets the statements and the collisions."""
        self.slots, self.hits = slots, hits
        self.update()

    def label(self, has_labels: bool) -> None:
        """Shows the line numbers, or hides them."""
        self.has_labels = has_labels
        self.update()

    def dress(self, theme: Theme, is_checked: bool) -> None:
        """Sets the colours; collisions are grey while they are not checked."""
        self.is_checked = is_checked
        stripe, hit = QColor(theme.raised), QColor(theme.error if is_checked else theme.pending)
        stripe.setAlphaF(0.55)
        hit.setAlphaF(0.38)
        self._colours = (stripe, hit, QColor(theme.muted), QColor(theme.border))
        self.update()

    def paint(self, painter: QPainter, *_: Any) -> None:
        """Draws the stripes in sight, and a line at the start of each statement."""
        area = self.boundingRect()
        stripe, hit, words, edge = self._colours
        thin = NARROWEST_PIXELS * area.width() / max(self.getViewBox().width(), 1.0)
        slots = self.slots.moving_in(area.left(), area.right(), thin)
        border = QPen(edge, 1.0, Qt.PenStyle.DotLine)
        border.setCosmetic(True)
        for number, slot in slots:
            if number % 2 == 0:
                painter.fillRect(self._rect(area, Band(slot.start, slot.end), 0.0), stripe)
            painter.setPen(border)
            start = slot.start
            painter.drawLine(QPointF(start, area.top()), QPointF(start, area.bottom()))
        to_pixels = painter.worldTransform()
        painter.setWorldTransform(QTransform())
        for band in self.hits:
            rect = to_pixels.mapRect(self._rect(area, band, thin))
            painter.fillRect(rect, hit)
            painter.fillRect(rect, QBrush(hit, Qt.BrushStyle.FDiagPattern))
        if self.has_labels:
            painter.setPen(words)
            self._paint_lines(painter, to_pixels, area, [slot for _, slot in slots])
        painter.setWorldTransform(to_pixels)

    def _rect(self, area: QRectF, band: Band, narrowest: float) -> QRectF:
        width = max(band.end - band.start, narrowest)
        return QRectF(band.start, area.top(), width, area.height())

    def _paint_lines(
        self, painter: QPainter, to_pixels: QTransform, area: QRectF, slots: list[Slot]
    ) -> None:
        """Draws line numbers along the upper edge, in pixels, where their stripe has room."""
        font = painter.font()
        font.setPointSizeF(max(font.pointSizeF() - 2.0, 6.5))
        painter.setFont(font)
        free_from = 0.0
        for slot in slots:
            left, right = (
                to_pixels.map(QPointF(min(max(x, area.left()), area.right()), area.bottom()))
                for x in (slot.start, slot.end)
            )
            if right.x() - left.x() > BAND_LABEL_WIDTH and left.x() >= free_from:
                text = str(slot.line)
                painter.drawText(QPointF(left.x() + 3, left.y() + LABEL_HEIGHT), text)
                free_from = left.x() + 6 + painter.fontMetrics().horizontalAdvance(text)
