"""Reads long programs in a thread: ten thousand lines take a while even to assemble.

A short program is read at once.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from language import Program, parse

if TYPE_CHECKING:
    from scenes import Cell
    from scenes.makers.foreign_text import ForeignText

Subject = tuple["str | ForeignText", "Cell | None"]
# Letters of a text that is read within a few milliseconds.
SHORT = 20_000
# The window paints a typed letter before the text is read: the thread would take turns with it.
WAIT_MS = 20


class Reader(QObject):
    """Parses the newest text, in a thread where the window would have to wait."""

    hasRead = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._program: Program | None = None
        self._subject: Subject = ("", None)
        self._wanted: Subject = ("", None)
        self._is_reading = False
        self._timer = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._timer.timeout.connect(self._begin)

    def parsed(
        self, given: str | ForeignText, cell: Cell | None = None, at_once: bool = False
    ) -> Program | None:
        """The program of a text; None while it is being read, after which `hasRead` is sent.

        cell: With the arm of a program in a robot maker's language. at_once: Whether to wait for
        the program, however long it takes.
        """
        subject = given, None if isinstance(given, str) else cell
        if self._program is not None and subject == self._subject:
            return self._program
        text = given if isinstance(given, str) else given.text
        if at_once or len(text) <= SHORT:
            return _read(*subject)
        self._wanted = subject
        if not self._is_reading and not self._timer.isActive():
            self._timer.start()
        return None

    def _begin(self) -> None:
        """Starts the thread that reads the text asked for last."""
        self._is_reading = True
        threading.Thread(target=self._read, args=(self._wanted,), daemon=True).start()

    def _read(self, subject: Subject) -> None:
        self._program, self._subject, self._is_reading = _read(*subject), subject, False
        try:
            self.hasRead.emit()
        except RuntimeError:
            return  # the window has gone


def _read(given: str | ForeignText, cell: Cell | None) -> Program:
    """The program of a text of ours, or of a robot maker's for the arm of a cell."""
    if isinstance(given, str):
        return parse(given)
    from scenes.makers.foreign_text import program_or_fault

    return program_or_fault(given, cell.robot if cell is not None else None)
