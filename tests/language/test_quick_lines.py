import random

from hypothesis import given
from hypothesis import strategies as st

from language.instructions import INSTRUCTIONS
from language.line_parser import parse_line, read_line

WORDS = [i.name for i in INSTRUCTIONS] + ["LOC1", "a.b", "NULL", "1", "-2.5", "+.5", "1e3",
    "1E999", "10", "0", "-0", ",", " ,", ";", "; c", "=", "\t", "AT", "ALWAYS", "(", ")",
    '"', "é"]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join))
def test_the_quick_reading_of_a_line_is_that_of_its_tokens(line: str) -> None:
    assert parse_line(line) == read_line(line)


def test_both_readings_agree_on_what_programs_are_made_of() -> None:
    rng = random.Random(3)
    for _ in range(4000):
        instruction = rng.choice(INSTRUCTIONS)
        words = [instruction.name]
        for operand in instruction.operands:
            words.append(rng.choice([operand.example or "1", "A", "3", "-4.25", "2 3", ""]))
        joint = rng.choice([" ", ", ", ",", "  ", "\t"])
        number = rng.choice(["", "10 ", "  7  "])
        line = number + words[0] + " " + joint.join(words[1:]) + rng.choice(["", " ; c", ";"])
        assert parse_line(line) == read_line(line), line
