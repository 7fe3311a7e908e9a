"""Parts of foreign texts between commas: arguments, components, declared names."""

from __future__ import annotations

import re

# A text in quotes is one piece; a quote without a second one is a letter like others.
PIECE = re.compile(r"\"[^\"]*\"|'[^']*'|.", re.DOTALL)
DEPTHS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


def between_commas(text: str) -> list[str]:
    """The parts of a text between the commas that stand in no quotes and in no brackets.

    A text without such a comma is one part, and so is an empty text.
    """
    parts, begun, depth = list[str](), 0, 0
    for piece in PIECE.finditer(text):
        depth = max(depth + DEPTHS.get(piece[0], 0), 0)
        if piece[0] == "," and depth == 0:
            parts.append(text[begun : piece.start()])
            begun = piece.end()
    return [*parts, text[begun:]]
