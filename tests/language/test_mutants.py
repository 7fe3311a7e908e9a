"""Faults put into valid programs: the first message is at the line and column of the fault."""

import random

from language import parse
from language.instructions import INSTRUCTIONS
from language.lines.line_parser import parse_line, read_line
from language.words.lexer import BLANK, lex
from language.words.suggestions import nearest

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


def test_the_first_message_has_the_right_line_and_mostly_the_right_column() -> None:
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


def test_single_typos_of_instructions_are_corrected() -> None:
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
            # A typo of so short a word, or one that makes another word, cannot be recognised.
            if typo in names or len(name) < 4:
                continue
            total += 1
            right += nearest(typo, names)[:1] == [name]
    assert right >= 0.9 * total, f"{right} of {total}"


# Programs without fault that have every instruction.
WHOLE = """.PROGRAM MAIN
POINT A 600 0 500 0 60 0
POINT B = A:TRANS(0, 0, 50)
POINT #P = 1, 2, 3, 4, 5, 6
SET C[2] = SHIFT(A BY 1, , 3):NORMAL(B)
HERE D
DECOMPOSE V[] = A
BASE 1, 2, 3, 90
BASE A
TOOL NULL
N = 4
W[1] = N * 2 - 1
PROMPT "how many?", K
TIMER 1 = 0
LOCAL X, Y
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
TDRAW 1 -2 3
END
10 MOVE A
MOVET B, 30
MOVEST B, N
APPROS A 30
DEPART 20
DEPARTS (N * 2)
DRIVE 2, 30, 50
ALIGN
NEST
DELAY 0.5
SPEED 50 MMPS ALWAYS
COARSE 50 ALWAYS
FINE
ACCURACY 5
NONULL ALWAYS
SINGULAR JOINT 2, 5 ALWAYS
BREAK
OPEN 30
CLOSEI 10
FEED BOX AT A
HAND BOX
RELEAS
GRASP 20, 10
RELAX
RIGHTY
SOLUTION 2
CONFIG "RAN"
ELBOW 30
WHERE
WAIT N == 6
SIGNAL 3, -4
RESET
IFSIG 1, -2 THEN 10
REACT 1, OTHER, 2
IGNORE 1
IF N > 3 GOTO 10
ASSERT DISTANCE(A, B) > 10 "too near"
TYPE "n is ", N
CUT DRILL, BOX ON
DEFORM BOX.LID BY A, 1, 1, 2
CALL OTHER(N, A)
GOSUB OTHER
PAUSE
GOTO 10
.END
.PROGRAM OTHER(Q, R)
N = Q + 1
RETURN
.END""".splitlines()
TOKENS = (
    "(", ")", ",", ":", "=", "+", "-", "*", "==", "#", "[", "]", "<", "X", "3", "2.5", '"t"',
    "THEN", "GOTO", "TO", "BY", "MOVE", "END", "SIN", "NULL", "NOT", "@", "1E", "ALWAYS", "XYZZY",
)  # fmt: skip


def changed(row: int, rng: random.Random) -> tuple[str, int]:
    """A line with one token removed, exchanged, added or doubled, and the column."""
    line = WHOLE[row]
    token = rng.choice([t for t in lex(line) if t.kind != BLANK])
    start, end, new = token.column - 1, token.end - 1, rng.choice(TOKENS)
    kind = rng.choice(["out", "exchanged", "in", "doubled"])
    if kind == "out":
        return f"{line[:start]} {line[end:]}", token.column
    if kind == "exchanged":
        return f"{line[:start]} {new} {line[end:]}", token.column + 1
    if kind == "in":
        return f"{line[:start]} {new} {line[start:]}", token.column + 1
    return f"{line[:end]} {token.text} {line[end:]}", token.end + 1


def is_there(line: str, place: int, column: int) -> bool:
    """Whether a column is that of the change, of the token before it, or of the next two.

    What was put in may be sound as far as it goes, and the next token be the first that is not.
    """
    tokens = [t for t in lex(line) if t.kind != BLANK]
    at = sum(t.column < place for t in tokens)
    around = tokens[max(at - 1, 0) : at + 2]
    return column in {c for t in around for c in (t.column, t.end)} | {place}


def test_one_changed_token_of_any_instruction_is_reported_in_its_line_and_column() -> None:
    rng = random.Random(23)
    assert not parse("\n".join(WHOLE)).errors
    lines = columns = told = several = 0
    for row in [*range(len(WHOLE))] * 25:
        line, place = changed(row, rng)
        assert parse_line(line) == read_line(line), line
        if not parse_line(line).diagnostics:
            continue
        found = parse("\n".join([*WHOLE[:row], line, *WHOLE[row + 1 :]])).errors
        told += 1
        lines += found[0].line == row + 1
        columns += found[0].line == row + 1 and is_there(line, place, found[0].column)
        several += len(found) > 1
    assert told >= 1000
    assert lines == told, f"{lines} of {told}"
    assert columns >= 0.95 * told, f"{columns} of {told}"
    assert several <= 0.01 * told, f"{several} of {told}"


def test_an_open_block_is_an_error_even_in_lines_that_are_never_run() -> None:
    """Such lines are behind the END of a program, and between two programs."""
    behind = ["READY", "IF N > 3 THEN", "MOVE A", "END", "WAIT 1"]
    first = WHOLE.index(".END")
    lines = [*WHOLE[:first], "END", *behind, ".END", *behind, *WHOLE[first + 1 :]]
    assert not parse("\n".join(lines)).errors
    for row in range(first + 1, lines.index(".PROGRAM OTHER(Q, R)")):
        for opening in ("WHILE 1 < 2 DO", "DO", "CASE 2 OF"):
            found = parse("\n".join([*lines[:row], opening, *lines[row:]])).errors
            assert {d.code for d in found} & {"E210", "E211", "E212"}, (row, opening)
