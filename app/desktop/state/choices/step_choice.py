"""The chosen step of a solid: the one that handles in the 3D view move and size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal

Path = tuple[str | int, ...]


class Pending(NamedTuple):
    """A shape as a drag shows it; the file has the one before. owner: Its place in the file."""

    owner: Path
    shape: Mapping[str, Any]


class StepChoice(QObject):
    """Which step of the selected body is chosen, in which of its copies, and how a drag shows it.

    path: Its place in the cell file, such as fixtures, table, solid, 0; None where none is chosen.
    copies: The copy of each shape on the way to it, from outside; empty means the first of each.
    """

    changed = Signal()
    previewed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path: Path | None = None
        self.copies: tuple[int, ...] = ()
        self.pending: Pending | None = None

    @property
    def body(self) -> str:
        """The name of the body to which the chosen step belongs; "" where none is chosen."""
        return "" if self.path is None else str(self.path[1])

    def choose(self, path: Path | None, copies: Sequence[int] = ()) -> None:
        """Chooses a step, or none."""
        if (path, tuple(copies)) == (self.path, self.copies):
            return
        self.path, self.copies, self.pending = path, tuple(copies), None
        self.changed.emit()

    def clear(self) -> None:
        """Chooses no step: the handles are those of the whole body again."""
        self.choose(None)

    def follow(self, body: str) -> None:
        """Forgets a step of another body than the selected one."""
        if self.path is not None and self.body != body:
            self.clear()

    def preview(self, pending: Pending | None) -> None:
        """Shows a shape of a drag in the panel; None shows the file's again."""
        if pending is not self.pending:
            self.pending = pending
            self.previewed.emit()
