"""Foreign programs: the same statements as those of the translation, at foreign places."""

from language import parse
from language.compiled.control_flow import code_of
from language.foreign.draft import Draft
from language.foreign.foreign_program import ForeignProgram, foreign_program
from language.foreign.reading import Place, Reading
from language.words.diagnostics import render

FOREIGN = """begin weld
  go to P1 slowly
  go to NOWHERE
finish"""


def read() -> tuple[Reading, ForeignProgram]:
    """A program in a language of this test: one of its lines comes to two lines of ours."""
    draft = Draft()
    for line, said in enumerate(
        (
            (".PROGRAM WELD", "POINT P1 1 2 3 0 0 0"),
            ("SPEED 20", "MOVE P1"),
            ("MOVE NOWHERE",),
            (".END",),
        )
    ):
        text = FOREIGN.split("\n")[line]
        draft.begin(Place(line + 1, len(text) - len(text.lstrip()) + 1, len(text) + 1))
        for each in said:
            draft.say(each)
    reading = draft.reading({"P1": "weld.dat:7"})
    return reading, foreign_program(FOREIGN, reading, "mine")


def test_statements_are_those_of_the_translation_at_foreign_lines() -> None:
    reading, program = read()
    own = parse(reading.text)
    assert [s.shown for s in program.statements] == [s.shown for s in own.statements]
    assert [s.line for s in program.statements] == [1, 2, 2, 3]
    assert [(s.column, s.end_column) for s in program.statements][1:3] == [(3, 18), (3, 18)]


def test_a_finding_stands_at_its_word_in_the_foreign_text() -> None:
    _, program = read()
    (found,) = (d for d in program.diagnostics if d.severity == "error")
    assert program.ok  # a name without a value ends a run only where it is used
    assert found.code == "E201" and (found.line, found.column, found.end_column) == (3, 9, 16)
    assert "read as  MOVE NOWHERE" in found.help and not found.fixes
    assert "go to NOWHERE\n   |         ^^^^^^^" in render(found, program.text)


def test_names_stand_where_the_foreign_text_writes_them() -> None:
    _, program = read()
    used = [(line, use.column) for line, use in program.names if use.name == "P1"]
    assert (2, 9) in used


def test_two_statements_of_one_foreign_line_are_both_run() -> None:
    _, program = read()
    code = code_of(program)
    assert [s.name for s in code.statements] == ["POINT", "SPEED", "MOVE"]
    assert code.by_name == {"WELD": 0} and code.place_of(2) == 1


def test_lines_said_are_found_by_the_foreign_line() -> None:
    _, program = read()
    assert program.lines_said[2] == ("SPEED 20", "MOVE P1")


def test_messages_name_foreign_lines() -> None:
    draft = Draft()
    for line, said in (
        (5, "POINT A 1 2 3 0 0 0"),
        (9, "POINT A 4 5 6 0 0 0"),
        (9, "MOVE A"),
        (9, "END"),
    ):
        draft.begin(Place(line, 1, 4))
        draft.say(said)
    text = "\n".join(f"w{n}" for n in range(1, 10))
    found = foreign_program(text, draft.reading()).diagnostics
    assert [d.line for d in found] == [9] and "line 5" in found[0].message


NESTED = """begin
  count up
  begin inner
    leave inner
  end inner
  until done
end of all"""


def test_jumps_and_programs_are_those_of_the_translation_whatever_lines_they_share() -> None:
    draft = Draft()
    for line, said in enumerate(
        (
            (".PROGRAM OUTER", "I = 0", "WHILE TRUE DO"),
            ("I = I + 1", "IF I > 2 GOTO 20", "CALL INNER"),
            (),
            (),
            (),
            ("10 REMARK", "END", "20 TYPE I", ".END"),
        )
    ):
        draft.begin(Place(line + 1))
        for each in said:
            draft.say(each)
    for line, each in ((3, ".PROGRAM INNER"), (4, "RETURN"), (5, ".END")):
        draft.say(each, Place(line))
    reading = draft.reading()
    code, own = code_of(foreign_program(NESTED, reading, "mine")), code_of(parse(reading.text))
    shown = [[s.shown for s in each.statements] for each in (code, own)]
    assert shown[0] == shown[1]
    pairs = list(zip(code.extents, own.extents, strict=True))
    assert [a.name for a, _ in pairs] == ["OUTER", "INNER"]
    for a, b in pairs:
        assert (a.start, a.stop, dict(a.labels)) == (b.start, b.stop, dict(b.labels))
    assert code.blocks == own.blocks
    # The line of the inner program leads to its statement, not to the next one of the outer.
    place = code.place_of(4)
    assert place is not None and code.statements[place].shown == "RETURN"
