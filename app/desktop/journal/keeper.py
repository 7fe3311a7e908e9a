"""Writes what is open in a window into its journal, a moment after each change.

The window gives its pages as values; a thread writes those that changed, so that a slow disk never
delays the window. During constant typing a page is written again and again: at most `DELAY_MS` and
one write lie between a key and its page on the disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor

from PySide6.QtCore import QObject, QTimer, Signal

from app.desktop.journal.folder import Journal, JournalFolder
from app.desktop.journal.pages import Page

DELAY_MS = 200
LOOK_MS = 2000  # ms between looks at what sends no signal: cursor, layout
RETRY_MS = 5000

Pages = Mapping[str, Page]


class Keeper(QObject):
    """Keeps the journal of one window. pages: Gives the pages of everything open, by name."""

    failed = Signal(str)  # why a page could not be written; sent once for several failures in a row
    written = Signal(object)  # the pages on the disk, by name
    _ended = Signal()  # a write of the thread has succeeded or failed

    def __init__(self, folder: JournalFolder, pages: Callable[[], Pages], parent: QObject) -> None:
        super().__init__(parent)
        self._folder, self._pages = folder, pages
        self._journal: Journal | None = None
        self._kept: dict[str, Page] = {}  # the pages last given to the thread
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._writing: Future[None] | None = None
        self._fault = ""  # why the last write failed
        self._is_late = self._is_told = self._is_ended = False
        self._delay = QTimer(self, singleShot=True, interval=DELAY_MS)
        self._delay.timeout.connect(self._write)
        self._look = QTimer(self, interval=LOOK_MS)
        self._look.timeout.connect(self._write)
        self._look.start()
        self._ended.connect(self._take_end)

    def note_change(self) -> None:
        """Writes the changed pages after a short delay."""
        if not self._delay.isActive() and not self._is_ended:
            self._delay.start(DELAY_MS)

    def write_now(self) -> bool:
        """Writes the changed pages and waits for the disk; whether that succeeded."""
        self._settle()
        self._write()
        self._settle()
        return self._journal is not None and not self._fault

    def _settle(self) -> None:
        """Waits for the write that is in progress."""
        if self._writing is not None:
            self._writing.result()

    def end(self) -> None:
        """Stops writing and erases the journal: all work is saved or given up."""
        self._is_ended = True
        self._delay.stop()
        self._look.stop()
        self._thread.shutdown(wait=True)
        if self._journal is not None:
            self._journal.erase()

    def _write(self) -> None:
        if self._writing is not None and not self._writing.done():
            self._is_late = True
            return
        pages = dict(self._pages())
        changed = {name: page for name, page in pages.items() if self._kept.get(name) != page}
        gone = [name for name in self._kept if name not in pages]
        if changed or gone:
            self._kept = pages
            self._writing = self._thread.submit(self._bring_to_disk, pages, changed, gone)

    def _bring_to_disk(self, pages: Pages, changed: Pages, gone: list[str]) -> None:
        """Writes new pages, then deletes old ones; runs in the thread."""
        self._fault = ""
        try:
            if self._journal is None or not self._journal.folder.is_dir():
                self._journal = self._folder.begin()
            for name, page in changed.items():
                self._journal.write(name, page)
            for name in gone:
                self._journal.remove(name)
        except OSError as why:
            self._fault = str(why.strerror or why)
        else:
            self.written.emit(pages)
        self._ended.emit()

    def _take_end(self) -> None:
        """Follows up a write: writes the changes since at once, and failed pages after a delay."""
        was_told, self._is_told = self._is_told, bool(self._fault)
        if self._fault:
            self._kept = {}
            if not self._is_ended:
                self._delay.start(RETRY_MS)
            if not was_told:
                self.failed.emit(self._fault)
        elif self._is_late and not self._is_ended:
            self._is_late = False
            self._write()
