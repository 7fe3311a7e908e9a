"""The documentation beside the work: a list of its pages, a search in them, and the page itself.

It is a window of its own, because one reads while one works: it may stand on another screen.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.small_widgets import add_actions
from app.desktop.panels.documents.doc_pages import START, contents
from app.desktop.panels.documents.doc_view import PageView

WIDTH, HEIGHT, LIST_WIDTH = 1060, 760, 290
AROUND_TITLE = 40  # frame, indent and scroll bar beside a title in the list, px
INDENT = "    "
PATH = Qt.ItemDataRole.UserRole
WEB = ("http", "https", "mailto")


class _Visit(NamedTuple):
    """A page that was read, from an anchor or a position of the scroll bar on; None: the top."""

    path: Path
    goal: str | int | None = None


class DocReader(QWidget):
    """Shows pages, and goes back and forward among those that were read."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.view = PageView()
        self.field = QLineEdit(placeholderText="Search all pages", clearButtonEnabled=True)
        self.list = QListWidget()
        self._visits: list[_Visit] = []
        self._here = -1  # the visit that is shown, of those above
        self.back = self._action("← Back", "Alt+Left", lambda: self._step(-1))
        self.forward = self._action("Forward →", "Alt+Right", lambda: self._step(1))
        self.start = self._action("Start", "Alt+Home", lambda: self.open(START))
        self._action("Search", "Ctrl+F", self._search)
        self._action("Next", "F3", self.show_next)
        self._action("Close", "Esc", self._give_up)
        self._lay_out()
        self.field.textChanged.connect(self._list_pages)
        self.field.returnPressed.connect(self.show_next)
        self.list.currentItemChanged.connect(self._choose)
        self.view.anchorClicked.connect(self.follow)
        self.back.setEnabled(False)
        self.forward.setEnabled(False)
        self._list_pages()

    def open(self, path: Path, anchor: str = "") -> None:
        """Shows a page, from the heading of the anchor on."""
        self._remember_place()
        file = path / START.name if path.is_dir() else path
        self._visits[self._here + 1 :] = [_Visit(file, anchor or None)]
        self._go(self._here + 1)

    def follow(self, link: QUrl) -> None:
        """Goes where a link of the page leads; addresses of the web open in the user's browser."""
        goal = self.view.target(link)
        if goal.scheme() in WEB:
            QDesktopServices.openUrl(goal)
        elif goal.isLocalFile():
            self.open(Path(goal.toLocalFile()), goal.fragment())

    def show_next(self) -> None:
        """Shows the next place of the searched words; in the first page with them at first."""
        if self._words and self.list.count():
            if self.list.currentItem() is None:
                self.list.setCurrentRow(0)
            elif self.view.is_whole:
                self.view.go_to_next(self._words)

    @property
    def _words(self) -> tuple[str, ...]:
        return tuple(self.field.text().lower().split())

    def _action(self, text: str, keys: str, act: Callable[[], object]) -> QAction:
        made = QAction(text, self)
        made.setShortcut(QKeySequence(keys))
        made.setToolTip(f"{text.strip('←→ ')} ({keys})")
        made.triggered.connect(lambda _: act())
        self.addAction(made)
        return made

    def _lay_out(self) -> None:
        bar, top, parts, column = QToolBar(), QHBoxLayout(), QSplitter(), QVBoxLayout(self)
        add_actions(bar, [self.back, self.forward, self.start])
        top.addWidget(bar)
        top.addWidget(self.field, 1)
        parts.addWidget(self.list)
        parts.addWidget(self.view)
        parts.setStretchFactor(1, 1)
        self.list.setAccessibleName("Pages")
        self.field.setAccessibleName("Search all pages")
        self.view.setAccessibleName("Page")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(2)
        widest = max(self.fontMetrics().horizontalAdvance(page.title) for page in contents())
        side = max(LIST_WIDTH, widest + AROUND_TITLE)
        parts.setSizes([side, WIDTH - side])
        add_layout(column, top)
        column.addWidget(parts, 1)
        self.resize(WIDTH, HEIGHT)

    def _search(self) -> None:
        self.field.setFocus()
        self.field.selectAll()

    def _give_up(self) -> None:
        """Ends a search, or else closes the reader."""
        if self.field.text():
            self.field.clear()
        else:
            self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """From the search the arrow key leads down into the list."""
        if event.key() == Qt.Key.Key_Down and self.field.hasFocus():
            self.list.setFocus()
        super().keyPressEvent(event)

    def _list_pages(self) -> None:
        """Lists all pages, or those with the searched words and how often the words stand there."""
        words = self._words
        self.list.blockSignals(True)
        self.list.clear()
        for page in contents():
            count = page.count(words)
            if count or not words:
                text = f"{page.title}  ({count})" if words else INDENT * page.depth + page.title
                item = QListWidgetItem(text)
                item.setData(PATH, str(page.path))
                item.setToolTip(page.title)
                self.list.addItem(item)
        self.list.blockSignals(False)
        self._mark_page()

    def _mark_page(self) -> None:
        """Marks the page that is shown in the list, if it is there."""
        self.list.blockSignals(True)
        self.list.setCurrentRow(-1)
        for row in range(self.list.count()):
            if Path(self.list.item(row).data(PATH)) == self.view.path:
                self.list.setCurrentRow(row)
        self.list.blockSignals(False)

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.open(Path(item.data(PATH)))

    def _step(self, by: int) -> None:
        if 0 <= self._here + by < len(self._visits):
            self._remember_place()
            self._go(self._here + by)

    def _remember_place(self) -> None:
        if self._visits:
            place = self.view.verticalScrollBar().value()
            self._visits[self._here] = self._visits[self._here]._replace(goal=place)

    def _go(self, here: int) -> None:
        self._here = here
        path, goal = self._visits[here]
        self.back.setEnabled(here > 0)
        self.forward.setEnabled(here < len(self._visits) - 1)
        self.view.show_page(path, goal, self._words)
        self._mark_page()
        title = next((page.title for page in contents() if page.path == path), path.name)
        self.setWindowTitle(f"{title} – Cellwright documentation")
