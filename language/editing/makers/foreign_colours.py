"""The colours of a line of a foreign program: remarks, texts, numbers, words of its language."""

from __future__ import annotations

import re
from collections.abc import Collection

from language.editing.highlight import Highlight

_PIECE = re.compile(
    r"(?P<string>\"[^\"]*\"?)|(?P<number>(?<![\w.])\d+\.?\d*(?:[eE][+-]?\d+)?)|(?P<word>[$#]?\w+)"
)


def foreign_tokens(line: str, remark: str, words: Collection[str]) -> list[Highlight]:
    """The coloured parts of a line.

    remark: What begins a remark, outside of texts. words: Of the language, in capitals.
    """
    found: list[Highlight] = []
    at = 0
    while at < len(line):
        if line.startswith(remark, at):
            found.append(Highlight("comment", at + 1, len(line) + 1))
            break
        piece = _PIECE.match(line, at)
        if piece is None:
            at += 1
            continue
        kind = str(piece.lastgroup)
        if kind == "word":
            kind = "keyword" if piece[0].upper() in words else ""
        if kind:
            found.append(Highlight(kind, at + 1, piece.end() + 1))
        at = piece.end()
    return found
