"""The cursors of an editor beside its own one: a text widget of Qt has only one.

Each is a cursor of Qt, so that it follows every edit of the text. They are drawn by the editor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit

from app.desktop.editor.typing.line_edits import KEEP
from app.desktop.editor.typing.spans import Span, column_spans, kept, pasted

MOST = 2000
"""Cursors at once, at most: each key is typed at all of them."""

Edit = Callable[[QTextCursor], object]
EXACT = QTextDocument.FindFlag.FindCaseSensitively
WHOLE = QTextDocument.FindFlag.FindWholeWords


class Carets:
    """The cursors of an editor: its own first, then the further ones.

    reveal: Brings a line in sight that is folded away, so that nobody types unseen.
    """

    def __init__(self, editor: QPlainTextEdit, reveal: Callable[[QTextBlock], object]) -> None:
        self._editor, self._reveal = editor, reveal
        self._more: list[QTextCursor] = []
        self._typed = -1  # the revision of the text behind the last typed letter
        self._before: dict[int, tuple[Span, ...]] = {}  # by the number of undo steps before an edit
        self._takes_words = False  # whether the next occurrence must be a whole word

    @property
    def are_several(self) -> bool:
        """Whether there is more than the editor's own cursor."""
        return bool(self._more)

    @property
    def further(self) -> Sequence[QTextCursor]:
        """The cursors beside the editor's own."""
        return self._more

    def between(self, first: int, last: int) -> list[QTextCursor]:
        """The further cursors that stand in, or select, a part of the text."""
        return [c for c in self._more if c.selectionStart() <= last and c.selectionEnd() >= first]

    def all(self) -> list[QTextCursor]:
        """Every cursor, the editor's own first."""
        return [self._editor.textCursor(), *self._more]

    def spans(self) -> tuple[Span, ...]:
        """Every cursor as a value, the editor's own first."""
        return tuple(Span(cursor.anchor(), cursor.position()) for cursor in self.all())

    def texts(self) -> list[str]:
        """The selected texts in the order of the program; cursors without a selection left out."""
        chosen = sorted(self.all(), key=lambda cursor: cursor.selectionStart())
        return [
            cursor.selectedText().replace("\u2029", "\n")
            for cursor in chosen
            if cursor.hasSelection()
        ]

    # Their number.

    def end(self) -> bool:
        """Leaves only the editor's own cursor; whether there were others."""
        had, self._more = bool(self._more), []
        self._before.clear()
        if had:
            self._editor.viewport().update()
        return had

    def put(self, spans: Sequence[Span]) -> None:
        """Sets all cursors; the first one becomes the editor's own."""
        cursors = [self._cursor(span) for span in spans]
        self._more = cursors[1:]
        for cursor in self._more:
            self._reveal(cursor.block())
        self._editor.setTextCursor(cursors[0])
        self._editor.viewport().update()

    def _cursor(self, span: Span) -> QTextCursor:
        cursor = QTextCursor(self._editor.document())
        cursor.setPosition(span.anchor)
        cursor.setPosition(span.place, KEEP)
        return cursor

    def toggle(self, place: int) -> None:
        """Adds a cursor, which becomes the editor's own; removes it where one stands there."""
        spans = self.spans()
        others = [span for span in spans if span != Span(place, place)]
        if len(others) < len(spans) and others:
            self.put(others)
        else:
            self._put_merged([Span(place, place), *spans])

    def _put_merged(self, spans: Sequence[Span]) -> None:
        self.put([spans[index] for index in kept(spans)])

    def put_column(self, anchor: tuple[int, int], here: tuple[int, int]) -> None:
        """Selects a column of text from one place to another; a place is (line, character)."""
        (start, start_column), (end, column) = anchor, here
        numbers = range(end, start - 1, -1) if end >= start else range(end, start + 1)
        document = self._editor.document()
        blocks = [document.findBlockByNumber(number) for number in numbers[:MOST]]
        lines = [(b.position(), b.length() - 1) for b in blocks if b.isVisible()]
        spans = column_spans(lines, start_column, column)
        if spans:
            self.put(spans)

    # Occurrences.

    def select_word(self) -> bool:
        """Selects the word at the editor's own cursor; whether there is a word."""
        cursor = self._editor.textCursor()
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        if cursor.hasSelection():
            self._editor.setTextCursor(cursor)
        return cursor.hasSelection()

    def select_next(self) -> bool:
        """Selects the word at the cursor; then, each time, its next occurrence as well."""
        own = self._editor.textCursor()
        if not own.hasSelection():
            self._takes_words = True
            return self.select_word()
        if not self._more and own.selectedText() != self._word_at(own):
            self._takes_words = False
        taken = {(span.first, span.last) for span in self.spans()}
        for found in self._occurrences(own):
            if (found.first, found.last) not in taken:
                self.put([found, *self.spans()])
                return True
        return False

    def select_all_alike(self) -> int:
        """Selects every occurrence of the selected text, or of the word at the cursor.

        Gives their number; where there are more than `MOST` nothing is selected.
        """
        own = self._editor.textCursor()
        takes_words = not own.hasSelection()
        if takes_words and not self.select_word():
            return 0
        self._takes_words = takes_words or (self._takes_words and bool(self._more))
        own = self._editor.textCursor()
        found = list(self._occurrences(own))
        if 0 < len(found) <= MOST:
            here = Span(own.anchor(), own.position())
            rest = [span for span in found if span.first != here.first]
            self.put([here, *rest])
        return len(found)

    def _word_at(self, cursor: QTextCursor) -> str:
        word = QTextCursor(cursor)
        word.setPosition(cursor.selectionStart())
        word.select(QTextCursor.SelectionType.WordUnderCursor)
        return word.selectedText()

    def _occurrences(self, own: QTextCursor) -> Iterator[Span]:
        """The occurrences of a selected text behind it, then those from the start of the text."""
        document, text = self._editor.document(), own.selectedText().replace("\u2029", "\n")
        if "\n" in text:
            return
        flags = EXACT | WHOLE if self._takes_words else EXACT
        place, has_wrapped = own.selectionEnd(), False
        while True:
            found = document.find(text, place, flags)
            if found.isNull() and has_wrapped:
                return
            if found.isNull():
                place, has_wrapped = 0, True
                continue
            place = found.selectionEnd()
            yield Span(found.selectionStart(), found.selectionEnd())
            if has_wrapped and place >= own.selectionEnd():
                return

    # Edits at all of them.

    def edit(self, change: Edit, is_typing: bool = False) -> None:
        """Changes the text at every cursor as one undo step.

        is_typing: Whether letters typed one after the other are one step together.
        """
        document, own = self._editor.document(), self._editor.textCursor()
        step, spans = QTextCursor(document), self.spans()
        goes_on = is_typing and self._typed == document.revision()
        if not goes_on:
            self._before[document.availableUndoSteps()] = spans
        step.joinPreviousEditBlock() if goes_on else step.beginEditBlock()
        try:
            for cursor in (own, *self._more):
                change(cursor)
        finally:
            step.endEditBlock()
        self.settle(own)
        self._typed = document.revision() if is_typing else -1

    def move(self, operation: QTextCursor.MoveOperation, selects: bool) -> None:
        """Moves every cursor. selects: Whether the selections grow with it."""
        mode = KEEP if selects else QTextCursor.MoveMode.MoveAnchor
        own = self._editor.textCursor()
        for cursor in (own, *self._more):
            cursor.movePosition(operation, mode)
        self.settle(own)

    def paste(self, text: str) -> None:
        """Inserts a text at every cursor; of as many lines as cursors each takes one."""
        spans = self.spans()
        order = sorted(range(len(spans)), key=lambda index: spans[index].first)
        texts = dict(zip(order, pasted(text, len(order)), strict=True))
        given = iter([texts[index] for index in range(len(order))])
        self.edit(lambda cursor: cursor.insertText(next(given)))

    def replay(self, act: Callable[[], object]) -> None:
        """Undoes or redoes a step, and puts the cursors where they stood before that step."""
        act()
        if not self._more:
            return
        spans = self._before.get(self._editor.document().availableUndoSteps())
        if spans is not None:
            self.put(spans)
        else:
            self.settle(self._editor.textCursor())

    def settle(self, own: QTextCursor) -> None:
        """Gives the editor its own cursor back, and makes cursors that have met one."""
        cursors = [own, *self._more]
        stay = kept([Span(cursor.anchor(), cursor.position()) for cursor in cursors])
        left = [cursors[index] for index in stay]
        self._more = left[1:]
        self._editor.setTextCursor(left[0])
        self._editor.viewport().update()
