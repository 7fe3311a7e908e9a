"""Find and replace in the program in front."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from app.desktop.looks.small_widgets import flat_button
from app.desktop.looks.tips import wrapped


class FindBar(QWidget):
    """A bar below the editor: Enter finds the next match, Shift+Enter the previous, Esc closes."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._editor: QPlainTextEdit | None = None
        self.find_field, self.replace_field = QLineEdit(), QLineEdit()
        self.find_field.setPlaceholderText("Find")
        self.replace_field.setPlaceholderText("Replace by")
        self.match_case = QCheckBox("Match case")
        self.count = QLabel()
        self.count.setMinimumWidth(72)
        self.find_field.textChanged.connect(self._typed)
        self.match_case.toggled.connect(self._typed)
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(6, 4, 6, 4)
        grid.setVerticalSpacing(4)
        grid.addWidget(self.find_field, 0, 0)
        grid.addWidget(self.replace_field, 1, 0)
        first, second = QHBoxLayout(), QHBoxLayout()
        for text, tip, action in (
            ("Previous", "Shift+Enter", lambda: self.find_next(backward=True)),
            ("Next", "Enter", self.find_next),
        ):
            first.addWidget(_button(text, tip, action))
        first.addWidget(self.count)
        close = flat_button("✕", "Close (Esc)")
        close.clicked.connect(self.close_bar)
        first.addWidget(close)
        second.addWidget(_button("Replace", "Replace this one", self.replace))
        second.addWidget(_button("All", "Replace every one, as one undo step", self.replace_all))
        second.addWidget(self.match_case)
        second.addStretch(1)
        grid.addLayout(first, 0, 1)
        grid.addLayout(second, 1, 1)
        grid.setColumnStretch(0, 1)

    def open_for(self, editor: QPlainTextEdit) -> None:
        """Shows the bar for an editor; looks for the selected word."""
        self._editor = editor
        selected = editor.textCursor().selectedText()
        if selected and "\u2029" not in selected:
            self.find_field.setText(selected)
        self.show()
        self.find_field.setFocus()
        self.find_field.selectAll()
        self._typed()

    def close_bar(self) -> None:
        """Hides the bar and gives the editor the focus."""
        self.hide()
        if self._editor is not None:
            self._editor.setFocus()
        self.closed.emit()

    def find_next(self, *, backward: bool = False) -> bool:
        """Selects the next match; behind the last one, the first. Whether there is one."""
        if self._editor is None or not self.find_field.text():
            return False
        flags = self._flags(backward)
        if self._editor.find(self.find_field.text(), flags):
            return True
        kept = self._editor.textCursor()
        ends = QTextCursor.MoveOperation.End if backward else QTextCursor.MoveOperation.Start
        self._editor.moveCursor(ends)
        found = self._editor.find(self.find_field.text(), flags)
        if not found:
            self._editor.setTextCursor(kept)
        return found

    def replace(self) -> None:
        """Replaces the selected match and goes to the next."""
        if self._editor is None:
            return
        cursor = self._editor.textCursor()
        if self._matches(cursor.selectedText()):
            cursor.insertText(self.replace_field.text())
        self.find_next()
        self._typed()

    def replace_all(self) -> int:
        """Replaces every match as one undo step; gives their number."""
        if self._editor is None or not self.find_field.text():
            return 0
        whole = QTextCursor(self._editor.document())
        whole.beginEditBlock()
        done, place = 0, self._next_from(QTextCursor(self._editor.document()))
        while place is not None:
            place.insertText(self.replace_field.text())
            done, place = done + 1, self._next_from(place)
        whole.endEditBlock()
        self._typed()
        return done

    def _next_from(self, start: QTextCursor) -> QTextCursor | None:
        assert self._editor is not None
        found = self._editor.document().find(self.find_field.text(), start, self._flags(False))
        return None if found.isNull() else found

    def _matches(self, text: str) -> bool:
        wanted = self.find_field.text()
        if self.match_case.isChecked():
            return bool(wanted) and text == wanted
        return bool(wanted) and text.lower() == wanted.lower()

    def _flags(self, backward: bool) -> QTextDocument.FindFlag:
        flags = QTextDocument.FindFlag(0)
        if backward:
            flags |= QTextDocument.FindFlag.FindBackward
        if self.match_case.isChecked():
            flags |= QTextDocument.FindFlag.FindCaseSensitively
        return flags

    def _typed(self) -> None:
        text = self._editor.toPlainText() if self._editor is not None else ""
        wanted = self.find_field.text()
        if not self.match_case.isChecked():
            text, wanted = text.lower(), wanted.lower()
        number = text.count(wanted) if wanted else 0
        self.count.setText(f"{number} found" if wanted else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.find_next(backward=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        else:
            super().keyPressEvent(event)


def _button(text: str, tip: str, action: object) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(wrapped(tip))
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.clicked.connect(lambda _=False: action())  # type: ignore[operator]
    return button
