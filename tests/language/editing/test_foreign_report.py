from language import apply_fix, parse
from language.editing.foreign_report import foreign_lines, unsupported

VPLUS = """.PROGRAM pick(n)
AUTO i, j
LOCAL a
SPEED 50 ALWAYS
FOR i = 1 TO n
  APPRO loc[i], 50
  MOVES loc[i]
  CLOSEI
  DEPARTS 50
  $msg = "done"
  JMOVE safe
END
ACCEL 100, 100
TYPE "ready ", n
.END
"""


def test_lines_that_are_not_supported_are_listed_with_the_reason() -> None:
    found = {u.line: u.why for u in unsupported(VPLUS)}
    assert found.keys() >= {10, 11, 13}
    assert "hold texts" in found[10]
    assert "AS" in found[11]
    assert not found.keys() & {1, 2, 3, 4, 5, 7, 8, 9, 12, 14, 15}
    assert len(foreign_lines(VPLUS)) == len(found)


def test_a_word_of_as_has_a_correction() -> None:
    text = "POINT A 1 2 3 4 5 6\nLMOVE A\nEND"
    (diagnostic,) = parse(text).diagnostics
    assert diagnostic.code == "E128"
    assert parse(apply_fix(text, diagnostic.fixes[0])).ok


def test_a_variable_that_holds_a_text_is_named_in_one_message() -> None:
    program = parse('PROMPT "NAME", $who\n$a = "x" + $b\nPRICE = 3 $ 4\nEND\n')
    found = [(d.code, d.line, d.column, d.end_column) for d in program.diagnostics]
    assert found == [("E128", 1, 16, 20), ("E128", 2, 1, 3), ("E101", 3, 11, 12)]
    assert "$who holds a text" in program.diagnostics[0].message


def test_a_line_that_is_not_supported_keeps_its_label() -> None:
    found = parse("10 GOTO 20\n20 PULSE 5, 0.3\n30 GOTO 40\n40 PRINT $A\nEND\n").diagnostics
    assert [(d.code, d.line) for d in found] == [("E128", 2), ("E128", 4)]


def test_functions_formats_and_units_of_other_languages_are_named() -> None:
    text = 'N = BITS(1, 4)\nTYPE "A", /I3, N\nSPEED 500 MM/S ALWAYS\nTYPE N / 2\nEND\n'
    found = parse(text).diagnostics
    assert [(d.code, d.line, d.column) for d in found] == [
        ("E128", 1, 5),
        ("E128", 2, 11),
        ("E128", 3, 11),
    ]
    assert "SPEED 500 MMPS ALWAYS" in apply_fix(text, found[2].fixes[0])
