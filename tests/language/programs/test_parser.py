import random
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import language
from language import compile_program, parse, parse_bytes, render
from language.instructions import INSTRUCTIONS
from language.lines.line_parser import parse_line
from language.words.catalogue import CATALOGUE

WORDS = [i.name for i in INSTRUCTIONS] + ["LOC1", "AT", ";", ",", "(", ")", "-", "+", "*", "/",
    "=", "1", "2.5", "1E", "1E400", "\n", "\n", "10", "\u3000", ";! dialect", "val", "#", ":",
    "POINT A 1 2 3 4 5 6\n", "\r", "\x00", "é", "@", "\ud800"]  # fmt: skip


@given(st.one_of(st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join), st.text()))
def test_no_text_makes_the_parser_raise(text: str) -> None:
    program = parse(text)
    compile_program(program)
    for diagnostic in program.diagnostics:
        assert diagnostic.code in CATALOGUE
        assert 1 <= diagnostic.line <= diagnostic.end_line
        assert diagnostic.column >= 1
        assert (diagnostic.line, diagnostic.column) <= (diagnostic.end_line, diagnostic.end_column)
        render(diagnostic, program.text)


@given(st.binary(max_size=300))
def test_no_bytes_make_the_parser_raise(data: bytes) -> None:
    compile_program(parse_bytes(data))


@pytest.mark.parametrize("unit", ["(", "-", "1+", "1*(", ",", "MOVE ", "A:", "9", "1E9", "\u3000"])
def test_deep_or_long_lines_are_read(unit: str) -> None:
    program = parse(f"DRAW {unit * 20_000}, 1, 2\nDRAW {unit * 20_000}\n{unit * 20_000}\nEND")
    assert program.diagnostics


def test_a_long_chain_of_arithmetic_has_a_value() -> None:
    program = parse(f"DRAW {'1+' * 20_000}1, {'1*' * 20_000}2, {'2-' * 5_001}1\nEND")
    assert program.diagnostics == ()
    assert program.statements[0].number("dx") == 20_001
    assert program.statements[0].number("dy") == 2
    assert program.statements[0].number("dz") == 2 - 2 * 5_000 - 1


def test_thousands_of_unknown_names_are_all_reported() -> None:
    points = [f"POINT PA{i}Q 1 2 3 4 5 6" for i in range(3_000)]
    moves = [f"MOVE PB{i}Q" for i in range(3_000)] + [f"MOVE L{i}" for i in range(1_000)]
    late = [f"POINT L{i} 1 2 3 4 5 6" for i in range(1_000)]
    found = parse("\n".join([*points, *moves, *late, "END"])).diagnostics
    assert [d.code for d in found] == ["E201"] * 3_000 + ["E202"] * 1_000


def test_a_statement_knows_its_place_and_its_values() -> None:
    (statement, _) = parse("\n  20  appros Loc3, 30 ; near\nEND").statements
    assert (statement.line, statement.step, statement.name) == (2, 20, "APPROS")
    assert (statement.column, statement.end_column) == (7, 22)
    assert statement.value("location") == "Loc3"
    assert statement.number("distance") == 30.0
    assert statement.shown == "APPROS Loc3 30"


def test_keywords_and_names_are_the_same_in_small_and_capital_letters() -> None:
    text = "point Loc1 1 2 3 4 5 6\nmove LOC1\nMoves loc1\nend"
    assert parse(text).diagnostics == ()


def test_a_byte_order_mark_and_other_line_ends_change_nothing(example: str) -> None:
    plain = compile_program(parse(example))
    for data in (
        b"\xef\xbb\xbf" + example.encode(),
        example.replace("\n", "\r\n").encode(),
        example.replace("\n", "\r").encode(),
    ):
        program = parse_bytes(data)
        assert program.diagnostics == ()
        assert compile_program(program) == plain


@pytest.mark.parametrize(
    ("data", "line", "column", "named"),
    [
        (b"READY\nMOVE\x00A\n", 2, 5, "a zero byte stands at offset 10"),
        (b"READY\nMOVE \xff\n", 2, 6, "the byte 0xFF stands at offset 11"),
        (b"\xff\xfeR\x00", 1, 1, "the byte 0xFF stands at offset 0"),
    ],
)
def test_a_file_that_is_not_text_gives_one_message_with_its_place(
    data: bytes, line: int, column: int, named: str
) -> None:
    (diagnostic,) = parse_bytes(data).diagnostics
    assert (diagnostic.code, diagnostic.line, diagnostic.column) == ("E100", line, column)
    assert named in diagnostic.message


