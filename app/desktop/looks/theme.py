"""Colours of the window and of the 3D view, dark and light; every colour has one meaning.

Blue is the selection, amber a warning, red a collision or an error, teal the path of the tool,
violet a ghost pose, green a verdict that is good. Qt is imported inside the functions that need
it, so that off-screen pictures are drawn without it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QPalette
    from PySide6.QtWidgets import QApplication

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
    muted="#8b94a3",
    border="#3c434e",
    accent="#4d9fff",
    on_accent="#ffffff",
    warning="#f2b134",
    error="#ff4d5a",
    path="#2ec9b7",
    ghost="#b08cff",
    good="#56c271",
    pending="#8b94a3",
    command="#7fb8ff",
    number="#e6b980",
    location="#9fdc94",
    step="#8b94a3",
    comment="#76808f",
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
    muted="#66707d",
    border="#c6ccd4",
    accent="#1767d2",
    on_accent="#ffffff",
    warning="#a86400",
    error="#cf1f2e",
    path="#00857a",
    ghost="#7a4be0",
    good="#1f8a3d",
    pending="#66707d",
    command="#0b52ad",
    number="#8f4f00",
    location="#1f6f2c",
    step="#66707d",
    comment="#707a87",
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
    """The dark theme, or the light one for the name "light"."""
    return LIGHT if name == LIGHT.name else DARK


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


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Colours every widget; in Fusion style, because native styles ignore our palette."""
    app.setStyle("Fusion")
    app.setPalette(palette(theme))
