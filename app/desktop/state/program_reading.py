"""Reads long programs beside the window: ten thousand lines take a while, if only to put together.

A short one is read at once.
"""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Signal

from language import Program, parse

# Letters that are read within a few milliseconds.
SHORT = 20_000


class Reader(QObject):
    """Parses the newest text; a thread does it where the window would have to wait."""

    hasRead = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._program: Program | None = None
        self._is_reading = False

    def parsed(self, text: str, at_once: bool = False) -> Program | None:
        """The program of a text; None while it is being read, and `hasRead` tells the end.

        at_once: Somebody waits for it, however long it takes.
        """
        program = self._program
        if program is not None and program.text == text:
            return program
        if at_once or len(text) <= SHORT:
            return parse(text)
        if not self._is_reading:
            self._is_reading = True
            threading.Thread(target=self._read, args=(text,), daemon=True).start()
        return None

    def _read(self, text: str) -> None:
        self._program, self._is_reading = parse(text), False
        try:
            self.hasRead.emit()
        except RuntimeError:
            return  # the window has gone
