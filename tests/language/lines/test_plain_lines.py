import random

from hypothesis import given
from hypothesis import strategies as st

from language.instructions import INSTRUCTIONS
from language.lines.line_parser import parse_line, read_line
from language.lines.plain_lines import read_quickly

WORDS = [i.name for i in INSTRUCTIONS] + ["LOC1", "a.b", "NULL", "1", "-2.5", "+.5", "1e3",
    "1E999", "10", "0", "-0", ",", " ,", ";", "; c", "=", "\t", "AT", "ALWAYS", "(", ")",
    '"', "é"]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join))
def test_the_fast_parser_gives_the_same_result_as_the_full_parser(line: str) -> None:
    assert parse_line(line) == read_line(line)


PIECES = ["A", "I", "-4.25", "2.", "(A+B)", "10 -5", "10-5", "- 5", "SIN(30)", "SIG(1)",
    "SIG (1)", "SHIFT(A BY 1,2)", "SHIFT (A BY 1)", "A:B", "#P", "A[1]", "A [I]", "HERE", "NOT A",
    "TRANS(1,2,3,4,5,6)", "X MOD 2", "1/0", "1/X", "1E308*10+X", '"text"', "TIME", "THEN", "BY",
    "+", "[", ")", "=", "==", ":", ",", "GOTO", "TO", "STEP", "ALWAYS", "AT", "10", "1.5", "X(3)",
    "ASIN(30)", "PI", "COLLIDES(A, B)", "MIN(1, 2)", "2IN", "\u00e9"]  # fmt: skip
SHAPES = ["IF {} THEN", "IF {} GOTO 10", "WHILE {} DO", "FOR I = {} TO {}", "CASE {} OF", "X = {}",
    "FOR X[I] = {} TO {} STEP {}", "VALUE {}, {}:", "WAIT {}", "SIGNAL {}, {}", "TYPE {}, {}",
    "X[{}] = {}", "MOVES {}", "APPRO {}, {}", "DRAW {}, {}, {}", "SET A = {}", "SET {} = {}",
    "DRIVE {}, {}, {}", "SPEED {} ALWAYS", "GOTO {}", "FEED {}", "BASE {}", "ASSERT {}, {}",
    "{} = {}", "POINT A = {}, {}, 1, 2, 3, 4", "{} {}", "GRASP {}, {}",
    "IFSIG {} THEN {}"]  # fmt: skip


def test_expressions_and_odd_signs_are_left_to_the_full_parser() -> None:
    rng, taken = random.Random(11), 0
    for _ in range(6000):
        line = rng.choice(SHAPES)
        while "{}" in line:
            joint = rng.choice(["", " "])
            line = line.replace("{}", joint.join(rng.choices(PIECES, k=rng.choice([1, 1, 2]))), 1)
        line = rng.choice(["", "", "10 "]) + rng.choice([line, line.lower()])
        quick = read_quickly(line)
        taken += quick is not None
        assert quick in (None, read_line(line)), line
    assert 0 < taken < 600


def test_both_parsers_agree_on_usual_lines_of_programs() -> None:
    rng, taken = random.Random(3), 0
    for _ in range(4000):
        instruction = rng.choice(INSTRUCTIONS)
        words = [instruction.name]
        for operand in instruction.operands:
            words.append(rng.choice([operand.example or "1", "A", "3", "-4.25", "2 3", ""]))
        joint = rng.choice([" ", ", ", ",", "  ", "\t"])
        number = rng.choice(["", "10 ", "  7  "])
        line = number + words[0] + " " + joint.join(words[1:]) + rng.choice(["", " ; c", ";"])
        quick = read_quickly(line)
        taken += quick is not None
        assert quick in (None, read_line(line)), line
    assert taken > 300
