"""The menus of a right click: in the text of a program, and on a body in the 3D view."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from app.desktop.looks.notice import BODY
from app.desktop.window_parts import WindowParts

IN_TEXT = (
    *("quick_fix", "way_round", "complete", "help_here", "", "to_line", "breakpoint", "condition"),
    *("watch", "", "run_this", "format"),
)
IN_VIEW = ("fit", "home", "front", "right", "top", "", "parallel", "grid", "trail")


def show_text_menu(parts: WindowParts, at: object) -> None:
    """Opens the menu of the program text. at: A place on the screen."""
    _popup(parts, at, IN_TEXT)


def show_view_menu(parts: WindowParts, name: str, at: object) -> None:
    """Selects a body, and opens the menu of the 3D view."""
    parts.document.select(BODY, name)
    _popup(parts, at, IN_VIEW)


def _popup(parts: WindowParts, at: object, keys: tuple[str, ...]) -> None:
    menu = QMenu(parts.window)
    for key in keys:
        menu.addAction(parts.actions[key]) if key else menu.addSeparator()
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)  # type: ignore[arg-type]
