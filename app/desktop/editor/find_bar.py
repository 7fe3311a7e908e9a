"""The bar below the editor for find and replace in the program in front."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from app.desktop.editor.code_editor import CodeEditor
from app.desktop.editor.finding.finder import Finder
from app.desktop.editor.finding.query import Query
from app.desktop.editor.typing.spans import Span
from app.desktop.looks.arrangement.nesting import add_layout
from app.desktop.looks.small_widgets import flat_button
from app.desktop.looks.theme import Theme, checked_button
from app.desktop.looks.tips import wrapped

REPLACE_TIP = r"With a regular expression: \1 or $1 is a group, \0 the match, \n a new line"


class FindBar(QWidget):
    """Enter finds the next match, Shift+Enter the previous one, Esc closes the bar."""

    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._editor: CodeEditor | None = None
        self._finder: Finder | None = None
        self._theme = theme
        self.find_field, self.replace_field = QLineEdit(), QLineEdit()
        self.find_field.setPlaceholderText("Find")
        self.find_field.setAccessibleName("Text to find")
        self.replace_field.setPlaceholderText("Replace by")
        self.replace_field.setAccessibleName("Replacement")
        self.replace_field.setToolTip(wrapped(REPLACE_TIP))
        self.match_case = _choice("Aa", "Match case: capitals and small letters differ")
        self.whole_words = _choice("Word", "Whole words: letters beside a match rule it out")
        self.is_regex = _choice(".*", "Regular expression (PCRE), line by line")
        self.in_selection = _choice("Selection", "Only in the text that is selected now")
        self.count, self.fault = QLabel(), QLabel()
        self.count.setMinimumWidth(72)
        self.count.setAccessibleName("Matches")
        self.fault.setWordWrap(True)
        self.fault.setAccessibleName("Fault of the expression")
        self.fault.hide()
        self.find_field.textChanged.connect(self._ask)
        for choice in (self.match_case, self.whole_words, self.is_regex):
            choice.toggled.connect(self._ask)
        self.in_selection.toggled.connect(self._take_selection)
        self._lay_out()
        self.set_theme(theme)
        self.hide()

    def _lay_out(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(6, 4, 6, 4)
        grid.setVerticalSpacing(4)
        first, second, third = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        back = flat_button("↑", "Previous (Shift+Enter, Shift+F3)")
        back.clicked.connect(lambda: self.find_next(backward=True))
        forward = flat_button("↓", "Next (Enter, F3)")
        forward.clicked.connect(lambda: self.find_next())
        close = flat_button("✕", "Close (Esc)")
        close.clicked.connect(self.close_bar)
        for button, name in ((back, "Previous match"), (forward, "Next match"), (close, "Close")):
            button.setAccessibleName(name)
            first.addWidget(button)
        second.addWidget(_button("Replace", "Replace this one", self.replace))
        tip = "Replace every one, as one undo step"
        second.addWidget(_button("All", tip, self.replace_all))
        for choice in (self.match_case, self.whole_words, self.is_regex, self.in_selection):
            third.addWidget(choice)
        third.addWidget(self.count, 1)
        grid.addWidget(self.find_field, 0, 0)
        add_layout(grid, first, 0, 1)
        grid.addWidget(self.fault, 1, 0, 1, 2)
        grid.addWidget(self.replace_field, 2, 0)
        add_layout(grid, second, 2, 1)
        add_layout(grid, third, 3, 0, 1, 2)
        grid.setColumnStretch(0, 1)

    def set_theme(self, theme: Theme) -> None:
        """Shows the bar in the colours of a theme."""
        self._theme = theme
        for choice in (self.match_case, self.whole_words, self.is_regex, self.in_selection):
            choice.setStyleSheet(checked_button(theme))
        self.fault.setStyleSheet(f"color: {theme.error};")
        self._show()

    # The program that is searched.

    def open_for(self, editor: CodeEditor, replaces: bool = False) -> None:
        """Shows the bar for an editor; looks for the selected word, or in the selected lines.

        replaces: Whether the field for the replacement gets the keyboard.
        """
        self._turn_to(editor)
        selected = editor.textCursor().selectedText()
        if "\u2029" in selected:
            self.in_selection.setChecked(True)
        elif selected:
            self.find_field.setText(selected)
        self.show()
        field = self.replace_field if replaces and selected else self.find_field
        field.setFocus()
        field.selectAll()
        self._ask()

    def follow(self, editor: CodeEditor | None) -> None:
        """Searches another program, as that came to the front while the bar is open."""
        if editor is None or editor is self._editor or not self.isVisible():
            return
        self._turn_to(editor)
        self._ask()

    def _turn_to(self, editor: CodeEditor) -> None:
        if editor is self._editor:
            return
        self._leave()
        self.in_selection.setChecked(False)
        self._editor, self._finder = editor, editor.finder
        self._finder.changed.connect(self._show)
        editor.cursorPositionChanged.connect(self._show)
        editor.destroyed.connect(self._forget)

    def _leave(self) -> None:
        """Takes the marks of the search out of the program."""
        if self._editor is not None and self._finder is not None:
            self._editor.destroyed.disconnect(self._forget)
            self._finder.changed.disconnect(self._show)
            self._editor.cursorPositionChanged.disconnect(self._show)
            self._finder.end()
            self._editor.show_found()
        self._editor = self._finder = None

    def _forget(self) -> None:
        self._editor = self._finder = None
        self.hide()

    def close_bar(self) -> None:
        """Hides the bar, takes the marks away, and gives the editor the focus."""
        editor = self._editor
        self.hide()
        self._leave()
        if editor is not None:
            editor.setFocus()
        self.closed.emit()

    # The question.

    def _ask(self) -> None:
        finder = self._finder
        if finder is None:
            return
        query = Query(
            self.find_field.text(),
            self.is_regex.isChecked(),
            self.whole_words.isChecked(),
            self.match_case.isChecked(),
        )
        finder.look_for(query, finder.scope)

    def _take_selection(self, is_on: bool) -> None:
        finder, editor = self._finder, self._editor
        if finder is None or editor is None:
            return
        cursor = editor.textCursor()
        if is_on and not cursor.hasSelection():
            self.in_selection.setChecked(False)
            self._say("Select the text to search in first.")
            return
        scope = Span(cursor.selectionStart(), cursor.selectionEnd()) if is_on else None
        finder.look_for(finder.query, scope)
        self._ask()

    # What is done with matches.

    def find_next(self, *, backward: bool = False) -> bool:
        """Selects the next match; behind the last one, the first. Whether there is one."""
        if self._editor is None or self._finder is None:
            return False
        found = self._finder.next_from(self._span(), backward)
        if found is not None:
            self._editor.carets.end()
            self._editor.carets.put([found])
            self._editor.centre_if_out_of_sight()
        self._show()
        return found is not None

    def replace(self) -> None:
        """Replaces the selected match and goes to the next."""
        if self._finder is not None:
            self._finder.replace(self._span(), self.replace_field.text())
            self.find_next()

    def replace_all(self) -> int:
        """Replaces every match as one undo step; gives their number."""
        if self._finder is None:
            return 0
        done = self._finder.replace_all(self.replace_field.text())
        if done:
            self.count.setText(f"{done} replaced")
        elif self._finder.is_stopped or self._finder.slow_lines:
            self._say(f"Nothing was replaced. {self._trouble()}")
        return done

    def _span(self) -> Span:
        assert self._editor is not None
        cursor = self._editor.textCursor()
        return Span(cursor.selectionStart(), cursor.selectionEnd())

    # The answer.

    def _show(self) -> None:
        finder, editor = self._finder, self._editor
        if finder is None or editor is None:
            return
        editor.show_found()
        self._say(finder.query.fault or self._trouble())
        self.count.setText(self._counted())

    def _counted(self) -> str:
        finder = self._finder
        if finder is None or not finder.is_asked:
            return ""
        more = "" if finder.is_complete else "+"
        number = finder.number_of(self._span())
        if number:
            return f"{number} of {finder.count}{more}"
        return f"{finder.count}{more} found" if finder.count or more else "No match"

    def _trouble(self) -> str:
        """What the search could not look at; "" where it saw the whole text."""
        finder = self._finder
        if finder is None or not finder.is_asked:
            return ""
        if finder.is_stopped:
            return "The search was stopped: this expression takes too long. Make it simpler."
        if finder.slow_lines:
            lines = "1 line was" if finder.slow_lines == 1 else f"{finder.slow_lines} lines were"
            return f"{lines} left out: this expression takes too long there. Make it simpler."
        return ""

    def _say(self, fault: str) -> None:
        self.fault.setText(f"✖ {fault}" if fault else "")
        self.fault.setVisible(bool(fault))
        edge = f"QLineEdit {{ border: 1px solid {self._theme.error}; }}" if fault else ""
        if self.find_field.styleSheet() != edge:
            self.find_field.setStyleSheet(edge)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.find_next(backward=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        else:
            super().keyPressEvent(event)


def _choice(text: str, tip: str) -> QPushButton:
    """A button that is on or off."""
    button = QPushButton(text)
    button.setCheckable(True)
    button.setToolTip(wrapped(tip))
    button.setAccessibleName(tip.partition(":")[0].partition(" (")[0])
    return button


def _button(text: str, tip: str, action: Callable[[], object]) -> QPushButton:
    button = QPushButton(text)
    button.setToolTip(wrapped(tip))
    button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    button.clicked.connect(lambda _=False: action())
    return button
