"""Names under the pointer as links: underlined while Ctrl is held, followed by a click."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QTextCursor

from app.desktop.editor.code_editor import CodeEditor
from app.desktop.state.text_places import block_column, code_point_column

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NameAt = Callable[[CodeEditor, int, int], tuple[int, int] | None]


class Links(QObject):
    """Watches the mouse and the key Ctrl in one editor.

    name_at: Gives the columns of the name at a line and a column, or None. A right click puts the
    cursor where it was made, so that the menu speaks of the word under the pointer.
    """

    followed = Signal(int, int)  # a line and a column

    def __init__(self, editor: CodeEditor, name_at: NameAt) -> None:
        super().__init__(editor)
        self._editor, self._name_at = editor, name_at
        self._pressed: tuple[int, int] | None = None
        editor.installEventFilter(self)
        editor.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Draws the link, follows it, and lets all other events through."""
        kind, kinds = event.type(), QEvent.Type
        if isinstance(event, QMouseEvent):
            return self._mouse(event)
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Control:
            at = self._editor.viewport().mapFromGlobal(self._editor.cursor().pos())
            inside = self._editor.viewport().rect().contains(at)
            self._show(at if kind == kinds.KeyPress and inside else None)
        elif kind in (kinds.Leave, kinds.FocusOut):
            self._show(None)
        return False

    def _mouse(self, event: QMouseEvent) -> bool:
        kind, kinds, at = event.type(), QEvent.Type, event.position().toPoint()
        has_ctrl = event.modifiers() == CTRL
        if kind == kinds.MouseMove and event.buttons() == Qt.MouseButton.NoButton:
            self._show(at if has_ctrl else None)
        elif kind == kinds.MouseButtonPress and event.button() == RIGHT:
            self._put_cursor(at)
        elif kind == kinds.MouseButtonPress and event.button() == LEFT and has_ctrl:
            self._pressed = self._place(at)
            return self._pressed is not None
        elif kind == kinds.MouseButtonRelease and self._pressed is not None:
            (line, column), self._pressed = self._pressed, None
            self._show(None)
            self.followed.emit(line, column)
            return True
        return False

    def _show(self, at: QPoint | None) -> None:
        """Underlines the name at a place of the viewport; None: no name."""
        place = None if at is None else self._place(at)
        span = None if place is None else self._name_at(self._editor, *place)
        shape = Qt.CursorShape.PointingHandCursor if span else Qt.CursorShape.IBeamCursor
        self._editor.viewport().setCursor(shape)
        if place is None or span is None:
            self._editor.set_link(None)
            return
        block = self._editor.document().findBlockByNumber(place[0] - 1)
        start, end = (block.position() + block_column(block.text(), c) for c in span)
        self._editor.set_link((start, end))

    def _place(self, at: QPoint) -> tuple[int, int] | None:
        """The line and the column at a place of the viewport, if a name stands there."""
        cursor = self._editor.cursorForPosition(at)
        if not self._editor.cursorRect(cursor).adjusted(-12, 0, 12, 0).contains(at):
            return None
        column = code_point_column(cursor.block().text(), cursor.positionInBlock())
        line = cursor.blockNumber() + 1
        return (line, column) if self._name_at(self._editor, line, column) else None

    def _put_cursor(self, at: QPoint) -> None:
        """Puts the cursor at a place, unless the marked text is there."""
        cursor, marked = self._editor.cursorForPosition(at), self._editor.textCursor()
        if not marked.selectionStart() <= cursor.position() <= marked.selectionEnd():
            self._editor.setTextCursor(QTextCursor(cursor))
