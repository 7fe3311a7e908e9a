"""A list from which typed letters choose: arrows move, Enter takes, Esc closes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

WIDTH, HEIGHT = 560, 380


@dataclass(frozen=True)
class PickRow:
    """A row. name: The text in which typed letters are looked for. take: Called when it is chosen.

    about: Words behind the name. is_last: Whether it stands below all others whatever is typed.
    """

    name: str
    take: Callable[[], object]
    about: str = ""
    icon: QIcon | None = None
    tip: str = ""
    is_enabled: bool = True
    is_last: bool = False


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


class PickList(QDialog):
    """A dialog without a frame; a click elsewhere closes it."""

    def __init__(self, parent: QWidget, hint: str, rows: Sequence[PickRow]) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self._rows = tuple(rows)
        self.field = QLineEdit(placeholderText=hint)
        self.field.setAccessibleName(hint)
        self.field.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName(hint)
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
        """Shows the list at the top of the window, in its middle."""
        corner = window.mapToGlobal(window.rect().topLeft())
        self.move(corner.x() + (window.width() - WIDTH) // 2, corner.y() + 60)
        self.show()
        self.field.setFocus()

    def fitting(self, wanted: str) -> list[PickRow]:
        """The rows that fit typed letters, the best first."""
        found = [(matches(wanted, row.name), i) for i, row in enumerate(self._rows)]
        fits = sorted((fit, i) for i, (fit, _) in enumerate(found) if fit is not None)
        rows = [self._rows[i] for _, i in fits if not self._rows[i].is_last]
        return rows + [row for row in self._rows if row.is_last]

    def _filter(self, wanted: str) -> None:
        self.list.clear()
        for row in self.fitting(wanted):
            item = QListWidgetItem(f"{row.name}    {row.about}" if row.about else row.name)
            if row.icon is not None:
                item.setIcon(row.icon)
            item.setData(Qt.ItemDataRole.UserRole, row)
            item.setToolTip(row.tip)
            if not row.is_enabled:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _do(self) -> None:
        item = self.list.currentItem()
        self.close()
        if item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled:
            item.data(Qt.ItemDataRole.UserRole).take()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
            step = steps.get(Qt.Key(event.key()))
            if step is not None and self.list.count():
                self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())
                return True
        return super().eventFilter(watched, event)
