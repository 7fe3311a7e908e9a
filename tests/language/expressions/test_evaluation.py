"""The compiled functions of expressions, compared with a walk through their trees."""

import math
import random
from collections.abc import Callable
from types import MappingProxyType

import pytest

from language.expressions.evaluation import World, compiled, evaluate, whole_number
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
    read_expression,
)
from language.lines.line_parser import parse_line
from language.words import functions
from language.words.functions import FALSE, TRUE, Function
from language.words.lexer import Token, lex_code
from language.words.number_literals import ExpressionError

VALUES = {"A": 0.0, "B": -1.0, "C": 2.5, "D": 1e300, "A[1]": 4.0, "A[2,-1]": 1e-9}
OPERATORS = ("+", "-", "*", "/", "MOD", "==", "<>", "<", "<=", ">", ">=", "AND", "OR", "XOR")
FUNCTIONS = ("ABS", "SQRT", "SIN", "TAN", "ASIN", "INT", "FRACT", "SIGN")


class SomeWorld:
    """A world with a few variables, in which one name and one element have no value."""

    values = MappingProxyType({name: value for name, value in VALUES.items() if "[" not in name})

    def variable(self, name: str, indices: tuple[int, ...], token: Token) -> float:
        key = f"{name}[{','.join(map(str, indices))}]" if indices else name
        if key in VALUES:
            return VALUES[key]
        raise ExpressionError("E203", f"{key} has no value yet", token.column, token.end, "no")

    def call(self, call: Call) -> float:
        return float(len(call.arguments))


def written(rng: random.Random, depth: int) -> str:
    """A random expression, often one without a value."""
    kind = rng.randrange(9) if depth else rng.randrange(4)
    if kind == 0:
        return rng.choice(("0", "1", "2.5", "1E200", "7", "0.5"))
    if kind <= 2:
        return rng.choice(("A", "B", "C", "C", "D", "NOBODY"))
    if kind == 3:
        return rng.choice(("A[1]", "A[C]", "A[A + 1]", "A[2, B]", "A[9]"))
    if kind == 4:
        return f"{rng.choice(('-', '+', 'NOT '))}({written(rng, depth - 1)})"
    if kind == 5:
        return f"{rng.choice(FUNCTIONS)}({written(rng, depth - 1)})"
    if kind == 6:
        return f"MIN({written(rng, depth - 1)}, {written(rng, depth - 1)})"
    if kind == 7:
        return f"SIG({written(rng, depth - 1)})"
    count = rng.choice((1, 1, 2, 3, 5))
    terms = [f"({written(rng, depth - 1)})" for _ in range(count + 1)]
    return " ".join(x for term in terms for x in (term, rng.choice(OPERATORS)))[:-1].rsplit(" ", 1)[
        0
    ]


def outcome(value: object, *given: object) -> tuple[object, ...]:
    """The result of a call: the bits of a number, or all fields of an error."""
    try:
        return (math.copysign(1.0, found := value(*given)), found.hex())  # type: ignore[operator]
    except ExpressionError as why:
        return (why.code, str(why), why.column, why.end, why.label, why.fix, why.help)


@pytest.mark.parametrize("seed", range(20))
def test_compiled_and_walked_expressions_give_the_same_bits_and_faults(seed: int) -> None:
    rng, world, faults = random.Random(seed), SomeWorld(), 0
    for _ in range(200):
        text = written(rng, rng.randint(0, 4))
        tokens = [token for token in lex_code(text) if token.text.strip()]
        tree = read_expression(tokens)
        by_walk = outcome(walked, tree, world)
        assert outcome(compiled(tree), world) == by_walk, text
        assert outcome(evaluate, tree, world) == by_walk
        faults += len(by_walk) > 2
    assert 20 < faults < 180


def test_a_chain_of_any_length_is_computed() -> None:
    tokens = [t for t in lex_code(" + ".join(["C"] * 5000)) if t.text.strip()]
    assert evaluate(read_expression(tokens), SomeWorld()) == 12_500.0


# The walk, as a second method: it computes the value of every node directly.
TAKES = {"SQRT": "0 or more", "ASIN": "-1 to 1", "ACOS": "-1 to 1"}


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


def walked(tree: Expression, world: World) -> float:
    """The value of a tree that is a number; ExpressionError if it has none."""
    kind = type(tree)
    if kind is Number:
        return tree.value  # type: ignore[union-attr,return-value]
    if isinstance(tree, Name):
        return world.variable(tree.token.key, (), tree.token)
    if isinstance(tree, Binary):
        return _binary(tree, world)
    if isinstance(tree, Unary):
        value = walked(tree.operand, world)
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


def indices_of(item: Item, world: World) -> tuple[int, ...]:
    """The indices of an element of an array; ExpressionError if one is not whole."""
    found = []
    for index in item.indices:
        value = walked(index, world)
        whole = whole_number(value)
        if whole is None:
            message = f"{item.token.text}[{value:.12g}]: an index is a whole number"
            raise ExpressionError("E117", message, item.token.column, item.token.end, "its index")
        found.append(whole)
    return tuple(found)


def _binary(tree: Binary, world: World) -> float:
    """The value of a chain a + b + c ...; a loop walks its tree, which may be very deep."""
    chain: list[Binary] = []
    left: Expression = tree
    while isinstance(left, Binary):
        chain.append(left)
        left = left.left
    value = walked(left, world)
    for node in reversed(chain):
        value = _joined(node, value, world)
    return value


def _joined(node: Binary, left: float, world: World) -> float:
    """The value of one operator; AND and OR compute their right side only if it matters."""
    sign = node.operator.key
    if sign == "AND":
        return _truth(left != 0 and walked(node.right, world) != 0)
    if sign == "OR":
        return _truth(left != 0 or walked(node.right, world) != 0)
    return _combined(node.operator, sign, left, walked(node.right, world))


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
    values = [walked(argument, world) for argument in tree.arguments]
    try:
        value = compute(*values)
    except (ValueError, OverflowError):
        value = math.nan
    if not math.isfinite(value):
        token = tree.token
        listed = ", ".join(f"{v:.12g}" for v in values)
        message = f"{tree.function.name}({listed}) has no value"
        domain = TAKES.get(tree.function.name, "")
        help_ = f"{tree.function.name} takes {domain}" if domain else ""
        raise ExpressionError("E126", message, token.column, token.end, "no value", help=help_)
    return value


@pytest.mark.parametrize(
    "function",
    [f for f in functions.FUNCTIONS.values() if f.compute is not None],
    ids=lambda f: f.name,
)
def test_a_function_of_constants_accepts_the_least_number_of_arguments_in_its_table(
    function: Function,
) -> None:
    """MIN of one number is that number."""
    for count in {function.least, len(function.parameters)}:
        written = f"({', '.join(['1'] * count)})" if count else ""
        assert not parse_line(f"N = {function.name}{written}").diagnostics
