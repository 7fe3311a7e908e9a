"""The marks over the matches in a line, and over the part of the text that is searched."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QTextBlock, QTextCursor

from app.desktop.editor.finding.finder import Finder
from app.desktop.editor.typing.mark_drawing import Mark
from app.desktop.looks.theme import Theme


def found_marks(
    finder: Finder, cursor: QTextCursor, block: QTextBlock, theme: Theme
) -> Iterator[Mark]:
    """A mark over each match in a line, framed where it is selected; faint ones over the scope."""
    scope, start = finder.scope, block.position()
    if scope is not None and scope.first != scope.last:
        first, last = max(scope.first, start), min(scope.last, start + block.length() - 1)
        if first < last:
            yield Mark(first - start, last - start, theme.muted, 0.15)
    here = (cursor.selectionStart(), cursor.selectionEnd())
    for match in finder.in_line(block):
        if match.start < match.end:
            is_chosen = here == (start + match.start, start + match.end)
            yield Mark(match.start, match.end, theme.accent, 0.3, is_framed=is_chosen)
