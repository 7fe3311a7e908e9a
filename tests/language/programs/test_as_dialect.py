"""Words of AS under `;! dialect as`: each line is read as ours, and names keep their columns."""

import pytest

from language import parse
from language.editing.layout import format_program
from language.programs.as_dialect import has_words_of_as, line_in_our_words

HEAD = ";! dialect as\n"
GIVEN = "POINT p = TRANS(500, 0, 300, 0, 180, 0)\nPOINT q = p\nn = 3\n"
LINES = {
    "JMOVE p": "MOVE  p",
    "  LMOVE q ; goes": "  MOVES q ; goes",
    "10 LAPPRO p, n": "10 APPROS p, n",
    "JAPPRO p + q, 20": "APPRO  p : q, 20",
    "LDEPART n": "DEPARTS n",
    "JDEPART 20": "DEPART  20",
    "LMOVE p + TRANS(0, 0, n + 1)": "MOVES p : TRANS(0, 0, n + 1)",
    "POINT q = p + q ; a + b": "POINT q = p : q ; a + b",
    "TWAIT 0.5": "DELAY 0.5",
    "STABLE 0.5": "DELAY  0.5",
    "SPEED 20 MM/S ALWAYS": "SPEED 20 MMPS ALWAYS",
    'PRINT 2: "MM/S", n': 'TYPE     "MM/S", n',
    "HOME": "READY",
    "HOME 1 ; first": "READY   ; first",
    "CP ON": "NONULL ALWAYS",
    "cp off ; stops": "NULL ALWAYS",
    "SWAIT 1001, -1002": "WAIT SIG(1001, -1002)",
    "ONI 1010 CALL sub": "REACTI 1010,  sub",
    "ON -7 CALL sub": "REACT -7,  sub",
    "ACCEL 50 ALWAYS": ";CCEL 50 ALWAYS",
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_as_is_read_as_ours(line: str) -> None:
    assert line_in_our_words(line) == LINES[line]
    sub = "\n.END\n.PROGRAM sub\nBREAK\n.END\n"
    text = f"{HEAD}.PROGRAM main\n{GIVEN}{line}{sub}"
    assert not [d for d in parse(text).diagnostics if d.severity == "error"]
    without = text.replace(HEAD, ";! dialect vplus\n")
    told = {d.code for d in parse(without).diagnostics if d.severity == "error"}
    assert told or LINES[line] == line


@pytest.mark.parametrize("line", LINES)
def test_names_keep_their_columns(line: str) -> None:
    program = parse(HEAD + GIVEN + line)
    here = line.upper()
    for number, use in program.names:
        if number == 5:
            assert here[use.column - 1 : use.end - 1] == use.name


@pytest.mark.parametrize(
    "line", ["home = 3", "print = 2", "accel = 4", "x = n + 1", "HOME 2", "SWAIT n", "ON 5 GOTO 3"]
)
def test_other_lines_stay(line: str) -> None:
    assert line_in_our_words(line) == line


def test_angles_are_those_of_vplus_and_compound_locations_do_not_warn() -> None:
    program = parse(f"{HEAD}{GIVEN}LMOVE p + q\nEND\n")
    assert program.dialect == "vplus" and not program.diagnostics


def test_the_header_counts_before_the_first_code_alone() -> None:
    assert has_words_of_as(f"\n; a remark\n{HEAD}HOME")
    assert not has_words_of_as(f"HOME\n{HEAD}")
    assert not has_words_of_as(";! dialect val\nHOME") and not has_words_of_as("")


def test_the_text_of_a_program_stays_and_its_layout_keeps_the_words() -> None:
    text = f"{HEAD}.PROGRAM main()\n  JMOVE p ; fast\n.END\n"
    assert parse(text).text == text
    assert "JMOVE p" in format_program(text)


@pytest.mark.parametrize(
    ("line", "code"),
    [("BITS 1, 8 = n", "E128"), ("PCEXECUTE 1: sub", "E1"), ("MC HOLD", "E1")],
)
def test_what_has_no_word_here_stays_an_error(line: str, code: str) -> None:
    found = parse(f"{HEAD}{GIVEN}{line}\n").diagnostics
    (told,) = [d for d in found if d.severity == "error"]
    assert told.code.startswith(code) and told.line == 5
