"""The mouse that sets several cursors: a click with Ctrl or Alt adds one, a drag with Alt a column.

Beyond the end of a line a column goes on as if there were blanks, in steps of a character.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QPlainTextEdit

from app.desktop.editor.typing.carets import Carets

ALT, CTRL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
NO_BUTTON, LEFT = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton


class CaretMouse:
    """Takes the clicks and drags of an editor that are meant for several cursors."""

    def __init__(self, editor: QPlainTextEdit, carets: Carets) -> None:
        self._editor, self._carets = editor, carets
        self._from: tuple[int, int] | None = None  # line and character in which a drag began
        self._has_moved = False

    def pressed(self, event: QMouseEvent) -> bool:
        """Takes the press of a button; whether it was taken."""
        keys = event.modifiers()
        if event.button() != LEFT or not keys & (ALT | CTRL):
            if event.button() == LEFT:
                self._carets.end()
            return False
        point = event.position().toPoint()
        self._has_moved = False
        self._from = self._place(point) if keys & ALT else None
        if keys & CTRL and not keys & ALT:
            self._carets.toggle(self._editor.cursorForPosition(point).position())
        return True

    def moved(self, event: QMouseEvent) -> bool:
        """Takes a move while a column is being dragged; whether it was taken."""
        if self._from is None or not event.buttons() & LEFT:
            return False
        here = self._place(event.position().toPoint())
        if self._has_moved or here != self._from:
            self._has_moved = True
            self._carets.put_column(self._from, here)
        return True

    def released(self, event: QMouseEvent) -> bool:
        """Ends a drag, or adds a cursor where nothing was dragged; whether it was taken."""
        if self._from is None or event.button() != LEFT:
            return False
        self._from, was_drag = None, self._has_moved
        if not was_drag:
            point = event.position().toPoint()
            self._carets.toggle(self._editor.cursorForPosition(point).position())
        return True

    def _place(self, point: QPoint) -> tuple[int, int]:
        """Line and character under a point of the viewport, from 0."""
        cursor = self._editor.cursorForPosition(point)
        width = max(self._editor.fontMetrics().horizontalAdvance("0"), 1)
        beyond = point.x() - self._editor.cursorRect(cursor).left()
        column = cursor.positionInBlock()
        if cursor.atBlockEnd() and beyond > 0:
            column += round(beyond / width)
        return cursor.blockNumber(), column
