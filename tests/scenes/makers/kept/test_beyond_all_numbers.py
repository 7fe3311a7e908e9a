"""Numbers and lines beyond all programs: each is read or told, and none ends the reader."""

import random
import re

import pytest

from language.foreign.reading import UNREADABLE
from scenes.makers.foreign_text import MOST_DIGITS, ForeignText, program_of_foreign
from tests.benchmarks.maker_programs import PROGRAMS, arm_of, files_beside
from tests.depth import cases
from tests.scenes.makers.kept.maker_lines import PIECES

NUMBER = re.compile(r"\d+\.?\d*")
BEYOND = ["9" * 400, "9" * 30, "99999999999", "1e400", "1e-400", "0x" + "F" * 400, "'H" + "F" * 400]
BEYOND += ["'B" + "1" * 1200 + "'", "-9-9-9", "0", "-1", ".5", "nan"]
# What stands in a row, and how it ends.
ROWS = [
    "1+",
    "a.",
    "a[",
    "a(",
    "(",
    "[",
    "{",
    "[1,",
    "{X 1,",
    ",",
    "-",
    "NOT ",
    "IF ",
    '"',
    ":",
    "9",
]
ENDS = ["", "1", "1)", "1;", " THEN", "1 THEN", ")" * 400, "]" * 400]


def put_in(base: list[str], rng: random.Random, line: str) -> str:
    """A text with a line more, somewhere in its code."""
    lines = list(base)
    lines.insert(rng.randrange(18, len(lines) - 8), line)
    return "\n".join(lines)


@pytest.mark.parametrize("language", PIECES)
def test_a_number_of_any_size_is_read_or_told(language: str) -> None:
    rng, robot = random.Random(1), arm_of(language)
    base = PROGRAMS[language](rng, 60)
    numbered = [each for each in [*PIECES[language].split("\n"), *base] if NUMBER.search(each)]
    for _ in range(cases(600, 25)):
        line = rng.choice(numbered)
        found = rng.choice(list(NUMBER.finditer(line)))
        line = f"{line[: found.start()]}{rng.choice(BEYOND)}{line[found.end() :]}"
        foreign = ForeignText(put_in(base, rng, line), language, files_beside(language))
        assert program_of_foreign(foreign, robot).reading.places


@pytest.mark.parametrize("language", PIECES)
def test_a_line_of_anything_is_read_or_told(language: str) -> None:
    rng, robot = random.Random(2), arm_of(language)
    base = PROGRAMS[language](rng, 60)
    starts = [each.partition("=")[0] + "=" for each in base if "=" in each]
    starts += [each.split(" ")[0] + " " for each in base if " " in each]
    for _ in range(cases(600, 25)):
        row, size = rng.choice(ROWS), rng.choice([200, 1900, 9000])
        line = rng.choice(starts) + row * (size // len(row)) + rng.choice(ENDS)
        foreign = ForeignText(put_in(base, rng, line), language, files_beside(language))
        assert program_of_foreign(foreign, robot).reading.places


@pytest.mark.parametrize("language", ["krl", "rapid", "urscript", "ls"])
def test_the_line_with_the_number_is_named(language: str) -> None:
    lines = PROGRAMS[language](random.Random(3), 60)
    lines[30] = "9" * (MOST_DIGITS + 1)
    foreign = ForeignText("\n".join(lines), language, files_beside(language))
    (found,) = program_of_foreign(foreign, arm_of(language)).reading.findings
    assert (found.code, found.line) == (UNREADABLE, 31)
    assert "1000 digits" in found.message
