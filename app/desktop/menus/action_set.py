"""The QActions of the window, made from the table of actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from app.desktop.looks.icons import icon
from app.desktop.looks.theme import Theme
from app.desktop.menus.action_spec import MENUS, ActionSpec
from app.desktop.menus.action_table import ACTIONS


class ActionSet:
    """The QActions of a window; `window["run"]` is the one with that key.

    A single key, such as Space, works only where `work_in` lets it: elsewhere it types.
    """

    def __init__(self, window: QMainWindow, handlers: Mapping[str, Callable[..., object]]) -> None:
        self._actions: dict[str, QAction] = {}
        self._menus = {name: window.menuBar().addMenu(f"&{name}") for name in MENUS}
        for spec in ACTIONS:
            if not spec.text:
                self._menus[spec.menu].addSeparator()
                continue
            action = _action(spec, window, handlers[spec.key])
            self._actions[spec.key] = action
            self._menus[spec.menu].addAction(action)
            if not spec.is_single_key:
                window.addAction(action)

    def __getitem__(self, key: str) -> QAction:
        return self._actions[key]

    def menu(self, name: str) -> QMenu:
        return self._menus[name]

    def work_in(self, widget: QWidget) -> None:
        """Lets the single keys work while this widget, or one in it, has the focus."""
        for spec in ACTIONS:
            if spec.is_single_key:
                widget.addAction(self[spec.key])

    def tint(self, theme: Theme) -> None:
        """Icons in the colours of a theme."""
        colours = {"run": theme.good, "stop": theme.error, "breakpoint": theme.error}
        for spec in ACTIONS:
            if spec.icon:
                self[spec.key].setIcon(icon(spec.icon, theme, colours.get(spec.key, "")))

    def named(self) -> list[tuple[str, QAction]]:
        """Each action with its menu in front, for the palette and the list of keys."""
        return [
            (f"{spec.menu}: {spec.text}", self[spec.key])
            for spec in ACTIONS
            if spec.text and spec.key != "recent"
        ]


def _action(spec: ActionSpec, window: QMainWindow, handler: Callable[..., object]) -> QAction:
    action = QAction(spec.text, window)
    action.setObjectName(spec.key)
    action.setShortcut(QKeySequence(spec.shortcut))
    contexts = Qt.ShortcutContext
    where = contexts.WidgetWithChildrenShortcut if spec.is_single_key else contexts.WindowShortcut
    action.setShortcutContext(where)
    action.setToolTip(spec.tip + (f" ({spec.shortcut})" if spec.shortcut else ""))
    action.setStatusTip(spec.tip)
    action.setCheckable(spec.checkable)
    action.triggered.connect(handler if spec.checkable else lambda _=False: handler())
    return action
