"""The plots themselves; the import loads pyqtgraph, so only the panel in sight imports this."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent

from app.desktop.looks.theme import Theme
from app.desktop.panels.plotting.line_looks import line_pen
from app.desktop.panels.plotting.plot_bands import Band, Bands
from app.desktop.panels.plotting.plot_kinds import AXES, PlotData, curves_in, range_of
from app.desktop.panels.plotting.plot_limits import PENDING, LimitMarks, limits_in
from app.desktop.runs.statements import TimeLine

AXIS_WIDTH, LABEL_POINTS = 50, 8
# Pixels: least height of a plot, and more for the one with the axis of time.
PLOT_HEIGHT, TIME_HEIGHT, BORDERS = 56, 18, 6
# Samples of a curve drawn in a pixel at most: of more, the lowest and the highest are drawn.
SAMPLES_A_PIXEL = 2.0
ZOOM, KEY_STEP, KEY_LEAP = 1.25, 0.1, 1.0  # times; s with an arrow key, and with Shift
SHORTEST_VIEW = 1e-4  # s
WITHOUT_LIMITS = {"joints", "slides"}
WAITING = {"clearance", "manipulability", "singular"}  # plots whose figures the worker finds


class TimeBox(pg.ViewBox):
    """A plot whose left button sets the time.

    The wheel zooms in time, the right or middle button shifts it, a double click shows the whole
    run.
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
        event.accept()
        if event.button() != Qt.MouseButton.LeftButton:
            shift = self.mapToView(event.lastPos()) - self.mapToView(event.pos())
            self.translateBy(x=shift.x(), y=0.0)
            return
        self._ask(event.pos())

    def _ask(self, place: QPointF) -> None:
        self._canvas.timeAsked.emit(float(self.mapToView(place).x()))


