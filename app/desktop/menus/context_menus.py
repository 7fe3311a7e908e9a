"""What a right click offers: in the text of a program, and on a body in the 3D view."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from app.desktop.looks.notice import BODY

if TYPE_CHECKING:
    from app.desktop.main_window import MainWindow

IN_TEXT = (
    *("quick_fix", "complete", "help_here", "", "to_line", "breakpoint", "condition"),
    *("watch", "", "run_this", "format"),
)
IN_VIEW = ("fit", "home", "front", "right", "top", "", "parallel", "grid", "trail")


def show_text_menu(window: MainWindow, at: object) -> None:
    """The menu of the program; at: A place on the screen."""
    _popup(window, at, IN_TEXT)


def show_view_menu(window: MainWindow, name: str, at: object) -> None:
    """Selects a body, and shows the menu of the 3D view."""
    window.document.select(BODY, name)
    _popup(window, at, IN_VIEW)


def _popup(window: MainWindow, at: object, keys: tuple[str, ...]) -> None:
    menu = QMenu(window)
    for key in keys:
        menu.addAction(window.actions_by_key[key]) if key else menu.addSeparator()
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(at)  # type: ignore[arg-type]
