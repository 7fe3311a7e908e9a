"""Indents of lines as the formatter would make them, for lines that are being written.

The indent of a line with a step number stands behind the number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from language.editing.layout import INDENT
from language.instructions.block_words import CLOSED_BY, CLOSING, DIVIDED, PROGRAM_LINES
from language.lines.line_parser import parse_line

_START = re.compile(r"([ \t]*[0-9]{1,9}(?![\w.])[ \t]?)?([ \t]*)")


class Start(NamedTuple):
    """The start of a line: its step number with the blank behind it, its indent, its code."""

    number: str
    indent: str
    code: str


def start_of(line: str) -> Start:
    """A line divided into step number, indent and code; joined they are the line again."""
    match = _START.match(line)
    assert match is not None  # every group may be empty
    return Start(match[1] or "", match[2], line[match.end() :])


def opens(line: str) -> bool:
    """Whether the lines behind this one stand deeper: it opens or divides a block."""
    block = parse_line(line).block
    return block in CLOSED_BY or block in DIVIDED


def closes(line: str) -> bool:
    """Whether this line stands less deep than the lines before it: it closes or divides a block."""
    block = parse_line(line).block
    return block in CLOSING or block in DIVIDED


def indented(lines: Iterable[str]) -> tuple[str, ...]:
    """The lines one step deeper; empty lines stay empty."""
    return tuple(_deeper(line) for line in lines)


def _deeper(line: str) -> str:
    number, indent, code = start_of(line)
    if not code:
        return line
    gap = " " if number and not number.endswith((" ", "\t")) else ""
    return f"{number}{gap}{indent}{INDENT}{code}"


def dedented(lines: Iterable[str]) -> tuple[str, ...]:
    """The lines one step less deep, as far as they have an indent."""
    return tuple(_less_deep(line) for line in lines)


def _less_deep(line: str) -> str:
    number, indent, code = start_of(line)
    if indent.endswith("\t"):
        return number + indent[:-1] + code
    blanks = len(indent) - len(indent.rstrip(" "))
    return number + indent[: len(indent) - min(blanks, len(INDENT))] + code


def indent_below(line: str) -> str:
    """The indent of a new line below a line."""
    return start_of(line).indent + (INDENT if opens(line) else "")


def indent_of_closing(above: Iterable[str]) -> str | None:
    """The indent of a line that closes or divides the block in which it stands.

    above: The lines before it, the nearest first. None where no block is open there.
    """
    depth = 0
    for line in above:
        block = parse_line(line).block
        if block in PROGRAM_LINES:
            return None
        if block in CLOSING:
            depth += 1
        elif block in CLOSED_BY and depth == 0:
            return start_of(line).indent
        elif block in CLOSED_BY:
            depth -= 1
    return None


def with_indent(line: str, indent: str) -> str:
    """The line with another indent."""
    start = start_of(line)
    return start.number + indent + start.code
