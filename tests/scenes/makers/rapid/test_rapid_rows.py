"""Numbers in brackets are one token: the same values as one by one, and other texts as before."""

import ast
import random

import pytest

from scenes.makers.rapid.rapid_text import statements
from scenes.makers.rapid.rapid_trees import TreeError, tree_of
from scenes.makers.rapid.rapid_values import value_of


def tokens_of(expression: str):
    (statement,) = statements(f"x:={expression};")
    return statement.tokens[2:]


def written(value: object, rng: random.Random) -> str:
    """A nested list or a number as a text, with blanks where they may stand."""
    blank = rng.choice(("", "", " ", "  "))
    if isinstance(value, float):
        told = rng.choice((f"{value:.3f}", f"{value:.2e}", f"{value:.0f}", f"{value:+.1f}"))
        return f"{blank}{told}{blank}"
    inner = ",".join(written(each, rng) for each in value)
    return f"{blank}[{inner}]{blank}"


def made(rng: random.Random, depth: int) -> list:
    rows = (
        made(rng, depth - 1) if depth and rng.random() < 0.5 else rng.uniform(-1e3, 1e3)
        for _ in range(rng.randrange(1, 5))
    )
    return list(rows)


@pytest.mark.parametrize("seed", range(200))
def test_rows_of_numbers_have_the_values_that_are_written(seed: int) -> None:
    rng = random.Random(seed)
    text = written(made(rng, rng.randrange(3)), rng).strip()
    expected = ast.literal_eval(text)
    assert value_of(tree_of(tokens_of(text)), {}) == expected


def test_most_places_are_one_token() -> None:
    place = "[[350,0,300],[0,0,1,0],[0,-1,0,0],[9E9,9E9,9E9,9E9,9E9,9E9]]"
    assert [token.kind for token in tokens_of(place)] == ["rows"]
    assert [token.kind for token in tokens_of(f"[{place},p1]")].count("rows") == 1


@pytest.mark.parametrize(
    "text", ["[]", "[1,]", "[,1]", "[1 2]", "[1", "[[1],2", "[1]]", "[1,[2,[3]]", "[1e999]"]
)
def test_torn_rows_are_read_as_before(text: str) -> None:
    if text == "[]":
        assert value_of(tree_of(tokens_of(text)), {}) == []
        return
    with pytest.raises(TreeError):
        tree_of(tokens_of(text))


def test_a_long_row_without_an_end_is_looked_at_once() -> None:
    # With numbers that could be parted in several ways this would take minutes.
    for inner in ("1" * 100_000, "1," * 50_000, " " * 100_000, "[1],[" * 20_000):
        assert len(tokens_of(f"[{inner}")) >= 1
