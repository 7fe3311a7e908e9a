"""The marks over a line that typing needs: brackets that belong together, further cursors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtGui import QTextBlock, QTextCursor

from app.desktop.editor.typing.mark_drawing import Mark
from app.desktop.looks.theme import Theme
from app.desktop.state.text_places import block_column, code_point_column
from language.editing.writing.brackets import bracket_pair


def bracket_marks(cursor: QTextCursor, block: QTextBlock, theme: Theme) -> Iterator[Mark]:
    """Frames round the bracket beside a cursor and its partner; red where it has none."""
    if cursor.block() != block:
        return
    text = block.text()
    columns = bracket_pair(text, code_point_column(text, cursor.positionInBlock()))
    colour = theme.error if len(columns) == 1 else theme.accent
    for column in columns:
        start = block_column(text, column)
        yield Mark(start, start + 1, colour, 0.15, is_framed=True)


def caret_marks(cursors: Sequence[QTextCursor], block: QTextBlock, theme: Theme) -> Iterator[Mark]:
    """The parts of further cursors and their selections in a line."""
    first, last = block.position(), block.position() + block.length() - 1
    for cursor in cursors:
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        if end < first or start > last:
            continue
        if start != end:
            yield Mark(max(start, first) - first, min(end, last) - first, theme.accent, 0.4)
        if first <= cursor.position() <= last:
            place = cursor.position() - first
            yield Mark(place, place, theme.accent)
