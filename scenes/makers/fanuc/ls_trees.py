"""Expressions of FANUC programs as trees: registers, signals, numbers, arithmetic, conditions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from language.foreign.limits import MOST_IN_A_ROW, number_of

TOKEN = re.compile(
    r"(?P<blank>\s+)"
    r"|(?P<text>'[^']*')"
    r"|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<system>\$[\w$]+(?:\[[^\]]*\])?(?:\.\$?\w+(?:\[[^\]]*\])?)*)"
    r"|(?P<word>[A-Za-z_]\w*)"
    r"|(?P<sign><>|<=|>=|[-+*/=<>(),!\[\]])"
    r"|(?P<other>.)"
)
DEEPEST = 40
# Operators by how strongly they bind, weakest first.
LEVELS = (
    ("OR",),
    ("AND",),
    ("=", "<>", "<", ">", "<=", ">="),
    ("+", "-"),
    ("*", "/", "DIV", "MOD"),
)


class TreeError(Exception):
    """An expression that is not one of the language; its text says why."""


class Token(NamedTuple):
    """A piece of an expression. key: Its text in capitals."""

    kind: str
    text: str

    @property
    def key(self) -> str:
        """The text in capitals, since a controller does not tell capitals from small letters."""
        return self.text.upper()


@dataclass(frozen=True)
class Number:
    """A number."""

    value: float


@dataclass(frozen=True)
class Text:
    """A text in quotes, or a variable of the controller's own ($..)."""

    value: str


@dataclass(frozen=True)
class Word:
    """A word such as ON, LPOS or RESET."""

    key: str


@dataclass(frozen=True)
class Item:
    """A register, a signal or a point by its number, such as R[1] or PR[R[2],3]."""

    kind: str
    at: tuple[Tree, ...]


@dataclass(frozen=True)
class Signed:
    """A value behind -, + or ! (not)."""

    sign: str
    of: Tree


@dataclass(frozen=True)
class Joined:
    """Two values and an operator."""

    operator: str
    left: Tree
    right: Tree


Tree: TypeAlias = Number | Text | Word | Item | Signed | Joined


@lru_cache(maxsize=8192)
def without_comments(code: str) -> str:
    """A statement without the comments in its brackets: R[39:text] is R[39].

    A comment may hold brackets itself: R[105:X-PR[38]].
    """
    if ":" not in code:
        return code
    kept = list[str]()
    depth, skipped_from = 0, 0
    for letter in code:
        if letter == "[":
            depth += 1
        elif letter == "]":
            depth -= 1
            if depth < skipped_from:
                skipped_from = 0
        elif letter == ":" and depth > 0 and not skipped_from:
            skipped_from = depth
        if not skipped_from:
            kept.append(letter)
    return "".join(kept)


@lru_cache(maxsize=8192)
def tree_of(text: str) -> Tree:
    """The tree of an expression without comments. Raises TreeError."""
    parser = _Parser(text)
    found = parser.joined(0)
    if parser.at < len(parser.tokens):
        raise TreeError(f"{parser.tokens[parser.at].text} is not understood here")
    return found


def parts_of(tree: Tree) -> list[Tree]:
    """A tree and all that stands in it."""
    found, waiting = list[Tree](), [tree]
    while waiting:
        part = waiting.pop()
        found.append(part)
        if isinstance(part, Item):
            waiting += part.at
        elif isinstance(part, Signed):
            waiting.append(part.of)
        elif isinstance(part, Joined):
            waiting += [part.left, part.right]
    return found


def constant_of(tree: Tree) -> float | None:
    """The value of a number with its signs; None for what only a run knows."""
    if isinstance(tree, Signed) and tree.sign in "+-":
        inner = constant_of(tree.of)
        return None if inner is None else (-inner if tree.sign == "-" else inner)
    return tree.value if isinstance(tree, Number) else None


class _Parser:
    """Reads tokens one after the other. at: The next one."""

    def __init__(self, text: str) -> None:
        found = ((str(each.lastgroup), each[0]) for each in TOKEN.finditer(text))
        self.tokens = [Token(kind, told) for kind, told in found if kind != "blank"]
        self.at, self._depth = 0, 0

    def _next(self) -> str:
        return self.tokens[self.at].key if self.at < len(self.tokens) else ""

    def _take(self, key: str) -> None:
        if self._next() != key:
            raise TreeError(f"{key} is missing")
        self.at += 1

    def joined(self, level: int) -> Tree:
        """Values with operators of a level and of stronger ones."""
        if level == len(LEVELS):
            return self._signed()
        left, count = self.joined(level + 1), 0
        while self._next() in LEVELS[level] and self.tokens[self.at].kind in ("sign", "word"):
            operator, count = self._next(), count + 1
            if count > MOST_IN_A_ROW:
                raise TreeError("it is too long")
            self.at += 1
            left = Joined(operator, left, self.joined(level + 1))
        return left

    def _signed(self) -> Tree:
        signs = list[str]()
        while self._next() in ("-", "+", "!"):
            signs.append(self._next())
            self.at += 1
            if len(signs) > DEEPEST:
                raise TreeError("too many signs")
        found = self._leaf()
        for sign in reversed(signs):
            found = Signed(sign, found)
        return found

    def _leaf(self) -> Tree:
        if self.at >= len(self.tokens):
            raise TreeError("a value is missing")
        token = self.tokens[self.at]
        self.at += 1
        if token.kind == "number":
            value = number_of(token.text)
            if value is None:
                raise TreeError("a number is too large")
            return Number(value)
        if token.kind in ("text", "system"):
            return Text(token.text.strip("'"))
        if token.key == "(":
            found = self._inner()
            self._take(")")
            return found
        if token.kind != "word":
            raise TreeError(f"{token.text} is not understood here")
        if self._next() != "[":
            return Word(token.key)
        self.at += 1
        at = [self._inner()]
        while self._next() == ",":
            self.at += 1
            at.append(self._inner())
        self._take("]")
        return Item(token.key, tuple(at))

    def _inner(self) -> Tree:
        """What stands in parentheses or brackets."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise TreeError("it is nested too deeply")
        found = self.joined(0)
        self._depth -= 1
        return found
