"""An independent grammar (val.lark) accepts and rejects the same lines as the parser."""

import random
import re
from pathlib import Path

import pytest

from language.instructions import INSTRUCTIONS, Instruction, Place
from language.lines.line_parser import parse_line

lark = pytest.importorskip("lark")
GRAMMAR = Path(__file__).with_name("val.lark")
CORPUS = """MOVE A
MOVE 位置_1
POINT Über[2] = 1, X, 3, 4, 5, -6
жест.1 = 1
10 MOVES A:B
MOVE #P
MOVET A, 30
APPROS A, 30
APPRO INVERSE(A):B, X + 1
DEPART 20
DRAW 1 -2 3
DRAW 1, -X, (3 + 4) * 2
TDRAW 1, 2, 3
DRIVE 2, 30, 50
READY
DELAY 0.5
SPEED 50 MMPS ALWAYS
SPEED 20
BELOW
OPENI 50
CLOSE
POINT A 1 2 3 4 5 6
POINT A[2] = 1, X, 3, 4, 5, -6
SET B = SHIFT(A BY 1, 2, 3):TRANS(0, 0, X)
X = 1
V[I + 1] = ATAN2(1, 2) * -3 MOD 2
X = NOT A AND B OR C > 3
GOTO 10
IF X == 3 AND SIG(1, -2) GOTO 20
IF (X + 1) * 2 <> 7 THEN
FOR I = 1 TO N STEP -2
WHILE X < 3 DO
DO
UNTIL X >= 10
CASE X OF
VALUE 1, 2, X:
ELSE
END
CALL PICK(1, X + 2)
CALL PICK
SIGNAL 1, -2
WAIT SIG(3)
ASSERT X > 3, "few"
ASSERT X > 3 "few"
TYPE "a, b; c", X, 3 ; say
TOOL TRANS(0, 0, 80)
SOLUTION 3
CONFIG "RAN"
ELBOW 30
COARSE 50 ALWAYS
FINE
ACCURACY 5 ALWAYS
NONULL ALWAYS
SINGULAR SLOW
SINGULAR STOP ALWAYS
SINGULAR JOINT 2
SINGULAR JOINT X + 1, 5 ALWAYS
HAND BOX
FEED BOX AT A:B
GRASP 20, 100
GRASP 20
CUT CUTTER, BOX ON
DEFORM BOX.LID BY A, 1, 1, 2
HERE #P
POINT #P = 1, 2, X
POINT #P 1 2 3
BASE NULL
BASE A:TRANS(1)
BASE 1, 2, , 90
BASE 1 2
DECOMPOSE V[] = A
IFSIG 1, -2 THEN 100
REACTI 1, STOPPED, X + 2
TIMER 1 = 0
LOCAL X, Y
.PROGRAM PICK(X, Y)
.END
GOSUB PICK
PROMPT "how many?", N[2]
MOVE FRAME(A, B, C, NULL):NORMAL(A)
MOVES SCALE(A BY 2):#P[3]
MOVE #PPOINT(1, , X)
X = MAX(1, DX(A), TIME) + DISTANCE(A, HERE)
ASSERT NOT COLLIDES(HAND, BOX)
IF A GE 3 THEN 20
LOCK 3
ANY:
""".splitlines()
# The words that cannot be names, as the specification lists them.
WORDS = {
    "RESERVED": "OR XOR AND NOT MOD BY THEN DO TO STEP OF GOTO",
    "FUNCTIONS": "ABS INT FRACT SQRT SIN COS TAN ASIN ACOS ATAN2 SIGN MIN MAX TRUE FALSE PI DX DY "
    "DZ DISTANCE INRANGE REACHABLE SIG TIMER HAND TIME CLEARANCE COLLIDES LIMITMARGIN SINGDIST "
    "TRANS SHIFT SCALE FRAME INVERSE NORMAL HERE DEST NULL BASE TOOL",
    "INSTRUCTIONS": "MOVE MOVES MOVET MOVEST APPRO APPROS DEPART DEPARTS DRAW TDRAW DRIVE READY "
    "ALIGN NEST DELAY SPEED COARSE FINE NONULL ACCURACY INTON INTOFF BREAK BRAKE OPEN OPENI CLOSE "
    "CLOSEI GRASP RELAX RELEAS FEED RIGHTY LEFTY ABOVE BELOW FLIP NOFLIP SOLUTION CONFIG ELBOW "
    "POINT WHERE SET DECOMPOSE REMARK STOP END IF ELSE FOR WHILE UNTIL CASE VALUE ANY CALL GOSUB "
    "LOCAL AUTO RETURN PAUSE HALT SIGNAL RESET WAIT IFSIG REACT REACTI REACTE IGNORE LOCK TYPE "
    "PROMPT ASSERT PARAMETER ENABLE DISABLE CUT DEFORM INSERT CHANGE DELETE SAVE TYPEA TYPEB "
    "TYPEC TYPED SINGULAR",
}
# The grammar reads no text that goes on to the end of the line.
READ_BY_BOTH = [i for i in INSTRUCTIONS if i.place is not Place.CONSOLE and not i.takes_text]
PIECES = (
    "(",
    ")",
    ",",
    ":",
    "=",
    "X",
    "3",
    "GOTO",
    "THEN",
    "[",
    "]",
    "+",
    "-",
    "==",
    "#",
    '"',
    "DO",
    "NOT",
    '"t"',
    "SIN",
    "NULL",
)


