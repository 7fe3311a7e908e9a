"""Icons of one family (Material Design, bundled with qtawesome), in the colours of the theme."""

from __future__ import annotations

import qtawesome
from PySide6.QtGui import QIcon

from app.desktop.looks.theme import Theme

SEVERITY_ICONS = {
    "error": "mdi6.close-circle",
    "warning": "mdi6.alert",
    "note": "mdi6.information-outline",
}


def icon(name: str, theme: Theme, colour: str = "", selected: str = "") -> QIcon:
    """The icon of that name in `colour`, or in the text colour; grey when disabled.

    selected: Its colour in a selected row; the same where it is not given.
    """
    made: QIcon = qtawesome.icon(
        name,
        color=colour or theme.text,
        color_disabled=theme.faint,
        color_active=colour or theme.text,
        color_selected=selected or colour or theme.text,
    )
    return made


def severity_icon(severity: str, theme: Theme) -> QIcon:
    """The icon of a severity: it differs in shape, not only in colour."""
    colours = {"error": theme.error, "warning": theme.warning}
    return icon(SEVERITY_ICONS[severity], theme, colours.get(severity, theme.accent))
