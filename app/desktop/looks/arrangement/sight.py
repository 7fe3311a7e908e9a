"""Whether a panel can be seen: Qt calls one behind another tab visible, but does not paint it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

COMES = (QEvent.Type.Show, QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Paint)


class Sight(QObject):
    """Lets a panel out of sight miss its refreshes, and refreshes it when it comes into sight."""

    def __init__(self, panel: QWidget, refresh: Callable[[], object]) -> None:
        """refresh: Shows the present values in the panel."""
        super().__init__(panel)
        self._panel, self._has_missed = panel, False
        self._again = QTimer(self, singleShot=True, interval=0)
        self._again.timeout.connect(refresh)
        panel.installEventFilter(self)

    def is_clear(self) -> bool:
        """Whether the panel can be seen now; if not, it will be refreshed when it can be."""
        is_seen = self._panel.isVisible() and not self._panel.visibleRegion().isEmpty()
        self._has_missed = not is_seen
        return is_seen

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if self._has_missed and event.type() in COMES:
            self._again.start()
        return False
