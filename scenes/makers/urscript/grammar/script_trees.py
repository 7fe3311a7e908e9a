"""Expressions of URScript as trees."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import NamedTuple, TypeAlias

from language.foreign.limits import MOST_IN_A_ROW, number_of
from scenes.makers.urscript.grammar.script_tokens import Token

MOST_DEPTH = 30
# How closely an operator binds: the higher, the closer.
BINDS = {"or": 1, "xor": 1, "and": 2}
BINDS |= dict.fromkeys(("==", "!=", "<", ">", "<=", ">="), 4)
BINDS |= {"+": 5, "-": 5, "*": 6, "/": 6, "%": 6}
NOT, SIGN = 3, 7
TRUTHS = {"True": True, "False": False}


class TreeError(Exception):
    """Code that is no expression; its text says why."""


class Number(NamedTuple):
    """A number."""

    value: float


class Truth(NamedTuple):
    """True or False."""

    value: bool


class Text(NamedTuple):
    """A text without its quotes."""

    value: str


class Name(NamedTuple):
    """A name as it is written: capitals count."""

    key: str


class PoseOf(NamedTuple):
    """p[x, y, z, rx, ry, rz]."""

    parts: tuple[Tree, ...]


class ListOf(NamedTuple):
    """[a, b, ...]."""

    parts: tuple[Tree, ...]


class Fixed(NamedTuple):
    """A list or a pose of plain numbers."""

    is_pose: bool
    values: tuple[float, ...]


class Item(NamedTuple):
    """An element of a list or a pose. at: Its index, from 0."""

    of: Tree
    at: Tree


class Part(NamedTuple):
    """A member of a structure."""

    of: Tree
    key: str


class Call(NamedTuple):
    """A call of a function. named: Arguments with a name. of: The object of a method, or None."""

    key: str
    given: tuple[Tree, ...]
    named: tuple[tuple[str, Tree], ...] = ()
    of: Tree | None = None

    def argument(self, at: int, name: str) -> Tree | None:
        """The argument at a place (from 0) or with a name; None where there is none."""
        for key, tree in self.named:
            if key == name:
                return tree
        return self.given[at] if 0 <= at < len(self.given) else None


class Unary(NamedTuple):
    """- or not before a value."""

    sign: str
    of: Tree


class Binary(NamedTuple):
    """Two values joined by an operator."""

    sign: str
    left: Tree
    right: Tree


Tree: TypeAlias = (
    Number | Truth | Text | Name | PoseOf | ListOf | Fixed | Item | Part | Call | Unary | Binary
)
END = Token("end", "", 0, 0)
# A number or a fixed list is the whole value where one of these stands behind it.
PLAIN, BEHIND = frozenset({"number", "fixed"}), frozenset({",", ")", "]", ""})
LEAVES = frozenset({Number, Truth, Text, Name, Fixed})


def tree_of(tokens: tuple[Token, ...]) -> Tree:
    """The expression that all the tokens make up. Raises TreeError."""
    reader = _Reader(tokens)
    tree = reader.expression(0, 0)
    left = reader.peek()
    if left is not END:
        raise TreeError(f"{left.text} does not belong here")
    return tree


def _number(text: str) -> Number:
    value = number_of(text)
    if value is None:
        raise TreeError("a number is too large")
    return Number(value)


def _fixed(text: str) -> Fixed:
    is_pose = text[0] == "p"
    values = tuple(map(float, text[2 if is_pose else 1 : -1].split(",")))
    if is_pose and len(values) != 6:
        raise TreeError(f"a pose has six numbers, not {len(values)}")
    if not all(map(isfinite, values)):
        raise TreeError("a number is too large")
    return Fixed(is_pose, values)


def inner_trees(tree: Tree) -> Iterator[Tree]:
    """The trees of which a tree is made."""
    match tree:
        case PoseOf(parts) | ListOf(parts):
            yield from parts
        case Item(of, index):
            yield of
            yield index
        case Part(of) | Unary(_, of):
            yield of
        case Binary(_, left, right):
            yield left
            yield right
        case Call(_, given, named, of):
            yield from given
            yield from (value for _, value in named)
            if of is not None:
                yield of
        case _:
            return


def parts_of(tree: Tree) -> Iterator[Tree]:
    """A tree and all trees in it."""
    waiting: list[Tree] = [tree]
    while waiting:
        each = waiting.pop()
        yield each
        if type(each) not in LEAVES:
            waiting += inner_trees(each)


class _Reader:
    """Reads an expression from its tokens; `at` is the index of the next one."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self._tokens = (*tokens, END)
        self._at = 0

    def peek(self) -> Token:
        return self._tokens[self._at]

    def _take(self, text: str) -> bool:
        """Goes over a sign, if it stands here."""
        token = self._tokens[self._at]
        if token.kind != "sign" or token.text != text:
            return False
        self._at += 1
        return True

    def _need(self, text: str) -> None:
        if not self._take(text):
            found = self.peek().text or "the end"
            raise TreeError(f"{text} is missing before {found}")

    def expression(self, power: int, depth: int) -> Tree:
        if depth > MOST_DEPTH:
            raise TreeError("the expression is nested too deeply")
        token = self._tokens[self._at]
        if token.kind in PLAIN and self._tokens[self._at + 1].text in BEHIND:
            self._at += 1
            return _fixed(token.text) if token.kind == "fixed" else _number(token.text)
        if token.kind == "word" and token.text == "not":
            self._at += 1
            left: Tree = Unary("not", self.expression(NOT, depth + 1))
        elif token.kind == "sign" and token.text in "+-":
            self._at += 1
            inner = self.expression(SIGN, depth + 1)
            left = inner if token.text == "+" else Unary("-", inner)
            if isinstance(inner, Number) and token.text == "-":
                left = Number(-inner.value)
        else:
            left = self._behind(self._atom(depth), depth)
        count = 0
        while (binds := BINDS.get(self.peek().text, 0)) > power and self.peek().kind != "text":
            sign, count = self.peek().text, count + 1
            if count > MOST_IN_A_ROW:
                raise TreeError("the expression is too long")
            self._at += 1
            left = Binary(sign, left, self.expression(binds, depth + 1))
        return left

    def _atom(self, depth: int) -> Tree:
        token = self.peek()
        self._at += token is not END
        kind, text = token.kind, token.text
        if kind == "number":
            return _number(text)
        if kind == "text":
            return Text(text[1:-1])
        if kind == "fixed":
            return _fixed(text)
        if kind == "sign" and text == "(":
            tree = self.expression(0, depth + 1)
            self._need(")")
            return tree
        if kind == "sign" and text == "[":
            return ListOf(self._parts(depth))
        if kind != "word":
            raise TreeError(f"{text or 'the end'} is no value")
        if text == "p" and self._take("["):
            parts = self._parts(depth)
            if len(parts) != 6:
                raise TreeError(f"a pose has six numbers, not {len(parts)}")
            return PoseOf(parts)
        if text in TRUTHS:
            return Truth(TRUTHS[text])
        return self._call(text, None, depth) if self._take("(") else Name(text)

    def _behind(self, tree: Tree, depth: int) -> Tree:
        """A value with the indices, members and methods that stand behind it."""
        for _ in range(MOST_DEPTH):
            if self._take("["):
                tree = Item(tree, self.expression(0, depth + 1))
                self._need("]")
            elif self._take("."):
                token = self.peek()
                if token.kind != "word":
                    raise TreeError(f"{token.text or 'the end'} is no name of a member")
                self._at += 1
                is_call = self._take("(")
                tree = self._call(token.text, tree, depth) if is_call else Part(tree, token.text)
            else:
                return tree
        raise TreeError("the expression is nested too deeply")

    def _parts(self, depth: int) -> tuple[Tree, ...]:
        """The values up to the bracket that closes a list."""
        parts = list[Tree]()
        while not self._take("]"):
            if parts:
                self._need(",")
            parts.append(self.expression(0, depth + 1))
        return tuple(parts)

    def _call(self, key: str, of: Tree | None, depth: int) -> Tree:
        given, named = list[Tree](), list[tuple[str, Tree]]()
        while not self._take(")"):
            if given or named:
                self._need(",")
            token, behind = self.peek(), self._tokens[min(self._at + 1, len(self._tokens) - 1)]
            if token.kind == "word" and behind.kind == "sign" and behind.text == "=":
                self._at += 2
                named.append((token.text, self.expression(0, depth + 1)))
            else:
                given.append(self.expression(0, depth + 1))
        return Call(key, tuple(given), tuple(named), of)
