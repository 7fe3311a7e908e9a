"""Colours of the window and of the 3D view, dark and light; every colour has one meaning.

Every colour of a text has a contrast of at least 4.5 to every ground on which it may stand.

Blue is the selection, amber a warning, red a collision or an error, teal the path of the tool,
violet a ghost pose, green a verdict that is good. Qt is imported inside the functions that need
it, so that off-screen pictures are drawn without it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QPalette

SYSTEM = "system"  # the name of the theme that follows the desktop of the computer
Rgb = tuple[float, float, float]


@dataclass(frozen=True)
class Theme:
    """One set of colours, as #rrggbb."""

    name: str
    # the window
    window: str
    base: str
    raised: str
    text: str
    muted: str
    border: str
    faint: str  # an icon that cannot be pressed: seen, and seen to be off
    # meanings, the same words in the window and in 3D
    accent: str
    on_accent: str
    warning: str
    error: str
    path: str
    ghost: str
    good: str
    pending: str
    # the program text
    command: str
    number: str
    location: str
    step: str
    comment: str
    current_line: str
    # the 3D view
    sky_top: str
    sky_bottom: str
    grid: str
    edge: str
    line: str
    paper: str
    label: str
    link: str
    joint: str
    contact: str

    @property
    def is_dark(self) -> bool:
        """Whether light text stands on a dark window."""
        return self.name == "dark"


DARK = Theme(
    name="dark",
    window="#23272e",
    base="#1b1e24",
    raised="#2e333b",
    text="#dde2ea",
    muted="#979fac",
    border="#3c434e",
    faint="#6d7684",
    accent="#51a1ff",
    on_accent="#0b1017",
    warning="#f2b134",
    error="#ff717b",
    path="#2ec9b7",
    ghost="#b08cff",
    good="#56c271",
    pending="#979fac",
    command="#7fb8ff",
    number="#e6b980",
    location="#9fdc94",
    step="#979fac",
    comment="#98a0ab",
    current_line="#2c3644",
    sky_top="#59636f",
    sky_bottom="#2a2e35",
    grid="#93a0b0",
    edge="#0f1114",
    line="#dfe6ee",
    paper="#363d47",
    label="#e6ebf2",
    link="#eef2f7",
    joint="#d8b28a",
    contact="#ff1a35",
)

LIGHT = Theme(
    name="light",
    window="#f1f3f5",
    base="#ffffff",
    raised="#e6e9ed",
    text="#1d232b",
    muted="#606976",
    border="#c6ccd4",
    faint="#8f98a4",
    accent="#1765ce",
    on_accent="#ffffff",
    warning="#975a00",
    error="#cb1e2d",
    path="#00756b",
    ghost="#7649d9",
    good="#1b7835",
    pending="#606976",
    command="#0b52ad",
    number="#8f4f00",
    location="#1f6f2c",
    step="#606976",
    comment="#606974",
    current_line="#e3edfb",
    sky_top="#c9d3de",
    sky_bottom="#f6f8fa",
    grid="#6f7c8c",
    edge="#1d2127",
    line="#20262e",
    paper="#f3f5f7",
    label="#1d232b",
    link="#20262e",
    joint="#8a5a24",
    contact="#e00020",
)


def theme_named(name: str) -> Theme:
    """The dark theme, the light one for the name "light", that of the system for "system"."""
    if name == SYSTEM:
        return _system_theme()
    return LIGHT if name == LIGHT.name else DARK


def _system_theme() -> Theme:
    """The theme that the desktop of this computer asks for; dark where it asks for none."""
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication

    wants_light = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Light
    return LIGHT if wants_light else DARK


@lru_cache(maxsize=4096)  # a cell of many bodies asks for each one in every view
def rgb(colour: str | tuple[float, ...]) -> Rgb:
    """Red, green and blue in 0..1, from `#rrggbb`, `#rgb` or a triple in 0..1 or 0..255."""
    if isinstance(colour, str):
        digits = colour.lstrip("#")
        if len(digits) == 3:
            digits = "".join(digit * 2 for digit in digits)
        values: tuple[float, ...] = tuple(int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    else:
        scale = 255.0 if max(colour) > 1.0 else 1.0
        values = tuple(float(value) / scale for value in colour[:3])
    red, green, blue = values
    return red, green, blue


def luminance(colour: str) -> float:
    """Relative luminance, 0 to 1, as the Web Content Accessibility Guidelines 2 define it."""
    linear = [v / 12.92 if v <= 0.03928 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb(colour)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """Contrast of two colours, 1 to 21; 4.5 is the least with which a text is read well."""
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def mix(first: Rgb, second: Rgb, share: float) -> Rgb:
    """`first` with a share (0..1) of `second` mixed in."""
    red, green, blue = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return red, green, blue


def palette(theme: Theme) -> QPalette:
    """The Qt palette of a theme, for the Fusion style."""
    from PySide6.QtGui import QColor, QPalette

    roles = QPalette.ColorRole
    table = {
        roles.Window: theme.window,
        roles.WindowText: theme.text,
        roles.Base: theme.base,
        roles.AlternateBase: theme.window,
        roles.Text: theme.text,
        roles.Button: theme.raised,
        roles.ButtonText: theme.text,
        roles.BrightText: theme.error,
        roles.Highlight: theme.accent,
        roles.HighlightedText: theme.on_accent,
        roles.Link: theme.accent,
        roles.ToolTipBase: theme.raised,
        roles.ToolTipText: theme.text,
        roles.PlaceholderText: theme.muted,
        roles.Mid: theme.border,
        roles.Dark: theme.border,
    }
    made = QPalette(QColor(theme.raised), QColor(theme.window))
    for role, colour in table.items():
        made.setColor(role, QColor(colour))
    for role in (roles.Text, roles.WindowText, roles.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(theme.muted))
    made.setColor(QPalette.ColorGroup.Disabled, roles.Highlight, QColor(theme.border))
    return made


def checked_button(theme: Theme) -> str:
    """A style sheet for checked buttons, whose grey in Fusion is lost on a dark theme.

    Set it anew with each theme: a style sheet keeps the palette of the moment in which it was set.
    """
    return (
        f"QAbstractButton {{ background: {theme.raised}; color: {theme.text};"
        f" border: 1px solid {theme.border}; border-radius: 3px; padding: 3px 6px; }}"
        f"QAbstractButton:hover {{ border-color: {theme.accent}; }}"
        f"QAbstractButton:checked {{ background: {theme.accent}; color: {theme.on_accent};"
        f" border-color: {theme.accent}; }}"
    )


def apply_theme(theme: Theme) -> None:
    """Colours every widget; in Fusion style, because native styles ignore our palette.

    The style is set once: each time it would be given anew to every widget of the window.
    """
    from PySide6.QtWidgets import QApplication

    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return
    if app.style().name() != "fusion":
        app.setStyle("Fusion")
    app.setPalette(palette(theme))
