"""The command palette: finds every action of the window by a few letters of its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from app.desktop.looks.pick_list import PickList, PickRow

Named = tuple[str, QAction]  # an action with the names of its menus and its own


def listed(bar: QMenuBar) -> list[tuple[str, QAction]]:
    """Each action of a menu bar with its name: `Run: Step over`, `View > Panels: Jog`."""
    return [row for head in bar.actions() for row in _below(head, "")]


def listed_also(menus: Iterable[QMenu], known: Iterable[tuple[str, QAction]]) -> list[Named]:
    """The actions of other menus, as those of a right click, that are not yet known."""
    seen = {action for _, action in known}
    rows = [row for menu in menus for row in _below(menu.menuAction(), "")]
    return [(name, action) for name, action in rows if action not in seen]


def _below(head: QAction, path: str) -> Iterator[Named]:
    """The actions of the menu that an action opens, and of the menus in it. path: Names above."""
    menu, name = head.menu(), plain(head.text())
    if not isinstance(menu, QMenu):
        return
    for action in menu.actions():
        if action.menu() is not None:
            yield from _below(action, f"{path}{name} > ")
        elif action.text():
            yield f"{path}{name}: {plain(action.text())}", action


def plain(text: str) -> str:
    """The text of an action without the mark of its mnemonic."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&")


class Palette(PickList):
    """Type letters, choose with the arrows, Enter runs the action.

    settings: The names of the settings. open_setting: Shows the one with a name.
    """

    def __init__(
        self,
        parent: QWidget,
        actions: Iterable[Named],
        settings: Iterable[str] = (),
        open_setting: Callable[[str], object] = str,
    ) -> None:
        rows = [_row(name, action) for name, action in actions if action.isVisible()]
        rows += [PickRow(f"Settings: {name}", partial(open_setting, name)) for name in settings]
        super().__init__(parent, "Type a command …", rows)


def _row(name: str, action: QAction) -> PickRow:
    keys, tip, icon = action.shortcut().toString(), action.toolTip(), action.icon()
    return PickRow(name, action.trigger, keys, icon, tip, action.isEnabled())
