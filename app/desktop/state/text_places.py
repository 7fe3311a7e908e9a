"""Converts places in text between the language (code points, from 1) and Qt (UTF-16, from 0)."""

from __future__ import annotations


def block_column(text: str, column: int) -> int:
    """Qt's position in a line for a column in code points, from 1."""
    return utf16_length(text[: max(column - 1, 0)])


def code_point_column(text: str, position: int) -> int:
    """The column in code points, from 1, for Qt's position in a line."""
    units = 0
    for index, character in enumerate(text):
        if units >= position:
            return index + 1
        units += 2 if ord(character) > 0xFFFF else 1
    return len(text) + 1


def utf16_length(text: str) -> int:
    """The length of a text as Qt counts it; a character beyond the first plane counts twice."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2  # counting one by one is slow