class PlotCanvas(pg.GraphicsLayoutWidget):
    """Plots below each other over one axis of time, each with one unit.

    A plot is made when it is shown first: all of them together would hold the window.
    """

    timeAsked = Signal(float)
    hovered = Signal(object)  # the time under the pointer, s; None outside the plots

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._data: PlotData | None = None
        self._joints: Collection[int] = frozenset()
        self._lines: dict[str, list[Any]] = {key: [] for key in AXES}
        self.seen: tuple[str, ...] = ()
        self._drawn: set[str] = set()  # plots whose lines show the present curves
        self.setAccessibleName("Plots of the run over time")
        self.ci.layout.setContentsMargins(0, 2, 6, 0)
        self.ci.layout.setSpacing(2)
        self.plots: dict[str, Any] = {}
        self.cursors: dict[str, Any] = {}
        self.pointers: dict[str, Any] = {}
        self.bands: dict[str, Bands] = {}
        self.limits: dict[str, LimitMarks] = {}
        self._slots, self._hits, self._is_checked = TimeLine(), tuple[Band, ...](), True
        self._time = 0.0
        self.scene().sigMouseMoved.connect(self._point)
        self.set_theme(theme, True)

    def make(self, key: str) -> None:
        """Makes a plot that is not there yet, as if it had been there from the beginning."""
        if key in self.plots:
            return
        plot = self.plots[key] = self._plot(key)
        self.cursors[key], self.pointers[key] = self._upright(plot, 10), self._upright(plot, 9)
        self.cursors[key].setValue(self._time)
        self.pointers[key].setVisible(False)
        self.bands[key] = Bands()
        self.bands[key].show(self._slots, self._hits)
        plot.addItem(self.bands[key], ignoreBounds=True)
        if key not in WITHOUT_LIMITS:
            self.limits[key] = LimitMarks(*([PENDING] if key in WAITING else []))
            plot.addItem(self.limits[key], ignoreBounds=True)
        self._dress(key)

    def prepare(self, key: str, count: int) -> None:
        """Makes lines for this number of curves of a plot, so that they need not be made later."""
        lines = self._lines[key]
        while len(lines) < count:
            lines.append(self._line(key))

    def _plot(self, key: str) -> Any:
        plot = pg.PlotItem(viewBox=TimeBox(self), enableMenu=False)
        plot.hideButtons()
        plot.getAxis("left").setWidth(AXIS_WIDTH)
        for side in ("left", "bottom"):
            plot.getAxis(side).enableAutoSIPrefix(False)
        plot.getViewBox().setLimits(minXRange=SHORTEST_VIEW)
        return plot

    def _upright(self, plot: Any, height: float) -> Any:
        line = pg.InfiniteLine(0.0, angle=90, movable=False)
        line.setZValue(height)
        plot.addItem(line, ignoreBounds=True)
        return line

    # What is shown.

    def show_plots(self, keys: Collection[str]) -> None:
        """Puts these plots below each other; the lowest one has the axis of time."""
        if tuple(keys) == self.seen:
            return
        span = self.plots[self.seen[0]].getViewBox().viewRange()[0] if self.seen else None
        self.ci.clear()
        self.seen = tuple(keys)
        for key in self.seen:
            self.make(key)
        self._draw_seen()
        first = None
        for row, key in enumerate(self.seen):
            plot, is_last = self.plots[key], key == self.seen[-1]
            self.ci.addItem(plot, row, 0)
            plot.getAxis("bottom").setStyle(showValues=is_last)
            plot.getAxis("bottom").setHeight(TIME_HEIGHT if is_last else 4)
            self.bands[key].label(row == 0)
            plot.setXLink(first)
            first = first or plot
        self.setMinimumHeight(PLOT_HEIGHT * len(self.seen) + TIME_HEIGHT + BORDERS)
        self.show_all()
        if span is not None and self._data is not None:
            self.plots[self.seen[0]].setXRange(*span, padding=0)

    def show_data(self, data: PlotData | None, joints: Collection[int], keeps_zoom: bool) -> None:
        """Draws the curves of a run; plots out of sight are drawn when they come in sight.

        joints: Those whose curves are drawn. keeps_zoom: Whether the shown stretch of time stays.
        """
        self._data, self._joints = data, joints
        self._drawn.clear()
        if data is None:
            for lines in self._lines.values():
                for line in lines:
                    line.setData([], [])
            return
        self._draw_seen()
        self._show_heights()
        if not keeps_zoom:
            self.show_all()

    def show_joints(self, joints: Collection[int]) -> None:
        """Draws the curves of these joints alone."""
        self._joints = joints
        for key in self.seen:
            if self._data is not None:
                self._show_lines(key, self._data)
        self._show_heights()

    def _draw_seen(self) -> None:
        """Draws the curves of the plots in sight that lack them."""
        data = self._data
        for key in self.seen:
            if data is None or key in self._drawn:
                continue
            self._drawn.add(key)
            if key in self.limits:
                self.limits[key].show(*limits_in(key, data))
            curves = curves_in(key, data)
            self.prepare(key, len(curves))
            lines = self._lines[key]
            for line, curve in zip(lines, curves, strict=False):
                line.setData(curve.times, curve.values)
            for line in lines[len(curves) :]:
                line.setData([], [])
            self._show_lines(key, data)

    def _line(self, key: str) -> Any:
        line = pg.PlotDataItem(
            antialias=True, connect="finite", autoDownsampleFactor=SAMPLES_A_PIXEL
        )
        line.setDownsampling(auto=True, method="peak")
        line.setClipToView(True)
        self.plots[key].addItem(line)
        return line

    def _show_lines(self, key: str, data: PlotData) -> None:
        """Shows the curves of the chosen joints of a plot, as they look in the list."""
        for line, curve in zip(self._lines[key], curves_in(key, data), strict=False):
            line.setPen(line_pen(self._theme, curve.joint, curve.is_bound))
            line.setVisible(curve.joint is None or curve.joint in self._joints)

    def show_bands(self, slots: TimeLine, hits: tuple[Band, ...], is_checked: bool) -> None:
        """Draws stripes for statements and collisions; grey while collisions are not checked."""
        self._slots, self._hits, self._is_checked = slots, hits, is_checked
        for bands in self.bands.values():
            bands.show(slots, hits)
            bands.dress(self._theme, is_checked)

    def show_time(self, time: float) -> None:
        """Moves the cursor to a time, s."""
        self._time = time
        for cursor in self.cursors.values():
            cursor.setValue(time)

    def show_all(self) -> None:
        """Shows the whole run, each plot at the height of its curves."""
        if self._data is None:
            return
        self._show_heights()
        for key in self.seen:
            self.plots[key].setXRange(*self._data.span, padding=0.005)

    def _show_heights(self) -> None:
        for key in self.seen:
            if self._data is not None:
                self.plots[key].setYRange(*range_of(key, self._data, self._joints), padding=0)

    def zoom(self, factor: float) -> None:
        """Shows a shorter stretch of time, by a factor, about the cursor if that is in sight."""
        if not self.seen:
            return
        left, right = self.plots[self.seen[0]].getViewBox().viewRange()[0]
        now = self._time
        about = now if left < now < right else 0.5 * (left + right)
        span = about + (left - about) / factor, about + (right - about) / factor
        self.plots[self.seen[0]].setXRange(*span, padding=0)

    def copy(self, theme: Theme) -> PlotCanvas:
        """Another canvas in the colours of a theme that shows the same; for pictures."""
        made = PlotCanvas(theme)
        made.show_data(self._data, self._joints, keeps_zoom=True)
        made.show_bands(self._slots, self._hits, self._is_checked)
        made.show_plots(self.seen)
        made.show_time(self._time)
        for key in self.seen[:1]:
            span = self.plots[key].getViewBox().viewRange()[0]
            made.plots[key].setXRange(*span, padding=0)
        return made

    # The pointer and keys.

    def _point(self, place: QPointF) -> None:
        """Tells the time under the pointer."""
        for key in self.seen:
            box = self.plots[key].getViewBox()
            if box.sceneBoundingRect().contains(place):
                self._show_pointer(float(box.mapSceneToView(place).x()))
                return
        self._show_pointer(None)

    def _show_pointer(self, time: float | None) -> None:
        for pointer in self.pointers.values():
            pointer.setVisible(time is not None)
            if time is not None:
                pointer.setValue(time)
        self.hovered.emit(time)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._show_pointer(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrow keys move the time, plus and minus zoom, 0 shows the whole run."""
        leaps = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        step = KEY_LEAP if leaps else KEY_STEP
        now = self._time
        start, end = (0.0, 0.0) if self._data is None else self._data.span
        keys = Qt.Key
        goals = {
            keys.Key_Left: now - step,
            keys.Key_Right: now + step,
            keys.Key_Home: start,
            keys.Key_End: end,
        }
        zooms = {keys.Key_Plus: ZOOM, keys.Key_Equal: ZOOM, keys.Key_Minus: 1.0 / ZOOM}
        key = keys(event.key())
        if key in goals:
            self.timeAsked.emit(goals[key])
        elif key in zooms:
            self.zoom(zooms[key])
        elif key == keys.Key_0:
            self.show_all()
        else:
            event.ignore()

    def set_theme(self, theme: Theme, is_checked: bool) -> None:
        """Draws the plots in the colours of a theme."""
        self._theme, self._is_checked = theme, is_checked
        self.setBackground(theme.base)
        for key in self.plots:
            self._dress(key)

    def _dress(self, key: str) -> None:
        """Draws a plot in the colours of the theme."""
        theme, plot = self._theme, self.plots[key]
        for side in ("left", "bottom"):
            plot.getAxis(side).setPen(theme.border)
            plot.getAxis(side).setTextPen(theme.muted)
        look = {"font-size": f"{LABEL_POINTS}pt", "color": theme.text}
        plot.setLabel("left", AXES[key][0], **look)
        self.cursors[key].setPen(pg.mkPen(theme.accent, width=2))
        self.pointers[key].setPen(pg.mkPen(theme.muted, style=Qt.PenStyle.DashLine))
        self.bands[key].dress(theme, self._is_checked)
        if self._data is not None:
            self._show_lines(key, self._data)
        if key in self.limits:
            self.limits[key].dress(theme)
