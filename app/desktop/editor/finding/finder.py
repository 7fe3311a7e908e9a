"""The search in one program: in short slices, so that the window goes on while it works."""

from __future__ import annotations

import time
from bisect import bisect_left

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QTextBlock, QTextCursor

from app.desktop.editor.finding.query import Match, Query, matches_in, replacement
from app.desktop.editor.typing.line_edits import KEEP, one_step
from app.desktop.editor.typing.spans import Span
from app.desktop.state.source import Source

SLICE_S = 0.008
AFTER_EDIT_MS = 120
MOST_S = 3.0
"""A search that has worked for so long ends, and says so."""
MOST_REMEMBERED = 20_000


class Finder(QObject):
    """Finds every match of a query in a program, and finds them anew when the text changes."""

    changed = Signal()

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._source = source
        self.query = Query("")
        self._expression, self._fault = self.query.expression, ""
        self._scope: tuple[QTextCursor, QTextCursor] | None = None
        self._known: dict[str, tuple[Match, ...] | None] = {}
        self._found: list[tuple[Span, Match]] = []
        self._starts: list[int] = []
        self._block = QTextBlock()
        self._spent = 0.0
        self.is_complete = True
        self.is_stopped = False
        self.slow_lines = 0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._work)
        self._later = QTimer(self, singleShot=True, interval=AFTER_EDIT_MS)
        self._later.timeout.connect(self._begin)
        source.edited.connect(self._edited)

    # The question.

    def look_for(self, query: Query, scope: Span | None = None) -> None:
        """Begins the search. scope: The part of the text to search in; it follows edits."""
        if query != self.query:
            self.query, self._expression, self._fault = query, query.expression, query.fault
            self._known.clear()
        self._scope = None
        if scope is not None:
            start, end = (QTextCursor(self._source.text_document) for _ in range(2))
            start.setPosition(scope.first)
            start.setKeepPositionOnInsert(True)
            end.setPosition(scope.last)
            self._scope = start, end
        self._begin()

    def end(self) -> None:
        """Forgets the query and its matches."""
        self.look_for(Query(""))

    @property
    def scope(self) -> Span | None:
        """The part of the text that is searched; None for the whole text."""
        return Span(self._scope[0].position(), self._scope[1].position()) if self._scope else None

    @property
    def is_asked(self) -> bool:
        """Whether there is something to look for."""
        return bool(self.query.text) and not self._fault

    # The answer.

    @property
    def count(self) -> int:
        """The number of matches found so far."""
        return len(self._found)

    @property
    def lines(self) -> list[int]:
        """The line, from 0, of every match."""
        document = self._source.text_document
        return [document.findBlock(start).blockNumber() for start in self._starts]

    def number_of(self, span: Span) -> int:
        """The number of the match, from 1, that is selected; 0 where it is none."""
        index = bisect_left(self._starts, span.first)
        found = index < len(self._found) and self._found[index][0] == (span.first, span.last)
        return index + 1 if found else 0

    def next_from(self, span: Span, backward: bool = False) -> Span | None:
        """The next match behind or before a selection; behind the last one the first."""
        self.finish()
        if not self._found:
            return None
        if backward:
            index = bisect_left(self._starts, span.first) - 1
        else:
            is_here = self.number_of(span)
            index = is_here or bisect_left(self._starts, span.last)
        return self._found[index % len(self._found)][0]

    def in_line(self, block: QTextBlock) -> tuple[Match, ...]:
        """The matches in a line, as far as it is inside the scope."""
        if not self.is_asked:
            return ()
        found = self._matches(block.text()) or ()
        scope, start = self.scope, block.position()
        if scope is None:
            return found
        return tuple(
            m for m in found if scope.first <= start + m.start and start + m.end <= scope.last
        )

    # Replacing.

    def replace(self, span: Span, template: str) -> bool:
        """Replaces a selected match; False where the selection is none."""
        self.finish()
        number = self.number_of(span)
        if not number:
            return False
        match = self._found[number - 1][1]
        cursor = QTextCursor(self._source.text_document)
        with one_step(self._source.text_document):
            _put(cursor, span, replacement(template, match, self.query))
        self._begin()
        return True

    def replace_all(self, template: str) -> int:
        """Replaces every match as one undo step; gives their number.

        Nothing is replaced where the search could not look at every line.
        """
        self.finish(MOST_S)
        if not self.is_complete or self.slow_lines or not self._found:
            return 0
        found = self._found
        with one_step(self._source.text_document) as cursor:
            for span, match in reversed(found):
                _put(cursor, span, replacement(template, match, self.query))
        self._begin()
        return len(found)

    # The work.

    def finish(self, most_s: float = 0.25) -> None:
        """Works now instead of later, for some seconds at most."""
        if self._later.isActive():
            self._begin()
        end = time.monotonic() + most_s
        while not self.is_complete and not self.is_stopped and time.monotonic() < end:
            self._slice()

    def _edited(self) -> None:
        if self.is_asked:
            self.is_complete = False
            self._timer.stop()
            self._later.start()

    def _begin(self) -> None:
        self._later.stop()
        self._found, self._starts = [], []
        self._spent, self.slow_lines, self.is_stopped = 0.0, 0, False
        scope = self.scope
        self._block = self._source.text_document.findBlock(scope.first if scope else 0)
        self.is_complete = not self.is_asked
        self._work()

    def _work(self) -> None:
        if not self.is_complete and not self.is_stopped:
            self._slice()
        if not self.is_complete and not self.is_stopped:
            self._timer.start(0)
        self.changed.emit()

    def _slice(self) -> None:
        """Searches some lines."""
        begun = time.monotonic()
        scope = self.scope
        while self._block.isValid() and time.monotonic() < begun + SLICE_S:
            start = self._block.position()
            if scope is not None and start > scope.last:
                self._block = QTextBlock()
                break
            self.slow_lines += self._matches(self._block.text()) is None
            for match in self.in_line(self._block):
                self._found.append((Span(start + match.start, start + match.end), match))
                self._starts.append(start + match.start)
            self._block = self._block.next()
        self._spent += time.monotonic() - begun
        self.is_complete = not self._block.isValid()
        self.is_stopped = not self.is_complete and self._spent > MOST_S

    def _matches(self, text: str) -> tuple[Match, ...] | None:
        """The matches in a text, searched once."""
        if text not in self._known:
            if len(self._known) > MOST_REMEMBERED:
                self._known.clear()
            self._known[text] = matches_in(self._expression, text)
        return self._known[text]


def _put(cursor: QTextCursor, span: Span, text: str) -> None:
    cursor.setPosition(span.first)
    cursor.setPosition(span.last, KEEP)
    cursor.insertText(text)
