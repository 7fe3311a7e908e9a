import pytest

from language import parse
from language.catalogue import CATALOGUE, explain
from language.instructions import BY_LETTER, BY_NAME, INSTRUCTIONS, Instruction, Place
from language.line_parser import parse_line

# Kakazu 1985, table 1 (HAND stands in the text), and the menu of figure 5 as repaired.
TABLE_1 = """INSERT CHANGE DELETE SAVE STOP TYPEA TYPEB TYPEC TYPED POINT HERE WHERE ABOVE BELOW
FEED HAND RELEAS REMARK END MOVE MOVES DRAW APPROS DRIVE OPENI CLOSEI READY DEPARTS"""
MENU = """A MOVE B MOVES C DRAW D APPROS E DEPARTS F DRIVE G OPENI H CLOSEI I HAND J RELEAS
K READY L POINT M HERE N FEED T ABOVE U BELOW V REMARK W WHERE Y WHERE Z END O TYPEA P TYPEB
Q TYPEC R TYPED 1 INSERT 2 CHANGE 3 DELETE 4 SAVE 5 STOP"""
ASK_OK = "SAVE STOP TYPED WHERE ABOVE BELOW READY RELEAS END"
CODES = {"READY": 0, "MOVE": 1, "MOVES": 3, "DRAW": 4, "APPROS": 6, "DEPARTS": 7, "DRIVE": 8,
    "OPENI": 19, "CLOSEI": 20, "HERE": 30, "FEED": 31, "WHERE": 32}  # fmt: skip


def test_the_table_holds_the_28_commands_of_the_paper() -> None:
    assert sorted(BY_NAME) == sorted(TABLE_1.split())
    assert len(INSTRUCTIONS) == 28


def test_letters_codes_and_questions_are_those_of_the_specification() -> None:
    menu = MENU.split()
    pairs = zip(menu[::2], menu[1::2], strict=True)
    assert {letter: i.name for letter, i in BY_LETTER.items()} == dict(pairs)
    assert {i.name: i.code for i in INSTRUCTIONS if i.code is not None} == CODES
    assert sorted(i.name for i in INSTRUCTIONS if i.asks_ok) == sorted(ASK_OK.split())


@pytest.mark.parametrize("instruction", INSTRUCTIONS, ids=lambda i: i.name)
def test_the_example_of_an_instruction_is_valid_where_it_belongs(instruction: Instruction) -> None:
    parsed = parse_line(instruction.example, instruction.place is Place.CONSOLE)
    assert parsed.diagnostics == ()
    assert parsed.instruction is instruction
    assert instruction.summary
    assert instruction.description.endswith(".")
    if instruction.place is not Place.CONSOLE:
        text = f"POINT LOC1 1 2 3 4 5 6\nHAND\n{instruction.example}\nEND"
        assert parse(text).ok


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_is_explained(code: str) -> None:
    assert CATALOGUE[code].title in explain(code)
    assert explain(code).endswith(".")
