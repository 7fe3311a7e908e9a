"""The text of a RAPID module in statements and remarks, each with its place.

A statement ends with `;` and may run over lines; heads of blocks end with their last word. A
statement whose `;` is missing ends before the next word that only begins one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

_NUMBER = r"[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?"
_ROW = rf"\[[ \t]*{_NUMBER}[ \t]*(?:,[ \t]*{_NUMBER}[ \t]*)*\]"
# Numbers in brackets, once or twice: most places are such, and are one token.
_ROWS = rf"\[[ \t]*(?:{_ROW}|{_NUMBER})[ \t]*(?:,[ \t]*(?:{_ROW}|{_NUMBER})[ \t]*)*\]"
TOKEN = re.compile(
    r"(?P<blank>[ \t\r\f\v]*\n[ \t\r\f\v\n]*)|[ \t\r\f\v]*(?:"
    r"(?P<remark>![^\n]*)"
    r'|(?P<text>"(?:[^"\n]|"")*")'
    r"|(?P<number>0[xX][0-9A-Fa-f]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    rf"|(?P<rows>{_ROWS})"
    r"|(?P<word>[A-Za-z_\u00c0-\u00ff][\w]*)"
    r"|(?P<sign>:=|<>|<=|>=|[-+*/=<>(),\[\]{};:.\\?%@#|])"
    r"|(?P<other>[^ \t\r\f\v\n]))"
)
HEADER = re.compile(r"\s*%%%.*?(?:%%%[^\n]*|$)", re.DOTALL)
# The word with which the head of a block ends; "" where it is the block's first word itself.
HEADS = {"IF": "THEN", "ELSEIF": "THEN", "FOR": "DO", "WHILE": "DO", "CASE": ":", "DEFAULT": ":"}
_ALONE = "ELSE ENDIF ENDFOR ENDWHILE ENDTEST ENDPROC ENDFUNC ENDTRAP ENDMODULE ENDRECORD "
_ALONE += "UNDO BACKWARD ENDBACKWARD"
HEADS |= dict.fromkeys(_ALONE.split(), "")
ROUTINES = frozenset({"PROC", "FUNC", "TRAP", "MODULE", "RECORD"})
OWN_ENDS = frozenset({*HEADS, *ROUTINES, "TEST", "ERROR"})
# Words that only begin a statement: a statement in front of them has lost its end.
BEGINS = frozenset({*HEADS, *ROUTINES, "TEST", "LOCAL", "VAR", "CONST", "PERS"}) - {"DEFAULT"}


class Token(NamedTuple):
    """A piece of code.

    kind: number, text, word, rows, sign or other. at: Its index in the text. key: Its text in
    capitals, since RAPID does not tell capitals from small letters.
    """

    kind: str
    text: str
    at: int
    key: str


@dataclass(frozen=True)
class Statement:
    """A statement or the head of a block.

    tokens: Without the end. line, column, end_line, end_column: From 1, the end behind the last
    character. is_closed: Whether it has its end.
    """

    tokens: tuple[Token, ...]
    line: int
    column: int
    end_line: int
    end_column: int
    is_closed: bool = True

    @property
    def key(self) -> str:
        """Its first word in capitals."""
        return self.tokens[0].key

    @property
    def code(self) -> str:
        """Its text with one blank between the pieces that need one."""
        return shown(self.tokens)


@dataclass(frozen=True)
class Remark:
    """A remark behind `!`, or an empty line. line: From 1."""

    text: str
    line: int


def shown(tokens: tuple[Token, ...]) -> str:
    """Tokens as a text."""
    parts = list[str]()
    for before, token in zip((None, *tokens), tokens, strict=False):
        words = {"word", "number", "text"}
        if before is not None and before.kind in words and token.kind in words:
            parts.append(" ")
        parts.append(token.text)
    return "".join(parts)


def read_text(text: str) -> list[Statement | Remark]:
    """The statements and remarks of a module, in the order of the text."""
    header = HEADER.match(text)
    return _Scanner(text).pieces(header.end() if header and "%%%" in header[0] else 0)


def scanned(text: str) -> tuple[list[Statement | Remark], bool]:
    """The statements and remarks of a part of a module; whether the last one has no end there."""
    scanner = _Scanner(text)
    return scanner.pieces(0), scanner.is_open


class _Scanner:
    def __init__(self, text: str) -> None:
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._pieces = list[Statement | Remark]()
        self._tokens = list[Token]()
        self._remarks = list[Remark]()
        self._opened = 0
        self._is_plain = False  # whether the present statement ends with ; alone, or is a label
        self._line = 0  # index of the line of the last place that was asked for
        self._text = text
        self.is_open = False  # whether the last statement lacks its end

    def pieces(self, at: int) -> list[Statement | Remark]:
        """Statements and remarks from an index on."""
        for found in TOKEN.finditer(self._text, at):
            kind = str(found.lastgroup)
            if kind == "blank":
                self._empty_lines(found)
            elif kind == "remark":
                line, _ = self._place(found.start(kind))
                self._remarks.append(Remark(found[kind][1:].strip(), line))
                if not self._tokens:
                    self._flush()
            else:
                text = found[kind]
                self._take(Token(kind, text, found.start(kind), text.upper()))
        self.is_open = bool(self._tokens)
        if self.is_open:
            self._end(is_closed=False)
        return self._pieces

    def _empty_lines(self, found: re.Match[str]) -> None:
        if found[0].count("\n") > 1 and not self._tokens:
            line, _ = self._place(found.start())
            self._pieces.append(Remark("", line + 1))

    def _take(self, token: Token) -> None:
        key = token.key
        if self._tokens and self._opened == 0 and key in BEGINS and token.kind == "word":
            self._begin_anew()
        tokens = self._tokens
        if token.text == ";":
            if tokens:
                self._end()
            return
        tokens.append(token)
        if token.text in "([{":
            self._opened += 1
        elif token.text in ")]}" and self._opened:
            self._opened -= 1
        if len(tokens) == 1:
            self._is_plain = key not in OWN_ENDS and key not in ("LOCAL", "TASK")
        if not (self._is_plain and len(tokens) != 2) and self._is_whole(token):
            self._end()

    def _begin_anew(self) -> None:
        """Ends what is open where a word comes that only begins a statement."""
        first = next((t.key for t in self._tokens if t.key not in ("LOCAL", "TASK")), "")
        if not first:  # only LOCAL or TASK stand in front of it
            return
        self._end(is_closed=first in ("TEST", *ROUTINES, "ERROR"))

    def _is_whole(self, token: Token) -> bool:
        """Whether the tokens up to this one are the head of a block, or a label."""
        tokens = self._tokens
        first = tokens[0].key
        if len(tokens) == 2 and token.text == ":" and tokens[0].kind == "word":
            return True  # a label, or DEFAULT
        if first in ("LOCAL", "TASK") and len(tokens) > 1:
            first = tokens[1].key
        if first not in OWN_ENDS:
            return False
        end = HEADS.get(first)
        if end is not None:
            return self._opened == 0 and (end == "" or token.key == end)
        if first in ("PROC", "FUNC"):
            return token.text == ")" and self._opened == 0
        line_ends = self._text.find("\n", token.at)
        rest = self._text[token.at + len(token.text) : line_ends if line_ends >= 0 else None]
        if first in ("MODULE", "TRAP", "RECORD", "TEST", "ERROR") and self._opened == 0:
            # They end with their line; a parenthesis may follow.
            return not rest.partition("!")[0].strip()
        return False

    def _end(self, is_closed: bool = True) -> None:
        """Ends the present statement."""
        first, last = self._tokens[0], self._tokens[-1]
        line, column = self._place(first.at)
        end_line, end_column = self._place(last.at + len(last.text))
        place = (line, column, end_line, end_column, is_closed)
        self._pieces.append(Statement(tuple(self._tokens), *place))
        self._tokens, self._opened = [], 0
        self._flush()

    def _flush(self) -> None:
        self._pieces += self._remarks
        self._remarks.clear()

    def _place(self, at: int) -> tuple[int, int]:
        """Line and column, from 1, of an index; indices come almost in rising order."""
        starts = self._starts
        while self._line and starts[self._line] > at:
            self._line -= 1
        while self._line + 1 < len(starts) and starts[self._line + 1] <= at:
            self._line += 1
        return self._line + 1, at - starts[self._line] + 1


def statements(text: str) -> Iterator[Statement]:
    """The statements of a module."""
    return (piece for piece in read_text(text) if isinstance(piece, Statement))
