"""The plots themselves; the import loads pyqtgraph, so only the panel in sight imports this."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QTransform

from app.desktop.looks.theme import Theme
from app.desktop.panels.plot_limits import LimitMarks, WholeView, limits_in
from app.desktop.runs.motion_curves import MotionCurves
from app.desktop.runs.statements import Slot, TimeLine
from scenes.world.frozen import Array

AXIS_WIDTH, BAND_LABEL_WIDTH = 46, 20.0
NARROWEST_PIXELS = 3.0
# The colours differ in lightness as well as in hue, for people without colour vision.
DARK_LINES = (
    "#6cb6ff",
    "#f2b134",
    "#3fd0ba",
    "#ff7eb6",
    "#b9e769",
    "#c8a2ff",
    "#ffffff",
    "#ff8a5c",
)
LIGHT_LINES = (
    "#1767d2", "#a86400", "#00857a", "#c2185b", "#4f7d00", "#7a4be0", "#1d232b", "#b5431a",
)  # fmt: skip
# Plots from top to bottom, with what stands at their axis.
PLOTS = {
    "joints": "°",
    "speeds": "speed, %",
    "accelerations": "accel., %",
    "jerks": "jerk, %",
    "tool": "mm/s",
}
IN_PERCENT = ("speeds", "accelerations", "jerks")
# Percent at the upper end of a plot in percent, so that its limit is in sight.
HIGHEST = 112.0
# Samples of a curve drawn in a pixel at most: of more, the lowest and the highest are drawn.
SAMPLES_A_PIXEL = 2.0


def line_colour(theme: Theme, index: int) -> str:
    """The colour of a joint's curve."""
    colours = DARK_LINES if theme.is_dark else LIGHT_LINES
    return colours[index % len(colours)]


def values_of(curves: MotionCurves, key: str) -> Array:
    """The curves of a plot, (m, k)."""
    values = curves.tool_speed[:, None] if key == "tool" else getattr(curves, key)
    return np.asarray(values)


def range_of(curves: MotionCurves, key: str) -> tuple[float, float]:
    """The lowest and the highest value that a plot shows."""
    if key in IN_PERCENT:
        greatest = float(np.nanmax(np.abs(values_of(curves, key)), initial=HIGHEST))
        return -greatest, greatest
    tops = [float(np.max(values_of(curves, key))), *curves.tool_limits[:, 2]]
    if key == "tool":
        return 0.0, 1.12 * max(*tops, 1.0)
    low, high = float(np.min(curves.joints)), tops[0]
    room = 0.06 * max(high - low, 1.0)
    return low - room, high + 2.0 * room


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


class TimeBox(pg.ViewBox):
    """A plot whose left button sets the time.

    The wheel zooms in time, the right button shifts it, a double click shows the whole run.
    """

    def __init__(self, canvas: PlotCanvas) -> None:
        super().__init__(enableMenu=False)
        self._canvas = canvas
        self.setMouseEnabled(x=True, y=False)
        self.setDefaultPadding(0.02)

    def mouseClickEvent(self, event: Any) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            event.accept()
            if event.double():
                self._canvas.show_all()
            else:
                self._ask(event.pos())

    def mouseDragEvent(self, event: Any, axis: int | None = None) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            event.accept()
            shift = self.mapToView(event.lastPos()) - self.mapToView(event.pos())
            self.translateBy(x=shift.x(), y=0.0)
            return
        event.accept()
        self._ask(event.pos())

    def _ask(self, place: QPointF) -> None:
        self._canvas.timeAsked.emit(float(self.mapToView(place).x()))


class Bands(WholeView):
    """Statements as alternating stripes with their line numbers, collisions as red stripes."""

    def __init__(self, with_labels: bool) -> None:
        super().__init__()
        self._with_labels = with_labels
        self._slots = TimeLine()
        self._hits: tuple[Band, ...] = ()
        self._colours = (QColor(), QColor(), QColor())
        self.setZValue(-10)

    def show(self, slots: TimeLine, hits: tuple[Band, ...]) -> None:
        """Sets the statements and the collisions."""
        self._slots, self._hits = slots, hits
        self.update()

    def dress(self, theme: Theme, is_checked: bool) -> None:
        """Sets the colours; collisions are grey while they are not checked."""
        stripe, hit = QColor(theme.raised), QColor(theme.error if is_checked else theme.pending)
        stripe.setAlphaF(0.55)
        hit.setAlphaF(0.38)
        self._colours = (stripe, hit, QColor(theme.muted))
        self.update()

    def paint(self, painter: QPainter, *_: Any) -> None:
        """Draws the stripes in sight."""
        area = self.boundingRect()
        stripe, hit, words = self._colours
        thin = NARROWEST_PIXELS * area.width() / max(self.getViewBox().width(), 1.0)
        painter.setPen(Qt.PenStyle.NoPen)
        slots = self._slots.moving_in(area.left(), area.right(), thin)
        for number, slot in slots:
            if number % 2 == 0:
                painter.fillRect(self._rect(area, Band(slot.start, slot.end), 0.0), stripe)
        for band in self._hits:
            painter.fillRect(self._rect(area, band, thin), hit)
        if self._with_labels:
            painter.setPen(words)
            self._paint_lines(painter, area, [slot for _, slot in slots])

    def _rect(self, area: QRectF, band: Band, narrowest: float) -> QRectF:
        width = max(band.end - band.start, narrowest)
        return QRectF(band.start, area.top(), width, area.height())

    def _paint_lines(self, painter: QPainter, area: QRectF, slots: list[Slot]) -> None:
        """Draws line numbers along the upper edge, in pixels, where their stripe has room."""
        to_pixels = painter.worldTransform()
        painter.setWorldTransform(QTransform())
        font = painter.font()
        font.setPointSizeF(max(font.pointSizeF() - 2.0, 6.5))
        painter.setFont(font)
        for band in slots:
            left, right = (
                to_pixels.map(QPointF(min(max(x, area.left()), area.right()), area.bottom()))
                for x in (band.start, band.end)
            )
            if right.x() - left.x() > BAND_LABEL_WIDTH:
                painter.drawText(QPointF(left.x() + 3, left.y() + 11), str(band.line))
        painter.setWorldTransform(to_pixels)


