"""The text editor of one program: its keys and its mouse."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip

from app.desktop.editor.completion_list import CompletionPopup
from app.desktop.editor.gutter import Gutter
from app.desktop.editor.surface import TextSurface
from app.desktop.looks.fonts import code_font
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.looks.undo_keys import UndoKeys
from app.desktop.state.source import Source
from language.editing.service import Facts

SMALLEST_POINTS, LARGEST_POINTS = 6, 32


class CodeEditor(TextSurface):
    """A text for editing: with completion, margin, tooltips and a font size."""

    zoomed = Signal(int)  # font size in points
    linePointed = Signal(int)  # the line under the pointer, 0 for none

    def __init__(self, source: Source, theme: Theme, points: int) -> None:
        super().__init__(source, theme)
        self._set_letters(points)
        self._gutter = Gutter(self)
        self.viewport().setMouseTracking(True)
        self._popup = CompletionPopup(self)
        self._popup.set_theme(theme)
        UndoKeys(self)
        self.blockCountChanged.connect(self._place_gutter)
        self.updateRequest.connect(self._scrolled)
        self.marksChanged.connect(self._gutter.update)
        source.breakpointsChanged.connect(self._gutter.update)
        self._place_gutter()
        self.mark_lines()

    # Set from outside.

    def set_theme(self, theme: Theme) -> None:
        """Draws the text, the margin and the completion list in the colours of a theme."""
        super().set_theme(theme)
        self._popup.set_theme(theme)

    @property
    def facts(self) -> Facts:
        """The facts of the cell and the last run, which completion and tooltips use."""
        return self._popup.facts

    def set_facts(self, facts: Facts) -> None:
        """Gives completion and tooltips the facts of the cell and the last run."""
        self._popup.facts = facts

    def set_points(self, points: int) -> None:
        """Sets the font size, in points."""
        size = min(max(points, SMALLEST_POINTS), LARGEST_POINTS)
        self._set_letters(size)
        self._place_gutter()
        self.zoomed.emit(size)

    def _set_letters(self, points: int) -> None:
        """Sets the font of the editor and of its document, which has a font of its own."""
        font = code_font(points)
        self.setFont(font)
        self.document().setDefaultFont(font)

    def _place_gutter(self) -> None:
        width = self._gutter.sizeHint().width()
        self.setViewportMargins(width, 0, 0, 0)
        area = self.contentsRect()
        self._gutter.setGeometry(area.left(), area.top(), width, area.height())

    def _scrolled(self, area: QRect, dy: int) -> None:
        if dy:
            self._gutter.scroll(0, dy)
            self.mark_lines()
        else:
            self._gutter.update(0, area.y(), self._gutter.width(), area.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_gutter()
        self.mark_lines()

    # Keys and mouse.

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._popup.handles(event):
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self._new_line()
            return
        super().keyPressEvent(event)
        self._popup.follow(event)

    def _new_line(self) -> None:
        """Begins a new line below the first letter of the line before."""
        cursor = self.textCursor()
        text = cursor.block().text()[: cursor.positionInBlock()]
        cursor.insertText("\n" + text[: len(text) - len(text.lstrip())])
        self.setTextCursor(cursor)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.set_points(self.font().pointSize() + (1 if event.angleDelta().y() > 0 else -1))
            return
        super().wheelEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._popup.hide()
        super().mousePressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._popup.hide()
        super().focusOutEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            self._show_tooltip(event)
            return True
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            idle = event.buttons() == Qt.MouseButton.NoButton
            self.linePointed.emit(self._line_under(event.position().toPoint()) if idle else 0)
        elif event.type() == QEvent.Type.Leave:
            self.linePointed.emit(0)
        return super().viewportEvent(event)

    def _line_under(self, place: QPoint) -> int:
        """The line at a place of the viewport, from 1; 0 below the last one."""
        cursor = self.cursorForPosition(place)
        bottom = self.cursorRect(cursor).bottom()
        return cursor.blockNumber() + 1 if place.y() <= bottom else 0

    def _show_tooltip(self, event: QHelpEvent) -> None:
        cursor = self.cursorForPosition(event.pos())
        text = self.findings_at(cursor) or self._popup.describe(cursor)
        if text:
            QToolTip.showText(event.globalPos(), wrapped(text), self)
        else:
            QToolTip.hideText()

    def describe_here(self) -> str:
        """The help on the word at the cursor; "" where there is none."""
        return self._popup.describe(self.textCursor())

    def complete_now(self) -> None:
        """Opens the list of completions at the cursor."""
        self._popup.open()
