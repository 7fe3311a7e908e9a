"""New statements go where the user writes, in the program, numbered as their neighbours are."""

import numpy as np
import pytest

from language import parse
from language.editing.new_lines import definition_line, new_lines, statement_line

PLAIN = "POINT A 600 0 500 0 60 0\nREADY\nMOVE A\n\nEND\n"
NUMBERED = "10 POINT A 600 0 500 0 60 0\n20 READY\n30 MOVE A\n40 END\n"
BLOCKS = "FOR I = 1 TO 3\n  READY\nEND\nREADY\nEND\n"


def inserted(text, cursor, *statements):
    """The text with statements at the cursor's line."""
    program = parse(text)
    lines = text.split("\n")
    for done, (line, new) in enumerate(
        new_lines(program, statement_line(program, cursor), statements)
    ):
        lines.insert(line - 1 + done, new)
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "cursor", "line"),
    [
        (PLAIN, 2, 3),  # behind the line of the cursor
        (PLAIN, 4, 4),  # in the place of an empty line
        (PLAIN, 5, 5),  # not behind END
        (PLAIN, 6, 5),
        (PLAIN, 99, 5),
        (BLOCKS, 3, 4),  # the END of a block ends no program
        (BLOCKS, 5, 5),
        ("", 1, 1),
        ("READY", 1, 2),
        (".PROGRAM ONE\nREADY\n.END\n", 1, 2),
        (".PROGRAM ONE\nREADY\n.END\n", 2, 3),
        (".PROGRAM ONE\nREADY\n.END\n", 3, 3),
    ],
)
def test_a_statement_goes_behind_the_cursor_and_before_the_end(text, cursor, line):
    assert statement_line(parse(text), cursor) == line


def test_lines_of_a_numbered_program_divide_the_gap():
    assert inserted(NUMBERED, 2, "MOVE B").split("\n")[2] == "25 MOVE B"
    two = inserted(NUMBERED, 2, "MOVE B", "MOVES C").split("\n")
    assert two[2:4] == ["23 MOVE B", "26 MOVES C"]
    behind = inserted("10 READY\n20 MOVE A", 2, "MOVE B", "MOVES C").split("\n")
    assert behind[2:4] == ["30 MOVE B", "40 MOVES C"]


def test_lines_without_room_for_a_number_have_none():
    assert inserted("10 READY\n11 END", 1, "MOVE A") == "10 READY\nMOVE A\n11 END"


def test_lines_in_a_block_are_indented_as_it_is():
    assert inserted(BLOCKS, 1, "MOVE A").split("\n")[1] == "  MOVE A"
    assert inserted(BLOCKS, 2, "MOVE A").split("\n")[2] == "  MOVE A"
    assert inserted(BLOCKS, 3, "MOVE A").split("\n")[3] == "MOVE A"


def test_a_location_is_defined_behind_the_last_one_above():
    text = "; notes\nPOINT A 1 2 3 0 0 0\nREADY\nPOINT B 1 2 3 0 0 0\nEND"
    program = parse(text)
    assert definition_line(program, 4) == 3
    assert definition_line(program, 5) == 5
    assert definition_line(program, 2) == 2


def test_the_program_stays_in_order_and_without_new_faults_wherever_lines_are_written():
    random = np.random.default_rng(3)
    text = NUMBERED
    for _ in range(60):
        cursor = int(random.integers(1, text.count("\n") + 3))
        text = inserted(text, cursor, "DRAW 0 0 1", "READY")
        program = parse(text)
        assert not program.errors
        steps = [s.step for s in program.statements if s.step is not None]
        assert steps == sorted(set(steps))
        assert program.statements[-1].instruction.is_end
