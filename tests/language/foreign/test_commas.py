"""Texts are cut at the commas between their parts, not at those inside a part."""

import random

import pytest

from language.foreign.commas import between_commas


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", [""]),
        ("a", ["a"]),
        ("a, b ,c", ["a", " b ", "c"]),
        (",", ["", ""]),
        ("f(a,b),c", ["f(a,b)", "c"]),
        ("pile[1,2],{X 1,Y 2}", ["pile[1,2]", "{X 1,Y 2}"]),
        ('"a,b",c', ['"a,b"', "c"]),
        ("'a,(b',c", ["'a,(b'", "c"]),
        ('"a(",b', ['"a("', "b"]),
        ("({[1,2],3},4),5", ["({[1,2],3},4)", "5"]),
        ("a),b", ["a)", "b"]),
        ("a(b,c", ["a(b,c"]),
        ('a",b', ['a"', "b"]),
    ],
)
def test_only_commas_outside_quotes_and_brackets_cut_a_text(text, parts) -> None:
    assert between_commas(text) == parts


def test_the_parts_with_commas_between_them_are_the_text_again() -> None:
    rng = random.Random(1)
    for _ in range(500):
        text = "".join(rng.choices("ab,()[]{}\"' ", k=rng.randrange(20)))
        assert ",".join(between_commas(text)) == text
