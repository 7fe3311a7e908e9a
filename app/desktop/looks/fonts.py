"""The font of programs, tables and the console."""

from __future__ import annotations

import sys
from functools import cache

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo

FAMILIES = {
    "win32": ("Cascadia Mono", "Consolas", "Lucida Console", "Courier New"),
    "darwin": ("SF Mono", "Menlo", "Monaco", "Courier New"),
}
ELSEWHERE = ("DejaVu Sans Mono", "Noto Sans Mono", "Liberation Mono", "Ubuntu Mono", "FreeMono")


def code_font(points: int) -> QFont:
    """A font of even width in a size, points: the first of the system's list that is installed.

    On Linux the user's own choice of such a font goes before the list.
    """
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    family = installed_family(sys.platform)
    if family:
        font.setFamily(family)
    font.setStyleHint(QFont.StyleHint.Monospace)  # where none is installed
    font.setFixedPitch(True)
    font.setPointSize(points)
    return font


@cache
def installed_family(platform: str) -> str:
    """The first installed family of a system's list; "" to take the font that the system names."""
    if platform not in FAMILIES:
        chosen = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        if QFontInfo(chosen).fixedPitch():
            return ""
    installed = set(QFontDatabase.families())
    return next((name for name in FAMILIES.get(platform, ELSEWHERE) if name in installed), "")
