"""The text editor of one program: its keys and its mouse."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, QTimer, Signal
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

from app.desktop.editor.completion_list import CompletionPopup
from app.desktop.editor.finding.finder import Finder
from app.desktop.editor.finding.found_marks import found_marks
from app.desktop.editor.finding.scroll_marks import ScrollMarks
from app.desktop.editor.gutter import Gutter
from app.desktop.editor.help.card_html import card_html
from app.desktop.editor.help.help_card import HelpCard
from app.desktop.editor.surface import TextSurface
from app.desktop.editor.typing import caret_keys, line_edits
from app.desktop.editor.typing.caret_mouse import CaretMouse
from app.desktop.editor.typing.carets import Carets
from app.desktop.editor.typing.mark_drawing import Mark
from app.desktop.editor.typing.text_marks import bracket_marks, caret_marks
from app.desktop.looks.fonts import code_font
from app.desktop.looks.theme import Theme
from app.desktop.looks.undo_keys import UndoKeys
from app.desktop.state.source import Source
from app.desktop.state.text_places import block_column, code_point_column
from language.editing.hover_card import card_at
from language.editing.makers.foreign_service import foreign_card
from language.editing.service import Facts
from language.foreign.foreign_program import ForeignProgram

SMALLEST_POINTS, LARGEST_POINTS = 6, 32
SETTLES_MS = 100  # after an edit, folds that it has changed are opened
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
        self.carets = Carets(self, self.folding.reveal)
        self.finder = Finder(source)
        self._scroll_marks = ScrollMarks(self.verticalScrollBar())
        self._caret_mouse = CaretMouse(self, self.carets)
        self._drawn_carets: list[QTextCursor] = []
        self._drawn_cursor = self.textCursor()
        self._turned = (
            0  # of the wheel since the last change of the font size, in eighths of a degree
        )
        self._popup = CompletionPopup(self)
        self._popup.set_theme(theme)
        self.help_card = HelpCard(self)
        self.help_card.set_theme(theme)
        self._card_cursor = self.textCursor()
        self.foreign: ForeignProgram | None = None  # the program of a robot maker's text, once read
        UndoKeys(self)
        self.blockCountChanged.connect(self._place_gutter)
        self.updateRequest.connect(self._scrolled)
        self.marksChanged.connect(self._gutter.update)
        source.breakpointsChanged.connect(self._gutter.update)
        source.bookmarksChanged.connect(self._gutter.update)
        self.cursorPositionChanged.connect(self._show_cursor)
        self._fold_timer = QTimer(self, singleShot=True, interval=SETTLES_MS)
        self._fold_timer.timeout.connect(self.folding.settle)
        source.edited.connect(self._edited)
        self._place_gutter()
        self.mark_lines()

    # Set from outside.

    def set_theme(self, theme: Theme) -> None:
        """Draws the text, the margin and the completion list in the colours of a theme."""
        super().set_theme(theme)
        self._popup.set_theme(theme)
        self.help_card.set_theme(theme)

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
            self.help_card.close_card()
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
        if self._closes_card(event):
            return
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

    def _closes_card(self, event: QKeyEvent) -> bool:
        """Hides the card at a key; whether the key was Esc and so is done with."""
        alone = (Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt)
        if not self.help_card.isVisible() or event.key() in alone:
            return False
        self.help_card.close_card()
        return event.key() == Qt.Key.Key_Escape

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
        self.help_card.close_card()
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
            *bracket_marks(self._drawn_cursor, block, self.theme),
            *caret_marks(self._drawn_carets, block, self.theme),
            *found_marks(self.finder, self._drawn_cursor, block, self.theme),
        ]

    def _carets_in(self, area: QRect) -> list[QTextCursor]:
        """The further cursors in a part of the viewport."""
        lines = [line for line, _, _ in self.visible_lines(area)]
        if not lines:
            return []
        first, last = (self.document().findBlockByNumber(n - 1) for n in (lines[0], lines[-1]))
        return self.carets.between(first.position(), last.position() + last.length())

    def tail_of(self, block: QTextBlock) -> str:
        """How many lines are folded behind a line."""
        hidden = self.folding.hidden_behind(block) if self.folding.is_used else 0
        return f"⋯ {hidden} line{'s' if hidden > 1 else ''}" if hidden else ""

    def _show_cursor(self) -> None:
        """Unfolds what hides the cursor: a search, a problem or an undo has led there."""
        block = self.textCursor().block()
        if not block.isVisible():
            self.folding.reveal(block)
            self.ensureCursorVisible()

    def _edited(self) -> None:
        if self.folding.is_used:
            self._fold_timer.start()

    def show_found(self) -> None:
        """Shows the present matches in the text and on the scroll bar."""
        self._scroll_marks.show_lines(self.finder.lines, self.blockCount(), self.theme.accent)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws the text with the further cursors that are in sight."""
        self._drawn_cursor = self.textCursor()
        self._drawn_carets = self._carets_in(event.rect()) if self.carets.are_several else []
        super().paintEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._popup.hide()
        super().focusOutEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            if not self._popup.isVisible():
                self._show_card(self.cursorForPosition(event.pos()))
            return True
        if event.type() == QEvent.Type.MouseMove and isinstance(event, QMouseEvent):
            idle = event.buttons() == Qt.MouseButton.NoButton
            at = event.position().toPoint()
            self.linePointed.emit(self._line_under(at) if idle else 0)
            self.help_card.point(not self.help_card.word.contains(at + self.viewport().pos()))
        elif event.type() == QEvent.Type.Leave:
            self.linePointed.emit(0)
            self.help_card.point(word_left=True)
        return super().viewportEvent(event)

    def _line_under(self, place: QPoint) -> int:
        """The line at a place of the viewport, from 1; 0 below the last one."""
        cursor = self.cursorForPosition(place)
        bottom = self.cursorRect(cursor).bottom()
        return cursor.blockNumber() + 1 if place.y() <= bottom else 0

    def show_help(self, keep_open: bool = True) -> bool:
        """Shows the card at the cursor: findings, and help on the word; whether there is any.

        keep_open: Whether the card that is there already gets the keyboard.
        """
        self._popup.hide()
        if keep_open and self.help_card.isVisible():
            self.help_card.take_focus()
            return True
        return self._show_card(self.textCursor())

    def _show_card(self, cursor: QTextCursor) -> bool:
        """Shows the card of a place of the text; hides it where nothing is to be told."""
        line, text = cursor.blockNumber() + 1, cursor.block().text()
        column = code_point_column(text, cursor.positionInBlock())
        card = None
        if self.foreign is not None:
            card = foreign_card(self.foreign, line, column, self.facts)
        elif not self.source.is_foreign:
            card = card_at(self.source.text, line, column, self.facts)
        if card is not None and card.tells_motion:
            card = card.with_motion(self.motion_at(cursor))
        self._card_cursor = QTextCursor(cursor)
        findings, contacts, is_fresh = self.told_at(cursor)
        html = card_html(card, findings, contacts, self.theme, is_fresh)
        if not html:
            self.help_card.close_card()
            return False
        start, end = QTextCursor(cursor), QTextCursor(cursor)
        if card is not None:
            start.setPosition(cursor.block().position() + block_column(text, card.column))
            end.setPosition(cursor.block().position() + block_column(text, card.end_column))
        word = self.cursorRect(start).united(self.cursorRect(end)).adjusted(-4, 0, 4, 0)
        word.translate(self.viewport().pos())
        self.help_card.show_text(html, findings, word)
        return True

    def refresh_card(self) -> None:
        """Shows the card anew, if it is shown: more has become known."""
        if self.help_card.isVisible() and not self.help_card.text.hasFocus():
            self._show_card(self._card_cursor)

    def complete_now(self) -> None:
        """Opens the list of completions at the cursor."""
        self.help_card.close_card()
        self._popup.open()
