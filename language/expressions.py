"""Arithmetic in operands: a Pratt parser over tokens, and the value of what it read.

expression := expression ("+" | "-" | "*" | "/") expression | ("+" | "-") expression
            | "(" expression ")" | number | name

A new operator is one entry in `_BINARY`; a new atom is one branch in `_Reader.atom`.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from language.lexer import NUMBER, WORD, Token

MAX_DEPTH = 50


@dataclass(frozen=True, slots=True)
class Number:
    """A literal."""

    value: float
    token: Token


@dataclass(frozen=True, slots=True)
class Name:
    """A word where a value is wanted."""

    token: Token


@dataclass(frozen=True, slots=True)
class Unary:
    """A sign before a value."""

    operator: Token
    operand: "Expression"


@dataclass(frozen=True, slots=True)
class Binary:
    """Two values joined by an operator."""

    operator: Token
    left: "Expression"
    right: "Expression"


Expression = Number | Name | Unary | Binary


class ExpressionError(Exception):
    """Why tokens are no expression, or an expression has no value: for the line parser."""

    def __init__(self, code: str, message: str, column: int, end: int, label: str) -> None:
        super().__init__(message)
        self.code, self.message, self.label = code, message, label
        self.column, self.end = column, end


_BINARY: dict[str, tuple[int, Callable[[float, float], float]]] = {
    "+": (10, lambda a, b: a + b),
    "-": (10, lambda a, b: a - b),
    "*": (20, lambda a, b: a * b),
    "/": (20, lambda a, b: a / b),
}
_SIGN = 30


def read_expression(tokens: Sequence[Token]) -> Expression:
    """The expression that all the tokens (no blanks among them) make up, else a fault."""
    reader = _Reader(tokens)
    tree = reader.expression(0, 0)
    left = reader.next()
    if left is not None:
        word = "closes nothing" if left.text == ")" else "does not belong here"
        raise ExpressionError("E116", f"{left.text} {word}", left.column, left.end, "unexpected")
    return tree


def value_of(tree: Expression) -> float:
    """The value of an expression of constants, else a fault."""
    match tree:
        case Number(value=value):
            return value
        case Name(token=token):
            raise ExpressionError(
                "E203",
                f"{token.text} is not a known name",
                token.column,
                token.end,
                "a number belongs here",
            )
        case Unary(operator=sign, operand=operand):
            return -value_of(operand) if sign.text == "-" else value_of(operand)
    return _binary_value(tree)


def _binary_value(tree: Binary) -> float:
    """A chain a + b + c ... hangs to the left as deep as it is long: walked, not recursed."""
    chain: list[Binary] = []
    left: Expression = tree
    while isinstance(left, Binary):
        chain.append(left)
        left = left.left
    value = value_of(left)
    for node in reversed(chain):
        value = _combined(node.operator, value, value_of(node.right))
    return value


def _combined(sign: Token, left: float, right: float) -> float:
    if sign.text == "/" and right == 0:
        raise ExpressionError(
            "E116", "the division is by zero", sign.column, sign.end, "divides by zero"
        )
    value = _BINARY[sign.text][1](left, right)
    if not math.isfinite(value):
        raise ExpressionError(
            "E103", "the result is too large", sign.column, sign.end, "too large here"
        )
    return value


class _Reader:
    """A place in a row of tokens; depth bounds nesting, so that no input exhausts the stack."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    def next(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def expression(self, power: int, depth: int) -> Expression:
        left = self.atom(depth)
        while (sign := self.next()) is not None and sign.text in _BINARY:
            binding = _BINARY[sign.text][0]
            if binding <= power:
                break
            self._at += 1
            left = Binary(sign, left, self.expression(binding, depth + 1))
        return left

    def atom(self, depth: int) -> Expression:
        token = self.next()
        if token is None:
            last = self._tokens[-1]
            raise ExpressionError(
                "E116",
                f"a value is missing after {last.text}",
                last.end,
                last.end,
                "value expected",
            )
        if depth > MAX_DEPTH:
            raise ExpressionError(
                "E116", "the expression is nested too deeply", token.column, token.end, "too deep"
            )
        self._at += 1
        if token.kind == NUMBER:
            return Number(number_of(token), token)
        if token.kind == WORD:
            return Name(token)
        if token.text in ("+", "-"):
            return Unary(token, self.expression(_SIGN, depth + 1))
        if token.text == "(":
            return self._closed(token, self.expression(0, depth + 1))
        raise ExpressionError(
            "E116",
            f"a value is missing before {token.text}",
            token.column,
            token.end,
            "value expected",
        )

    def _closed(self, opening: Token, tree: Expression) -> Expression:
        token = self.next()
        if token is None or token.text != ")":
            raise ExpressionError(
                "E116", "the parenthesis is not closed", opening.column, opening.end, "opened here"
            )
        self._at += 1
        return tree


def number_of(token: Token) -> float:
    """The value of a number token, else a fault when it is too large to hold."""
    value = float(token.text)
    if not math.isfinite(value):
        shown = token.text if len(token.text) <= 20 else token.text[:20] + "..."
        raise ExpressionError(
            "E103", f"{shown} is too large for a number", token.column, token.end, "too large"
        )
    return value