@pytest.fixture(scope="module")
def accepts():
    # A keyword is followed by no further letter: MOVES is not MOVE with a location S.
    whole = re.sub(r'"([.A-Z0-9]+)"i', r"/\1(?![\\w.])/i", GRAMMAR.read_text())
    whole = whole.replace("/.END", "/\\.END").replace("/.PROGRAM", "/\\.PROGRAM")
    for kind, words in WORDS.items():
        whole = whole.replace(f"@{kind}@", words.replace(" ", "|"))
    parser = lark.Lark(whole, parser="earley", lexer="dynamic")

    def ask(line: str) -> bool:
        try:
            parser.parse(line)
        except lark.exceptions.LarkError:
            return False
        return True

    return ask


@pytest.mark.parametrize("instruction", READ_BY_BOTH, ids=lambda i: i.name)
def test_the_grammar_has_every_instruction_of_the_table(accepts, instruction: Instruction) -> None:
    assert accepts(instruction.example)
    is_word = instruction.name.isalpha()
    assert not is_word or not accepts(f"{instruction.name} = 1"), "no variable has its name"


@pytest.mark.parametrize("line", CORPUS)
def test_both_accept_the_corpus(accepts, line: str) -> None:
    assert accepts(line)
    assert not parse_line(line).diagnostics


def mutants(count: int) -> list[str]:
    """Lines of the corpus with a token added, removed, doubled or exchanged."""
    rng = random.Random(5)
    made = []
    while len(made) < count:
        words = (
            rng.choice(CORPUS).replace(",", " , ").replace("(", " ( ").replace(")", " ) ").split()
        )
        at = rng.randrange(len(words))
        kind = rng.randrange(4)
        if kind == 0:
            words.insert(at, rng.choice(PIECES))
        elif kind == 1:
            del words[at]
        elif kind == 2:
            words.insert(at, words[at])
        else:
            words[at] = rng.choice(PIECES)
        made.append(" ".join(words))
    return made


# By rule D2 a blank separates arguments, which a grammar that skips blanks cannot see: `-2 -2` is
# not a difference, and `INVERSE (A)` not a call.
PARTED = ({"E115"}, r"\S [+-]\S"), ({"E117"}, r"\w \(")
# Wrong values (no such joint, a percentage below 0) are not a question of grammar.
OF_VALUES = {"E120", "E121"}


def test_both_accept_and_refuse_the_same_mutants(accepts) -> None:
    different, judged = [], 0
    for line in mutants(1000):
        judged += 1
        codes = {d.code for d in parse_line(line).diagnostics}
        if codes and codes <= OF_VALUES:
            continue
        mine = not codes
        parted = any(codes == own and re.search(form, line) for own, form in PARTED)
        if accepts(line) != mine and not parted:
            different.append((line, mine, codes))
    assert judged == 1000
    assert not different, f"{len(different)} of {judged}: {different[:12]}"


@pytest.mark.parametrize("line", ["CALL P(1, X))", "CALL P((1, X)", "CALL P(1, [X)"])
def test_a_call_with_loose_brackets_is_refused(accepts, line: str) -> None:
    assert parse_line(line).diagnostics
    assert not accepts(line)
