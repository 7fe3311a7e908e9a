"""The panel Outline: what the program in front consists of, as a tree that letters narrow."""

from __future__ import annotations

import threading
from contextlib import suppress

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QTreeView, QVBoxLayout, QWidget

from app.desktop.editor.names.outline_model import ITEM, OutlineModel
from app.desktop.editor.program_dock import EditorPanel
from app.desktop.looks.arrangement.sight import Sight
from app.desktop.looks.theme import Theme
from app.desktop.state.document import Document
from app.desktop.state.program_reading import SHORT
from language.editing.makers.foreign_service import foreign_outline
from language.editing.outline import OutlineItem, outline

WAIT_MS = 500  # after a change; the outline of ten thousand lines takes a while
OPEN_LEVELS = 1  # levels of blocks that are open at first


class OutlinePanel(QWidget):
    """Shows the outline while it can be seen; the entry of the cursor's line is marked."""

    chosen = Signal(object)  # an OutlineItem
    _read = Signal(str, object)  # a text and its outline

    def __init__(self, document: Document, editor: EditorPanel, theme: Theme) -> None:
        super().__init__()
        self._editor, self._sight = editor, Sight(self, self.refresh)
        self._items: tuple[OutlineItem, ...] = ()
        self._text = ""
        self._is_reading = False
        self._read.connect(self._take)
        self.field = QLineEdit(placeholderText="Filter")
        self.field.setClearButtonEnabled(True)
        self.field.setAccessibleName("Filter the outline")
        self.model = OutlineModel(theme, self)
        self.shown = QSortFilterProxyModel(self)
        self.shown.setSourceModel(self.model)
        self.shown.setRecursiveFilteringEnabled(True)
        self.shown.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.tree = QTreeView()
        self.tree.setModel(self.shown)
        self.tree.setHeaderHidden(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setFrameShape(QTreeView.Shape.NoFrame)
        self.tree.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.tree.setAccessibleName("Outline of the program")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.field)
        column.addWidget(self.tree)
        self._timer = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._timer.timeout.connect(self.refresh)
        self.field.textChanged.connect(self._filter)
        self.field.returnPressed.connect(lambda: self._choose(self.tree.currentIndex()))
        self.tree.activated.connect(self._choose)
        self.tree.clicked.connect(self._choose)
        document.textChanged.connect(self._timer.start)
        document.sourcesChanged.connect(self._timer.start)
        editor.frontChanged.connect(self._timer.start)
        editor.cursorMoved.connect(lambda line, _: self._mark(line))

    def set_theme(self, theme: Theme) -> None:
        """Draws the icons in the colours of a theme."""
        self.model.set_theme(theme)
        self.tree.viewport().update()

    def showEvent(self, event: QShowEvent) -> None:
        """Brings the outline up to date when it comes into sight."""
        super().showEvent(event)
        self.refresh()

    def refresh(self) -> None:
        """Shows the outline of the program in front, if it can be seen."""
        editor = self._editor.current
        if not self._sight.is_clear():
            return
        text = editor.source.text if editor is not None else ""
        is_ours = editor is None or not editor.source.is_foreign
        if text != self._text and len(text) > SHORT and is_ours:
            self._read_aside(text)
            return
        if text != self._text:
            self._text, items = text, self._outline(text)
            if items != self._items:
                self._show(items)
        if editor is not None:
            self._mark(editor.line)

    def _outline(self, text: str) -> tuple[OutlineItem, ...]:
        """The outline of a short text; of a robot maker's file that of its program, once read."""
        editor = self._editor.current
        if editor is None or not editor.source.is_foreign:
            return outline(text)
        return () if editor.foreign is None else foreign_outline(editor.foreign)

    def _read_aside(self, text: str) -> None:
        """Makes the outline of a long text in a thread, as the window would have to wait."""
        if self._is_reading:
            self._timer.start()
            return
        self._is_reading = True

        def read() -> None:
            items = outline(text)
            with suppress(RuntimeError):  # the window has gone
                self._read.emit(text, items)

        threading.Thread(target=read, daemon=True).start()

    def _take(self, text: str, items: tuple[OutlineItem, ...]) -> None:
        self._is_reading, self._text = False, text
        if items != self._items:
            self._show(items)
        self.refresh()

    def _show(self, items: tuple[OutlineItem, ...]) -> None:
        """Shows other entries; those that were open stay open."""
        closed = {key for key, is_open in self._keys() if not is_open}
        self._items = items
        self.model.show(items)
        self.tree.expandToDepth(OPEN_LEVELS - 1)
        for index in self._indexes(QModelIndex()):
            item = index.data(ITEM)
            if (item.kind, item.name) in closed:
                self.tree.collapse(index)

    def _keys(self) -> list[tuple[tuple[str, str], bool]]:
        """Kind and name of the outer entries that hold others, and whether each is open."""
        outer = [index for index in self._indexes(QModelIndex()) if self.shown.hasChildren(index)]
        items = [(index.data(ITEM), self.tree.isExpanded(index)) for index in outer]
        return [((item.kind, item.name), is_open) for item, is_open in items]

    def _indexes(self, above: QModelIndex) -> list[QModelIndex]:
        return [self.shown.index(row, 0, above) for row in range(self.shown.rowCount(above))]

    def _filter(self, wanted: str) -> None:
        """Shows only entries with these letters in them, and what holds them."""
        self.shown.setFilterFixedString(wanted)
        if wanted:
            self.tree.expandAll()
            self.tree.setCurrentIndex(self._first_fitting(QModelIndex(), wanted.lower()))

    def _first_fitting(self, above: QModelIndex, wanted: str) -> QModelIndex:
        for index in self._indexes(above):
            inner = self._first_fitting(index, wanted)
            if inner.isValid():
                return inner
            if wanted in index.data(ITEM).name.lower():
                return index
        return QModelIndex()

    def _choose(self, index: QModelIndex) -> None:
        item = index.data(ITEM)
        if isinstance(item, OutlineItem):
            self.chosen.emit(item)

    def _mark(self, line: int) -> None:
        """Marks the innermost entry that is open and holds a line, or stands last before it."""
        if not self.isVisible() or self.tree.hasFocus() or self.field.hasFocus():
            return
        found, above = QModelIndex(), QModelIndex()
        while True:
            before = [i for i in self._indexes(above) if i.data(ITEM).line <= line]
            if not before:
                break
            found = above = before[-1]
            if not self.tree.isExpanded(above) or line > above.data(ITEM).end_line:
                break
        self.tree.setCurrentIndex(found)
