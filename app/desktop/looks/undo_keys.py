"""Keeps Ctrl+Z for the window's own Undo where a text field would swallow it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

UNDO_KEYS = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)


class UndoKeys(QObject):
    """Leaves the keys of undo and redo to the window's actions.

    A line in which the user types keeps them as long as it has something to undo itself.
    """

    def __init__(self, field: QWidget, line: QLineEdit | None = None) -> None:
        super().__init__(field)
        self._line = line
        field.installEventFilter(self)

    def eventFilter(self, field: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        if not any(event.matches(key) for key in UNDO_KEYS):
            return False
        line = self._line
        if line is not None and (line.isUndoAvailable() or line.isRedoAvailable()):
            return False
        event.ignore()
        return True
