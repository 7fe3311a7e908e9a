"""The rows of the cell as a tree of Qt: made anew with the cell, filtered, opened and closed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html import escape

from PySide6.QtCore import QItemSelectionModel, Qt, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem

from app.desktop.looks.icons import icon
from app.desktop.looks.notice import LOCATION
from app.desktop.looks.small_widgets import remove_rows_in
from app.desktop.looks.theme import Theme
from app.desktop.panels.tree.row_delegate import ABOUT_ROLE, KEY_ROLE, RowDelegate
from app.desktop.panels.tree.tree_rows import Row, location_rows, rows_by_frame, rows_by_kind
from app.desktop.state.choices.things import Key
from app.desktop.state.document import Document

ROW_ROLE, LOOK_ROLE = (Qt.ItemDataRole.UserRole + n for n in (1, 4))
NAME, LOCK, EYE = range(3)
DRAG_OPENS_MS = 600  # until a closed row opens under dragged rows
MARK_WIDTH = 22  # of the columns of lock and eye, points


class RowTree(QTreeWidget):
    """Keeps the rows of the cell and of the program's locations up to date.

    is_by_frame: Whether things stand under their frames instead of under their kinds.
    """

    def __init__(self, document: Document, theme: Theme, delegate: RowDelegate) -> None:
        super().__init__()
        delegate.setParent(self)
        self._document, self._theme, self._delegate = document, theme, delegate
        self.is_by_frame = False
        self._items: dict[Key, QTreeWidgetItem] = {}
        self._icons: dict[tuple[str, str], QIcon] = {}
        self._open: dict[object, bool] = {}  # whether the user has opened or closed a row
        self._locations: QTreeWidgetItem | None = None
        self._rows: tuple[Row, ...] = ()
        self._location_rows: tuple[Row, ...] = ()
        self._filter = ""
        self._set_up()
        self.itemExpanded.connect(lambda item: self._remember(item, True))
        self.itemCollapsed.connect(lambda item: self._remember(item, False))
        document.cellChanged.connect(self._follow_cell)
        document.findingsChanged.connect(lambda: self._show_locations())

    def show_choices(self) -> None:
        """Shows in new rows what is selected, hidden and locked."""

    def _set_up(self) -> None:
        self.setColumnCount(3)
        self.setItemDelegateForColumn(NAME, self._delegate)
        self.setHeaderHidden(True)
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.setUniformRowHeights(True)
        self.setIndentation(16)
        self.setAccessibleName("Cell")
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setAutoExpandDelay(DRAG_OPENS_MS)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        header, modes = self.header(), QHeaderView.ResizeMode
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(MARK_WIDTH)
        header.setSectionResizeMode(NAME, modes.Stretch)
        for column in (LOCK, EYE):
            header.setSectionResizeMode(column, modes.Fixed)
            header.resizeSection(column, MARK_WIDTH)

    def set_theme(self, theme: Theme) -> None:
        """Draws the tree in the colours of a theme."""
        self._theme = self._delegate.theme = theme
        self._icons.clear()
        self.rebuild()

    def show_by_frame(self, is_by_frame: bool) -> None:
        """Shows things under the frames in which they stand, or under their kinds."""
        self.is_by_frame = is_by_frame
        self.rebuild()

    def filter_rows(self, text: str) -> None:
        """Shows only rows whose name or grey words hold a text, and the rows above them."""
        self._filter = text.strip().lower()
        self._apply_filter()

    # The rows.

    def _follow_cell(self) -> None:
        """Makes those rows anew whose text or look has changed."""
        rows = self._present_rows()
        if rows == self._rows:
            return
        if not self._rows or not rows:
            self.rebuild()
            return
        blocked = self.blockSignals(True)
        self._replace_rows(None, self._rows, rows)
        self._rows = rows
        order = [key for row in (*rows, *self._location_rows) for key in keys_in(row)]
        self._items = {key: self._items[key] for key in order}
        self.blockSignals(blocked)
        if self._filter:  # without one, a row is shown and opened where it is made
            self._apply_filter()
        self.show_choices()

    def _present_rows(self) -> tuple[Row, ...]:
        cell, file = self._document.cell, self._document.cell_file
        if cell is None:
            return ()
        return rows_by_frame(cell, file) if self.is_by_frame else rows_by_kind(cell, file)

    def rebuild(self) -> None:
        """Makes the rows of the present cell anew; open rows and the place in the list stay."""
        current, place = self._current_key(), self.verticalScrollBar().value()
        blocked = self.blockSignals(True)
        self.clear()
        self._items.clear()
        self._locations = None
        self._rows, self._location_rows = self._present_rows(), ()
        for row in self._rows:
            self._add(None, row)
        if self._rows:
            group = Row("Locations", icon="mdi6.axis-arrow")
            self._locations = self._add(None, group)
        if current in self._items:
            self._set_current(self._items[current])
        self.blockSignals(blocked)
        if not self._show_locations():
            self.show_choices()
        self.verticalScrollBar().setValue(place)

    def _replace_rows(
        self, parent: QTreeWidgetItem | None, before: tuple[Row, ...], after: tuple[Row, ...]
    ) -> None:
        """Turns the rows below a row (None: those at the top) into others; rows that stay keep
        their items."""
        most = min(len(before), len(after))
        first = next((i for i in range(most) if before[i] != after[i]), most)
        same = next(
            (i for i in range(most - first) if before[-1 - i] != after[-1 - i]), most - first
        )
        old, new = before[first : len(before) - same], after[first : len(after) - same]
        if len(old) == len(new) == 1 and _is_same_thing(old[0], new[0]):
            item = self._items_in(parent)[first]
            item.setData(NAME, ABOUT_ROLE, new[0].about)
            item.setData(NAME, ROW_ROLE, new[0])
            self._replace_rows(item, old[0].rows, new[0].rows)
            return
        for row in old:
            self._forget(row)
        items = self._items_in(parent)
        if parent is not None and len(old) == len(items):
            remove_rows_in(parent)  # all at once, which is quicker
        else:
            self._take(parent, items[first : first + len(old)])
        for place, row in enumerate(new, first):
            self._add(parent, row, place)

    def _items_in(self, parent: QTreeWidgetItem | None) -> list[QTreeWidgetItem]:
        """The items right below one, or those at the top.

        Those at the top are never asked of Qt's root: PySide would not free what the root gave, and
        would not hear that the root is gone with the tree.
        """
        if parent is not None:
            return items_in(parent)
        found = (self.topLevelItem(place) for place in range(self.topLevelItemCount()))
        return [item for item in found if item is not None]

    def _take(self, parent: QTreeWidgetItem | None, items: list[QTreeWidgetItem]) -> None:
        """Removes items; they are freed once the present event is over, which may be theirs."""
        for item in items:
            if parent is None:
                self.takeTopLevelItem(self.indexOfTopLevelItem(item))
            else:
                parent.removeChild(item)
        QTimer.singleShot(0, items.clear)

    def _forget(self, row: Row) -> None:
        for key in keys_in(row):
            self._items.pop(key, None)

    def _add(
        self, parent: QTreeWidgetItem | None, row: Row, place: int | None = None
    ) -> QTreeWidgetItem:
        """Adds a row below another one or at the top, at a place among those there or behind."""
        item = QTreeWidgetItem([row.text])
        if parent is None:
            self.insertTopLevelItem(self.topLevelItemCount() if place is None else place, item)
        else:
            parent.insertChild(parent.childCount() if place is None else place, item)
        item.setData(NAME, ABOUT_ROLE, row.about)
        item.setData(NAME, KEY_ROLE, row.key)
        item.setData(NAME, ROW_ROLE, row)
        item.setIcon(NAME, self._icon(row.icon, row.colour))
        item.setToolTip(NAME, _wrapped(row.tip))
        flags = Qt.ItemFlag
        if row.key is None:
            item.setFlags(flags.ItemIsEnabled | flags.ItemIsDropEnabled)
        else:
            self._items[row.key] = item
            item.setFlags(flags.ItemIsEnabled | flags.ItemIsSelectable | flags.ItemIsDropEnabled)
            if row.section:
                item.setFlags(item.flags() | flags.ItemIsEditable | flags.ItemIsDragEnabled)
            elif row.key[0] == LOCATION:
                item.setFlags(item.flags() | flags.ItemIsEditable)
        for below in row.rows:
            self._add(item, below)
        item.setExpanded(self._open.get(row.key or row.text, row.is_open))
        return item

    def _icon(self, name: str, colour: str = "") -> QIcon:
        if (name, colour) not in self._icons:
            # A body keeps its own colour on a selected row; a colour of the theme would be lost.
            meanings = (self._theme.muted, self._theme.warning, self._theme.path, "")
            on_row = self._theme.on_accent if colour in meanings else ""
            self._icons[name, colour] = icon(name, self._theme, colour, on_row)
        return self._icons[name, colour]

    def _show_locations(self) -> bool:
        """Shows the locations that the program in front defines; whether their rows are new."""
        group = self._locations
        rows = location_rows(self._document.program, self._theme.path)
        if group is None or rows == self._location_rows:
            return False
        for row in self._location_rows:
            if row.key is not None:
                self._items.pop(row.key, None)
        self._location_rows = rows
        blocked = self.blockSignals(True)
        remove_rows_in(group)
        for row in rows:
            self._add(group, row)
        group.setData(NAME, ABOUT_ROLE, str(len(rows)) if rows else "")
        self.blockSignals(blocked)
        self._apply_filter()
        self.show_choices()
        return True

    def _apply_filter(self) -> None:
        blocked = self.blockSignals(True)
        for item in self._items_in(None):
            self._filter_below(item)
        self.blockSignals(blocked)

    def _filter_below(self, item: QTreeWidgetItem) -> bool:
        """Hides what does not match below a row, and the row too; whether the row is shown."""
        below = [self._filter_below(row) for row in items_in(item)]
        row: Row = item.data(NAME, ROW_ROLE)
        words = f"{row.text} {row.about}".lower() if row.key is not None else ""
        shown = not self._filter or self._filter in words or any(below)
        item.setHidden(not shown)
        is_open = bool(self._filter) or self._open.get(row.key or row.text, row.is_open)
        if item.isExpanded() != is_open:
            item.setExpanded(is_open)
        return shown

    def _remember(self, item: QTreeWidgetItem, is_open: bool) -> None:
        if not self._filter:
            self._open[item.data(NAME, KEY_ROLE) or item.text(NAME)] = is_open

    # The cursor.

    def _current_key(self) -> Key | None:
        item = self.currentItem()
        return None if item is None else item.data(NAME, KEY_ROLE)

    def _set_current(self, item: QTreeWidgetItem) -> None:
        self.setCurrentItem(item, NAME, QItemSelectionModel.SelectionFlag.NoUpdate)


def _is_same_thing(row: Row, other: Row) -> bool:
    """Whether two rows differ only in their grey words and in the rows below them."""
    return replace(row, about="", rows=()) == replace(other, about="", rows=())


def keys_in(row: Row) -> Iterator[Key]:
    """The keys of a row and of all rows below it, from above."""
    if row.key is not None:
        yield row.key
    for below in row.rows:
        yield from keys_in(below)


def items_in(item: QTreeWidgetItem) -> list[QTreeWidgetItem]:
    """The rows right below a row."""
    found = (item.child(index) for index in range(item.childCount()))
    return [child for child in found if child is not None]


def _wrapped(text: str) -> str:
    """A tip that wraps its lines: a plain text would be as wide as its longest line."""
    return f"<p>{escape(text).replace(chr(10), '<br>')}</p>" if text else ""
