import pytest

from language import apply_fix, parse
from language.editing.names.references import definition_of, references, rename
from language.instructions import INSTRUCTIONS, OperandKind

TEXT = """.PROGRAM MAIN
  POINT Loc1 1 2 3 4 5 6
  X = 1
10 MOVE loc1
  IF X > 3 GOTO 10
  X = X + DX(LOC1)
  CALL SUB(LOC1, X)
.END
.PROGRAM SUB(P, N)
10 MOVE P
  GOTO 10
.END
"""


def words(text: str, places: tuple) -> list[str]:
    lines = text.split("\n")
    return [f"{p.line}:{lines[p.line - 1][p.column - 1 : p.end - 1]}" for p in places]


def test_every_use_of_a_name_is_found_with_its_definition() -> None:
    assert words(TEXT, references(TEXT, 4, 9)) == ["2:Loc1", "4:loc1", "6:LOC1", "7:LOC1"]
    assert words(TEXT, references(TEXT, 5, 6)) == ["3:X", "5:X", "6:X", "6:X", "7:X"]
    assert words(TEXT, references(TEXT, 7, 9)) == ["7:SUB", "9:SUB"]
    assert definition_of(TEXT, 7, 13) == (2, 9, 13, True)


def test_a_label_belongs_to_its_own_program() -> None:
    assert words(TEXT, references(TEXT, 5, 18)) == ["4:10", "5:10"]
    assert words(TEXT, references(TEXT, 11, 9)) == ["10:10", "11:10"]


def test_renaming_changes_every_place_and_nothing_else() -> None:
    fix = rename(TEXT, 2, 10, "Pick")
    assert not isinstance(fix, str)
    changed = apply_fix(TEXT, fix)
    assert parse(changed).diagnostics == parse(TEXT).diagnostics == ()
    assert changed.upper().replace("PICK", "LOC1") == TEXT.upper()
    label = rename(TEXT, 4, 1, "20")
    assert not isinstance(label, str)
    assert "GOTO 20\n  X" in apply_fix(TEXT, label)


def test_a_name_that_does_not_fit_is_refused_with_a_reason() -> None:
    assert "word of the language" in str(rename(TEXT, 3, 3, "MOVE"))
    assert "word of the language" in str(rename(TEXT, 3, 3, "sin"))
    assert "letter" in str(rename(TEXT, 3, 3, "1x"))
    assert "another variable" in str(rename("X = 1\nY = X\nEND", 1, 1, "y"))
    assert "n is the name of" in str(rename(TEXT, 9, 14, "n"))
    assert "name of a variable" in str(rename(TEXT, 2, 10, "x"))
    assert "name of a location" in str(rename(TEXT, 3, 3, "Loc1"))
    assert "whole number" in str(rename(TEXT, 4, 1, "A"))
    assert rename(TEXT, 1, 1, "A") == "no name stands here"


SIGNALS = "SIGNAL 5, -06\nWAIT SIG(-5)\nIFSIG 5, -6 THEN 10\nREACT 6, P, 5\n10 END\n"


def test_a_signal_is_found_where_it_is_set_and_asked_and_nowhere_else() -> None:
    assert words(SIGNALS, references(SIGNALS, 2, 11)) == ["1:5", "2:5", "3:5"]
    assert words(SIGNALS, references(SIGNALS, 4, 7)) == ["1:06", "3:6", "4:6"]
    assert definition_of(SIGNALS, 3, 7) == (1, 8, 9, True)
    assert references(SIGNALS, 4, 13) == ()


@pytest.mark.parametrize("letter", ["=", "X", "1", " ", ""])
def test_a_line_of_signals_with_a_damaged_letter_can_be_asked_anywhere(letter: str) -> None:
    asked = [i for i in INSTRUCTIONS if any(o.kind is OperandKind.SIGNAL for o in i.operands)]
    assert len(asked) > 3
    for example in (instruction.example for instruction in asked):
        for at in range(len(example)):
            damaged = example[:at] + letter + example[at + 1 :]
            for column in range(1, len(damaged) + 2):
                for place in references(damaged, 1, column):
                    name = damaged[place.column - 1 : place.end - 1]
                    assert place.line == 1 and name and name == name.strip(), damaged


def test_a_signal_gets_a_free_number_and_no_other() -> None:
    fix = rename(SIGNALS, 2, 11, "7")
    assert not isinstance(fix, str)
    assert apply_fix(SIGNALS, fix).startswith("SIGNAL 7, -06\nWAIT SIG(-7)\nIFSIG 7, -6")
    assert rename(SIGNALS, 2, 11, "6") == "signal 6 is used already"
    assert rename(SIGNALS, 2, 11, "A") == "a signal is a whole number from 1"
