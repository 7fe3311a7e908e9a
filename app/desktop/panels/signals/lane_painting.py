"""Draws lanes: the ruler, each signal as a wave, edges as handles, and the time cursor."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, log10

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from app.desktop.looks.theme import Theme
from app.desktop.panels.signals.lane_model import Edge, Lane, Lanes

RULER, ROW, PAD = 20.0, 28.0, 7.0  # px: heights of the ruler and of a lane, and of its margin
SIDE = 10.0  # px left and right of the time shown
HANDLE, TICK_APART = 4.5, 70.0  # px


@dataclass(frozen=True)
class Span:
    """The time shown, s, and the width on which it is shown, px."""

    start: float
    end: float
    width: float

    @property
    def scale(self) -> float:
        """Pixels for a second."""
        return max(self.width - 2 * SIDE, 1.0) / max(self.end - self.start, 1e-9)

    def x(self, time: float) -> float:
        """The place of a time, px."""
        return SIDE + (time - self.start) * self.scale

    def time(self, x: float) -> float:
        """The time at a place, s."""
        return self.start + (x - SIDE) / self.scale


@dataclass(frozen=True)
class Mark:
    """What the user has chosen. lane: Its number from 0. moved: The time to which it is dragged."""

    lane: int = 0
    edge: Edge | None = None
    moved: float | None = None


def row_top(lane: int) -> float:
    """The upper edge of a lane, px."""
    return RULER + lane * ROW


class LanePainter:
    """Draws lanes with a painter in the colours of a theme."""

    def __init__(self, painter: QPainter, theme: Theme, span: Span) -> None:
        self._painter, self._theme, self._span = painter, theme, span

    def draw(self, lanes: Lanes, mark: Mark, cursor: float, has_focus: bool) -> None:
        """Draws everything. cursor: The time of the run that is shown, s."""
        painter, theme = self._painter, self._theme
        height = row_top(len(lanes.all))
        painter.fillRect(QRectF(0, 0, self._span.width, height), QColor(theme.base))
        self._paint_ruler(height)
        for number, lane in enumerate(lanes.all):
            if number == mark.lane:
                shade = QColor(theme.current_line)
                painter.fillRect(QRectF(0, row_top(number), self._span.width, ROW), shade)
            self._paint_wave(number, lane, lanes.end)
        self._paint_end(lanes.run_end, height)
        for number, lane in enumerate(lanes.all):
            for edge in lane.edges:
                self._paint_edge(number, edge, mark, has_focus)
            for time in lane.by_hand:
                self._paint_hand(number, time)
        painter.setPen(QPen(QColor(theme.text), 1.5))
        x = self._span.x(cursor)
        painter.drawLine(QPointF(x, 4), QPointF(x, height))
        painter.setBrush(QColor(theme.text))
        tip = [QPointF(x - 5, 2), QPointF(x + 5, 2), QPointF(x, 10)]
        painter.drawPolygon(QPolygonF(tip))

    def _paint_ruler(self, height: float) -> None:
        painter, theme, span = self._painter, self._theme, self._span
        step = tick_step(TICK_APART / span.scale)
        grid = QColor(theme.border)
        places = max(-floor(log10(step)), 0)
        for number in range(ceil(max(span.start, 0.0) / step), floor(span.end / step) + 1):
            x = span.x(number * step)
            painter.setPen(grid)
            painter.drawLine(QPointF(x, RULER - 5), QPointF(x, height))
            painter.setPen(QColor(theme.muted))
            painter.drawText(QPointF(x + 3, RULER - 7), f"{number * step:.{places}f} s")
        painter.setPen(grid)
        painter.drawLine(QPointF(0, RULER), QPointF(span.width, RULER))

    def _paint_wave(self, number: int, lane: Lane, lanes_end: float) -> None:
        """Draws a signal as a line that is low or high; what the program sets is drawn dashed."""
        painter, theme, span = self._painter, self._theme, self._span
        top = row_top(number)
        low, high = top + ROW - PAD, top + PAD
        colour = QColor(theme.accent if lane.is_input else theme.path)
        points, shade = [QPointF(0, low)], QColor(colour)
        shade.setAlphaF(0.22)
        for start, end in lane.spans:
            left, right = span.x(start), span.x(end)
            points += [QPointF(left, low), QPointF(left, high)]
            points.append(QPointF(right, high))
            if end < lanes_end:
                points.append(QPointF(right, low))
            painter.fillRect(QRectF(left, high, right - left, low - high), shade)
        points.append(QPointF(span.width, points[-1].y()))
        pen = QPen(colour, 1.6)
        if not lane.is_input:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF(points))
        painter.setPen(QColor(theme.border))
        painter.drawLine(QPointF(0, top + ROW), QPointF(span.width, top + ROW))

    def _paint_end(self, end: float, height: float) -> None:
        """Hatches the time behind the end of the run: nothing reads the signals there."""
        x = self._span.x(end)
        if end <= 0.0 or x >= self._span.width:
            return
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(QBrush(QColor(self._theme.border), Qt.BrushStyle.BDiagPattern))
        self._painter.drawRect(QRectF(x, RULER, self._span.width - x, height - RULER))

    def _paint_hand(self, number: int, time: float) -> None:
        """Draws a triangle where the user has set the signal by hand."""
        x, low = self._span.x(time), row_top(number) + ROW - 2
        self._painter.setPen(QPen(QColor(self._theme.base), 1))
        self._painter.setBrush(QColor(self._theme.warning))
        corners = [QPointF(x - 5, low), QPointF(x + 5, low), QPointF(x, low - 9)]
        self._painter.drawPolygon(QPolygonF(corners))

    def _paint_edge(self, number: int, edge: Edge, mark: Mark, has_focus: bool) -> None:
        """Draws an edge as a handle: round for a time, a diamond for a response."""
        painter, theme = self._painter, self._theme
        chosen = mark.edge is not None and mark.edge.entry == edge.entry
        time = edge.time
        if chosen and mark.moved is not None and mark.edge is not None:
            time = max(time + mark.moved - mark.edge.time, edge.since or 0.0)
        x, y = self._span.x(time), row_top(number) + ROW / 2
        size = HANDLE + (2.0 if chosen else 0.0)
        painter.setPen(QPen(QColor(theme.text if chosen else theme.base), 1.5))
        painter.setBrush(QColor(theme.accent))
        if edge.is_response:
            corners = [(0, -1), (1, 0), (0, 1), (-1, 0)]
            shape = [QPointF(x + a * size * 1.2, y + b * size * 1.2) for a, b in corners]
            painter.drawPolygon(QPolygonF(shape))
        else:
            painter.drawEllipse(QPointF(x, y), size, size)
        is_marked = mark.edge == edge
        if is_marked and has_focus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.accent), 1, Qt.PenStyle.DotLine))
            painter.drawEllipse(QPointF(x, y), size + 4, size + 4)
        if is_marked:
            painter.setPen(QColor(theme.text))
            painter.drawText(QPointF(x + size + 4, y + 4), f"{time:.3f} s")
            if mark.moved is not None:
                painter.setPen(QPen(QColor(theme.accent), 1, Qt.PenStyle.DashLine))
                painter.drawLine(QPointF(x, RULER), QPointF(x, y + ROW / 2))


def tick_step(least: float) -> float:
    """The round number of seconds, at least `least`, between two ticks."""
    power = 10.0 ** floor(log10(max(least, 1e-6)))
    return next(power * n for n in (1, 2, 5, 10) if power * n >= least)
