"""Reads a cell file in the worker, so that the window answers while a large one is opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.desktop.state.document import Document
from app.desktop.state.full_reading import Found, read_cell


class CellReading(QObject):
    """Reads one file at a time; a newer request replaces the one before."""

    begun = Signal(str)  # a sentence with the name of the file

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._document = document
        self._wanted: object = None

    def read(self, path: Path, then: Callable[[Found], object]) -> None:
        """Calls `then` with the cell and its file, or with None where the window must read it."""
        self._wanted = wish = object()
        self.begun.emit(f"Reading {path.name} …")

        def take(found: Found) -> None:
            if self._wanted is wish:
                then(found)

        self._document.ask_instead("cell file", read_cell, path, then=take)
