"""Words drawn by Qt, with the fonts of the system: where one has no letter, Qt takes another."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QGuiApplication, QImage, QPainter

from app.desktop.looks.theme import Rgb

Pixels = NDArray[np.uint8]
PAD = (5.0, 2.0)  # from the words to the edge of their plate, points
BACK_OPACITY = 0.8


def start_off_screen() -> None:
    """Starts Qt without a window, for a program that has not started it."""
    _STARTED.append(QGuiApplication(["cellwright", "-platform", "offscreen"]))


_STARTED: list[QGuiApplication] = []  # lives as long as the program


def words_by_qt(text: str, colour: Rgb, points: int, ratio: float, back: Rgb | None) -> Pixels:
    """The picture of words, as `word_picture` gives it."""
    font = QFont()
    font.setPixelSize(max(1, round(points * ratio)))
    font.setBold(True)
    metrics, lines = QFontMetricsF(font), text.split("\n")
    pad_x, pad_y = (length * ratio for length in PAD)
    width = int(np.ceil(max(metrics.horizontalAdvance(line) for line in lines) + 2 * pad_x))
    height = int(np.ceil(len(lines) * metrics.height() + 2 * pad_y))
    image = QImage(width, height, QImage.Format.Format_RGBA8888)
    image.fill(QColor(0, 0, 0, 0) if back is None else QColor.fromRgbF(*back, BACK_OPACITY))
    painter = QPainter(image)
    painter.setFont(font)
    painter.setPen(QColor.fromRgbF(*colour))
    for number, line in enumerate(lines):
        box = QRectF(pad_x, pad_y + number * metrics.height(), width, metrics.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, line)
    painter.end()
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(height, image.bytesPerLine())
    return np.array(rows[::-1, : 4 * width].reshape(height, width, 4))
