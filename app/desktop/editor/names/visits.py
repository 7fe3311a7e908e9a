"""Follows the cursor through the open programs, and goes back and forward on its way."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject
from PySide6.QtGui import QTextCursor

from app.desktop.editor.names.trail import Trail
from app.desktop.editor.program_dock import EditorPanel
from app.desktop.state.document import Document
from app.desktop.state.source import Source

NEAR_LINES = 10  # lines: a cursor that moves no further is still at the same place


@dataclass(frozen=True, eq=False)
class Visit:
    """A program and a cursor in it, which moves with the text."""

    source: Source
    cursor: QTextCursor


class Visits(QObject):
    """Keeps the trail of the cursor."""

    def __init__(self, document: Document, editor: EditorPanel) -> None:
        super().__init__(editor)
        self._document, self._editor = document, editor
        self._trail: Trail[Visit] = Trail()
        self._is_moving = False
        editor.cursorMoved.connect(lambda *_: self.note())
        editor.frontChanged.connect(self.note)
        document.sourcesChanged.connect(self._forget_closed)

    def note(self) -> None:
        """Adds the present place of the cursor to the trail."""
        editor = self._editor.current
        if editor is not None and not self._is_moving:
            here = Visit(editor.source, QTextCursor(editor.textCursor()))
            self._trail = self._trail.visited(here, _is_near)

    def go(self, by: int) -> bool:
        """Goes one place back (-1) or forward (1); whether there was one."""
        moved = self._trail.moved(by)
        if moved is self._trail or moved.here is None:
            return False
        self._trail, self._is_moving = moved, True
        try:
            self._editor.show_source(moved.here.source)
            if self._editor.current is not None:
                self._editor.current.setTextCursor(moved.here.cursor)
                self._editor.current.centerCursor()
                self._editor.current.setFocus()
        finally:
            self._is_moving = False
        return True

    def _forget_closed(self) -> None:
        present = set(self._document.sources)
        self._trail = self._trail.without(lambda visit: visit.source not in present)


def _is_near(one: Visit, other: Visit) -> bool:
    away = one.cursor.blockNumber() - other.cursor.blockNumber()
    return one.source is other.source and abs(away) < NEAR_LINES
