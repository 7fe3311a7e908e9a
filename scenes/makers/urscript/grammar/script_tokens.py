"""The text of a URScript program in lines of tokens.

A line goes on in the next one while a bracket is open, and behind a word such as `or`. Remarks
begin with #; a line that begins with $ is a mark that the pendant writes for its own display, and
is a remark too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
TOKEN = re.compile(
    r"(?P<blank>[ \t\r\f\v]+)"
    rf"|(?P<fixed>(?<![\w\])])p?\[\s*{NUMBER}\s*(?:,\s*{NUMBER}\s*)+\])"
    r"|(?P<remark>#.*)"
    r"|(?P<text>\"[^\"]*\"|'[^']*')"
    r"|(?P<number>0[xX][0-9A-Fa-f]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<word>[^\W\d]\w*)"
    r"|(?P<sign>==|!=|<=|>=|\+=|-=|\*=|/=|[-+*/%=<>(),\[\]:;.&|^~])"
    r"|(?P<other>.)"
)
# A line that begins with one of these begins a statement, also where a bracket is still open.
BEGINS = re.compile(r"\s*(?:def|thread|if|elif|else|while|end|return|global|local)\b")
OPENING, BRACKETS = ("(", "["), frozenset({"(", "[", ")", "]"})
# The constructor of a named tuple takes twice the time of that of a tuple.
_new = tuple.__new__
GOES_ON = frozenset({"or", "and", "xor", "not", ","})  # the last word of a line that goes on


class Token(NamedTuple):
    """A piece of code. line, column: From 1.

    kind: number, text, word, sign, fixed (a list or a pose of plain numbers) or other.
    """

    kind: str
    text: str
    line: int
    column: int


@dataclass(frozen=True)
class CodeLine:
    """The code of a line and of those in which it goes on. line: From 1. rows: Number of lines.

    remark: The remark behind it, "" for none. tokens: Empty where there is only a remark. text: The
    first line as it is written.
    """

    tokens: tuple[Token, ...]
    line: int
    rows: int
    remark: str
    text: str = ""


def code_lines(rows: Iterable[str], above: int = 0) -> Iterator[CodeLine]:
    """The lines of a program, those without code too. above: Number of lines above the rows."""
    held, first, remark, opened, begun = list[Token](), 0, "", 0, ""
    number = above
    for number, row in enumerate(rows, start=above + 1):
        if held and BEGINS.match(row):
            yield CodeLine(tuple(held), first, number - first, remark, begun)
            held = []
        if not held:
            first, opened, remark, begun = number, 0, "", row
            if row.lstrip()[:1] == "$":
                yield CodeLine((), number, 1, row.strip()[1:].strip())
                continue
        tokens, said = tokens_of(row, number)
        remark = said or remark
        held += tokens
        for token in tokens:
            if token.text in BRACKETS:
                opened += 1 if token.text in OPENING else -1
        if opened > 0 or (tokens and tokens[-1].text in GOES_ON):
            continue
        yield CodeLine(tuple(held), first, number - first + 1, remark, begun)
        held = []
    if held:
        yield CodeLine(tuple(held), first, number - first + 1, remark, begun)


def tokens_of(row: str, line: int) -> tuple[list[Token], str]:
    """The tokens of a row, and its remark."""
    tokens, remark = list[Token](), ""
    for found in TOKEN.finditer(row):
        kind = found.lastgroup
        if kind == "blank":
            continue
        if kind == "remark":
            remark = found[0][1:].strip()
            break
        tokens.append(_new(Token, (kind, found[0], line, found.start() + 1)))
    return tokens, remark


def shown(tokens: tuple[Token, ...]) -> str:
    """Tokens as a text."""
    parts = list[str]()
    for before, token in zip((None, *tokens), tokens, strict=False):
        words = {"word", "number", "text", "fixed"}
        if before is not None and before.kind in words and token.kind in words:
            parts.append(" ")
        parts.append(token.text)
    return "".join(parts)
