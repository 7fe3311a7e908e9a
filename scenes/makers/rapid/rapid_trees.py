"""Expressions and arguments of RAPID as trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from language.foreign.limits import MOST_IN_A_ROW, number_of
from scenes.makers.rapid.rapid_text import Token

# Binary operators by how tightly they bind.
LEVELS = {"OR": 1, "XOR": 1, "AND": 2, "=": 4, "<>": 4, "<": 4, ">": 4, "<=": 4, ">=": 4}
LEVELS |= {"+": 5, "-": 5, "*": 6, "/": 6, "DIV": 6, "MOD": 6}
NOT_LEVEL, SIGN_LEVEL = 3, 7
DEEPEST = 60


class TreeError(Exception):
    """An expression that is not read; its text says why."""


@dataclass(frozen=True)
class Literal:
    """A number, a text or a truth value."""

    value: float | str | bool


@dataclass(frozen=True)
class Name:
    """A name in capitals."""

    key: str


@dataclass(frozen=True)
class Held:
    """A value that is known already."""

    value: object


@dataclass(frozen=True)
class Aggregate:
    """Values between brackets."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True)
class Part:
    """A component of a record: `p.trans`."""

    of: Tree
    key: str


@dataclass(frozen=True)
class Item:
    """An element of an array: `a{1,2}`."""

    of: Tree
    indices: tuple[Tree, ...]


@dataclass(frozen=True)
class Arguments:
    """Arguments by their order, and switches and optional arguments by their names in capitals."""

    given: tuple[Tree, ...] = ()
    options: tuple[tuple[str, Tree | None], ...] = ()

    def option(self, key: str) -> Tree | None:
        """The value of an optional argument; None where it is absent or a switch."""
        return next((value for name, value in self.options if name == key), None)

    @property
    def names(self) -> frozenset[str]:
        """The names of the optional arguments."""
        return frozenset(name for name, _ in self.options)


@dataclass(frozen=True)
class Passed:
    """`\\deep?near`: the optional argument `near` of the present routine, where it has one."""

    key: str


@dataclass(frozen=True)
class Call:
    """A function with its arguments."""

    key: str
    arguments: Arguments


@dataclass(frozen=True)
class Signed:
    """`-a`, `+a` or `NOT a`."""

    sign: str
    of: Tree


@dataclass(frozen=True)
class Joined:
    """Two expressions with an operator between them."""

    operator: str
    left: Tree
    right: Tree


Tree: TypeAlias = Literal | Held | Name | Passed | Aggregate | Part | Item | Call | Signed | Joined


def _rows(text: str) -> Aggregate:
    """Numbers in brackets, some of them perhaps in brackets once more. Raises TreeError."""
    found, inner = list[Tree](), list[Tree]()
    row = found
    for piece in text[1:-1].split(","):
        number = piece.strip()
        if number[0] == "[":
            row, number = inner, number[1:]
        is_last = number[-1] == "]"
        value = float(number[:-1] if is_last else number)
        if value in (float("inf"), float("-inf")):
            raise TreeError(f"{number.rstrip(']')} is no number")
        row.append(Literal(value))
        if is_last:
            found.append(Aggregate(tuple(inner)))
            row, inner = found, []
    return Aggregate(tuple(found))


def tree_of(tokens: Sequence[Token]) -> Tree:
    """The expression of all tokens. Raises TreeError."""
    parser = _Parser(tokens)
    tree = parser.expression()
    parser.expect_end()
    return tree


def arguments_of(tokens: Sequence[Token]) -> Arguments:
    """The arguments of an instruction, without its name. Raises TreeError."""
    parser = _Parser(tokens)
    found = parser.arguments("")
    parser.expect_end()
    return found


