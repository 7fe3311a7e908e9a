"""The field for the condition of a breakpoint, below its line; a faulty text stays in it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QVBoxLayout

from app.desktop.editor.code_editor import CodeEditor

WIDTH = 340  # px


class ConditionField(QFrame):
    """Enter takes the condition, Esc leaves it as it was.

    fault_of: Gives what is wrong with a condition, "" where it can be used. take: Is given a sound
    condition; an empty one always stops.
    """

    def __init__(
        self,
        editor: CodeEditor,
        line: int,
        fault_of: Callable[[str], str],
        take: Callable[[str], object],
    ) -> None:
        super().__init__(editor)
        self._editor, self._fault_of, self._take = editor, fault_of, take
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setFixedWidth(min(WIDTH, max(editor.width() - 20, 160)))
        label = QLabel(f"Stop at line {line} when this is true (empty: always)")
        label.setWordWrap(True)
        self.field, self.fault = QLineEdit(editor.source.conditions().get(line, "")), QLabel()
        self.field.setAccessibleName(f"Condition of the breakpoint in line {line}")
        self.field.setPlaceholderText("N > 3")
        label.setBuddy(self.field)
        self.fault.setWordWrap(True)
        self.fault.setAccessibleName("Fault of the condition")
        self.fault.setStyleSheet(f"color: {editor.theme.error};")
        self.fault.hide()
        column = QVBoxLayout(self)
        for part in (label, self.field, self.fault):
            column.addWidget(part)
        self.field.textEdited.connect(lambda _: self._say(""))
        self._place(line)
        self.show()
        self.raise_()
        self.field.setFocus()
        self.field.selectAll()

    def _place(self, line: int) -> None:
        """Puts the field below its line, or above it where the editor ends."""
        cursor = QTextCursor(self._editor.document().findBlockByNumber(line - 1))
        area = self._editor.cursorRect(cursor)
        self.adjustSize()
        view = self._editor.viewport()
        below = view.mapTo(self._editor, QPoint(area.left(), area.bottom() + 2))
        above = view.mapTo(self._editor, QPoint(area.left(), area.top() - 2 - self.height()))
        fits = below.y() + self.height() <= self._editor.height() or above.y() < 0
        self.move(below if fits else above)

    def accept(self) -> None:
        """Takes the condition, or says at the field what is wrong with it."""
        text = self.field.text().strip()
        fault = self._fault_of(text) if text else ""
        if fault:
            self._say(fault)
            return
        self._take(text)
        self.close_field()

    def close_field(self) -> None:
        """Removes the field and gives the text the keyboard."""
        self.hide()
        self._editor.setFocus()
        self.deleteLater()

    def _say(self, fault: str) -> None:
        self.fault.setText(f"✖ The condition cannot be used: {fault}." if fault else "")
        self.fault.setVisible(bool(fault))
        edge = f"QLineEdit {{ border: 1px solid {self._editor.theme.error}; }}" if fault else ""
        self.field.setStyleSheet(edge)
        self.adjustSize()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accept()
        elif event.key() == Qt.Key.Key_Escape:
            self.close_field()
