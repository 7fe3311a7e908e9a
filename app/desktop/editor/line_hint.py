"""A hint behind the end of a line: painted, and no part of the text or of a copy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPolygonF

from app.desktop.looks.theme import Theme

GAP, BEHIND_SPARK, SPARK_WIDTH = 28.0, 10.0, 72.0  # px
FAINT = 0.12  # opacity of the ground of a sparkline
STALE_SIGN, WARNING_SIGN = "~ ", "! "


@dataclass(frozen=True)
class LineHint:
    """What is shown behind a line.

    words: Figures, each with whether it is a warning. spark: Heights of a curve, 0 to 1, at even
    times; none for no curve. is_stale: Whether the run is of an older text.
    """

    words: tuple[tuple[str, bool], ...] = ()
    spark: Sequence[float] = ()
    is_stale: bool = False


def draw_hint(
    painter: QPainter, corner: QPointF, height: float, hint: LineHint, theme: Theme
) -> None:
    """Draws a hint. corner: Left upper corner, behind the end of the text, px."""
    metrics = QFontMetricsF(painter.font())
    left = corner.x() + GAP
    if len(hint.spark) > 1:
        area = QRectF(left, corner.y() + 2.0, SPARK_WIDTH, height - 4.0)
        _draw_spark(painter, area, hint, theme)
        left = area.right() + BEHIND_SPARK
    if hint.is_stale and hint.words:
        left = _draw_word(painter, left, corner.y(), height, STALE_SIGN, theme.pending, metrics)
    for i, (word, is_warning) in enumerate(hint.words):
        text = (" · " if i else "") + (WARNING_SIGN if is_warning else "") + word
        fresh = theme.warning if is_warning else theme.path
        colour = theme.pending if hint.is_stale else fresh
        left = _draw_word(painter, left, corner.y(), height, text, colour, metrics)


def _draw_word(
    painter: QPainter,
    left: float,
    top: float,
    height: float,
    text: str,
    colour: str,
    metrics: QFontMetricsF,
) -> float:
    """Draws a word; gives the place behind it, px."""
    width = metrics.horizontalAdvance(text)
    painter.setPen(QColor(colour))
    painter.drawText(QRectF(left, top, width + 2.0, height), Qt.AlignmentFlag.AlignVCenter, text)
    return left + width


def _draw_spark(painter: QPainter, area: QRectF, hint: LineHint, theme: Theme) -> None:
    colour = QColor(theme.pending if hint.is_stale else theme.path)
    ground = QColor(colour)
    ground.setAlphaF(FAINT)
    painter.fillRect(area, ground)
    count = len(hint.spark) - 1
    points = [
        QPointF(area.left() + area.width() * i / count, area.bottom() - area.height() * value)
        for i, value in enumerate(hint.spark)
    ]
    painter.setPen(colour)
    painter.drawPolyline(QPolygonF(points))
