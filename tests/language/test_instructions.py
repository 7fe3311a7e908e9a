import pytest

from language import parse
from language.instructions import (
    ALONG_ARC,
    ARC,
    BY_LETTER,
    BY_NAME,
    INSTRUCTIONS,
    VIA,
    Instruction,
    Place,
)
from language.lines.line_parser import parse_line
from language.words.catalogue import CATALOGUE, explain

# Kakazu 1985: table 1 (HAND is only in the text), and the menu of figure 5 with corrections.
TABLE_1 = """INSERT CHANGE DELETE SAVE STOP TYPEA TYPEB TYPEC TYPED POINT HERE WHERE ABOVE BELOW
FEED HAND RELEAS REMARK END MOVE MOVES DRAW APPROS DRIVE OPENI CLOSEI READY DEPARTS"""
MENU = """A MOVE B MOVES C DRAW D APPROS E DEPARTS F DRIVE G OPENI H CLOSEI I HAND J RELEAS
K READY L POINT M HERE N FEED T ABOVE U BELOW V REMARK W WHERE Y WHERE Z END O TYPEA P TYPEB
Q TYPEC R TYPED 1 INSERT 2 CHANGE 3 DELETE 4 SAVE 5 STOP"""
ASK_OK = "SAVE STOP TYPED WHERE ABOVE BELOW READY RELEAS END"
CODES = {"READY": 0, "MOVE": 1, "MOVES": 3, "DRAW": 4, "APPROS": 6, "DEPARTS": 7, "DRIVE": 8,
    "OPENI": 19, "CLOSEI": 20, "HERE": 30, "FEED": 31, "WHERE": 32}  # fmt: skip


# The instructions that the paper does not have.
ADDED = """LOCAL AUTO
MOVET MOVEST APPRO DEPART TDRAW ALIGN NEST DELAY SPEED COARSE FINE NULL NONULL INTON
INTOFF ACCURACY BREAK BRAKE OPEN CLOSE GRASP RELAX RIGHTY LEFTY FLIP NOFLIP SOLUTION CONFIG ELBOW
SET TOOL BASE DECOMPOSE = GOTO IF ELSE FOR WHILE DO UNTIL CASE VALUE ANY CALL GOSUB RETURN PAUSE
HALT .PROGRAM .END SIGNAL RESET WAIT IFSIG REACT REACTI REACTE IGNORE TIMER LOCK TYPE PROMPT ASSERT
PARAMETER ENABLE DISABLE CUT DEFORM C1MOVE C2MOVE SINGULAR"""
ADDED_CODES = {"APPRO": 5, "DEPART": 9, "MOVET": 2, "OPEN": 17, "CLOSE": 18}


def test_the_table_holds_the_28_commands_of_the_paper_and_those_of_the_specification() -> None:
    assert sorted(i.name for i in INSTRUCTIONS if i.paper) == sorted(TABLE_1.split())
    assert sorted(i.name for i in INSTRUCTIONS if not i.paper) == sorted(ADDED.split())
    assert len(BY_NAME) == len(INSTRUCTIONS)


def test_new_motion_codes_are_30_or_above_and_none_is_used_twice() -> None:
    codes = [i.code for i in INSTRUCTIONS if i.code is not None]
    assert len(set(codes)) == len(codes)
    new = {i.name: i.code for i in INSTRUCTIONS if i.code is not None and not i.paper}
    assert {name: code for name, code in new.items() if code < 30} == ADDED_CODES


def test_letters_codes_and_questions_are_those_of_the_specification() -> None:
    menu = MENU.split()
    pairs = zip(menu[::2], menu[1::2], strict=True)
    assert {letter: i.name for letter, i in BY_LETTER.items()} == dict(pairs)
    assert {i.name: i.code for i in INSTRUCTIONS if i.code is not None and i.paper} == CODES
    assert sorted(i.name for i in INSTRUCTIONS if i.asks_ok) == sorted(ASK_OK.split())


@pytest.mark.parametrize("instruction", INSTRUCTIONS, ids=lambda i: i.name)
def test_the_example_of_an_instruction_is_valid_where_it_belongs(instruction: Instruction) -> None:
    parsed = parse_line(instruction.example, instruction.place is Place.CONSOLE)
    assert parsed.diagnostics == ()
    assert parsed.instruction is instruction
    assert instruction.summary
    assert instruction.description.endswith(".")
    if instruction.place is not Place.CONSOLE and not instruction.block:
        before = f"{VIA.example}\n" if instruction.moves == ARC else ""
        behind = f"{ALONG_ARC.example}\n" if instruction.gives_via else ""
        text = f"POINT LOC1 1 2 3 4 5 6\nHAND\n{before}{instruction.example}\n{behind}100 END"
        assert parse(text).ok


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_is_explained(code: str) -> None:
    assert CATALOGUE[code].title in explain(code)
    assert explain(code).endswith(".")