class _Parser:
    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens, self._at, self._depth = tokens, 0, 0
        self._keys = [*(token.key for token in tokens), ""]  # "" is behind the last one

    def _key(self) -> str:
        return self._keys[self._at]

    def _next(self) -> Token:
        if self._at >= len(self._tokens):
            raise TreeError("something is missing at its end")
        token = self._tokens[self._at]
        self._at += 1
        return token

    def _take(self, sign: str) -> bool:
        if self._keys[self._at] == sign:
            self._at += 1
            return True
        return False

    def _expect(self, sign: str) -> None:
        if not self._take(sign):
            raise TreeError(f"{sign} is missing")

    def expect_end(self) -> None:
        """Raises where tokens are left."""
        if self._at < len(self._tokens):
            raise TreeError(f"{self._tokens[self._at].text[:30]} does not belong here")

    def expression(self, level: int = 1) -> Tree:
        """An expression whose operators bind at least as tightly as a level."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise TreeError("it is nested too deeply")
        left, count = self._prefixed(), 0
        while LEVELS.get(self._keys[self._at], 0) >= level:
            operator, count = self._next().key, count + 1
            if count > MOST_IN_A_ROW:
                raise TreeError("it is too long")
            left = Joined(operator, left, self.expression(LEVELS[operator] + 1))
        self._depth -= 1
        return left

    def _prefixed(self) -> Tree:
        key = self._key()
        if key in ("-", "+"):
            self._next()
            inner = self.expression(SIGN_LEVEL)
            is_number = isinstance(inner, Literal) and type(inner.value) is float
            if is_number and isinstance(inner, Literal) and isinstance(inner.value, float):
                return Literal(-inner.value if key == "-" else inner.value)
            return Signed(key, inner)
        if key == "NOT":
            self._next()
            return Signed(key, self.expression(NOT_LEVEL))
        return self._with_parts(self._atom())

    def _atom(self) -> Tree:
        token = self._next()
        if token.kind == "number":
            text = token.text
            value = number_of(text)
            if value is None:
                raise TreeError(f"{text[:30]} is no number")
            return Literal(value)
        if token.kind == "rows":
            return _rows(token.text)
        if token.kind == "text":
            return Literal(token.text[1:-1].replace('""', '"'))
        if token.text == "(":
            inner = self.expression()
            self._expect(")")
            return inner
        if token.text == "[":
            return Aggregate(self._listed("]"))
        if token.kind != "word":
            raise TreeError(f"{token.text} does not belong here")
        if token.key in ("TRUE", "FALSE"):
            return Literal(token.key == "TRUE")
        if self._take("("):
            found = self.arguments(")")
            self._expect(")")
            return Call(token.key, found)
        return Name(token.key)

    def _with_parts(self, tree: Tree) -> Tree:
        if self._keys[self._at] not in (".", "{"):
            return tree
        for _ in range(MOST_IN_A_ROW):
            if self._take("."):
                tree = Part(tree, self._next().key)
            elif self._take("{"):
                tree = Item(tree, self._listed("}"))
            else:
                return tree
        raise TreeError("it is too long")

    def _listed(self, end: str) -> tuple[Tree, ...]:
        if self._take(end):
            return ()
        found = [self.expression()]
        while self._take(","):
            found.append(self.expression())
        self._expect(end)
        return tuple(found)

    def _option(self) -> Tree | None:
        """What stands behind the name of an optional argument; None for a switch."""
        if self._take("?"):
            return Passed(self._next().key)
        return self.expression() if self._take(":=") or self._take("=") else None

    def arguments(self, end: str) -> Arguments:
        """Arguments up to a sign, which is left; "" for the end of the tokens."""
        given, options = list[Tree](), list[tuple[str, Tree | None]]()
        while self._at < len(self._tokens) and self._key() != end:
            if self._take("\\"):
                options.append((self._next().key, self._option()))
            elif self._take(","):
                continue
            else:
                tree = self.expression()
                if isinstance(tree, Name) and self._take(":="):  # a named argument
                    options.append((tree.key, self.expression()))
                else:
                    given.append(tree)
                if self._key() not in (",", "\\", end):
                    raise TreeError(f"{self._next().text} does not belong here")
        return Arguments(tuple(given), tuple(options))
