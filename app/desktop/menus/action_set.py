"""The menu bar: every menu of the window, and the QActions made from its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from app.desktop.looks.icons import icon
from app.desktop.looks.mnemonics import letter_bar
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.menus.action import Action, Menu, Tick
from app.desktop.menus.cell_menu import CELL
from app.desktop.menus.editing.edit_menu import EDIT
from app.desktop.menus.editing.go_menu import GO
from app.desktop.menus.editing.text_clipboard import follow_clipboard
from app.desktop.menus.editing.text_menu import TEXT
from app.desktop.menus.file_menu import FILE
from app.desktop.menus.help_menu import HELP
from app.desktop.menus.run_menu import RUN
from app.desktop.menus.scenarios.signals_menu import SIGNALS
from app.desktop.menus.teach_menu import TEACH
from app.desktop.menus.tools_menu import TOOLS
from app.desktop.menus.viewing.reach_menu import tick_reach
from app.desktop.menus.viewing.swept_menu import tick_swept
from app.desktop.menus.viewing.view_menu import VIEW
from app.desktop.window_parts import WindowParts

MENUS = (FILE, EDIT, TEXT, CELL, VIEW, GO, TEACH, RUN, SIGNALS, TOOLS, HELP)
ACTIONS = tuple(action for menu in MENUS for action in menu.actions)


class ActionSet(Mapping[str, QAction]):
    """The QActions of a window; `actions["run"]` is the one with that key.

    They do nothing before `act_on`, because panels show them while the window is still being built.
    A single key such as Space works only in widgets given to `work_in`; elsewhere it types.
    """

    def __init__(self, window: QMainWindow) -> None:
        self._actions = {row.key: _q_action(row, window) for row in ACTIONS}
        self._menus: dict[str, QMenu] = {}
        self._icons: dict[str, QMenu] = {}
        for menu in MENUS:
            shown = self._menus[menu.name] = window.menuBar().addMenu(menu.name)
            self._fill(shown, menu)
        for row in ACTIONS:
            if not (row.is_single_key or row.is_of_things or row.is_of_text):
                window.addAction(self._actions[row.key])

    def _fill(self, shown: QMenu, menu: Menu) -> None:
        for row in menu.rows:
            if row is None:
                shown.addSeparator()
            elif isinstance(row, Menu):
                inner = self._menus[row.name] = shown.addMenu(row.name)
                self._icons[row.icon] = inner
                self._fill(inner, row)
            else:
                shown.addAction(self._actions[row.key])

    def __getitem__(self, key: str) -> QAction:
        return self._actions[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._actions)

    def __len__(self) -> int:
        return len(self._actions)

    def menu(self, name: str) -> QMenu:
        """A menu of the menu bar, or one in it, by its name."""
        return self._menus[name]

    def act_on(self, parts: WindowParts) -> None:
        """From now on a chosen action calls the function of its row with these parts."""
        for row in ACTIONS:
            self[row.key].triggered.connect(_done(row, parts))
        letter_bar(parts.window.menuBar())
        self._work_on_text_in(parts.editor.tabs)
        follow_clipboard(parts, self.menu(EDIT.name))
        for tick in (tick_swept, tick_reach):
            parts.view.regionsChanged.connect(partial(tick, parts))
            tick(parts)

    def work_in(self, widget: QWidget) -> None:
        """Lets the single keys work while this widget, or a child of it, has the focus."""
        for row in ACTIONS:
            if row.is_single_key:
                widget.addAction(self[row.key])

    def _work_on_text_in(self, widget: QWidget) -> None:
        """Lets the keys of the actions on the text of a program work in this widget."""
        for row in ACTIONS:
            if row.is_of_text:
                widget.addAction(self[row.key])

    def work_on_things_in(self, widget: QWidget) -> None:
        """Lets the keys of the actions on things work in this widget."""
        for row in ACTIONS:
            if row.is_of_things:
                widget.addAction(self[row.key])

    def work_on_things_beside(self, fields: QWidget) -> None:
        """Lets those of them work in a panel that the typing in its fields does not need."""
        for row in ACTIONS:
            if row.works_in_fields:
                fields.addAction(self[row.key])

    def set_theme(self, theme: Theme) -> None:
        """Colours the icons for a theme."""
        for row in ACTIONS:
            colour = getattr(theme, row.colour) if row.colour else ""
            self[row.key].setIcon(icon(row.icon, theme, colour))
        for name, menu in self._icons.items():
            menu.setIcon(icon(name, theme))


def _q_action(row: Action | Tick, window: QMainWindow) -> QAction:
    action = QAction(row.text, window)
    action.setObjectName(row.key)
    action.setShortcut(QKeySequence(row.keys))
    contexts = Qt.ShortcutContext
    in_widgets = row.is_single_key or row.is_of_things or row.is_of_text
    where = contexts.WidgetWithChildrenShortcut if in_widgets else contexts.WindowShortcut
    action.setShortcutContext(where)
    action.setToolTip(wrapped(row.tip + (f" ({row.keys})" if row.keys else "")))
    action.setStatusTip(row.tip)
    action.setCheckable(isinstance(row, Tick))
    return action


def _done(row: Action | Tick, parts: WindowParts) -> Callable[[bool], object]:
    """The function called when an action is chosen; Qt passes whether it is ticked."""
    if isinstance(row, Tick):
        tick = row.act
        return lambda is_on: tick(parts, is_on)
    act = row.act
    return lambda _: act(parts)
