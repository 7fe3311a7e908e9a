"""Faults put into valid programs of the whole language: where their first message stands."""

import random

from language import parse
from language.instructions import INSTRUCTIONS
from language.suggestions import nearest

PROGRAM = """POINT A 600 0 500 0 60 0
SET B = A:TRANS(0, 0, 50)
N = 4
FOR I = 1 TO N STEP 2
  IF SIG(1, -2) AND I < 3 THEN
    MOVES SHIFT(A BY I, 0, 0)
  ELSE
    APPRO B, 20 + I
  END
END
WHILE N > 0 DO
  N = N - 1
END
DO
  N = N + SQRT(4)
UNTIL N >= 6
CASE N OF
VALUE 1, 2:
  READY
ANY
  DRAW 1, 2, N
END
SPEED 50 MMPS ALWAYS
WAIT N == 6
SIGNAL 3, -4
ASSERT DISTANCE(A, B) > 10 "too near"
TYPE "n is ", N
DEPARTS (N * 2)
END
""".splitlines()
BROKEN = ("1E", "3x", "@", "\u3000", '"open', "&", "'")


def put(line: str, row: int) -> str:
    return "\n".join([*PROGRAM[:row], line, *PROGRAM[row + 1 :]])


def faults() -> list[tuple[str, int, int]]:
    """Programs with one fault, its line, and its column."""
    made = []
    for row, line in enumerate(PROGRAM):
        end = len(line) + 1
        for junk in BROKEN:
            made.append((put(f"{line} {junk}", row), row + 1, end + 1))
        for column, character in enumerate(line, 1):
            if character in "()" and '"' not in line:
                text = line[: column - 1] + line[column:]
                made.append((put(text, row), row + 1, 0))
        for sign in (" * ", " + "):
            at = line.find("= ")
            if at > 0 and "FOR" not in line:
                column = at + 3
                text = f"{line[: column - 1]}* {line[column - 1 :]}"
                made.append((put(text, row), row + 1, column))
                made.append(
                    (put(line + sign.rstrip(), row), row + 1, len(line + sign.rstrip()) + 1)
                )
    return made


def test_the_first_message_stands_in_the_right_line_and_mostly_the_right_column() -> None:
    made = faults()
    lines = columns = exact = 0
    for text, line, column in made:
        found = [d for d in parse(text).diagnostics if d.severity == "error"]
        lines += bool(found) and found[0].line == line
        if column:
            exact += 1
            columns += bool(found) and found[0].line == line and found[0].column == column
    assert len(made) >= 200
    assert lines == len(made), f"{lines} of {len(made)}"
    assert columns >= 0.95 * exact, f"{columns} of {exact}"


def test_single_typos_of_mnemonics_lead_back_to_them() -> None:
    rng = random.Random(17)
    names = [i.name for i in INSTRUCTIONS if i.name.isalpha()]
    right = total = 0
    for name in names:
        for _ in range(12):
            at = rng.randrange(len(name))
            kind = rng.randrange(4)
            other = rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
            typo = {
                0: name[:at] + other + name[at + 1 :],
                1: name[:at] + name[at + 1 :],
                2: name[:at] + other + name[at:],
                3: name[:at] + name[at + 1 : at + 2] + name[at : at + 1] + name[at + 2 :],
            }[kind]
            # A typo of so short a word, or one that makes another word, cannot be told.
            if typo in names or len(name) < 4:
                continue
            total += 1
            right += nearest(typo, names)[:1] == [name]
    assert right >= 0.9 * total, f"{right} of {total}"
