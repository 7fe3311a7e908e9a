"""Markdown as formatted text of the documentation, in the colours of a palette."""

from __future__ import annotations

from PySide6.QtGui import (
    QBrush,
    QFont,
    QPalette,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)

ROLE = QPalette.ColorRole
LINE_HEIGHT_PERCENT = 120.0
ABOVE_HEADING, BELOW_HEADING = 16.0, 6.0  # pixels
CODE = (QTextFormat.Property.BlockCodeFence, QTextFormat.Property.BlockCodeLanguage)
WHOLE_WIDTH = QTextLength(QTextLength.Type.PercentageLength, 100.0)


def formatted(markdown: str, font: QFont, palette: QPalette) -> QTextDocument:
    """The text as a document that no widget shows: without a layout it is made quickly."""
    document = QTextDocument()
    document.setUndoRedoEnabled(False)
    document.setDefaultFont(font)
    document.setMarkdown(markdown)
    block = document.begin()
    while block.isValid():
        _dress(block, palette)
        block = block.next()
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _dress_table(frame, palette)
    return document


def _dress(block: QTextBlock, palette: QPalette) -> None:
    made, image = block.blockFormat(), _image_in(block)
    if any(made.hasProperty(mark) for mark in CODE):
        made.setBackground(palette.brush(ROLE.AlternateBase))
    elif made.headingLevel():
        made.setTopMargin(ABOVE_HEADING)
        made.setBottomMargin(BELOW_HEADING)
    elif image is None:
        made.setLineHeight(LINE_HEIGHT_PERCENT, made.LineHeightTypes.ProportionalHeight.value)
    QTextCursor(block).setBlockFormat(made)
    if image is not None:
        fitting = image.charFormat().toImageFormat()
        fitting.setMaximumWidth(WHOLE_WIDTH)
        image.setCharFormat(fitting)


def _image_in(block: QTextBlock) -> QTextCursor | None:
    """The first picture of a block, selected; None where it has none."""
    at = block.begin()
    while not at.atEnd():
        piece = at.fragment()
        if piece.charFormat().isImageFormat():
            cursor = QTextCursor(block)
            cursor.setPosition(piece.position())
            cursor.setPosition(piece.position() + piece.length(), cursor.MoveMode.KeepAnchor)
            return cursor
        at += 1
    return None


def _dress_table(table: QTextTable, palette: QPalette) -> None:
    made = table.format()
    made.setBorderBrush(QBrush(palette.color(ROLE.Mid)))
    made.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    made.setBorder(1)
    made.setBorderCollapse(True)
    made.setCellPadding(5)
    made.setTopMargin(4)
    made.setBottomMargin(10)
    table.setFormat(made)
    for column in range(table.columns()):
        cell = table.cellAt(0, column)
        head = cell.format()
        head.setBackground(palette.brush(ROLE.Button))
        cell.setFormat(head)
