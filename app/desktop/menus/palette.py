"""The command palette: finds every action of the window by a few letters of its name."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from app.desktop.looks.pick_list import PickList, PickRow


def listed(bar: QMenuBar) -> list[tuple[str, QAction]]:
    """Each action of a menu bar with its name, `Run: Step over`; submenus are left out."""
    menus = [(head.text().replace("&", ""), head.menu()) for head in bar.actions()]
    return [
        (f"{name}: {action.text()}", action)
        for name, menu in menus
        if isinstance(menu, QMenu)
        for action in menu.actions()
        if action.text() and action.menu() is None
    ]


class Palette(PickList):
    """Type letters, choose with the arrows, Enter runs the action."""

    def __init__(self, parent: QWidget, actions: Iterable[tuple[str, QAction]]) -> None:
        rows = [_row(name, action) for name, action in actions if action.isVisible()]
        super().__init__(parent, "Type a command …", rows)


def _row(name: str, action: QAction) -> PickRow:
    keys, tip, icon = action.shortcut().toString(), action.toolTip(), action.icon()
    return PickRow(name, action.trigger, keys, icon, tip, action.isEnabled())
