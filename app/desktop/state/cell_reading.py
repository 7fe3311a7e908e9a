"""A cell file read by the worker: the window answers while a large one is opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.desktop.state.document import Document
from app.desktop.state.full_reading import Found, read_cell


class CellReading(QObject):
    """Of several files asked for, the last one counts."""

    begun = Signal(str)  # what is read, in words

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._document = document
        self._wanted: object = None

    def read(self, path: Path, then: Callable[[Found], object]) -> None:
        """Gives the cell and its file, or None where the window has to read it itself."""
        self._wanted = wish = object()
        self.begun.emit(f"Reading {path.name} …")

        def take(found: Found) -> None:
            if self._wanted is wish:
                then(found)

        self._document.ask_instead("cell file", read_cell, path, then=take)
