"""A histogram, or a map of a plane, painted in the colours of the window."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.desktop.looks.theme import Theme
from app.desktop.runs.lines.path_values import number
from app.desktop.view3d.drawing.path.colour_scale import colours_of
from scenes.studies.results.summary import Histogram, PlaneMap

LEFT, RIGHT, TOP, BELOW = 62.0, 12.0, 8.0, 34.0  # pixels about the picture, for words
LEGEND = 14.0  # more below a map, for what its colours stand for
STOPS = 24  # colours of the legend


class ResultPicture(QWidget):
    """Paints one picture; a screen reader hears its title, its axes and its range."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._view: Histogram | PlaneMap | None = None
        self._image: QImage | None = None
        self._ends = (0.0, 1.0)
        self.setMinimumSize(QSize(200, 120))
        self.setAccessibleName("Picture of the results")

    def show_view(self, view: Histogram | PlaneMap) -> None:
        """Paints another picture, or the same one with other values."""
        self._view = view
        if isinstance(view, PlaneMap):
            self._colour(view)
        self.setAccessibleDescription(described(view))
        self.setToolTip("")
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paints in the colours of a theme."""
        self._theme = theme
        if isinstance(self._view, PlaneMap):
            self._colour(self._view)
        self.update()

    def _colour(self, view: PlaneMap) -> None:
        """Makes the picture of a map: a pixel for each value, none where there is no value."""
        values = np.asarray(view.values, float)
        self._ends = low, high = ends_of(values)
        colours = colours_of((values - low) / ((high - low) or 1.0), self._theme)
        pixels = np.zeros((*values.shape, 4), np.uint8)
        pixels[..., :3] = np.rint(255.0 * colours)
        pixels[..., 3] = np.where(np.isfinite(values), 255, 0)
        upright = np.ascontiguousarray(pixels[::-1])  # the first row of a map is the lowest one
        rows, columns = values.shape
        shape = (upright.tobytes(), columns, rows, 4 * columns)
        self._image = QImage(*shape, QImage.Format.Format_RGBA8888).copy()

    # Painting.

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paints the picture with the words of its axes."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(self._theme.base))
        below = BELOW + (LEGEND if isinstance(self._view, PlaneMap) else 0.0)
        inside = QRectF(LEFT, TOP, self.width() - LEFT - RIGHT, self.height() - TOP - below)
        if self._view is None or inside.width() < 20 or inside.height() < 20:
            return
        if isinstance(self._view, Histogram):
            self._paint_bars(painter, inside, self._view)
        else:
            self._paint_map(painter, inside, self._view)
        painter.setPen(QColor(self._theme.border))
        painter.drawRect(inside)

    def _paint_bars(self, painter: QPainter, inside: QRectF, view: Histogram) -> None:
        counts, edges = np.asarray(view.counts), np.asarray(view.edges)
        most = max(float(counts.max(initial=0.0)), 1.0)
        wide = inside.width() / max(len(counts), 1)
        bar = QColor(self._theme.accent)
        for k, count in enumerate(counts):
            high = float(count) / most * (inside.height() - 2.0)
            place = inside.left() + k * wide
            painter.fillRect(QRectF(place, inside.bottom() - high, max(wide - 1.0, 1.0), high), bar)
        unit = f" {view.unit}" if view.unit else ""
        self._paint_ends(painter, inside, (number(edges[0]), f"{number(edges[-1])}{unit}"))
        self._paint_heights(painter, inside, f"{most:,.0f}", "0")

    def _paint_map(self, painter: QPainter, inside: QRectF, view: PlaneMap) -> None:
        if self._image is not None:
            painter.drawImage(inside, self._image)
        x, y, (across, up) = np.asarray(view.x), np.asarray(view.y), view.words
        unit = f" {view.unit}" if view.unit else ""
        last = f"{across} {x[-1]:g}{unit}"
        self._paint_ends(painter, inside, (f"{x[0]:g}", last))
        self._paint_heights(painter, inside, f"{up} {y[-1]:g}", f"{y[0]:g}")
        self._paint_legend(painter, inside)

    def _paint_legend(self, painter: QPainter, inside: QRectF) -> None:
        """Paints a bar of the colours between the values of its ends."""
        top = inside.bottom() + 21.0
        words = number(self._ends[0]), number(self._ends[1])
        metrics = painter.fontMetrics()
        first, last = (metrics.horizontalAdvance(word) + 6.0 for word in words)
        box = QRectF(inside.left(), top, inside.width(), 16.0)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | middle, words[0])
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | middle, words[1])
        wide = (inside.width() - first - last) / STOPS
        for k, colour in enumerate(colours_of(np.linspace(0.0, 1.0, STOPS), self._theme)):
            place = QRectF(inside.left() + first + k * wide, top + 4.0, wide + 0.5, 8.0)
            painter.fillRect(place, QColor.fromRgbF(*map(float, colour)))

    def _paint_ends(self, painter: QPainter, inside: QRectF, words: tuple[str, str]) -> None:
        """Paints the words at both ends of the axis below."""
        painter.setPen(QColor(self._theme.text))
        box = QRectF(inside.left(), inside.bottom() + 3.0, inside.width(), 18.0)
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft, words[0])
        painter.drawText(box, Qt.AlignmentFlag.AlignRight, words[1])

    def _paint_heights(self, painter: QPainter, inside: QRectF, top: str, bottom: str) -> None:
        """Paints the words at both ends of the axis at the left."""
        painter.setPen(QColor(self._theme.text))
        right = Qt.AlignmentFlag.AlignRight
        box = QRectF(0.0, inside.top(), inside.left() - 5.0, inside.height())
        painter.drawText(box, right | Qt.AlignmentFlag.AlignTop, top)
        painter.drawText(box, right | Qt.AlignmentFlag.AlignBottom, bottom)


def ends_of(values: np.ndarray) -> tuple[float, float]:
    """The least and the greatest of the values that are known; 0 and 1 where none is."""
    known = values[np.isfinite(values)]
    return (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)


def described(view: Histogram | PlaneMap) -> str:
    """A picture in words."""
    if isinstance(view, PlaneMap):
        low, high = ends_of(np.asarray(view.values, float))
        return f"{view.title}: from {number(low)} to {number(high)} over {' and '.join(view.words)}"
    counts, edges = np.asarray(view.counts), np.asarray(view.edges)
    at = int(np.argmax(counts)) if counts.size else 0
    ends = f"{number(edges[at])} to {number(edges[at + 1])} {view.unit}".strip()
    return f"{view.title}: most, {counts[at]:,.0f}, from {ends}"
