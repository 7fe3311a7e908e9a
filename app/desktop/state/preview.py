"""What would be: the one state that is shown as a ghost while something is pointed at."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from scenes import CellState


class Preview(QObject):
    """Holds the previewed state, or none; the 3D view draws it in violet."""

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
        """Nothing is pointed at any more."""
        self.show(None)
