"""Reads long programs in a thread: ten thousand lines take a while even to assemble.

A short program is read at once.
"""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Signal

from language import Program, parse

# Letters of a text that is read within a few milliseconds.
SHORT = 20_000


class Reader(QObject):
    """Parses the newest text, in a thread where the window would have to wait."""

    hasRead = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._program: Program | None = None
        self._is_reading = False

    def parsed(self, text: str, at_once: bool = False) -> Program | None:
        """The program of a text; None while it is being read, after which `hasRead` is sent.

        at_once: Whether to wait for the program, however long it takes.
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
