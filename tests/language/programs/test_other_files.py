"""A file knows the names that other files of its run define."""

import pytest

from language import answered, compile_program, parse

GIVER = ".PROGRAM GIVE\nPOINT A 1 2 3 4 5 6\nPOINT #Q = 1, 2, 3\nN = 4\nV[2] = 1\n.END\n"


def codes(text, *others):
    return [d.code for d in answered(parse(text), map(parse, others)).diagnostics]


@pytest.mark.parametrize(
    ("line", "alone"),
    [
        ("CALL GIVE", "W211"),
        ("MOVE A", "E201"),
        ("MOVE #Q", "E201"),
        ("X = N + 1", "E203"),
        ("X = V[2]", "E203"),
        ("CALL give", "W211"),
        ("REACT 3, GIVE", "W211"),
        (";! language 2\nMOVE A:TRANS(1, 2, N)", "E201"),
    ],
)
def test_a_name_that_a_called_file_defines_is_not_a_fault(line, alone):
    text = f"{line}\nEND\n"
    assert codes(text)[0] == alone
    assert codes(text, GIVER) == []


@pytest.mark.parametrize(
    ("line", "code"),
    [("CALL GIVES", "W211"), ("MOVE B", "E201"), ("MOVE #A", "E201"), ("X = Q", "E203")],
)
def test_a_name_that_no_file_defines_remains_a_fault(line, code):
    assert codes(f"{line}\nEND\n", GIVER) == [code]


def test_a_name_defined_too_late_here_may_come_from_a_called_file():
    text = "MOVE A\nPOINT A 1 2 3 4 5 6\nEND\n"
    assert codes(text) == ["E202"]
    assert codes(text, GIVER) == []


def test_the_tables_have_motions_to_locations_that_a_called_file_defines():
    program = answered(parse("CALL GIVE\nMOVE A\nEND\n"), [parse(GIVER)])
    tables = compile_program(program)
    assert [row.mc for row in tables.motion] == [1]


def test_without_other_files_a_program_does_not_change():
    program = parse("MOVE A\nEND\n")
    assert answered(program, []) is program
