"""The previewed state, which is shown as a ghost while the user points at something."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from scenes import CellState
from scenes.world.frozen import Array


class Preview(QObject):
    """Holds the previewed state or None; the 3D view draws it in violet."""

    changed = Signal()
    pathChanged = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state: CellState | None = None
        self.path: Array | None = None  # another path of the tool beside that of the run, mm

    def show(self, state: CellState | None) -> None:
        """Previews a state in place of the one before; None previews nothing."""
        if state is not self.state:
            self.state = state
            self.changed.emit()

    def show_path(self, path: Array | None) -> None:
        """Shows another path (n, 3), mm, beside that of the run; None shows none."""
        if path is not self.path:
            self.path = path
            self.pathChanged.emit()

    def clear(self) -> None:
        """Previews no state; a path stays until it is taken away."""
        self.show(None)
