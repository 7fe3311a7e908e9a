"""The tree of the cell: robot, frames, fixtures, parts and locations, with the one selection."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QContextMenuEvent,
    QDragMoveEvent,
    QDropEvent,
    QIcon,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QTreeWidgetItem

from app.desktop.looks.notice import BODY, FRAME
from app.desktop.looks.theme import Theme
from app.desktop.modelling.edits.locking import unlocked
from app.desktop.modelling.entries.framing import placed_keys, set_frames
from app.desktop.modelling.entries.ordering import move_before
from app.desktop.modelling.entries.renaming import new_name_fault, rename
from app.desktop.panels.tree.dropping import Drop, drop_on
from app.desktop.panels.tree.row_delegate import KEY_ROLE, RowDelegate
from app.desktop.panels.tree.row_tree import EYE, LOCK, LOOK_ROLE, NAME, ROW_ROLE, RowTree
from app.desktop.state.choices.things import Key, bodies_behind
from app.desktop.state.document import Document
from scenes import SceneError
from scenes.world.cell import COPY_SUFFIX

HOVER_STRENGTH = 46  # of 255: how strongly the row of the body under the pointer is coloured


class CellTree(RowTree):
    """Shows the cell and the common selection; a double click brings an entry into view."""

    focusAsked = Signal(str, str)  # kind, name
    hovered = Signal(list)  # the bodies of the row under the pointer, by name
    contextAsked = Signal(QPoint)

    def __init__(self, document: Document, theme: Theme) -> None:
        delegate = RowDelegate(theme, self._name_fault, self._rename)
        super().__init__(document, theme, delegate)
        self._under: Key | None = None
        self.itemSelectionChanged.connect(self._selected)
        self.itemDoubleClicked.connect(self._activated)
        self.itemEntered.connect(self._entered)
        document.selectionChanged.connect(self._follow_selection)
        document.looks.changed.connect(self._show_looks)
        self.rebuild()

    def show_choices(self) -> None:
        """Shows in new rows what is selected, hidden and locked."""
        self._show_looks()
        self._follow_selection()

    # Hidden and locked things.

    def _show_looks(self) -> None:
        """Shows an eye in each row of a body or frame, and a lock where one is locked."""
        looks, muted = self._document.looks, QBrush(QColor(self._theme.muted))
        blocked = self.blockSignals(True)
        for key, item in self._items.items():
            seen = self._seen_keys(key)
            if not seen:
                continue
            is_hidden, is_locked = all(other in looks.hidden for other in seen), key in looks.locked
            shown = (is_hidden, is_locked, item.text(NAME), self._theme)
            if item.data(NAME, LOOK_ROLE) == shown:
                continue
            item.setData(NAME, LOOK_ROLE, shown)
            name = "mdi6.eye-off-outline" if is_hidden else "mdi6.eye-outline"
            item.setIcon(EYE, self._icon(name, self._theme.muted))
            item.setToolTip(EYE, "Show" if is_hidden else "Hide")
            item.setForeground(NAME, muted if is_hidden else QBrush())
            lock = self._icon("mdi6.lock", self._theme.warning) if is_locked else QIcon()
            item.setIcon(LOCK, lock)
            item.setToolTip(LOCK, "Unlock" if is_locked else "")
            words = (item.text(NAME), key[0], "hidden" * is_hidden, "locked" * is_locked)
            spoken = ", ".join(word for word in words if word)
            item.setData(NAME, Qt.ItemDataRole.AccessibleTextRole, spoken)
        self.blockSignals(blocked)

    def _seen_keys(self, key: Key) -> tuple[Key, ...]:
        """The bodies and frames that the eye of a row shows and hides."""
        cell = self._document.cell
        if key[0] == FRAME or cell is None:
            return (key,)
        return tuple((BODY, name) for name in bodies_behind(cell, [key]))

    def _toggle_eye(self, item: QTreeWidgetItem) -> None:
        looks, key = self._document.looks, item.data(NAME, KEY_ROLE)
        rows = self.selected_keys() if item.isSelected() else (key,)
        seen = [other for row in rows for other in self._seen_keys(row)]
        is_hidden = all(other in looks.hidden for other in self._seen_keys(key))
        (looks.show if is_hidden else looks.hide)(seen)

    # The selection.

    def selected_keys(self) -> tuple[Key, ...]:
        """Kind and name of the selected rows, the current one first."""
        keys = [key for key, item in self._items.items() if item.isSelected()]
        current = self._current_key()
        return tuple(sorted(keys, key=lambda key: key != current))

    def _selected(self) -> None:
        """Selects what the rows say; the cursor on a heading leaves the selection as it is."""
        keys, current = self.selected_keys(), self.currentItem()
        if keys or current is None or current.data(NAME, KEY_ROLE) is not None:
            self._document.select_all(keys)
        else:
            self._mark_selected()

    def _activated(self, item: QTreeWidgetItem, column: int) -> None:
        key = item.data(NAME, KEY_ROLE)
        if key and column == NAME:
            self.focusAsked.emit(*key)

    def _follow_selection(self) -> None:
        chosen = dict.fromkeys(self._row_of(key) for key in self._document.selection.all)
        items = [self._items[key] for key in chosen if key in self._items]
        if set(map(id, items)) == set(map(id, self.selectedItems())):
            return
        self._mark_selected()
        if items:
            blocked = self.blockSignals(True)
            self._set_current(items[0])
            self.scrollToItem(items[0])
            self.blockSignals(blocked)

    def _mark_selected(self) -> None:
        """Marks the rows of the selected things; the cursor stays."""
        chosen = {self._row_of(key) for key in self._document.selection.all}
        blocked = self.blockSignals(True)
        for key, item in self._items.items():
            if item.isSelected() != (key in chosen):
                item.setSelected(key in chosen)
        self.blockSignals(blocked)

    def _row_of(self, key: Key) -> Key:
        """The key whose row shows a thing: a copy that FEED made is shown by its part."""
        is_copy = key not in self._items and key[0] == BODY
        return (BODY, COPY_SUFFIX.sub("", key[1])) if is_copy else key

    # The pointer.

    def show_hovered(self, body: str) -> None:
        """Colours the row of a body under the pointer faintly; "" colours none."""
        blocked = self.blockSignals(True)
        self._tint(self._under, QBrush())
        self._under = self._row_of((BODY, body)) if body else None
        faint = QColor(self._theme.accent)
        faint.setAlpha(HOVER_STRENGTH)
        self._tint(self._under, QBrush(faint))
        self.blockSignals(blocked)

    def _tint(self, key: Key | None, brush: QBrush) -> None:
        item = None if key is None else self._items.get(key)
        if item is not None:
            for column in (NAME, LOCK, EYE):
                item.setBackground(column, brush)

    def _entered(self, item: QTreeWidgetItem) -> None:
        key, cell = item.data(NAME, KEY_ROLE), self._document.cell
        self.hovered.emit(list(bodies_behind(cell, [key])) if key and cell is not None else [])

    def leaveEvent(self, event: QEvent) -> None:
        """Takes the outline off the body of the row that the pointer leaves."""
        super().leaveEvent(event)
        self.hovered.emit([])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Shows, hides or unlocks where the eye or the lock is pressed; selects elsewhere."""
        where = event.position().toPoint()
        item, column = self.itemAt(where), self.columnAt(where.x())
        key = None if item is None else item.data(NAME, KEY_ROLE)
        is_left = event.button() == Qt.MouseButton.LeftButton
        if item is not None and key and is_left and column == EYE and self._seen_keys(key):
            self._toggle_eye(item)
        elif item is not None and is_left and column == LOCK and key in self._document.looks.locked:
            self._document.looks.lock([key], False)
        elif item is None and is_left:
            self._document.select_all(())
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Selects nothing on Esc; leaves all other keys to Qt."""
        if event.key() == Qt.Key.Key_Escape:
            self._document.select_all(())
        else:
            super().keyPressEvent(event)

    # Names and drops.

    def edit_name(self, key: Key) -> None:
        """Opens the field for the name in the row of a thing."""
        item = self._items.get(key)
        if item is not None:
            self.scrollToItem(item)
            self._set_current(item)
            self.editItem(item, NAME)

    def _name_fault(self, key: Key, new: str) -> str:
        return new_name_fault(self._document, *key, new)

    def _rename(self, key: Key, new: str) -> None:
        self._try(lambda: rename(self._document, *key, new))

    def _try(self, change: Callable[[], object]) -> None:
        try:
            change()
        except SceneError as fault:
            self._document.notify(str(fault).splitlines()[0], "error")

    def _dragged(self) -> tuple[Key, ...]:
        return placed_keys(self._document.cell_file, self.selected_keys())

    def _drop_at(self, event: QDropEvent) -> Drop | None:
        item = self.itemAt(event.position().toPoint()) if event.source() is self else None
        row = None if item is None else item.data(NAME, ROW_ROLE)
        file = self._document.cell_file
        return drop_on(file, self._dragged(), row, self.dropIndicatorPosition())

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Shows whether the rows can be dropped here."""
        super().dragMoveEvent(event)
        if self._drop_at(event) is None:
            event.ignore()
        else:
            event.setDropAction(Qt.DropAction.CopyAction)  # Qt would take moved rows away
            event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        """Places the rows in a frame, where they stand or with Shift by their numbers; or sorts."""
        drop, document = self._drop_at(event), self._document
        if drop is None:
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        keys = unlocked(document, self._dragged(), "move") if drop.frame else self._dragged()
        keeps_numbers = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if drop.frame:
            self._try(lambda: set_frames(document, keys, drop.frame, keeps_numbers))
        else:
            self._try(lambda: move_before(document, keys, drop.before))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Asks for the menu of the selected things, at the pointer or at the current row."""
        at = event.globalPos()
        item = self.currentItem()
        if event.reason() == QContextMenuEvent.Reason.Keyboard and item is not None:
            at = self.viewport().mapToGlobal(self.visualItemRect(item).bottomLeft())
        self.contextAsked.emit(at)
