"""A name gets its value by a CALL where the called program sets the parameter, and only there."""

import pytest

from language import parse
from language.programs.other_files import answered

SUB = ".PROGRAM sub(x, y)\nx = y + 1\nRETURN\n.END\n"


def unknown(text: str) -> list[tuple[int, str]]:
    """Lines and words of the names without a value."""
    lines = text.splitlines()
    return [
        (d.line, lines[d.line - 1][d.column - 1 : d.end_column - 1])
        for d in parse(text).diagnostics
        if d.code in ("E201", "E203")
    ]


def test_a_parameter_that_is_set_gives_the_name_in_the_call_a_value() -> None:
    assert unknown(f"CALL sub(ok, 2)\nTYPE ok\nEND\n{SUB}") == []


def test_a_parameter_that_is_only_read_gives_no_value() -> None:
    assert unknown(f"CALL sub(ok, input)\nTYPE ok\nEND\n{SUB}") == [(1, "input")]
    assert unknown(f"CALL sub(ok + 1, 2)\nEND\n{SUB}") == [(1, "ok")]


def test_a_name_that_is_left_out_and_one_argument_too_many_give_no_value() -> None:
    assert unknown(f"CALL sub(ok)\nTYPE ok\nEND\n{SUB}") == []
    assert (1, "more") in unknown(f"CALL sub(ok, 2, more)\nEND\n{SUB}")


def test_a_program_hands_on_what_the_program_that_it_calls_sets() -> None:
    outer = ".PROGRAM outer(r)\nCALL middle(r)\nRETURN\n.END\n"
    middle = ".PROGRAM middle(s)\nCALL sub(s, 1)\nRETURN\n.END\n"
    assert unknown(f"CALL outer(ok)\nTYPE ok\nEND\n{outer}{middle}{SUB}") == []
    assert unknown(f"CALL sub(ok, 1)\nCALL outer(no)\nEND\n{outer}") != []


def test_programs_that_call_each_other_come_to_an_end() -> None:
    one = ".PROGRAM one(a)\nCALL two(a)\nRETURN\n.END\n"
    two = ".PROGRAM two(b)\nCALL one(b)\nRETURN\n.END\n"
    assert unknown(f"CALL one(ok)\nTYPE ok\nEND\n{one}{two}") == [(1, "ok")]
    sets = two.replace("RETURN", "b = 1\nRETURN")
    assert unknown(f"CALL one(ok)\nTYPE ok\nEND\n{one}{sets}") == []


@pytest.mark.parametrize(
    ("statement", "use"),
    [
        ("HERE p", "MOVE place"),
        ("p = 3", "TYPE place"),
        ("SET p = TRANS(1,2,3,4,5,6)", "MOVE place"),
    ],
)
def test_locations_and_numbers_are_told_apart(statement: str, use: str) -> None:
    sub = f".PROGRAM where(p)\n{statement}\nRETURN\n.END\n"
    assert unknown(f"CALL where(place)\n{use}\nEND\n{sub}") == []
    other = "TYPE place" if use.startswith("MOVE") else "MOVE place"
    assert unknown(f"CALL where(place)\n{other}\nEND\n{sub}") != []


def test_a_program_of_another_file_gives_the_name_its_value_too() -> None:
    alone = parse("CALL sub(ok, 2)\nTYPE ok\nEND\n")
    assert {d.code for d in alone.diagnostics} == {"W211", "E203"}
    assert answered(alone, [parse(SUB)]).diagnostics == ()
    reading = parse(".PROGRAM sub(x, y)\nTYPE x\nRETURN\n.END\n")
    assert {d.code for d in answered(alone, [reading]).diagnostics} == {"E203"}


def test_a_name_without_a_value_in_a_call_and_behind_it_is_one_finding() -> None:
    found = parse("CALL other(ok)\nTYPE ok\nCALL other(ok)\nEND\n").diagnostics
    assert [(d.code, d.line) for d in found if d.code == "E203"] == [("E203", 1)]
    assert "also in lines 2, 3" in next(d.message for d in found if d.code == "E203")
