"""The value of an expression: from constants alone, or in a world that knows the names.

`compiled` turns a tree into functions once, and these are called whenever its value is needed,
because a loop may need it a million times.
"""

import math
import operator
from collections.abc import Callable, Mapping
from typing import Protocol, TypeAlias

from language.expressions.trees import (
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
from language.words.functions import FALSE, TRUE
from language.words.lexer import Token
from language.words.number_literals import ExpressionError

# Relative: a number that differs from a whole one by at most this is that number and round-off.
ROUND_OFF = 1e-9


class World(Protocol):
    """What a running program knows: variables, and functions whose value depends on the cell."""

    @property
    def values(self) -> Mapping[str, float]:
        """The values of variables by their names in capitals; KeyError if one has no value."""

    def variable(self, name: str, indices: tuple[int, ...], token: Token) -> float:
        """The value of the variable `name` (in capitals), or of an element of an array."""

    def call(self, call: Call) -> float:
        """The value of a function such as SIG or DISTANCE."""


Computed: TypeAlias = Callable[[World], float]
"""Gives the value of an expression in a world; ExpressionError if it has none."""

_Step: TypeAlias = Callable[[World, float], float]
"""Gives the result of an operator from the value on its left; it knows its right side."""

_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "MOD": math.fmod,
}
_COMPARISON: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "XOR": lambda a, b: (a != 0) != (b != 0),
}


# The arguments for which a function has a value, for functions that do not take every number.
_TAKES = {"SQRT": "0 or more", "ASIN": "-1 to 1", "ACOS": "-1 to 1"} | {
    "TAN": "any angle but 90 and what lies whole multiples of 180 beside it"
}


class NotConstant(Exception):  # noqa: N818
    """The expression contains a name, so that only a running program knows its value."""


class _NoValues(dict[str, float]):
    """Values of names before a program runs: none."""

    def __missing__(self, name: str) -> float:
        raise NotConstant


class _Nowhere:
    """The world before a program runs."""

    values: Mapping[str, float] = _NoValues()

    def variable(self, name: str, indices: tuple[int, ...], token: Token) -> float:
        raise NotConstant

    def call(self, call: Call) -> float:
        raise NotConstant


_NOWHERE = _Nowhere()


def constant(tree: Expression) -> float | None:
    """The value of an expression of constants, or None if it contains names.

    Raises ExpressionError if the constants have no value, as in 1 / 0.
    """
    if _begins_with_name(tree):
        return None
    try:
        return evaluate(tree, _NOWHERE)
    except NotConstant:
        return None


def _begins_with_name(tree: Expression) -> bool:
    """Whether the first operand is a name or asks a cell, so that compiling is in vain."""
    first = tree
    while type(first) is Binary:
        first = first.left
    return type(first) is Name or (type(first) is Call and first.function.compute is None)


def evaluate(tree: Expression, world: World) -> float:
    """The value of a tree that is a number; ExpressionError if it has none."""
    return tree.value if type(tree) is Number else compiled(tree)(world)


def compiled(tree: Expression) -> Computed:
    """The function that computes the value of a tree that is a number."""
    match tree:
        case Number():
            value = tree.value
            return lambda world: value
        case Name():
            return _variable(tree)
        case Binary():
            return _chain(tree)
        case Unary():
            return _unary(tree)
        case Call():
            return _call(tree)
        case Item():
            token, key, indices = tree.token, tree.token.key, tuple(map(compiled, tree.indices))
            return lambda world: world.variable(key, _whole(token, indices, world), token)
    return _no_number(tree)


def whole_number(value: float) -> int | None:
    """The whole number that a value is, apart from round-off; None if it is not whole."""
    nearest = round(value)
    return nearest if abs(value - nearest) <= ROUND_OFF * max(1.0, abs(value)) else None


def indices_of(item: Item, world: World) -> tuple[int, ...]:
    """The indices of an element of an array; ExpressionError if one is not whole."""
    return _whole(item.token, tuple(map(compiled, item.indices)), world)


