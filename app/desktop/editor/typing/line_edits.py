"""Commands on whole lines of an editor; each is one undo step, and marks stay with their lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument

from app.desktop.state.source import Source
from app.desktop.state.text_places import utf16_length
from language.editing.layout import INDENT
from language.editing.writing.comments import Remark, toggled
from language.editing.writing.indents import (
    closes,
    dedented,
    indent_below,
    indent_of_closing,
    indented,
    start_of,
    with_indent,
)

KEEP = QTextCursor.MoveMode.KeepAnchor
Stretch = tuple[int, int]  # first and last block number, from 0
Change = Callable[[Sequence[str]], Sequence[str]]


def touched(cursors: Sequence[QTextCursor]) -> tuple[Stretch, ...]:
    """The stretches of lines that cursors stand in or select, in order, none twice.

    A line is not touched by a selection that ends before its first character.
    """
    found: list[Stretch] = []
    for cursor in sorted(cursors, key=lambda c: c.selectionStart()):
        document = cursor.document()
        first = document.findBlock(cursor.selectionStart()).blockNumber()
        end = document.findBlock(cursor.selectionEnd())
        last = end.blockNumber()
        if last > first and cursor.selectionEnd() == end.position():
            last -= 1
        if found and first <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(found[-1][1], last)
        else:
            found.append((first, last))
    return tuple(found)


@contextmanager
def one_step(document: QTextDocument) -> Iterator[QTextCursor]:
    """A cursor whose edits, and those of other cursors meanwhile, are one undo step."""
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    try:
        yield cursor
    finally:
        cursor.endEditBlock()


def change_lines(document: QTextDocument, stretches: Sequence[Stretch], change: Change) -> None:
    """Changes lines without changing their number; only what differs in a line is replaced."""
    with one_step(document) as cursor:
        for first, last in stretches:
            blocks = [document.findBlockByNumber(number) for number in range(first, last + 1)]
            before = [block.text() for block in blocks]
            for block, old, new in zip(blocks, before, change(before), strict=True):
                _replace_part(cursor, block, old, new)


def _replace_part(cursor: QTextCursor, block: QTextBlock, old: str, new: str) -> None:
    """Replaces the middle of a line, so that cursors before and behind it stay in place."""
    if old == new:
        return
    most = min(len(old), len(new))
    start = next((i for i in range(most) if old[i] != new[i]), most)
    most -= start
    tail = next((i for i in range(most) if old[-1 - i] != new[-1 - i]), most)
    cursor.setPosition(block.position() + utf16_length(old[:start]))
    end = block.position() + utf16_length(old[: len(old) - tail])
    cursor.setPosition(end, KEEP)
    cursor.insertText(new[start : len(new) - tail])


def toggle_comment(
    document: QTextDocument, cursors: Sequence[QTextCursor], remark: Remark | None = None
) -> None:
    """Turns the touched lines into comments, or back where all of them are comments.

    remark: Of the language of a robot maker; of ours if not given.
    """
    change_lines(document, touched(cursors), partial(toggled, remark=remark))


def indent(document: QTextDocument, cursors: Sequence[QTextCursor]) -> None:
    """Moves the touched lines one step to the right."""
    change_lines(document, touched(cursors), indented)


def dedent(document: QTextDocument, cursors: Sequence[QTextCursor]) -> None:
    """Moves the touched lines one step to the left."""
    change_lines(document, touched(cursors), dedented)


def press_tab(document: QTextDocument, cursors: Sequence[QTextCursor]) -> None:
    """Indents lines where several are selected; else writes blanks up to the next indent."""
    if any(first != last for first, last in touched(cursors)):
        indent(document, cursors)
        return
    with one_step(document):
        for cursor in cursors:
            column = min(cursor.anchor(), cursor.position()) - cursor.block().position()
            cursor.insertText(" " * (len(INDENT) - column % len(INDENT)))


def duplicate(document: QTextDocument, cursors: Sequence[QTextCursor]) -> None:
    """Writes the touched lines once more below themselves; the cursors go to the copy."""
    with one_step(document) as cursor:
        for first, last in reversed(touched(cursors)):
            text = "\n".join(document.findBlockByNumber(n).text() for n in range(first, last + 1))
            cursor.setPosition(document.findBlockByNumber(first).position())
            cursor.insertText(text + "\n")


def move_lines(source: Source, cursors: Sequence[QTextCursor], down: bool) -> None:
    """Moves the touched lines down or up by one line; at the edge of the text they stay.

    The neighbour is written on the other side: breakpoints and cursors of the lines stay with them.
    """
    document, stretches = source.text_document, touched(cursors)
    at_edge = stretches[-1][1] + 1 >= document.blockCount() if down else stretches[0][0] == 0
    if at_edge:
        return
    for each in cursors:
        each.setKeepPositionOnInsert(not down)  # the neighbour is inserted before, or behind
    with one_step(document) as cursor:
        for first, last in reversed(stretches) if down else stretches:
            neighbour, there = (last + 1, first) if down else (first - 1, last)
            marks = source.take_marks(neighbour + 1)
            _step_over(document, cursor, first, last, down)
            source.put_marks(there + 1, marks)
    for each in cursors:
        each.setKeepPositionOnInsert(False)


def _step_over(
    document: QTextDocument, cursor: QTextCursor, first: int, last: int, down: bool
) -> None:
    """Takes the line behind a stretch to its front, or the line in front of it behind it."""
    neighbour = document.findBlockByNumber(last + 1 if down else first - 1)
    text = neighbour.text()
    if down:
        cursor.setPosition(neighbour.position() - 1)
        cursor.setPosition(neighbour.position() + neighbour.length() - 1, KEEP)
        cursor.removeSelectedText()
        cursor.setPosition(document.findBlockByNumber(first).position())
        cursor.insertText(text + "\n")
        return
    end = document.findBlockByNumber(last)
    cursor.setPosition(end.position() + end.length() - 1)
    cursor.insertText("\n" + text)
    cursor.setPosition(neighbour.position())
    cursor.setPosition(neighbour.position() + neighbour.length(), KEEP)
    cursor.removeSelectedText()


def break_line(cursor: QTextCursor) -> None:
    """Begins a new line with the indent of its block; part of an edit of the caller."""
    block = cursor.document().findBlock(cursor.selectionStart())
    before = block.text()[: cursor.selectionStart() - block.position()]
    cursor.insertText("\n" + indent_below(before))


def closing_indent(cursor: QTextCursor) -> str | None:
    """The smaller indent that a line gets by becoming the end of a block, or its next part."""
    block = cursor.block()
    line = block.text()
    if not cursor.atBlockEnd() or not closes(line):
        return None
    wanted = indent_of_closing(_lines_above(block))
    return wanted if wanted is not None and len(wanted) < len(start_of(line).indent) else None


def settle_closing(cursor: QTextCursor) -> None:
    """Gives a line at whose end the cursor stands the indent of the block that it closes."""
    wanted = closing_indent(cursor)
    if wanted is not None:
        block = cursor.block()
        line = block.text()
        _replace_part(QTextCursor(block), block, line, with_indent(line, wanted))


def _lines_above(block: QTextBlock) -> Iterator[str]:
    """The lines above a block, the nearest first."""
    block = block.previous()
    while block.isValid():
        yield block.text()
        block = block.previous()
