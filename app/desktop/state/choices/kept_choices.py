"""What the user chose to see of a cell, kept in the settings for the file of each cell."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal


class LooksStore(Protocol):
    """Keeps the choices of cells between two starts of the program."""

    def cell_looks(self, path: Path) -> dict[str, Any]:
        """The kept choices for the cell of a file; empty where there are none."""
        ...

    def keep_cell_looks(self, path: Path, looks: dict[str, Any]) -> None:
        """Keeps the choices for the cell of a file."""
        ...


class KeptChoices(QObject):
    """A part of the choices for the shown cell; a subclass reads and writes its own keys."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._path: Path | None = None
        self._store: LooksStore | None = None

    def keep_in(self, store: LooksStore) -> None:
        """Keeps the choices from now on."""
        self._store = store

    def follow(self, path: Path | None) -> None:
        """Takes the kept choices for the cell of a file, where another cell is shown now."""
        if path == self._path:
            return
        self._path = path
        self._read(
            self._store.cell_looks(path) if self._store is not None and path is not None else {}
        )
        self.changed.emit()

    def _read(self, kept: dict[str, Any]) -> None:
        """Takes what is kept of a cell: stored data of any form."""
        raise NotImplementedError

    def _keep(self, choices: dict[str, Any]) -> None:
        """Keeps the choices under their keys, and tells of the change."""
        if self._store is not None and self._path is not None:
            self._store.keep_cell_looks(self._path, choices)
        self.changed.emit()
