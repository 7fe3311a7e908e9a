"""The previewed state, which is shown as a ghost while the user points at something."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from scenes import CellState


class Preview(QObject):
    """Holds the previewed state or None; the 3D view draws it in violet."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state: CellState | None = None

    def show(self, state: CellState | None) -> None:
        """Previews a state in place of the one before; None previews nothing."""
        if state is not self.state:
            self.state = state
            self.changed.emit()

    def clear(self) -> None:
        """Previews nothing."""
        self.show(None)