class PlotCanvas(pg.GraphicsLayoutWidget):
    """Up to five plots over one axis of time."""

    timeAsked = Signal(float)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._curves: MotionCurves | None = None
        self._lines: dict[str, list[Any]] = {key: [] for key in PLOTS}
        self._seen: tuple[str, ...] = ()
        self._drawn: set[str] = set()  # plots whose lines show the present curves
        self.ci.layout.setContentsMargins(0, 2, 6, 0)
        self.ci.layout.setSpacing(2)
        self.plots = {key: self._plot(key) for key in PLOTS}
        self.cursors = {key: self._cursor(plot) for key, plot in self.plots.items()}
        self.bands = {key: Bands(with_labels=True) for key in PLOTS}
        for key, plot in self.plots.items():
            plot.addItem(self.bands[key], ignoreBounds=True)
        self.limits = {key: LimitMarks() for key in (*IN_PERCENT, "tool")}
        for key, marks in self.limits.items():
            self.plots[key].addItem(marks, ignoreBounds=True)
        self.set_theme(theme, True)

    def _plot(self, key: str) -> Any:
        plot = pg.PlotItem(viewBox=TimeBox(self), enableMenu=False)
        plot.hideButtons()
        plot.getAxis("left").setWidth(AXIS_WIDTH)
        plot.setLabel("left", PLOTS[key])
        return plot

    def _cursor(self, plot: Any) -> Any:
        cursor = pg.InfiniteLine(0.0, angle=90, movable=False)
        cursor.setZValue(10)
        plot.addItem(cursor, ignoreBounds=True)
        return cursor

    def show_plots(self, keys: list[str]) -> None:
        """Puts these plots below each other; the lowest one has the axis of time."""
        self.ci.clear()
        self._seen = tuple(keys)
        self._draw_seen()
        first = None
        for row, key in enumerate(keys):
            plot = self.plots[key]
            self.ci.addItem(plot, row, 0)
            plot.getAxis("bottom").setStyle(showValues=key == keys[-1])
            plot.getAxis("bottom").setHeight(18 if key == keys[-1] else 4)
            plot.setXLink(first)
            first = first or plot
        self.show_all()

    def show_curves(self, curves: MotionCurves | None) -> None:
        """Replaces the curves; plots out of sight are drawn when they come in sight."""
        self._curves = curves
        self._drawn.clear()
        if curves is None:
            for lines in self._lines.values():
                for line in lines:
                    line.setData([], [])
            return
        self.plots["joints"].setLabel("left", " or ".join(dict.fromkeys(curves.units)))
        self._draw_seen()
        self.show_all()

    def _draw_seen(self) -> None:
        """Draws the curves of the plots in sight that lack them."""
        curves = self._curves
        for key in self._seen:
            if curves is None or key in self._drawn:
                continue
            self._drawn.add(key)
            if key in self.limits:
                self.limits[key].show(*limits_in(key, curves))
            columns = values_of(curves, key)
            for i, values in enumerate(columns.T):
                self._draw_line(key, i, curves.times, values)
            for line in self._lines[key][columns.shape[1] :]:
                line.setData([], [])

    def _draw_line(self, key: str, index: int, times: Any, values: Any) -> None:
        lines = self._lines[key]
        if index == len(lines):
            colour = self._theme.path if key == "tool" else line_colour(self._theme, index)
            line = pg.PlotDataItem(
                pen=pg.mkPen(colour),
                antialias=True,
                connect="finite",
                autoDownsampleFactor=SAMPLES_A_PIXEL,
            )
            line.setDownsampling(auto=True, method="peak")
            line.setClipToView(True)
            self.plots[key].addItem(line)
            lines.append(line)
        lines[index].setData(times, values)

    def show_bands(self, slots: TimeLine, hits: tuple[Band, ...], is_checked: bool) -> None:
        """Draws stripes for statements and collisions; grey while collisions are not checked."""
        for bands in self.bands.values():
            bands.show(slots, hits)
            bands.dress(self._theme, is_checked)

    def show_time(self, time: float) -> None:
        """Moves the cursor to a time, s."""
        for cursor in self.cursors.values():
            cursor.setValue(time)

    def show_all(self) -> None:
        """Shows the whole run, each plot at the height of its curves."""
        curves = self._curves
        if curves is None:
            return
        for key in PLOTS:
            self.plots[key].setYRange(*range_of(curves, key), padding=0)
            self.plots[key].setXRange(curves.times[0], curves.times[-1], padding=0.005)

    def set_theme(self, theme: Theme, is_checked: bool) -> None:
        """Draws the plots in the colours of a theme."""
        self._theme = theme
        self.setBackground(theme.base)
        for key, plot in self.plots.items():
            for side in ("left", "bottom"):
                plot.getAxis(side).setPen(theme.border)
                plot.getAxis(side).setTextPen(theme.muted)
            self.cursors[key].setPen(pg.mkPen(theme.accent, width=2))
            self.bands[key].dress(theme, is_checked)
            for i, line in enumerate(self._lines[key]):
                line.setPen(pg.mkPen(theme.path if key == "tool" else line_colour(theme, i)))
        for marks in self.limits.values():
            marks.dress(theme)
