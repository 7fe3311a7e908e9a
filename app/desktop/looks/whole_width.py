"""A scroll area that goes up and down only: it is never narrower than what it holds."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QScrollArea


class WholeWidth(QScrollArea):
    """Asks for the least width of its content and of the scroll bar, so that nothing is cut."""

    def __init__(self, **choices: Any) -> None:
        super().__init__(**choices)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def minimumSizeHint(self) -> QSize:
        inside, least = self.widget(), super().minimumSizeHint()
        if inside is None:
            return least
        width = inside.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        return QSize(max(width + 2 * self.frameWidth(), least.width()), least.height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Asks for another width when the content has become wider, as with larger letters."""
        if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)
