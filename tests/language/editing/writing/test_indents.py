"""Indents of lines that are being written are those of the formatter."""

import random

from language.editing.layout import format_program
from language.editing.writing.indents import (
    dedented,
    indent_below,
    indent_of_closing,
    indented,
    start_of,
    with_indent,
)

LINES = ("10 MOVE A", "MOVE B ; here", "", "  READY", "20", "\tOPENI", "3.5", "30MOVE A")
BODIES = ("READY", "MOVE A", "; a comment", "SIGNAL 1")
BLOCKS = (("IF A == 1 THEN", "ELSE", "END"), ("WHILE A == 1 DO", "", "END"), ("DO", "", "UNTIL A"))


def test_the_parts_of_a_line_are_the_line() -> None:
    for line in LINES:
        assert "".join(start_of(line)) == line
    assert start_of("10  MOVE A") == ("10 ", " ", "MOVE A")
    assert start_of("3.5").number == "", "a number with a point is no step number"


def test_indenting_and_back_gives_the_lines_again_and_leaves_empty_lines() -> None:
    assert indented(LINES)[:3] == ("10   MOVE A", "  MOVE B ; here", "")
    assert dedented(indented(LINES)) == LINES
    assert dedented(("READY", " READY", "\tREADY")) == ("READY",) * 3


def test_a_new_line_stands_deeper_behind_a_line_that_opens_or_divides_a_block() -> None:
    assert indent_below("10 FOR I = 1 TO 3") == "  "
    assert indent_below("  ELSE") == "    "
    assert indent_below("  IF A == 1 GOTO 10") == "  ", "this IF opens no block"
    assert indent_below("  END") == "  "


def test_a_closing_line_gets_the_indent_of_the_line_that_opens_its_block() -> None:
    above = ["IF A == 1 THEN", "  FOR I = 1 TO 2", "    READY", "  END", "  OPENI"]
    assert indent_of_closing(reversed(above)) == ""
    assert indent_of_closing(reversed(above[:3])) == "  "
    assert indent_of_closing(["READY", "MOVE A"]) is None


def test_random_programs_written_line_by_line_are_as_the_formatter_leaves_them() -> None:
    rng = random.Random(3)
    for _ in range(30):
        written: list[str] = []
        for line in random_program(rng, 3):
            indent = indent_below(written[-1]) if written else ""
            closing = indent_of_closing(reversed(written))
            is_closing = line in ("END", "ELSE") or line.startswith("UNTIL")
            written.append(with_indent(line, closing or "" if is_closing else indent))
        text = "\n".join(written)
        assert format_program(text) == text


def random_program(rng: random.Random, depth: int) -> list[str]:
    """Lines without indents, with blocks inside blocks."""
    lines = [rng.choice(BODIES) for _ in range(rng.randint(1, 3))]
    if depth:
        opening, middle, closing = rng.choice(BLOCKS)
        lines += [opening, *random_program(rng, depth - 1)]
        lines += [middle, *random_program(rng, depth - 1)] if middle else []
        lines += [closing, *([] if rng.random() < 0.5 else random_program(rng, depth - 1))]
    return lines
