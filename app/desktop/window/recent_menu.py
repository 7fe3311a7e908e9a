"""The menu of the files that were opened lately."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QMenu, QWidget

from app.desktop.state.files.open_files import FileDesk


class RecentMenu(QMenu):
    """One entry for each file, the newest first. open_file: Called with the path of the chosen."""

    def __init__(self, parent: QWidget, desk: FileDesk, open_file: Callable[[Path], None]) -> None:
        super().__init__("Open recent", parent)
        self._desk, self._open = desk, open_file
        desk.recentChanged.connect(self._list)
        self._list()

    def _list(self) -> None:
        self.clear()
        for name in self._desk.preferences.recent:
            # A lone & would underline the next letter.
            self.addAction(name.replace("&", "&&"), partial(self._open, Path(name)))
        self.setEnabled(bool(self._desk.preferences.recent))
