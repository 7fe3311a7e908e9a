"""The change of a theme: the parts of a window take its colours, a few in each event."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from app.desktop.looks.theme import Theme


class Dressed(Protocol):
    """A part that has the colours of a theme."""

    def set_theme(self, theme: Theme) -> None:
        """Shows the part in these colours."""


class Dressing(QTimer):
    """Dresses groups of parts: the first at once, each other one in an event of its own.

    The window keeps its old picture until the last part has its colours, so that it never shows two
    themes. A newer theme takes the place of one that is still under way.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, singleShot=True, interval=0)
        self._window = window
        self._theme: Theme | None = None
        self._waiting: deque[Sequence[Dressed]] = deque()
        self.timeout.connect(self._dress_next)

    @property
    def is_busy(self) -> bool:
        """Whether parts still have the colours of the theme before."""
        return bool(self._waiting)

    def begin(self, theme: Theme, groups: Sequence[Sequence[Dressed]]) -> None:
        """Dresses all groups; a window that is not on the screen yet is dressed at once."""
        self._theme, self._waiting = theme, deque(groups)
        if not self._window.isVisible():
            while self._waiting:
                self._dress_next()
            return
        self._window.setUpdatesEnabled(False)
        self._dress_next()

    def _dress_next(self) -> None:
        assert self._theme is not None
        for part in self._waiting.popleft() if self._waiting else ():
            part.set_theme(self._theme)
        if self._waiting:
            self.start()
        else:
            self.stop()
            self._window.setUpdatesEnabled(True)
