"""The plots as a picture for a report: PNG, or SVG with lines that stay sharp. Loads pyqtgraph."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPointF, QRect, QRectF, QSize
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from app.desktop.looks.theme import LIGHT
from app.desktop.panels.plotting.line_looks import SWATCH_WIDTH, line_pen
from app.desktop.panels.plotting.plot_canvas import TIME_HEIGHT, PlotCanvas

WIDTH, A_PLOT = 1200, 170  # pixels of the picture, and of the height of one plot
FINENESS = 2.0  # device pixels of a PNG a pixel
MARGIN, ROW = 12, 20
GAP = 18  # pixels between two names of curves


class PlotPicture:
    """The plots in sight in the light colours, with a title and the names of the curves.

    canvas: Holds what is drawn. joints: Number and name of each joint with a curve.
    """

    def __init__(self, canvas: PlotCanvas, title: str, joints: Sequence[tuple[int, str]]) -> None:
        self._title, self._joints = title, joints
        self._canvas = canvas.copy(LIGHT)
        self._canvas.resize(WIDTH, A_PLOT * len(canvas.seen) + TIME_HEIGHT)
        self._canvas.grab()  # lays the plots out: the canvas is never shown
        self._rows = self._legend_rows()
        top = 2 * MARGIN + ROW * (1 + len(self._rows))
        self.size = QSize(WIDTH, top + self._canvas.height() + MARGIN)
        self._top = top

    def write(self, path: Path) -> None:
        """Writes the picture in the format of the suffix; raises OSError where it cannot."""
        if path.suffix.lower() == ".svg":
            self._write_svg(path)
            return
        image = QImage(self.size * FINENESS, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(FINENESS)
        painter = QPainter(image)
        self._paint(painter)
        painter.end()
        if not image.save(str(path)):
            raise OSError(f"{path} cannot be written")

    def close(self) -> None:
        """Gives up the drawing."""
        self._canvas.close()
        self._canvas.deleteLater()

    def _write_svg(self, path: Path) -> None:
        made = QSvgGenerator()
        made.setFileName(str(path))
        made.setSize(self.size)
        # The axes keep their drawing at the resolution of the screen.
        made.setResolution(self._canvas.logicalDpiX())
        made.setViewBox(QRect(0, 0, self.size.width(), self.size.height()))
        made.setTitle(self._title)
        painter = QPainter()
        if not painter.begin(made):
            raise OSError(f"{path} cannot be written")
        self._paint(painter)
        painter.end()

    def _paint(self, painter: QPainter) -> None:
        whole = QRectF(0.0, 0.0, self.size.width(), self.size.height())
        painter.fillRect(whole, QColor(LIGHT.base))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._canvas.font())
        painter.setPen(QColor(LIGHT.text))
        painter.drawText(QPointF(MARGIN, MARGIN + 0.7 * ROW), self._title)
        for number, row in enumerate(self._rows, start=1):
            self._paint_names(painter, row, MARGIN + ROW * (number + 0.5))
        target = QRectF(0.0, self._top, WIDTH, self._canvas.height())
        self._canvas.render(painter, target, self._canvas.viewport().rect())

    def _paint_names(
        self, painter: QPainter, row: Sequence[tuple[int, str]], middle: float
    ) -> None:
        """Draws a piece of each curve with its name, one after the other."""
        x, metrics = float(MARGIN), self._canvas.fontMetrics()
        for joint, name in row:
            painter.setPen(line_pen(LIGHT, joint, width=1.6))
            painter.drawLine(QPointF(x, middle), QPointF(x + SWATCH_WIDTH, middle))
            painter.setPen(QColor(LIGHT.text))
            x += SWATCH_WIDTH + 5
            painter.drawText(QPointF(x, middle + 0.35 * metrics.ascent()), name)
            x += metrics.horizontalAdvance(name) + GAP

    def _legend_rows(self) -> list[list[tuple[int, str]]]:
        """The joints in rows that fit the width."""
        rows, room, metrics = list[list[tuple[int, str]]](), 0.0, self._canvas.fontMetrics()
        for joint, name in self._joints:
            width = SWATCH_WIDTH + 5 + metrics.horizontalAdvance(name) + GAP
            if not rows or width > room:
                rows.append([])
                room = WIDTH - 2.0 * MARGIN
            rows[-1].append((joint, name))
            room -= width
        return rows
