"""Icons of one family (Material Design, bundled with qtawesome), in the colours of the theme.

The glyphs are painted here: to import qtawesome loads ten fonts and every class of Qt, which takes
longer than to make the window.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QIcon, QIconEngine, QPainter, QPixmap

from app.desktop.looks.theme import Theme

SEVERITY_ICONS = {
    "error": "mdi6.close-circle",
    "warning": "mdi6.alert",
    "note": "mdi6.information-outline",
}
FAMILY = "mdi6."
FONT = "materialdesignicons6-webfont-{}.ttf"
CODES = "materialdesignicons6-webfont-charmap-{}.json"
GLYPH_SHARE = 0.875  # of the height of an icon: the rest is the margin of the glyph


def icon(name: str, theme: Theme, colour: str = "", selected: str = "") -> QIcon:
    """The icon of that name in `colour`, or in the text colour; grey when disabled.

    selected: Its colour in a selected row; the same where it is not given.
    """
    usual = colour or theme.text
    return _made(name, usual, theme.faint, selected or usual)


def severity_icon(severity: str, theme: Theme) -> QIcon:
    """The icon of a severity: it differs in shape, not only in colour."""
    colours = {"error": theme.error, "warning": theme.warning}
    return icon(SEVERITY_ICONS[severity], theme, colours.get(severity, theme.accent))


@lru_cache(maxsize=2048)
def _made(name: str, usual: str, disabled: str, selected: str) -> QIcon:
    glyph = _codes()[name.removeprefix(FAMILY)]
    colours = {QIcon.Mode.Disabled: disabled, QIcon.Mode.Selected: selected}
    return QIcon(GlyphEngine(glyph, {mode: colours.get(mode, usual) for mode in QIcon.Mode}))


class GlyphEngine(QIconEngine):
    """Paints one glyph in the colour of each mode."""

    def __init__(self, glyph: str, colours: dict[QIcon.Mode, str]) -> None:
        super().__init__()
        self._glyph, self._colours = glyph, colours

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paints the glyph in the middle of a rectangle, pixels of the device."""
        font = QFont(_font_family())
        font.setPixelSize(max(round(GLYPH_SHARE * rect.height()), 1))
        painter.save()
        painter.setFont(font)
        painter.setPen(QColor(self._colours[mode]))
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, self._glyph)
        painter.restore()

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """The glyph alone, on a clear ground."""
        made = QPixmap(size)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        self.paint(painter, QRect(QPoint(0, 0), size), mode, state)
        painter.end()
        return made

    def clone(self) -> QIconEngine:
        """An engine that paints the same."""
        return GlyphEngine(self._glyph, self._colours)


@lru_cache(maxsize=1)
def _font_family() -> str:
    """The name of the font of the icons, made known to Qt.

    Where Windows trusts no fonts but installed ones, the file may be among these.
    """
    for path in (_file(FONT), Path("C:/Windows/Fonts") / _file(FONT).name):
        names = QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(path)))
        if names:
            return names[0]
    return "Material Design Icons"


@lru_cache(maxsize=1)
def _codes() -> MappingProxyType[str, str]:
    """The character of each glyph by its name."""
    codes = json.loads(_file(CODES).read_text(encoding="utf-8"))
    return MappingProxyType({name: chr(int(code, 16)) for name, code in codes.items()})


@lru_cache(maxsize=2)
def _file(pattern: str) -> Path:
    """A file among the fonts of qtawesome, of whichever version they are; imports nothing of it."""
    spec = find_spec("qtawesome")
    assert spec is not None and spec.submodule_search_locations is not None
    fonts = Path(spec.submodule_search_locations[0]) / "fonts"
    return sorted(fonts.glob(pattern.format("*")))[-1]
