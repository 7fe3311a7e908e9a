"""Colours for the program text, from the one lexer that the parser reads with too."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from app.desktop.text_places import block_column
from app.desktop.theme import Theme
from language.service import tokens


class Highlighter(QSyntaxHighlighter):
    """Colours each line by itself; a keystroke costs one line."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._formats = formats(theme)

    def set_theme(self, theme: Theme) -> None:
        self._formats = formats(theme)
        self.rehighlight()

    def highlightBlock(self, text: str) -> None:
        plain = text.isascii()
        for piece in tokens(text):
            look = self._formats.get(piece.kind)
            if look is None:
                continue
            start, end = piece.column - 1, piece.end - 1
            if not plain:
                start, end = block_column(text, piece.column), block_column(text, piece.end)
            self.setFormat(start, end - start, look)


def formats(theme: Theme) -> dict[str, QTextCharFormat]:
    """The look of each kind of token; kinds that are missing look like plain text."""
    colours = {
        "step": theme.step,
        "keyword": theme.command,
        "location": theme.location,
        "part": theme.location,
        "number": theme.number,
        "comment": theme.comment,
        "header": theme.comment,
        "operator": theme.muted,
    }
    made = {}
    for kind, colour in colours.items():
        look = QTextCharFormat()
        look.setForeground(QColor(colour))
        look.setFontItalic(kind in ("comment", "header"))
        if kind == "keyword":
            look.setFontWeight(QFont.Weight.DemiBold)
        made[kind] = look
    return made
