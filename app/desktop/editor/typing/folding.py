"""Folded parts of a program: their lines are hidden, the text stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from PySide6.QtGui import QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit

from language.editing.writing.comments import is_comment
from language.editing.writing.folds import all_folds, begins_fold, folded_lines


class Folding:
    """The folds of one editor. A head is the first line of a fold, which stays in sight.

    is_known: Whether the blocks of the text are those of our language; nothing else is folded.
    """

    def __init__(self, editor: QPlainTextEdit, is_known: Callable[[], bool]) -> None:
        self._editor, self._is_known = editor, is_known
        self._heads: list[QTextCursor] = []

    # Read.

    def can_fold(self, block: QTextBlock) -> bool:
        """Whether a fold begins in a line."""
        if not self._is_known():
            return False
        before, after = block.previous(), block.next()
        return begins_fold(
            before.text() if before.isValid() else None,
            block.text(),
            after.text() if after.isValid() else None,
        )

    def hidden_behind(self, block: QTextBlock) -> int:
        """The number of hidden lines behind a line in sight."""
        following = block.next()
        if not following.isValid() or following.isVisible():
            return 0
        shown = next_shown(block)
        end = shown.blockNumber() if shown.isValid() else self._editor.blockCount()
        return end - block.blockNumber() - 1

    @property
    def is_used(self) -> bool:
        """Whether anything is folded."""
        return bool(self._heads)

    # Folded and unfolded.

    def toggle(self, block: QTextBlock) -> bool:
        """Folds at a line, or unfolds what is folded there; whether a fold begins in it."""
        if self.hidden_behind(block):
            self.unfold(block)
            return True
        return self.fold(block)

    def fold(self, block: QTextBlock) -> bool:
        """Hides the lines behind a line in which a fold begins; whether one does."""
        count = folded_lines(texts_from(block)) if self.can_fold(block) else 0
        if not count:
            return False
        self._put_cursor_in_sight(block, count)
        self._heads.append(QTextCursor(block))
        self._show(block.next(), count, is_shown=False)
        return True

    def fold_around(self, block: QTextBlock) -> bool:
        """Folds the innermost part round a line; whether there is one."""
        head = block
        while head.isValid():
            count = folded_lines(texts_from(head)) if self.can_fold(head) else 0
            reach = (
                count if is_comment(head.text()) else count + 1
            )  # the end of a block belongs to it
            if count and block.blockNumber() <= head.blockNumber() + reach:
                return self.fold(head)
            head = head.previous()
        return False

    def unfold(self, block: QTextBlock) -> None:
        """Shows the hidden lines behind a line."""
        count = self.hidden_behind(block)
        first = block.blockNumber()
        inside = range(first, first + count + 1)
        self._heads = [head for head in self._heads if head.blockNumber() not in inside]
        self._show(block.next(), count, is_shown=True)

    def fold_all(self) -> None:
        """Folds every block and every comment of several lines."""
        self.unfold_all()
        document = self._editor.document()
        lines = list(texts_from(document.begin()))
        for first, last in all_folds(lines) if self._is_known() else ():
            head = document.findBlockByNumber(first - 2)
            self._put_cursor_in_sight(head, last - first + 1)
            self._heads.append(QTextCursor(head))
            self._hide(head.next(), last - first + 1, is_shown=False)
        self._lay_out()

    def unfold_all(self) -> None:
        """Shows every line."""
        if not self._heads:
            return
        self._heads = []
        self._show(self._editor.document().begin(), self._editor.blockCount(), is_shown=True)

    def reveal(self, block: QTextBlock) -> None:
        """Brings a hidden line in sight."""
        while block.isValid() and not block.isVisible():
            self.unfold(head_of(block))

    def settle(self) -> None:
        """Shows what is hidden behind lines that no longer begin a fold of that length."""
        for cursor in tuple(self._heads):
            head = cursor.block()
            if not head.isVisible():
                continue
            hidden = self.hidden_behind(head)
            if not self.can_fold(head) or folded_lines(texts_from(head)) != hidden:
                self.unfold(head)
        folded = {cursor.blockNumber() for cursor in self._heads}
        if not folded.issuperset(self._edges()):
            self._heads = self._heads or [QTextCursor(self._editor.document())]
            self.unfold_all()

    def _edges(self) -> Iterator[int]:
        """The numbers of the lines in sight whose next line is hidden."""
        for first, second in pairwise(blocks_from(self._editor.document().begin())):
            if first.isVisible() and not second.isVisible():
                yield first.blockNumber()

    def _put_cursor_in_sight(self, head: QTextBlock, count: int) -> None:
        """Moves the cursor out of lines that are about to be hidden, to the end of the head."""
        cursor = self._editor.textCursor()
        first = head.blockNumber() + 1
        if first <= cursor.blockNumber() < first + count:
            cursor.setPosition(head.position() + head.length() - 1)
            self._editor.setTextCursor(cursor)

    def _show(self, block: QTextBlock, count: int, is_shown: bool) -> None:
        self._hide(block, count, is_shown)
        self._lay_out()

    def _hide(self, block: QTextBlock, count: int, is_shown: bool) -> None:
        start = block.position()
        end = start
        for _ in range(count):
            block.setVisible(is_shown)
            block.setLineCount(int(is_shown))
            end = block.position() + block.length()
            block = block.next()
        self._editor.document().markContentsDirty(start, end - start)

    def _lay_out(self) -> None:
        """Lets Qt measure the document again."""
        layout = self._editor.document().documentLayout()
        assert isinstance(layout, QPlainTextDocumentLayout)
        layout.requestUpdate()
        layout.documentSizeChanged.emit(layout.documentSize())
        self._editor.viewport().update()


def blocks_from(block: QTextBlock) -> Iterator[QTextBlock]:
    """The lines of a document from one on."""
    while block.isValid():
        yield block
        block = block.next()


def texts_from(block: QTextBlock) -> Iterator[str]:
    """The texts of the lines of a document from one on."""
    return (each.text() for each in blocks_from(block))


def next_shown(block: QTextBlock) -> QTextBlock:
    """The next line in sight behind one in sight; not valid behind the last one."""
    following = block.next()
    if not following.isValid() or following.isVisible():
        return following
    found = block.document().findBlockByLineNumber(block.firstLineNumber() + block.lineCount())
    while found.isValid() and (not found.isVisible() or found.blockNumber() <= block.blockNumber()):
        found = found.next()
    return found


def head_of(block: QTextBlock) -> QTextBlock:
    """The line in sight behind which a hidden line stands; a line in sight itself."""
    while block.isValid() and not block.isVisible():
        block = block.previous()
    return block
