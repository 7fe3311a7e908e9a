"""Saves changed programs and the changed cell to their own files every few minutes."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from app.desktop.state.document import Document
from app.desktop.state.files.open_files import FileDesk
from app.desktop.state.source import Source
from app.programs.text_files import stamp_of
from scenes.library import is_shipped

MS_PER_MINUTE = 60_000


class Autosave(QObject):
    """Saves what has a file of the user's own; asks nothing and replaces nobody else's work.

    A file that others have changed or removed since it was read is left to the user.
    """

    def __init__(self, document: Document, desk: FileDesk) -> None:
        super().__init__(desk)
        self._document, self._desk = document, desk
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.save_all)

    @property
    def minutes(self) -> int:
        """Minutes between two savings; 0: never."""
        return self._timer.interval() // MS_PER_MINUTE if self._timer.isActive() else 0

    def set_minutes(self, minutes: int) -> None:
        """Saves every so many minutes; 0 ends that."""
        if minutes != self.minutes:
            self._timer.start(minutes * MS_PER_MINUTE) if minutes else self._timer.stop()

    def save_all(self) -> None:
        """Saves all that can be saved without a question."""
        for source in self._document.sources:
            if self._may_save(source):
                self._desk.save(source)
        file = self._document.cell_file
        if file is None or not self._document.cell_is_modified or self._desk.cell_is_new:
            return
        is_own = not is_shipped(file.path) and file.path not in self._desk.contested
        if is_own and stamp_of(file.path) == self._desk.cell_stamp:
            self._desk.save_cell()

    def _may_save(self, source: Source) -> bool:
        path = source.path
        if path is None or not source.is_modified or is_shipped(path):
            return False
        return path not in self._desk.contested and not source.differs_on_disk()
