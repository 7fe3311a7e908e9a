"""The list of completions at the cursor, with the help on the chosen entry."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QListWidget, QListWidgetItem

from app.desktop.editor.help.card_html import card_html
from app.desktop.editor.surface import TextSurface
from app.desktop.looks.theme import Theme
from app.desktop.looks.tips import wrapped
from app.desktop.state.text_places import block_column
from language.editing.hover_card import Card, of_instruction
from language.editing.service import Completion, Facts, complete
from language.programs.as_dialect import has_words_of_as
from language.programs.as_instructions import instruction_named

MOST_ROWS, LIST_WIDTH, TEXT_WIDTH = 9, 150, 330
OPENS_AFTER = 1  # typed characters of a word after which the list opens by itself
WITH_OTHERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class CompletionPopup(QFrame):
    """Floats below the cursor of an editor, which keeps the keyboard and offers each key to it."""

    def __init__(self, editor: TextSurface) -> None:
        super().__init__(editor, Qt.WindowType.ToolTip)
        self._editor = editor
        self.facts = Facts()
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setObjectName("completion")
        self._list = QListWidget()
        self._list.setAccessibleName("Suggestions")
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setFrameShape(QFrame.Shape.NoFrame)
        self._list.setFixedWidth(LIST_WIDTH)
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._text = QLabel()
        self._text.setFixedWidth(TEXT_WIDTH)
        self._text.setWordWrap(True)
        self._text.setMargin(8)
        self._text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(1, 1, 1, 1)
        self._row.setSpacing(0)
        self._row.addWidget(self._list, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addWidget(self._text)
        self._found: tuple[Completion, ...] = ()
        self._list.currentRowChanged.connect(self._describe_row)
        self._list.itemClicked.connect(lambda _: self.accept())

    # Called by the editor.

    def set_theme(self, theme: Theme) -> None:
        """Sets the colours by name: a tooltip window does not follow the palette."""
        self.setStyleSheet(
            f"#completion {{ border: 1px solid {theme.border}; background: {theme.raised}; }}"
            f"QLabel {{ color: {theme.text}; }}"
            f"QListWidget {{ background: {theme.base}; color: {theme.text}; border: none; }}"
            f"QListWidget::item:selected {{ background: {theme.accent}; }}"
            f"QListWidget::item:selected {{ color: {theme.on_accent}; }}"
        )

    def open(self) -> None:
        """Shows the completions at the cursor, if there are any."""
        editor = self._editor
        self._found = ()
        if not editor.source.is_foreign:
            self._found = complete(editor.source.text, editor.line, editor.column, self.facts)
        if not self._found:
            self.hide()
            return
        self._list.clear()
        for item in self._found:
            entry = QListWidgetItem(item.text)
            entry.setToolTip(wrapped(item.detail))
            entry.setSizeHint(QSize(LIST_WIDTH, self._row_height()))
            self._list.addItem(entry)
        self._list.setCurrentRow(0)
        rows = min(len(self._found), MOST_ROWS)
        self._list.setFixedHeight(rows * self._row_height() + 2)
        self.adjustSize()
        self._place()
        self.show()

    def handles(self, event: QKeyEvent) -> bool:
        """Takes a key that is meant for the open list; whether it was taken."""
        if not self.isVisible():
            return False
        key = event.key()
        if event.modifiers() & WITH_OTHERS:
            self.hide()  # Ctrl+Tab is for the tabs
            return False
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            step = 1 if key == Qt.Key.Key_Down else -1
            self._list.setCurrentRow((self._list.currentRow() + step) % len(self._found))
            return True
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return self.accept()
        if key == Qt.Key.Key_Escape:
            self.hide()
            return True
        return False

    def follow(self, event: QKeyEvent) -> None:
        """Opens, narrows or closes the list after a key that the editor took."""
        typed = event.text()
        if typed and (typed.isalnum() or typed in "_.#"):
            if self.isVisible() or self._typed_length() >= OPENS_AFTER:
                self.open()
        elif event.key() == Qt.Key.Key_Backspace and self.isVisible() and self._typed_length():
            self.open()
        elif event.key() not in (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt):
            self.hide()

    def accept(self) -> bool:
        """Puts the chosen entry into the text; False where the word is that entry already."""
        row = self._list.currentRow()
        self.hide()
        if not 0 <= row < len(self._found):
            return False
        item, cursor = self._found[row], self._editor.textCursor()
        block = cursor.block()
        start = block.position() + block_column(block.text(), item.column)
        cursor.setPosition(start, QTextCursor.MoveMode.KeepAnchor)
        if cursor.selectedText() == item.text:
            return False
        cursor.insertText(item.text)
        return True

    # Inside.

    def _typed_length(self) -> int:
        cursor = self._editor.textCursor()
        text = cursor.block().text()[: cursor.positionInBlock()]
        typed = 0
        while typed < len(text) and (text[-1 - typed].isalpha() or text[-1 - typed] == "_"):
            typed += 1
        return typed

    def _describe_row(self, row: int) -> None:
        if 0 <= row < len(self._found):
            self._text.setText(self._help(self._found[row]))

    def _help(self, item: Completion) -> str:
        """The help on an entry: of an instruction with headings, else as its author wrote it."""
        of_as = has_words_of_as(self._editor.source.text)
        is_word = item.kind == "keyword"
        instruction = instruction_named(item.text, of_as) if is_word else None
        if instruction is None:
            return item.documentation or item.detail
        card = Card(instruction.name, tuple(of_instruction(instruction)), 0, 0)
        return card_html(card, (), (), self._editor.theme)

    def _row_height(self) -> int:
        return self._list.fontMetrics().height() + 6

    def _place(self) -> None:
        """Puts the list below the cursor, or above it where the window ends."""
        area, viewport = self._editor.cursorRect(), self._editor.viewport()
        below = viewport.mapToGlobal(QPoint(area.left(), area.bottom() + 2))
        above = viewport.mapToGlobal(QPoint(area.left(), area.top() - 2 - self.height()))
        frame = self._editor.window().frameGeometry()
        fits = below.y() + self.height() <= frame.bottom()
        # The list stands at the cursor, whichever of list and help is higher.
        near = Qt.AlignmentFlag.AlignTop if fits else Qt.AlignmentFlag.AlignBottom
        self._row.setAlignment(self._list, near)
        x = max(min(below.x(), frame.right() - self.width()), frame.left())
        self.move(x, below.y() if fits else above.y())
