"""Puts programs into the standard layout, long ones without holding the window."""

from __future__ import annotations

import threading
from contextlib import suppress

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from app.desktop.state.document import Document
from app.desktop.state.program_reading import SHORT
from app.desktop.state.source import REFUSED, Source
from language.editing.layout import format_program


class Formatting(QObject):
    """Formats a short text at once, a long one in a thread; each is one undo step."""

    _formatted = Signal(object, str, str)  # the source, its text, and the text in the layout

    def __init__(self, document: Document, parent: QObject) -> None:
        super().__init__(parent)
        self._document = document
        self._formatted.connect(self._take)

    def begin(self, source: Source) -> None:
        """Formats the program of a source; a program of a robot maker stays as it is."""
        if source.is_foreign:
            self._document.notify(REFUSED)
        elif len(source.text) <= SHORT:
            source.replace_text(format_program(source.text))
        else:
            args = source, source.text
            threading.Thread(target=self._format, args=args, daemon=True).start()

    def _format(self, source: Source, text: str) -> None:
        formatted = format_program(text)
        with suppress(RuntimeError):  # the window has gone
            self._formatted.emit(source, text, formatted)

    def _take(self, source: Source, text: str, formatted: str) -> None:
        """Shows the formatted text, unless the user has typed in the meantime."""
        if not isValid(source) or source not in self._document.sources:
            return
        if source.text == text:
            source.replace_text(formatted)
        else:
            self._document.notify("Not formatted: the text has changed meanwhile. Format it again.")
