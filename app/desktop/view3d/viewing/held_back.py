"""Pictures of the view that wait while the user types: to draw one by software takes a while."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from PySide6.QtCore import QTimer
from pyvistaqt import QtInteractor

WAIT_MS = 150  # after the newest letter
MOST_S = 1.0  # for which pictures wait while letters come without a pause
QUICK_MS = 8.0  # a picture that takes no longer is not held back: a graphics card draws it


class HeldBackInteractor(QtInteractor):
    """An interactor that can hold its pictures back; the newest state is drawn afterwards."""

    last_frame_ms = 0.0
    _waiting: QTimer | None = None
    _is_asked = False
    _held_since = 0.0

    def hold_back(self) -> None:
        """Draws no picture for a while, as a letter has been typed."""
        if self.last_frame_ms <= QUICK_MS:
            return
        if self._waiting is None:
            self._waiting = QTimer(self, singleShot=True, interval=WAIT_MS)
            self._waiting.timeout.connect(self._let_go)
        if not self._waiting.isActive():
            self._held_since = perf_counter()
        if perf_counter() - self._held_since < MOST_S:
            self._waiting.start()

    @property
    def is_held_back(self) -> bool:
        """Whether no picture is drawn now."""
        return self._waiting is not None and self._waiting.isActive()

    def update(self, *region: Any) -> None:
        """Asks for a picture, which may come later."""
        if self.is_held_back:
            self._is_asked = True
        else:
            super().update(*region)

    def _let_go(self) -> None:
        if self._is_asked:
            self._is_asked = False
            self.update()
