import math
import random

import pytest

from language import parse
from language.expressions.evaluation import constant
from language.expressions.trees import read_expression
from language.words.lexer import BLANK, lex
from language.words.number_literals import ExpressionError


def value(text: str) -> float:
    tree = read_expression([t for t in lex(text) if t.kind != BLANK])
    found = constant(tree)
    assert found is not None
    return found


def written(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.2:
        return f"{rng.uniform(0.1, 9):.3f}"
    kind = rng.randrange(6)
    if kind == 0:
        return f"({written(rng, depth - 1)})"
    if kind == 1:
        return f"-{written(rng, depth - 1)}"
    return f"{written(rng, depth - 1)} {rng.choice('+-*/')} {written(rng, depth - 1)}"


def test_values_agree_with_those_of_python() -> None:
    rng = random.Random(1)
    for _ in range(500):
        text = written(rng, 5)
        # The value does not depend on whether a sign or * and / binds tighter.
        assert math.isclose(value(text), eval(text), rel_tol=1e-12, abs_tol=1e-12)


@pytest.mark.parametrize(
    ("text", "code", "column"),
    [("1+", "E116", 3), ("(1", "E116", 3), ("1)", "E116", 2), ("*2", "E116", 1),
     ("1/(2-2)", "E116", 2), ("1E300*1E300", "E103", 6), ("1 2", "E116", 3),
     ("()", "E116", 2)],
)  # fmt: skip
def test_a_fault_names_its_place(text: str, code: str, column: int) -> None:
    with pytest.raises(ExpressionError) as caught:
        value(text)
    assert (caught.value.code, caught.value.column) == (code, column)


def test_minus_zero_is_written_as_zero() -> None:
    (statement, _) = parse("DRAW -0, -0., 0*-1\nEND").statements
    assert [math.copysign(1, statement.number(n)) for n in ("dx", "dy", "dz")] == [1, 1, 1]
