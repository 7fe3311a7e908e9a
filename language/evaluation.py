"""The value of an expression: from constants alone, or with a world that knows the names."""

import math
from collections.abc import Callable
from typing import Protocol

from language.expressions import (
    COMPARISONS,
    Binary,
    Call,
    Expression,
    Item,
    Name,
    Number,
    Text,
    Unary,
)
from language.functions import FALSE, TRUE
from language.lexer import Token
from language.literals import ExpressionError

# A number this near to a whole one, of its size, is one that was computed.
ROUND_OFF = 1e-9


class World(Protocol):
    """What a running program knows: variables, and functions that numbers alone cannot answer."""

    def variable(self, name: str, indices: tuple[int, ...], token: Token) -> float:
        """The value of a variable (in capitals) or of an element of an array."""

    def call(self, call: Call) -> float:
        """The value of a function such as SIG or DISTANCE."""


def _truth(value: bool) -> float:
    return TRUE if value else FALSE


_BINARY: dict[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "MOD": math.fmod,
    "==": lambda a, b: _truth(a == b),
    "<>": lambda a, b: _truth(a != b),
    "<": lambda a, b: _truth(a < b),
    "<=": lambda a, b: _truth(a <= b),
    ">": lambda a, b: _truth(a > b),
    ">=": lambda a, b: _truth(a >= b),
    "XOR": lambda a, b: _truth((a != 0) != (b != 0)),
}


# The values that a function has one for, where that is not any.
_TAKES = {"SQRT": "0 or more", "ASIN": "-1 to 1", "ACOS": "-1 to 1"} | {
    "TAN": "any angle but 90 and what lies whole multiples of 180 beside it"
}


class NotConstant(Exception):  # noqa: N818
    """The expression holds a name, so that only a running program has its value."""


class _Nowhere:
    """The world before a program runs."""

    def variable(self, name: str, indices: tuple[int, ...], token: Token) -> float:
        raise NotConstant

    def call(self, call: Call) -> float:
        raise NotConstant


_NOWHERE = _Nowhere()


def constant(tree: Expression) -> float | None:
    """The value of an expression of constants, None where it holds names; else a fault."""
    try:
        return evaluate(tree, _NOWHERE)
    except NotConstant:
        return None


def evaluate(tree: Expression, world: World) -> float:
    """The value of a number's tree; ExpressionError where there is none."""
    kind = type(tree)
    if kind is Number:
        return tree.value  # type: ignore[union-attr,return-value]
    if isinstance(tree, Name):
        return world.variable(tree.token.key, (), tree.token)
    if isinstance(tree, Binary):
        return _binary(tree, world)
    if isinstance(tree, Unary):
        value = evaluate(tree.operand, world)
        if tree.operator.text == "-":
            return -value
        return value if tree.operator.text == "+" else _truth(value == 0)
    if isinstance(tree, Call):
        return _call(tree, world)
    if isinstance(tree, Item):
        return world.variable(tree.token.key, indices_of(tree, world), tree.token)
    token = tree.token if isinstance(tree, Text) else None
    column, end = (token.column, token.end) if token else (1, 1)
    raise ExpressionError("E203", "a text is not a number", column, end, "a number belongs here")


def whole_number(value: float) -> int | None:
    """The whole number that a value is, but for round-off; None where it is none."""
    nearest = round(value)
    return nearest if abs(value - nearest) <= ROUND_OFF * max(1.0, abs(value)) else None


def indices_of(item: Item, world: World) -> tuple[int, ...]:
    """The indices of an element of an array; ExpressionError for one that is not whole."""
    found = []
    for index in item.indices:
        value = evaluate(index, world)
        whole = whole_number(value)
        if whole is None:
            message = f"{item.token.text}[{value:.12g}]: an index is a whole number"
            raise ExpressionError("E117", message, item.token.column, item.token.end, "its index")
        found.append(whole)
    return tuple(found)


def _binary(tree: Binary, world: World) -> float:
    """A chain a + b + c ... hangs to the left as deep as it is long: walked, not recursed."""
    chain: list[Binary] = []
    left: Expression = tree
    while isinstance(left, Binary):
        chain.append(left)
        left = left.left
    value = evaluate(left, world)
    for node in reversed(chain):
        value = _joined(node, value, world)
    return value


def _joined(node: Binary, left: float, world: World) -> float:
    """AND and OR look at their right side only where it matters."""
    sign = node.operator.key
    if sign == "AND":
        return _truth(left != 0 and evaluate(node.right, world) != 0)
    if sign == "OR":
        return _truth(left != 0 or evaluate(node.right, world) != 0)
    return _combined(node.operator, sign, left, evaluate(node.right, world))


def _combined(token: Token, sign: str, left: float, right: float) -> float:
    if right == 0 and sign in ("/", "MOD"):
        message = "the division is by zero"
        help_ = "ask first whether the divisor is 0"
        raise ExpressionError(
            "E116", message, token.column, token.end, "divides by zero", help=help_
        )
    value = _BINARY[COMPARISONS.get(sign, sign)](left, right)
    if not math.isfinite(value):
        message = "the result is too large"
        raise ExpressionError("E103", message, token.column, token.end, "too large here")
    return value


def _call(tree: Call, world: World) -> float:
    compute = tree.function.compute
    if compute is None:
        return world.call(tree)
    values = [evaluate(argument, world) for argument in tree.arguments]
    try:
        value = compute(*values)
    except (ValueError, OverflowError):
        value = math.nan
    if not math.isfinite(value):
        token = tree.token
        listed = ", ".join(f"{v:.12g}" for v in values)
        message = f"{tree.function.name}({listed}) has no value"
        domain = _TAKES.get(tree.function.name, "")
        help_ = f"{tree.function.name} takes {domain}" if domain else ""
        raise ExpressionError("E126", message, token.column, token.end, "no value", help=help_)
    return value