def compiled_indices(item: Item) -> Callable[[World], tuple[int, ...]]:
    """The function that computes the indices of an element of an array."""
    token, indices = item.token, tuple(map(compiled, item.indices))
    return lambda world: _whole(token, indices, world)


def _whole(token: Token, indices: tuple[Computed, ...], world: World) -> tuple[int, ...]:
    found = []
    for index in indices:
        value = index(world)
        whole = whole_number(value)
        if whole is None:
            message = f"{token.text}[{value:.12g}]: an index is a whole number"
            raise ExpressionError("E117", message, token.column, token.end, "its index")
        found.append(whole)
    return tuple(found)


def _variable(tree: Name) -> Computed:
    key, token = tree.token.key, tree.token

    def value(world: World) -> float:
        try:
            return world.values[key]
        except KeyError:
            return world.variable(key, (), token)  # says why it has none

    return value


def _unary(tree: Unary) -> Computed:
    operand, sign = compiled(tree.operand), tree.operator.text
    if sign == "-":
        return lambda world: -operand(world)
    return operand if sign == "+" else lambda world: TRUE if operand(world) == 0 else FALSE


def _no_number(tree: Expression) -> Computed:
    token = tree.token if isinstance(tree, Text) else None
    column, end = (token.column, token.end) if token else (1, 1)

    def fail(world: World) -> float:
        raise ExpressionError(
            "E203", "a text is not a number", column, end, "a number belongs here"
        )

    return fail


def _chain(tree: Binary) -> Computed:
    """The function for a chain a + b + c ...; a loop walks its tree, which may be very deep."""
    chain: list[Binary] = []
    left: Expression = tree
    while isinstance(left, Binary):
        chain.append(left)
        left = left.left
    first, steps = compiled(left), [_step(node) for node in reversed(chain)]
    if len(steps) == 1:
        step = steps[0]
        return lambda world: step(world, first(world))

    def value(world: World) -> float:
        found = first(world)
        for step in steps:
            found = step(world, found)
        return found

    return value


def _step(node: Binary) -> _Step:
    """The function of one operator; AND and OR compute their right side only if it matters."""
    right, token = compiled(node.right), node.operator
    sign = COMPARISONS.get(token.key, token.key)
    if sign == "AND":
        return lambda world, left: TRUE if left != 0 and right(world) != 0 else FALSE
    if sign == "OR":
        return lambda world, left: TRUE if left != 0 or right(world) != 0 else FALSE
    if sign in _COMPARISON:
        compare = _COMPARISON[sign]
        return lambda world, left: TRUE if compare(left, right(world)) else FALSE
    return _arithmetic(_ARITHMETIC[sign], right, token, sign in ("/", "MOD"))


def _arithmetic(
    join: Callable[[float, float], float], right: Computed, token: Token, divides: bool
) -> _Step:
    is_finite = math.isfinite

    def value(world: World, left: float) -> float:
        by = right(world)
        if divides and by == 0:
            message, help_ = "the division is by zero", "ask first whether the divisor is 0"
            raise ExpressionError(
                "E116", message, token.column, token.end, "divides by zero", help=help_
            )
        found = join(left, by)
        if is_finite(found):
            return found
        message = "the result is too large"
        raise ExpressionError("E103", message, token.column, token.end, "too large here")

    return value


def _call(tree: Call) -> Computed:
    compute = tree.function.compute
    if compute is None:
        return lambda world: world.call(tree)
    arguments = tuple(map(compiled, tree.arguments))

    def value(world: World) -> float:
        values = [argument(world) for argument in arguments]
        try:
            found = compute(*values)
        except (ValueError, OverflowError):
            found = math.nan
        if math.isfinite(found):
            return found
        token = tree.token
        listed = ", ".join(f"{v:.12g}" for v in values)
        message = f"{tree.function.name}({listed}) has no value"
        domain = _TAKES.get(tree.function.name, "")
        help_ = f"{tree.function.name} takes {domain}" if domain else ""
        raise ExpressionError("E126", message, token.column, token.end, "no value", help=help_)

    return value