def test_only_the_edited_line_is_parsed_again() -> None:
    rng = random.Random(3)
    lines = [f"DRAW {rng.random()} 2 {i}" for i in range(2_000)]
    parse("\n".join(lines))
    before = parse_line.cache_info().misses
    lines[1_000] = "DRAW 1 2 0.123456"
    parse("\n".join(lines))
    assert parse_line.cache_info().misses == before + 1


def test_ten_thousand_lines_report_all_their_errors_in_one_pass() -> None:
    lines = ["MVOE A" if i % 100 == 0 else f"DRAW {i} 2 3" for i in range(10_000)] + ["END"]
    found = parse("\n".join(lines)).diagnostics
    assert [d.line for d in found] == list(range(1, 10_001, 100))


def test_the_catalogue_has_exactly_the_codes_that_are_used() -> None:
    room = Path(language.__file__).parent
    source = "".join(p.read_text() for p in room.rglob("*.py") if p.stem != "catalogue")
    assert all(f'"{code}"' in source for code in CATALOGUE)


OPTIONAL = ("OPENI", "CLOSEI")


def mutants(example: str) -> list[tuple[str, int, int, int]]:
    """Texts with one fault, its line, and the columns between which the message may begin."""
    rng = random.Random(11)
    made = []
    lines = example.rstrip("\n").split("\n")
    for row, line in enumerate(lines, 1):
        words = line.split(" ")
        for i in range(1, len(words)):
            if (words[1] == "POINT" and i == 2) or (words[1] in OPTIONAL and i > 1):
                continue  # without its name the next value takes its place, which is tried below
            column = len(" ".join(words[:i])) + 2
            shorter = " ".join(words[:i] + words[i + 1 :])
            if i == 1 and len(words) > 2:
                # The next word takes the place of the instruction, as in READY 670 0 ...
                made.append((row, shorter, column, column + len(words[2]) + 1))
            elif i == 2 and words[i].isalnum() and len(words) > 3 and not words[i].isdigit():
                made.append((row, shorter, column, column))
            elif i > 1:
                made.append((row, shorter, len(shorter) + 1, len(shorter) + 1))
        for _ in range(12):
            typo = list(words[1])
            typo[rng.randrange(len(typo))] = rng.choice("QXZJ")
            made.append(
                (row, " ".join([words[0], "".join(typo), *words[2:]]), *[len(words[0]) + 2] * 2)
            )
        for junk in ("@", "\u3000", "1E", ")"):
            at = len(line) + 2
            made.append((row, f"{line} {junk}", at, at))
    return [("\n".join([*lines[: r - 1], text, *lines[r:]]), r, a, b) for r, text, a, b in made]


def test_the_first_message_about_a_mutant_is_at_its_fault(example: str) -> None:
    made = mutants(example)
    wrong = []
    for text, line, first, last in made:
        found = parse(text).diagnostics
        place = (found[0].line, found[0].column) if found else (0, 0)
        if place[0] != line or not first <= place[1] <= last or len(found) != 1:
            wrong.append((text.split("\n")[line - 1], [(d.code, d.line, d.column) for d in found]))
    assert len(made) >= 200
    assert not wrong, f"{len(wrong)} of {len(made)}: {wrong[:12]}"


def test_a_misspelt_instruction_gives_one_message_with_the_right_proposal(example: str) -> None:
    rng = random.Random(13)
    right = total = 0
    names = {i.name for i in INSTRUCTIONS}
    for row, line in enumerate(example.split("\n")[:-1]):
        step, word, *rest = line.split(" ")
        for _ in range(20):
            at = rng.randrange(len(word))
            typo = word[:at] + rng.choice(string.ascii_uppercase) + word[at + 1 :]
            if typo in names:
                continue
            lines = example.split("\n")
            lines[row] = " ".join([step, typo, *rest])
            (diagnostic,) = parse("\n".join(lines)).diagnostics
            right += [e.text for f in diagnostic.fixes[:1] for e in f.edits] == [word]
            total += 1
    assert right >= 0.9 * total, f"{right} of {total}"


def test_an_element_of_an_array_is_passed_on_as_a_number_or_as_a_location() -> None:
    head = "SET P[1] = HERE\nN[1] = 4\nI = 1\n"
    sub = ".END\n.PROGRAM GO(A, B)\nMOVE A\nDELAY B\n.END\n"
    told = parse(f".PROGRAM MAIN\n{head}CALL GO(P[I], N[I])\n{sub}")
    assert [each.code for each in told.diagnostics if each.severity == "error"] == []
    unknown = parse(f".PROGRAM MAIN\n{head}CALL GO(P[J], N[I])\n{sub}")
    assert [(each.code, each.message) for each in unknown.diagnostics] == [
        ("E203", "J is not a known name")
    ]
