"""Expressions of VAL3: the pieces of a line, and the tree that they make."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite
from typing import NamedTuple, TypeAlias

from language.foreign.limits import MOST_IN_A_ROW

TOKEN = re.compile(
    r"\s*(?:(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r'|(?P<text>"[^"]*")'
    r"|(?P<word>[A-Za-z_]\w*(?::[A-Za-z_]\w*)?)"
    r"|(?P<sign>==|!=|<=|>=|[-+*/%&!<>=(),.\[\]{}])"
    r"|(?P<other>\S))"
)
REMARK = re.compile(r'(?P<code>(?:[^"/]|"[^"]*"|/(?!/))*)//(?P<remark>.*)')
MOST_DEPTH, MOST_TOKENS = 40, 300
KEPT = 20_000  # lines whose trees are kept, so that an edited text is not read as a whole again
# How closely signs bind, from `or` on; those of one number bind alike, from left to right.
BINDS = {"or": 1, "xor": 1, "and": 2, "==": 3, "!=": 3, "<": 4, ">": 4, "<=": 4, ">=": 4}
BINDS |= {"+": 5, "-": 5, "&": 5, "*": 6, "/": 6, "%": 6}


class SyntaxFaultError(Exception):
    """A line that is no VAL3 as it is read here; its text says why."""


class Number(NamedTuple):
    value: float


class Text(NamedTuple):
    value: str


class Truth(NamedTuple):
    value: bool


class Access(NamedTuple):
    """A variable, an element of it or a field: `p[i].trsf.x`. at: Its index, None where none is
    given."""

    name: str
    at: Tree | None = None
    path: tuple[str, ...] = ()


class Call(NamedTuple):
    """A function or an instruction with what stands in its brackets."""

    name: str
    given: tuple[Tree, ...]


class Unary(NamedTuple):
    sign: str
    of: Tree


class Binary(NamedTuple):
    sign: str
    left: Tree
    right: Tree


class Structure(NamedTuple):
    """Values in braces: `{0, 0, -50, 0, 0, 0}`."""

    parts: tuple[Tree, ...]


Tree: TypeAlias = Number | Text | Truth | Access | Call | Unary | Binary | Structure


def without_remark(line: str) -> tuple[str, str]:
    """The code of a line, and the remark behind it."""
    found = REMARK.fullmatch(line)
    return (line, "") if found is None else (found["code"], found["remark"])


@lru_cache(maxsize=KEPT)
def tree_of(code: str) -> Tree:
    """The tree of an expression. Raises SyntaxFaultError."""
    parser = _Parser(code)
    tree = parser.expression(0, MOST_DEPTH)
    parser.end()
    return tree


@lru_cache(maxsize=KEPT)
def sides_of(code: str) -> tuple[Tree, Tree] | None:
    """Both sides of an assignment; None where the line is none. Raises SyntaxFaultError."""
    parser = _Parser(code)
    if parser.first_word is None:
        return None
    left = parser.operand(MOST_DEPTH)
    if not isinstance(left, Access) or not parser.take("="):
        return None
    right = parser.expression(0, MOST_DEPTH)
    parser.end()
    return left, right


class _Parser:
    def __init__(self, code: str) -> None:
        pieces = [(str(each.lastgroup), each[0].strip()) for each in TOKEN.finditer(code)]
        if len(pieces) > MOST_TOKENS:
            raise SyntaxFaultError("the line is too long")
        self._pieces = [*pieces, ("end", "")]
        self._at = 0
        self.first_word = pieces[0][1] if pieces and pieces[0][0] == "word" else None

    def take(self, sign: str) -> bool:
        """Whether a sign stands here; it is passed over."""
        if self._pieces[self._at] != ("sign", sign):
            return False
        self._at += 1
        return True

    def end(self) -> None:
        """Raises SyntaxFaultError where something follows."""
        kind, text = self._pieces[self._at]
        if kind != "end":
            raise SyntaxFaultError(f"{text} is not understood here")

    def expression(self, least: int, depth: int) -> Tree:
        """An expression of signs that bind at least so closely."""
        if depth == 0:
            raise SyntaxFaultError("brackets are nested too deep")
        left = self._signed(depth)
        for _ in range(MOST_IN_A_ROW):
            kind, text = self._pieces[self._at]
            binds = BINDS.get(text.lower() if kind == "word" else text, 0)
            if kind not in ("word", "sign") or binds <= least:
                return left
            self._at += 1
            left = Binary(text.lower(), left, self.expression(binds, depth - 1))
        raise SyntaxFaultError("the line is too long")

    def _signed(self, depth: int) -> Tree:
        for sign in ("-", "+", "!"):
            if self.take(sign):
                if depth <= 1:
                    raise SyntaxFaultError("signs stand too many in a row")
                of = self._signed(depth - 1)
                return of if sign == "+" else Unary(sign, of)
        return self.operand(depth)

    def operand(self, depth: int) -> Tree:
        """A number, a text, a variable, a call, or something in brackets."""
        kind, text = self._pieces[self._at]
        if kind == "end":
            raise SyntaxFaultError("the line breaks off")
        self._at += 1
        if kind == "number":
            value = float(text)
            if not isfinite(value):
                raise SyntaxFaultError("a number is too large")
            return Number(value)
        if kind == "text":
            return Text(text[1:-1])
        if kind == "word":
            if text.lower() in ("true", "false"):
                return Truth(text.lower() == "true")
            if self.take("("):
                return Call(text, self._listed(")", depth))
            return self._access(text, depth)
        if text == "(":
            inner = self.expression(0, depth - 1)
            self._close(")")
            return inner
        if text == "{":
            return Structure(self._listed("}", depth))
        raise SyntaxFaultError(f"{text} is not understood here")

    def _access(self, name: str, depth: int) -> Tree:
        index: Tree | None = None
        if self.take("["):
            index = self.expression(0, depth - 1)
            self._close("]")
        path = list[str]()
        while self.take("."):
            kind, text = self._pieces[self._at]
            if kind != "word":
                raise SyntaxFaultError("a field has no name")
            self._at += 1
            path.append(text)
        return Access(name, index, tuple(path))

    def _listed(self, closing: str, depth: int) -> tuple[Tree, ...]:
        if self.take(closing):
            return ()
        found = [self.expression(0, depth - 1)]
        while self.take(","):
            found.append(self.expression(0, depth - 1))
        self._close(closing)
        return tuple(found)

    def _close(self, sign: str) -> None:
        if not self.take(sign):
            raise SyntaxFaultError(f"{sign} is missing")
