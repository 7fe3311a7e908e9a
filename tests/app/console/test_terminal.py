"""Lines of the console: completions, and plain input where there is no terminal."""

import io

import pytest

from app.console.terminal import line_reader, proposals

PROGRAM = "POINT PLACE 1 2 3 4 5 6\nEND\n"


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [("EXE", "EXECUTE"), ("typ", "TYPEA"), ("APPRO", "APPROS"), ("LIST", "LISTL")],
)
def test_commands_and_instructions_are_proposed_at_the_start(typed, wanted) -> None:
    found = proposals(PROGRAM, typed)
    assert wanted in [p.text for p in found]
    assert all((p.column, p.end_column) == (1, len(typed) + 1) for p in found)


@pytest.mark.parametrize("typed", ["MOVE PL", "DO MOVE PL"])
def test_locations_of_the_program_are_proposed_behind_an_instruction(typed) -> None:
    place = next(p for p in proposals(PROGRAM, typed) if p.text == "PLACE")
    assert typed[place.column - 1 : place.end_column - 1] == "PL"


def test_input_that_is_no_terminal_is_read_plainly_and_echoed() -> None:
    out = io.StringIO()
    read = line_reader(io.StringIO("WHERE\n"), out, lambda: "")
    assert read("* ") == "WHERE"
    with pytest.raises(EOFError):
        read("* ")
    assert out.getvalue() == "* WHERE\n* \n"
