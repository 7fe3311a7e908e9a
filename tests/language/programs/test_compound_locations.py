"""The header  ;! language 2 , and the warnings for files without it."""

from pathlib import Path

import pytest

from language import parse
from language.editing.layout import format_program
from language.editing.service import complete
from language.words.diagnostics import apply_fix

A = "POINT A 1 2 3 4 5 6\n"
SHIPPED = Path(__file__).resolve().parents[3] / "resources" / "programs"


def codes(text: str) -> list[str]:
    return [d.code for d in parse(text).diagnostics if d.code in ("W213", "W214")]


@pytest.mark.parametrize(
    ("line", "dialects"),
    [
        ("MOVE A:A", "hokkaido"),
        ("MOVE A:TRANS(1, 2, 3, 4, 5, 6)", "hokkaido"),
        ("APPRO INVERSE(A), 5", "hokkaido"),
        ("SET B = FRAME(A, A, A, A)", "hokkaido"),
        ("X = 3 + DX(A:A) * 2", "hokkaido"),
        ("TYPE DISTANCE(A, SHIFT(A:A BY 1))", "hokkaido"),
        ("X = V[DX(A:A)]", "hokkaido"),
        ("TOOL A", "hokkaido"),
        ("TOOL SHIFT(NULL BY 0, 0, 5)", "hokkaido"),
        ("FEED BOX AT A:A", "hokkaido"),
        ("FEED BOX AT TRANS(1, 2, 3, 4, 5, 6)", "hokkaido"),
        ("DEFORM BOX.LID BY TRANS(0, 0, 5)", "hokkaido val"),
        ("MOVE A:TRANS(0, 0, 5)", "hokkaido val"),
        ("MOVE TRANS(500, 0, 300)", "val"),
        ("MOVE TRANS(500, 0, 300, 1, , 3)", "val"),
        ("BASE TRANS(1)", "hokkaido val"),
        ("MOVE A", ""),
        ("SET B = A", ""),
        ("MOVE SHIFT(A BY 1, 2, 3)", ""),
        ("MOVE TRANS(1, 2, 3, 4, 5, 6)", ""),
        ("TOOL NULL", ""),
        ("BASE SHIFT(NULL BY 1)", ""),
        ("BASE FRAME(A, A, A, A)", ""),
        ("DEFORM BOX.LID BY SHIFT(NULL BY 0, 0, 5)", ""),
        ("FEED BOX", ""),
    ],
)
def test_a_file_is_warned_in_the_dialects_in_which_its_meaning_has_changed(
    line: str, dialects: str
) -> None:
    for dialect in ("hokkaido", "val", "vplus"):
        text = f";! dialect {dialect}\n{A}V[1] = 1\n{line}\nEND"
        expected = ["W213"] if dialect in dialects.split() else []
        assert codes(text) == expected, dialect
        assert codes(f";! language 2\n{text}") == []


def test_a_file_is_warned_once_wherever_its_compounds_stand() -> None:
    program = "".join(
        f".PROGRAM P{i}\n{A}{'MOVE A:A' * (i > 0)}\nMOVE A:A\n.END\n" for i in range(9)
    )
    warnings = [d for d in parse(program).diagnostics if d.code == "W213"]
    assert [(d.line, d.column, d.end_column) for d in warnings] == [(4, 6, 9)]


@pytest.mark.parametrize(
    "text", [A + "MOVE A:A\nEND", f"; hi\n;! dialect hokkaido\n{A}MOVE A:A\nEND"]
)
def test_the_correction_writes_the_header_where_it_counts(text: str) -> None:
    (warning,) = parse(text).diagnostics
    corrected = apply_fix(text, warning.fixes[0])
    assert parse(corrected).diagnostics == ()
    assert parse(corrected).dialect == parse(text).dialect
    assert corrected.replace(";! language 2\n", "") == text


def test_a_header_may_have_a_step_number() -> None:
    program = parse(f"10 ;! language 2\n20 ;! dialect val\n{A}MOVE A:TRANS(1)\nEND")
    assert program.diagnostics == ()
    assert program.dialect == "val"


@pytest.mark.parametrize(
    ("written", "corrected"),
    [
        ("A:TRANS(0, 0, 5, 0, 0, 0)", "A:TRANS(0, 0, 5)"),
        ("A:TRANS(DX(A), (1), 5 , 0,0 , 0.0 )", "A:TRANS(DX(A), (1), 5 )"),
        ("A:TRANS(0, 0, 5, , 0)", "A:TRANS(0, 0, 5)"),
        ("A:TRANS(,,, 0)", "A:TRANS(,,)"),
        ("A:INVERSE(TRANS(1, 2, 3, 0, 0, 0)):A", "A:INVERSE(TRANS(1, 2, 3)):A"),
    ],
)
def test_zero_angles_that_turn_in_val_are_reported_and_removed_by_the_fix(
    written: str, corrected: str
) -> None:
    text = f";! language 2\n;! dialect val\n{A}MOVES {written}\nEND"
    (warning,) = parse(text).diagnostics
    assert warning.code == "W214"
    assert apply_fix(text, warning.fixes[0]) == text.replace(written, corrected)
    assert parse(text.replace(written, corrected)).ok
    for dialect in ("hokkaido", "vplus"):
        assert codes(text.replace("val", dialect)) == []


@pytest.mark.parametrize(
    "line",
    [
        "MOVE TRANS(1, 2, 3, 0, 0, 0)",
        "MOVE TRANS(1, 2, 3, 0, 0, 0):A",
        "MOVE A:TRANS(1, 2, 3)",
        "MOVE A:TRANS(1, 2, 3, 90, -90, 0)",
        "X = 0\nMOVE A:TRANS(1, 2, 3, X, X, X)",
        "BASE TRANS(1, 2, 3, 0, 0, 0)",
    ],
)
def test_zero_angles_that_are_meant_as_a_turn_in_val_are_not_reported(line: str) -> None:
    assert codes(f";! language 2\n;! dialect val\n{A}{line}\nEND") == []


def test_the_headers_stay_as_they_are_written_in_a_formatted_program() -> None:
    text = f";! language 2\n  ;!  Dialect VAL\n{A}END\n"
    assert format_program(text).startswith(";! language 2\n  ;!  Dialect VAL\n")
    assert parse(format_program(text)).dialect == "val"


def test_headers_and_their_values_are_proposed() -> None:
    def proposed(source: str) -> list[str]:
        return [c.text for c in complete(source, 1, len(source) + 1)]

    assert proposed(";! ") == ["dialect", "language"]
    assert proposed(";!l") == ["language"]
    assert proposed(";! language ") == ["2"]
    assert proposed(";! dialect ") == ["hokkaido", "val", "vplus", "as"]
    assert proposed(";! speed ") == []


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.val")), ids=lambda path: path.stem)
def test_no_shipped_program_leaves_its_compounds_in_doubt(path: Path) -> None:
    assert codes(path.read_text(encoding="utf-8")) == []
