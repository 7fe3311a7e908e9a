"""A line has the colours of its own words, also after edits that join and divide lines."""

import random

import pytest
from PySide6.QtGui import QTextCursor

from app.desktop.editor.highlighter import Highlighter
from app.desktop.looks.theme import DARK

pytestmark = pytest.mark.window
PIECES = ("20 MOVE A", "; here", "READY", "\n", "\n", " ", '"x"')


def places(formats) -> list[tuple[int, int]]:
    return [(part.start, part.length) for part in formats]


def test_random_edits_leave_every_line_with_the_colours_of_its_text(source_of) -> None:
    rng = random.Random(5)
    document = source_of("10 READY\n20 MOVE A\n; said\n30 END").text_document
    highlighter = Highlighter(document, DARK)
    for _ in range(200):
        highlighter.colour(1, document.blockCount())
        cursor = QTextCursor(document)
        cursor.setPosition(rng.randrange(document.characterCount()))
        if rng.random() < 0.5:
            cursor.insertText(rng.choice(PIECES))
        else:
            end = min(cursor.position() + rng.randrange(20), document.characterCount() - 1)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()
        highlighter.colour(1, document.blockCount())
        block = document.begin()
        while block.isValid():
            wanted = places(highlighter.ranges(block.text()))
            assert places(block.layout().formats()) == wanted, block.text()
            block = block.next()


def kind_of(highlighter: Highlighter, document, line: int) -> set[str]:
    """The colours of a line as it is drawn."""
    highlighter.colour(1, document.blockCount())
    block = document.findBlockByNumber(line - 1)
    return {part.format.foreground().color().name() for part in block.layout().formats()}


def test_the_header_decides_whether_a_word_of_as_has_the_colour_of_instructions(source_of) -> None:
    document = source_of("; said\n;! dialect as\nLMOVE p\nMOVES p\nSPEED 5 MM/S").text_document
    highlighter = Highlighter(document, DARK)
    known = kind_of(highlighter, document, 4)
    assert kind_of(highlighter, document, 3) == known
    cursor = QTextCursor(document.findBlockByNumber(1))
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(";! dialect val")
    assert kind_of(highlighter, document, 3) != known == kind_of(highlighter, document, 4)
    document.undo()
    assert kind_of(highlighter, document, 3) == known
