"""The limits in the plots: lines, the times at which they are reached, and where there are none.

The import loads pyqtgraph.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QTransform

from app.desktop.looks.theme import Theme
from app.desktop.panels.plotting.plot_kinds import IN_PERCENT, PlotData
from app.desktop.runs.lines.motion_samples import Singles
from app.desktop.runs.motion_curves import REACHED, MotionCurves, spans_reached, spans_where
from kinematics.motion.singular.nearness import NEAR_SINGULAR
from scenes.world.frozen import Array

FULL = 100.0  # percent
BAR_PIXELS, LEAST_PIXELS = 3.0, 2.0
WORDS_WIDTH = 76.0
FREE, PENDING = "not limited", "not computed yet"
NONE = np.empty((0, 3))


class WholeView(pg.GraphicsObject):
    """An item that fills the view of its plot, wherever that looks."""

    def viewRangeChanged(self) -> None:
        self.prepareGeometryChange()
        self.update()

    def boundingRect(self) -> QRectF:
        box = self.getViewBox()
        return QRectF(box.viewRect()) if box is not None else QRectF()


class LimitMarks(WholeView):
    """Lines of limits in one plot, dashed, and bars on them where they are reached.

    Times without a limit, or without a value, are hatched, with a word for the reason.
    """

    def __init__(self, word: str = FREE) -> None:
        super().__init__()
        self._word = word
        self.lines, self.reached, self.free = NONE, NONE, NONE[:, :2]
        self._strong, self._muted = QColor(), QColor()
        self.setZValue(5)

    def show(self, lines: Array, reached: Array, free: Array) -> None:
        """Sets what is drawn.

        lines, reached: Spans (k, 3): from a time to a time, s, at a height in the units of the
        plot. free: Spans (k, 2) without a limit, s.
        """
        self.lines, self.reached, self.free = lines, _united(reached), free
        self.update()

    def dress(self, theme: Theme) -> None:
        """Sets the colours: those of text, for each hue is that of a joint or of a finding."""
        self._strong, self._muted = QColor(theme.text), QColor(theme.muted)
        self.update()

    def paint(self, painter: QPainter, *_: Any) -> None:
        """Draws the parts in sight, in pixels."""
        area, box = self.boundingRect(), self.getViewBox()
        to_pixels = painter.worldTransform()
        painter.setWorldTransform(QTransform())
        pixel = area.width() / max(box.width(), 1.0)
        self._paint_free(painter, to_pixels, area)
        painter.setPen(QPen(self._muted, 1.0, Qt.PenStyle.DashLine))
        for left, right, y in _in_pixels(_in_sight(self.lines, area, pixel), to_pixels):
            painter.drawLine(QPointF(left, y), QPointF(right, y))
        for left, right, y in _in_pixels(_in_sight(self.reached, area, pixel), to_pixels):
            width = max(right - left, LEAST_PIXELS)
            rect = QRectF(left, y - 0.5 * BAR_PIXELS, width, BAR_PIXELS)
            painter.fillRect(rect, self._strong)
        painter.setWorldTransform(to_pixels)

    def _paint_free(self, painter: QPainter, to_pixels: QTransform, area: QRectF) -> None:
        faint = QColor(self._muted)
        faint.setAlphaF(0.35)
        hatch = QBrush(faint, Qt.BrushStyle.BDiagPattern)
        for first, last in self.free:
            if last < area.left() or first > area.right():
                continue
            ends = (max(first, area.left()), min(last, area.right()))
            left, right = (to_pixels.map(QPointF(x, area.bottom())) for x in ends)
            low = to_pixels.map(QPointF(ends[0], area.top())).y()
            width = max(right.x() - left.x(), LEAST_PIXELS)
            rect = QRectF(left.x(), left.y(), width, low - left.y()).normalized()
            painter.fillRect(rect, hatch)
            if width > WORDS_WIDTH:
                painter.setPen(self._muted)
                painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._word)


def limits_in(key: str, data: PlotData) -> tuple[Array, Array, Array]:
    """What `LimitMarks.show` draws in a plot."""
    curves = data.curves
    if key == "tool":
        return curves.tool_limits, _tool_reached(curves), NONE[:, :2]
    if key == "clearance":
        return _below_margin(data)
    if key in IN_PERCENT:
        return _of_joints(getattr(curves, key), curves.times)
    if data.figures is None:
        return NONE, NONE, np.array([data.span])
    if key == "manipulability":
        return NONE, NONE, NONE[:, :2]
    near = spans_where(curves.times, data.figures.singular < NEAR_SINGULAR)
    whole = np.array([data.span])
    return _at_height(whole, NEAR_SINGULAR), _at_height(near, NEAR_SINGULAR), NONE[:, :2]


def _of_joints(shares: Singles, times: Array) -> tuple[Array, Array, Array]:
    """The limits of joints whose curves (m, n) are percent of them."""
    reached = [_at_height(spans_reached(times, sign * shares), sign * FULL) for sign in (1, -1)]
    is_free = np.asarray(np.isnan(shares).all(axis=1), dtype=np.bool_)
    held, free = spans_where(times, ~is_free), spans_where(times, is_free)
    lines = [_at_height(held, sign * FULL) for sign in (1, -1)]
    return np.concatenate(lines), np.concatenate(reached), free


def _below_margin(data: PlotData) -> tuple[Array, Array, Array]:
    """The margin that the cell asks for, where it is not kept, and where nothing is known yet."""
    course, (start, end) = data.clearance, data.span
    pending = np.array([[max(data.known_until, start), end]] if data.lacks_clearance else [])
    pending = pending.reshape(-1, 2)
    if data.margin <= 0.0:
        return NONE, NONE, pending
    exact: Array = np.where(course.is_bound, np.inf, course.distance_mm)
    is_below: NDArray[np.bool_] = exact < data.margin
    below = spans_where(course.times, is_below)
    whole = np.array([[start, end]])
    return _at_height(whole, data.margin), _at_height(below, data.margin), pending


def _tool_reached(curves: MotionCurves) -> Array:
    """Spans (k, 3) in which the tool goes at the speed that is programmed."""
    found = [NONE]
    for start, end, speed in curves.tool_limits:
        inside = slice(*np.searchsorted(curves.times, [start, end]))
        at = 100.0 * curves.tool_speed[inside] >= REACHED * speed
        found.append(_at_height(spans_where(curves.times[inside], at), speed))
    return np.concatenate(found)


def _at_height(spans: Array, height: float) -> Array:
    return np.column_stack([spans, np.full(len(spans), height)])


def _united(spans: Array) -> Array:
    """The same spans (k, 3) in order, those that overlap at one height as one."""
    return _merged(spans[np.lexsort((spans[:, 0], spans[:, 2]))], 0.0)


def _in_sight(spans: Array, area: QRectF, pixel: float) -> Array:
    """Spans (k, 3) within an area, those less than a pixel (s) apart as one."""
    seen = spans[(spans[:, 1] >= area.left()) & (spans[:, 0] <= area.right())]
    seen[:, :2] = np.clip(seen[:, :2], area.left(), area.right())
    return _merged(seen, pixel)


def _in_pixels(spans: Array, to_pixels: QTransform) -> list[list[float]]:
    """Left, right and height of spans (k, 3) in pixels; all at once, for there may be thousands."""
    scale = [to_pixels.m11(), to_pixels.m11(), to_pixels.m22()]
    shift = [to_pixels.dx(), to_pixels.dx(), to_pixels.dy()]
    found: list[list[float]] = (spans * scale + shift).tolist()
    return found


def _merged(spans: Array, apart: float) -> Array:
    """Spans (k, 3) in order of height and start, those at most `apart` seconds apart as one."""
    if not len(spans):
        return spans
    start, end, height = spans.T
    begins = np.append(True, np.diff(height) != 0.0)
    group = np.cumsum(begins)
    # Each height is lifted above all times of the one before, so that one running maximum serves.
    lift = group * (2.0 * (np.abs(spans[:, :2]).max() + apart) + 1.0)
    until = np.maximum.accumulate(end + lift) - lift
    begins[1:] |= start[1:] > until[:-1] + apart
    first = np.flatnonzero(begins)
    return np.stack([start[first], np.maximum.reduceat(end, first), height[first]], axis=1)
