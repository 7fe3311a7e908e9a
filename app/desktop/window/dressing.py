"""The change of a theme: the parts of a window take its colours, a few in each event."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.desktop.looks.theme import Theme

OPAQUE = Qt.WidgetAttribute.WA_OpaquePaintEvent
DRESSING_S = 0.015  # processor time after which the next parts wait for an event of their own


class Dressed(Protocol):
    """A part that has the colours of a theme."""

    def set_theme(self, theme: Theme) -> None:
        """Shows the part in these colours."""


class Dressing(QTimer):
    """Dresses parts, the first ones at once, the others in later events; then the window is drawn.

    The window keeps its old picture until the last part has its colours. Then its bars and docks
    are drawn one after the other, each in an event of its own: all at once would hold the window
    for too long. A newer theme takes the place of one that is still under way.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, singleShot=True, interval=0)
        self._window = window
        self._theme: Theme | None = None
        self._waiting: deque[Dressed] = deque()
        self._undrawn: deque[Piece] = deque()
        self.timeout.connect(self._go_on)

    @property
    def is_busy(self) -> bool:
        """Whether parts still have, or show, the colours of the theme before."""
        return bool(self._waiting or self._undrawn)

    def begin(self, theme: Theme, parts: Sequence[Dressed]) -> None:
        """Dresses all parts; a window that is not on the screen yet is dressed at once."""
        self._theme, self._waiting = theme, deque(parts)
        while self._undrawn:
            self._undrawn.popleft().let_draw()
        if self._window.isVisible():
            self._window.setUpdatesEnabled(False)
            self._go_on()
            return
        self.stop()
        while self._waiting:
            self._waiting.popleft().set_theme(theme)
        self._window.setUpdatesEnabled(True)  # it may have been hidden in the midst of a change

    def _go_on(self) -> None:
        """Dresses the next parts; once all are dressed, draws the next bar or dock."""
        if self._waiting:
            self._dress_some(time.thread_time() + DRESSING_S)
            if not self._waiting:
                self._undrawn = deque(map(Piece, parts_of(self._window)))
                self._window.setUpdatesEnabled(True)
        elif self._undrawn:
            piece = self._undrawn.popleft()
            piece.let_draw()
            piece.draw()
        if self.is_busy:
            self.start()

    def _dress_some(self, end: float) -> None:
        assert self._theme is not None
        while self._waiting:
            self._waiting.popleft().set_theme(self._theme)
            if time.thread_time() > end:
                return


class Piece:
    """A bar or dock that keeps its old picture for a while; the window does not draw behind it."""

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget
        self._was_opaque = widget.testAttribute(OPAQUE)
        widget.setAttribute(OPAQUE, True)
        widget.setUpdatesEnabled(False)

    def let_draw(self) -> None:
        """Lets the widget be drawn again."""
        if isValid(self._widget):
            self._widget.setAttribute(OPAQUE, self._was_opaque)
            self._widget.setUpdatesEnabled(True)

    def draw(self) -> None:
        """Draws the widget in this event."""
        if isValid(self._widget):
            self._widget.repaint()


def parts_of(window: QWidget) -> list[QWidget]:
    """The bars, the docks and the middle of a window."""
    return [
        child
        for child in window.children()
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow()
    ]
