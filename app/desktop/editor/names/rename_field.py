"""The field over a name in the text in which the new name is typed, with what it will change."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QVBoxLayout

from app.desktop.editor.code_editor import CodeEditor
from app.desktop.looks.theme import Theme

LEAST_WIDTH, TEXT_WIDTH = 180, 380  # px
Preview = Callable[[str], tuple[str, bool]]


class RenameField(QFrame):
    """Enter renames, Esc or a click elsewhere leaves everything as it is.

    preview: Gives the sentence about a new name, and whether it can be taken.
    """

    accepted = Signal(str)

    def __init__(
        self, editor: CodeEditor, place: tuple[int, int], preview: Preview, theme: Theme
    ) -> None:
        """place: First and last position of the name in the text of the editor."""
        super().__init__(editor.viewport())
        self._editor, self._preview, self._theme = editor, preview, theme
        start, end = place
        text = editor.toPlainText()[start:end]
        self.setObjectName("rename")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.field = QLineEdit(text)
        self.field.setFont(editor.font())
        self.field.setAccessibleName(f"New name of {text}")
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setFixedWidth(TEXT_WIDTH)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.field)
        column.addWidget(self.words)
        self.field.textChanged.connect(self._show_preview)
        self.field.installEventFilter(self)
        self._show_preview(text)
        self.field.selectAll()
        self._place(start)
        self.show()
        self.raise_()
        self.field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes Enter and Esc of the field, and its loss of the keyboard."""
        if event.type() == QEvent.Type.FocusOut:
            self.close()
            return False
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._accept()
            return True
        return False

    def _accept(self) -> None:
        text = self.field.text().strip()
        if self._preview(text)[1]:
            self._leave()
            self.accepted.emit(text)

    def _leave(self) -> None:
        self._editor.setFocus()
        self.close()

    def _show_preview(self, text: str) -> None:
        words, can_take = self._preview(text.strip())
        theme = self._theme
        self.words.setText(words if can_take else f"✕ {words}")
        colour = theme.text if can_take else theme.error
        self.setStyleSheet(
            f"#rename {{ background: {theme.raised}; border: 1px solid {theme.accent}; }}"
            f"QLabel {{ color: {colour}; }}"
        )
        self.adjustSize()

    def _place(self, start: int) -> None:
        """Puts the field over the name, inside the text."""
        cursor = self._editor.textCursor()
        cursor.setPosition(start)
        area, room = self._editor.cursorRect(cursor), self._editor.viewport().rect()
        self.field.setMinimumWidth(LEAST_WIDTH)
        self.adjustSize()
        left = max(min(area.left() - 12, room.right() - self.width()), 0)
        top = max(min(area.top() - 10, room.bottom() - self.height()), 0)
        self.move(left, top)
