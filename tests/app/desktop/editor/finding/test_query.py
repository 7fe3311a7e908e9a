"""Matches in a line are those of Python's own expressions; no expression takes for ever."""

import random
import re

import pytest

from app.desktop.editor.finding.query import Match, Query, matches_in, replacement

LINE = "80 APPROS LOC3 30 ; approach LOC3"


def found(query: Query, line: str = LINE) -> list[tuple[int, int]]:
    matches = matches_in(query.expression, line)
    assert matches is not None
    return [(match.start, match.end) for match in matches]


def test_letters_that_mean_something_in_expressions_are_plain_letters_in_a_text() -> None:
    assert found(Query("a.b"), "a.b axb") == [(0, 3)]
    assert found(Query("(x"), "f(x)") == [(1, 3)]
    assert found(Query("\\E"), "a \\E b") == [(2, 4)]


def test_case_and_whole_words_narrow_the_matches() -> None:
    assert len(found(Query("APPRO"))) == 2
    assert found(Query("APPRO", match_case=True)) == [(3, 8)]
    assert found(Query("appro", whole_words=True)) == []
    assert len(found(Query("loc3", whole_words=True))) == 2
    assert found(Query("[A-Z]+S", True, True, True)) == [(3, 9)]


@pytest.mark.parametrize("seed", range(5))
def test_random_expressions_find_what_python_finds(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(200):
        pieces = ["a", "b", "[ab]", "a*", "(ab)+", "b?", "a|b", ".", "^", "b$", "(?=a)"]
        pattern = "".join(rng.choices(pieces, k=rng.randint(1, 4)))
        line = "".join(rng.choices("ab ", k=rng.randint(0, 12)))
        wanted = [m.span() for m in re.finditer(pattern, line) if m.group()]
        got = [span for span in found(Query(pattern, True), line) if span[0] < span[1]]
        assert got[:1] == wanted[:1], (pattern, line)
        for start, end in got:
            assert re.compile(pattern).match(line, start) or "^" in pattern
            assert start < end <= len(line)


def test_places_are_counted_as_qt_counts_them() -> None:
    assert found(Query("x"), "𝄞x") == [(2, 3)]
    assert found(Query("ß", match_case=True), "Straße") == [(4, 5)]


def test_an_expression_that_would_take_for_ever_ends_without_an_answer() -> None:
    assert matches_in(Query("(a+)+$", True).expression, "a" * 60 + "b") is None
    assert found(Query("(a+)+$", True), "aaa") == [(0, 3)]


@pytest.mark.parametrize(("text", "place"), [("LOC(", 4), ("ab)", 3), ("[a", 2)])
def test_a_faulty_expression_is_named_with_the_character(text: str, place: int) -> None:
    fault = Query(text, True).fault
    assert fault.endswith(f"at character {place} of the expression")
    assert Query(text).fault == "", "as a plain text it is sound"
    assert Query(text, True, whole_words=True).fault == fault


def test_a_replacement_takes_groups_of_the_match() -> None:
    query = Query(r"(\w+) (\w+)", True)
    match = Match(0, 9, ("MOVE LOC1", "MOVE", "LOC1"))
    assert replacement(r"\2 \1", match, query) == "LOC1 MOVE"
    assert replacement("$2$$\\n\\t\\\\$9", match, query) == "LOC1$\n\t\\"
    assert replacement(r"[\0]", match, query) == "[MOVE LOC1]"
    assert replacement(r"\2 \1", match, Query("MOVE LOC1")) == r"\2 \1", (
        "a plain text has no groups"
    )
