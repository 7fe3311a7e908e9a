"""Follows the open files on disk, and offers what others have written there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer

from app.desktop.looks.notice import Notice, Offer
from app.desktop.state.document import Document
from app.desktop.state.source import Source
from app.programs.text_files import FileError, Stamp, stamp_of

SETTLE_MS = 120  # ms to wait while a file on disk is being replaced


class DiskWatch(QObject):
    """Looks at the open files when one of them or its folder changes.

    load_cell: Reads a cell anew and shows a message when that is done.
    cell_stamp: The stamp of the cell file when it was last read or written.
    contested: Files that others have changed while their text here was changed too, until the user
        saves them, loads them or says which text to keep.
    """

    def __init__(self, document: Document, load_cell: Callable[[Path, str], None]) -> None:
        super().__init__(document)
        self._document, self._load_cell = document, load_cell
        self.cell_stamp: Stamp | None = None
        self.contested: set[Path] = set()
        self._watcher = QFileSystemWatcher(self)
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self.check)
        self._watcher.fileChanged.connect(lambda _: self._settle.start())
        self._watcher.directoryChanged.connect(lambda _: self._settle.start())
        document.sourcesChanged.connect(self.follow)
        document.scenarios.changed.connect(self.follow)

    def check(self) -> None:
        """Looks for open files that others have changed on disk."""
        for source in (*self._document.sources, *self._document.scenarios.all):
            if source.differs_on_disk():
                self._changed_on_disk(source)
        file = self._document.cell_file
        if file is not None and stamp_of(file.path) != self.cell_stamp:
            self._cell_changed_on_disk(file.path)
        self.follow()

    def _changed_on_disk(self, source: Source) -> None:
        assert source.path is not None
        if stamp_of(source.path) is None:
            self.contested.add(source.path)
            source.accept_disk_state()
            text = (
                f"{source.title} was removed on disk. The text is kept here; save writes it anew."
            )
            self._document.notify(text, "warning")
        elif source.is_modified:
            source.accept_disk_state()
            self._ask_reload(source)
        else:
            self._reload(source)

    def _ask_reload(self, source: Source) -> None:
        assert source.path is not None
        path = source.path
        self.contested.add(path)
        text = f"{source.title} was changed on disk, and here too. Saving replaces what is there."
        offers = (
            Offer("Load from disk", lambda: self._reload(source)),
            Offer("Keep mine", lambda: self.settle(path)),
        )
        self._document.noticed.emit(Notice(text, "warning", offers))

    def settle(self, path: Path) -> None:
        """The user has decided which text of this file to keep."""
        self.contested.discard(path)

    def _reload(self, source: Source) -> None:
        if source.path is not None:
            self.settle(source.path)
        try:
            source.reload()
        except FileError as fault:
            source.accept_disk_state()
            self._document.notify(str(fault), "error")
        else:
            self._document.notify(f"{source.title} was changed on disk and loaded again.")

    def _cell_changed_on_disk(self, path: Path) -> None:
        self.cell_stamp = stamp_of(path)
        if self.cell_stamp is None:
            self.contested.add(path)
            self._document.notify(
                f"{path.name} was removed on disk; the cell stays open.", "warning"
            )
        elif not self._document.cell_is_modified:
            self._load_cell(path, f"{path.name} was changed on disk and loaded again.")
        else:
            text = f"{path.name} was changed on disk, and moved things here are not saved."
            self.contested.add(path)
            load = Offer("Load from disk", lambda: self._load_settled(path))
            keep = Offer("Keep mine", lambda: self.settle(path))
            self._document.noticed.emit(Notice(text, "warning", (load, keep)))

    def _load_settled(self, path: Path) -> None:
        self.settle(path)
        self._load_cell(path, "")

    def follow(self) -> None:
        """Watches the open files anew: Qt no longer watches a file that was replaced."""
        file = self._document.cell_file
        texts = (*self._document.sources, *self._document.scenarios.all)
        paths = [source.path for source in texts if source.path is not None]
        paths += [file.path] if file is not None else []
        wanted = {str(path) for path in paths if path.exists()} | {str(p.parent) for p in paths}
        watched = set(self._watcher.files()) | set(self._watcher.directories())
        if watched - wanted:
            self._watcher.removePaths(sorted(watched - wanted))
        if wanted - watched:
            self._watcher.addPaths(sorted(wanted - watched))
