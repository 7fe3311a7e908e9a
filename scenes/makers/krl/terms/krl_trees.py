"""Expressions of KRL as trees: numbers, fields of structures, frames and their products.

A text that is no expression gives None. The depth is limited, so that no text exhausts the stack.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from language.foreign.limits import MOST_IN_A_ROW

TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)"
    r"|(?P<enum>#\w+)|(?P<bits>'[BbHh][0-9A-Fa-f]+')|(?P<text>\"[^\"]*\")"
    r"|(?P<word>\$?[A-Za-z_][\w$]*)|(?P<sign>==|<>|<=|>=|[-+*/<>(),.:{}]|\[|\]))"
)
DEEPEST, LONGEST = 40, 4000
BINARY = {
    "OR": 1, "EXOR": 1, "AND": 2, "==": 4, "<>": 4, "<": 4, ">": 4, "<=": 4, ">=": 4,
    "B_OR": 5, "B_EXOR": 5, "B_AND": 6, "+": 7, "-": 7, "*": 8, "/": 8, ":": 9,
}  # fmt: skip
NOT_BINDS, MINUS_BINDS = 9, 9


class Literal(NamedTuple):
    """A value as written. kind: number, enum (`#NAME`), bits, text or truth."""

    kind: str
    text: str


class Ref(NamedTuple):
    """A variable with its fields. path: Name in capitals and indices of each part."""

    path: tuple[tuple[str, tuple[Tree, ...]], ...]


class Call(NamedTuple):
    """A call of a function. name: In capitals."""

    name: str
    arguments: tuple[Tree, ...]


class Sign(NamedTuple):
    """A sign or NOT before a value."""

    operator: str
    operand: Tree


class Pair(NamedTuple):
    """Two values with an operator between them."""

    operator: str
    left: Tree
    right: Tree


class Aggregate(NamedTuple):
    """`{X 1, Y 2}`: fields in capitals with their values."""

    fields: tuple[tuple[str, Tree], ...]


Tree: TypeAlias = Literal | Ref | Call | Sign | Pair | Aggregate


class _NoTreeError(Exception):
    """The text is no expression."""


@lru_cache(maxsize=8192)
def tree_of(text: str) -> Tree | None:
    """The tree of an expression; None for another text."""
    if len(text) > LONGEST:
        return None
    tokens, at = list[tuple[str, str]](), 0
    text = text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            return None
        kind = str(match.lastgroup)
        tokens.append((kind, match[kind]))
        at = match.end()
    reader = _Reader(tokens)
    try:
        found = reader.binary(0, 0)
        return found if reader.at == len(tokens) else None
    except _NoTreeError:
        return None


class _Reader:
    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens, self.at = tokens, 0

    def _next(self) -> str:
        """The present token in capitals; "" at the end."""
        return self._tokens[self.at][1].upper() if self.at < len(self._tokens) else ""

    def _take(self, wanted: str) -> bool:
        if self._next() != wanted:
            return False
        self.at += 1
        return True

    def _need(self, wanted: str) -> None:
        if not self._take(wanted):
            raise _NoTreeError

    def binary(self, least: int, depth: int) -> Tree:
        """A value with all operators behind it that bind as strongly as `least`."""
        if depth > DEEPEST:
            raise _NoTreeError
        left = self._signed(depth)
        for _ in range(MOST_IN_A_ROW):
            operator = self._next()
            binds = BINARY.get(operator, -1)
            if binds < least:
                return left
            self.at += 1
            left = Pair(operator, left, self.binary(binds + 1, depth + 1))
        raise _NoTreeError

    def _signed(self, depth: int) -> Tree:
        for operator, binds in (("NOT", NOT_BINDS), ("-", MINUS_BINDS), ("+", MINUS_BINDS)):
            if self._take(operator):
                return Sign(operator, self.binary(binds, depth + 1))
        return self._atom(depth)

    def _atom(self, depth: int) -> Tree:
        if self.at >= len(self._tokens):
            raise _NoTreeError
        kind, text = self._tokens[self.at]
        if kind == "word":
            return self._named(depth)
        self.at += 1
        if text == "(":
            inner = self.binary(0, depth + 1)
            self._need(")")
            return inner
        if text == "{":
            return self._aggregate(depth)
        if kind == "sign":
            raise _NoTreeError
        return Literal(kind, text)

    def _named(self, depth: int) -> Tree:
        name = self._tokens[self.at][1].upper()
        self.at += 1
        if name in ("TRUE", "FALSE"):
            return Literal("truth", name)
        if name in BINARY or name == "NOT":
            raise _NoTreeError
        if self._take("("):
            return Call(name, self._list(")", depth))
        path = [(name, self._indices(depth))]
        while self._take("."):
            kind, text = self._tokens[self.at] if self.at < len(self._tokens) else ("", "")
            if kind != "word":
                raise _NoTreeError
            self.at += 1
            path.append((text.upper(), self._indices(depth)))
        return Ref(tuple(path))

    def _indices(self, depth: int) -> tuple[Tree, ...]:
        return self._list("]", depth) if self._take("[") else ()

    def _list(self, end: str, depth: int) -> tuple[Tree, ...]:
        if self._take(end):
            return ()
        found = [self.binary(0, depth + 1)]
        while self._take(","):
            found.append(self.binary(0, depth + 1))
        self._need(end)
        return tuple(found)

    def _aggregate(self, depth: int) -> Tree:
        fields = list[tuple[str, Tree]]()
        if len(self._tokens) > self.at + 1 and self._tokens[self.at + 1][1] == ":":
            self.at += 2  # {FRAME: X 1, ..}
        while True:
            kind, name = self._tokens[self.at] if self.at < len(self._tokens) else ("", "")
            if kind != "word":
                raise _NoTreeError
            self.at += 1
            if self._take("["):
                self._list("]", depth)
            fields.append((name.upper(), self.binary(0, depth + 1)))
            if self._take("}"):
                return Aggregate(tuple(fields))
            self._need(",")
