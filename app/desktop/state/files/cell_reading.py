"""Reads or makes a cell in the worker, so that the window answers meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.desktop.state.document import Document
from app.desktop.state.full_reading import Found, Made, made_cell, read_cell


class CellReading(QObject):
    """Reads one file at a time; a newer request replaces the one before."""

    begun = Signal(str)  # a sentence with the name of the file

    def __init__(self, document: Document) -> None:
        super().__init__(document)
        self._document = document
        self._wanted: object = None

    def read(self, path: Path, then: Callable[[Found], object]) -> None:
        """Calls `then` with the cell and its file, or with None where the window must read it."""
        self.begun.emit(f"Reading {path.name} …")
        self._ask(then, read_cell, path)

    def make(self, path: Path, text: str, then: Callable[[Made], object]) -> None:
        """Calls `then` with the cell of a text that is in no file yet, or with its first fault."""
        self._ask(then, made_cell, path, text)

    def _ask(self, then: Callable[[Any], object], function: Callable[..., Any], *of: Any) -> None:
        self._wanted = wish = object()

        def take(found: Any) -> None:
            if self._wanted is wish:
                then(found)

        self._document.ask_instead("cell file", function, *of, then=take)
