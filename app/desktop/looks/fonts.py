"""The font of programs, tables and the console."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontDatabase


def code_font(points: int) -> QFont:
    """The system's font of even width in a size, points."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setStyleHint(QFont.StyleHint.Monospace)  # if the system names no such font
    font.setFixedPitch(True)
    font.setPointSize(points)
    return font
