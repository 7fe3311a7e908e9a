"""How the curve of each joint looks: a colour and a pattern of dashes."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap

from app.desktop.looks.theme import Theme

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
# Lengths of dashes and gaps in widths of the line; the first line is whole.
PATTERNS: tuple[tuple[float, ...], ...] = (
    (),
    (7, 3),
    (2, 3),
    (9, 3, 2, 3),
    (14, 4),
    (9, 3, 2, 3, 2, 3),
    (4, 4),
    (14, 3, 4, 3),
)
SWATCH_WIDTH, SWATCH_HEIGHT, SWATCH_PEN = 28, 12, 1.6


def line_colour(theme: Theme, joint: int | None) -> str:
    """The colour of a joint's curve; that of the tool's path for a curve of the whole arm."""
    if joint is None:
        return theme.path
    colours = DARK_LINES if theme.is_dark else LIGHT_LINES
    return colours[joint % len(colours)]


def line_pen(theme: Theme, joint: int | None, is_bound: bool = False, width: float = 1.0) -> QPen:
    """The pen of a curve, as wide in pixels at every zoom. is_bound: Of lower bounds: dotted."""
    pen = QPen(QColor(line_colour(theme, joint)), width)
    pen.setCosmetic(True)
    pattern = (1, 3) if is_bound else PATTERNS[(joint or 0) % len(PATTERNS)]
    if pattern:
        pen.setStyle(Qt.PenStyle.CustomDashLine)
        pen.setDashPattern(list(pattern))
    return pen


def swatch(theme: Theme, joint: int | None, ratio: float = 1.0) -> QIcon:
    """A piece of a joint's curve for the list. ratio: Device pixels a pixel."""
    picture = QPixmap(int(SWATCH_WIDTH * ratio), int(SWATCH_HEIGHT * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(line_pen(theme, joint, width=SWATCH_PEN))
    middle = 0.5 * SWATCH_HEIGHT
    painter.drawLine(QPointF(1.0, middle), QPointF(SWATCH_WIDTH - 1.0, middle))
    painter.end()
    return QIcon(picture)
