"""The letters of programs, tables and the console."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontDatabase


def code_font(points: int) -> QFont:
    """The system's font of even width."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setStyleHint(QFont.StyleHint.Monospace)  # where the system's own is missing
    font.setFixedPitch(True)
    font.setPointSize(points)
    return font
