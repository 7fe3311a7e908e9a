"""The text editor of one program: its keys and its mouse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip

from app.desktop.editor.completion_list import CompletionPopup
from app.desktop.editor.gutter import Gutter
from app.desktop.editor.surface import TextSurface
from app.desktop.editor.typing import caret_keys, line_edits
from app.desktop.editor.typing.caret_mouse import CaretMouse
from app.desktop.editor.typing.carets import Carets
from app.desktop.editor.typing.mark_drawing import Mark
from app.desktop.editor.typing.text_marks import bracket_marks, caret_marks
from app.desktop.looks.fonts import code_font
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.looks.undo_keys import UndoKeys
from app.desktop.state.source import Source
from language.editing.service import Facts

SMALLEST_POINTS, LARGEST_POINTS = 6, 32
NOTCH = 120  # of a mouse wheel, in eighths of a degree


class CodeEditor(TextSurface):
    """A text for editing: with completion, margin, tooltips and a font size."""

    zoomed = Signal(int)  # font size in points
    linePointed = Signal(int)  # the line under the pointer, 0 for none

    def __init__(self, source: Source, theme: Theme, points: int) -> None:
        super().__init__(source, theme)
        self._set_letters(points)
        self._gutter = Gutter(self)
        self.viewport().setMouseTracking(True)
        self.carets = Carets(self)
        self._caret_mouse = CaretMouse(self, self.carets)
        self._drawn_carets: list[QTextCursor] = []
        self._turned = (
            0  # of the wheel since the last change of the font size, in eighths of a degree
        )
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
        if size == self.font().pointSize():
            return
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
        if self._popup.handles(event) or caret_keys.press(self.carets, event):
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.carets.edit(line_edits.break_line)
            return
        if self._is_tab(event):
            return
        super().keyPressEvent(event)
        if event.text().isalpha() and caret_keys.types(event.modifiers()):
            self._settle_closing()
        self._popup.follow(event)

    def _settle_closing(self) -> None:
        """Moves a line that the last letter made the end of a block; undone with that letter."""
        cursor = self.textCursor()
        if line_edits.closing_indent(cursor) is not None:
            cursor.joinPreviousEditBlock()
            line_edits.settle_closing(cursor)
            cursor.endEditBlock()

    def _is_tab(self, event: QKeyEvent) -> bool:
        """Indents by Tab, and back by Shift+Tab; whether it was one of them."""
        key, shift = event.key(), Qt.KeyboardModifier.ShiftModifier
        if key == Qt.Key.Key_Tab and not event.modifiers():
            self.change_lines(line_edits.press_tab)
        elif key == Qt.Key.Key_Backtab and event.modifiers() in (Qt.KeyboardModifier(0), shift):
            self.change_lines(line_edits.dedent)
        else:
            return False
        return True

    def change_lines(self, change: Callable[[QTextDocument, list[QTextCursor]], object]) -> None:
        """Changes the lines at all cursors by one of the commands on lines."""
        cursors = self.carets.all()
        change(self.document(), cursors)
        self.carets.settle(cursors[0])
        self.ensureCursorVisible()

    def move_lines(self, down: bool) -> None:
        """Moves the lines at all cursors down or up by one line."""
        self.change_lines(lambda _, cursors: line_edits.move_lines(self.source, cursors, down))

    def go_to(self, line: int, column: int = 1) -> None:
        """Puts the only cursor at a place, from 1, columns in code points, and scrolls to it."""
        self.carets.end()
        super().go_to(line, column)

    def undo(self) -> None:
        """Takes one step of the text back."""
        self.carets.replay(super().undo)

    def redo(self) -> None:
        """Makes one step of the text again."""
        self.carets.replay(super().redo)

    # The clipboard, also at several cursors.

    def copy_text(self) -> None:
        """Puts what is selected on the clipboard."""
        caret_keys.copy(self.carets) if self.carets.are_several else self.copy()

    def cut_text(self) -> None:
        """Puts what is selected on the clipboard and deletes it."""
        caret_keys.cut(self.carets) if self.carets.are_several else self.cut()

    def paste_text(self) -> None:
        """Inserts the text of the clipboard."""
        if self.carets.are_several:
            self.carets.paste(QGuiApplication.clipboard().text())
        else:
            self.paste()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        self._turned += event.angleDelta().y()
        steps = int(self._turned / NOTCH)  # a touch pad sends many small turns
        if steps:
            self._turned -= steps * NOTCH
            self.set_points(self.font().pointSize() + steps)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._popup.hide()
        if not self._caret_mouse.pressed(event):
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._caret_mouse.moved(event):
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._caret_mouse.released(event):
            super().mouseReleaseEvent(event)

    def marks_in(self, block: QTextBlock) -> list[Mark]:
        """The marks over a line: the bracket at the cursor with its partner, further cursors."""
        return [
            *bracket_marks(self.textCursor(), block, self.theme),
            *caret_marks(self._drawn_carets, block, self.theme),
        ]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the text with the further cursors that are in sight."""
        shown = [line for line, _, _ in self.visible_lines(event.rect())]
        blocks = [self.document().findBlockByNumber(line - 1) for line in (*shown[:1], *shown[-1:])]
        first, last = (blocks[0].position(), blocks[-1].position() + blocks[-1].length())
        self._drawn_carets = self.carets.between(first, last)
        super().paintEvent(event)

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

    def show_help(self) -> None:
        """Shows the findings at the cursor, else the help on the word there."""
        cursor = self.textCursor()
        text = self.findings_at(cursor) or self._popup.describe(cursor)
        at = self.viewport().mapToGlobal(self.cursorRect().bottomLeft())
        QToolTip.showText(at, wrapped(text), self)

    def complete_now(self) -> None:
        """Opens the list of completions at the cursor."""
        self._popup.open()
