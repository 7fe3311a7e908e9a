import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from language import compile_program, parse
from language.editing.layout import format_program

PIECES = ["move", "POINT a 1 2 3 4 5 6", "draw 1 -2 3", "draw 1,-2 , (3 -1)", "drive 2,-  5",
    "Point b -1,2,3,4,5,6", "feed box at A", "remark  Hi ; x", "; c", "", "  ", "moves A;x",
    "MOEV A", "draw  - 1, 2-1 ,,", "openi (2+-3*-4)", "hand Box", "END", "10",
    "20 ready"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=12), st.sampled_from(["\n", "\r\n"]))
def test_formatting_keeps_tables_and_comments_and_formatting_again_changes_nothing(
    lines: list[str], newline: str
) -> None:
    text = newline.join(lines)
    formatted = format_program(text)
    assert format_program(formatted) == formatted
    before, after = compile_program(parse(text)), compile_program(parse(formatted))
    # Names get the spelling of their definition; nothing else in the tables changes.
    assert (before.motion, before.locations) == (after.motion, after.locations)
    assert formatted.count(";") == text.count(";")
    assert formatted.count(newline) == text.count(newline)


@given(st.text())
def test_any_text_can_be_formatted_again(text: str) -> None:
    formatted = format_program(text)
    assert format_program(formatted) == formatted


def test_random_arithmetic_keeps_its_value() -> None:
    rng = random.Random(2)
    for _ in range(300):
        tokens = "".join(rng.choice("12(+-*/) ,.3") for _ in range(rng.randrange(3, 18)))
        text = f"DRAW {tokens}\nDRAW ({tokens}) 1 2\nDRAW {tokens}, 1, 2\nEND"
        formatted = format_program(text)
        assert compile_program(parse(formatted)).motion == compile_program(parse(text)).motion


@pytest.mark.parametrize(
    ("written", "laid_out"),
    [
        ("  10   move   Loc1", "10 MOVE Loc1"),
        ("draw 1.50 -.5 1e2", "DRAW 1.50 -.5 1e2"),
        ("draw 1,2 , -3", "DRAW 1, 2, -3"),
        ("draw 2*( 3+4),10-5,- 1", "DRAW 2 * (3 + 4), 10 - 5, -1"),
        ("draw 10,,3;x", "DRAW 10,, 3  ;x"),
        ("feed Box at loc1", "FEED Box AT loc1"),
        ("remark   two  blanks", "REMARK two  blanks"),
        ("   ; indented", "   ; indented"),
        ("MOEV   x", "MOEV   x"),
    ],
)
def test_a_line_has_one_layout(written: str, laid_out: str) -> None:
    assert format_program(written) == laid_out


def test_names_get_the_spelling_of_their_definition() -> None:
    text = "point Loc1 1 2 3 4 5 6\nmove LOC1\nfeed loc1 at loc1\nend"
    assert format_program(text).split("\n")[1:3] == ["MOVE Loc1", "FEED loc1 AT Loc1"]
