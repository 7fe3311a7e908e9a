"""The command palette: finds every action of the window by a few letters of its name."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QMenuBar,
    QVBoxLayout,
    QWidget,
)

WIDTH, HEIGHT = 560, 380


def matches(wanted: str, name: str) -> int | None:
    """How well typed letters fit a name: 0 best, None not.

    A name fits if it begins with them (0), holds all their words (1), or holds the letters in order
    (2).
    """
    wanted, name = wanted.strip().lower(), name.lower()
    if not wanted or name.startswith(wanted):
        return 0
    if all(word in name for word in wanted.split()):
        return 1
    letters = iter(name)
    return 2 if all(letter in letters for letter in wanted if letter != " ") else None


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


class Palette(QDialog):
    """A dialog: type letters, choose with the arrows, Enter runs the action."""

    def __init__(self, parent: QWidget, actions: Iterable[tuple[str, QAction]]) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._actions = [(name, action) for name, action in actions if action.isVisible()]
        self.field = QLineEdit(placeholderText="Type a command …")
        self.field.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addWidget(self.field)
        column.addWidget(self.list)
        self.field.textChanged.connect(self._filter)
        self.field.returnPressed.connect(self._do)
        self.field.installEventFilter(self)
        self.list.itemClicked.connect(lambda _: self._do())
        self.resize(WIDTH, HEIGHT)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._filter("")

    def open_above(self, window: QWidget) -> None:
        """Shows the palette at the top of the window, in its middle."""
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - WIDTH) // 2, corner.y() + 60)
        self.show()
        self.field.setFocus()

    def _filter(self, wanted: str) -> None:
        found = [(matches(wanted, name), i) for i, (name, _) in enumerate(self._actions)]
        fitting = sorted((fit, i) for fit, i in found if fit is not None)
        self.list.clear()
        for _, i in fitting:
            name, action = self._actions[i]
            keys = action.shortcut().toString()
            item = QListWidgetItem(f"{name}    {keys}" if keys else name)
            item.setIcon(action.icon())
            item.setData(Qt.ItemDataRole.UserRole, i)
            item.setToolTip(action.toolTip())
            if not action.isEnabled():
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _do(self) -> None:
        item = self.list.currentItem()
        self.close()
        if item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled:
            self._actions[item.data(Qt.ItemDataRole.UserRole)][1].trigger()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
            step = steps.get(Qt.Key(event.key()))
            if step is not None and self.list.count():
                self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
                return True
        return super().eventFilter(watched, event)
