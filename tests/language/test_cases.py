"""Every file in tests/cases: a program, a line that divides, and the expected results.

Dividers: `==== diagnostics` (code, range, sentence, one a line; nothing means none),
`==== motion` and `==== locations` (the printed rows), `==== formatted` (the layout).
"""

import re
from pathlib import Path

import pytest

from language import compile_program, format_location_table, format_motion_table, parse
from language.editing.layout import format_program

CASES = sorted((Path(__file__).resolve().parent.parent / "cases").glob("*.case"))
DIVIDER = re.compile(r"^==== (\w+)\n", re.MULTILINE)


def sections(path: Path) -> tuple[str, dict[str, str]]:
    program, *rest = DIVIDER.split(path.read_text(encoding="utf-8"))
    return program, dict(zip(rest[::2], rest[1::2], strict=True))


def shown(program_text: str, section: str) -> str:
    program = parse(program_text)
    if section == "diagnostics":
        return "\n".join(
            f"{d.code} {d.line}:{d.column}-{d.end_line}:{d.end_column} {d.message}"
            for d in program.diagnostics
        )
    if section == "formatted":
        return format_program(program_text)
    table = format_motion_table if section == "motion" else format_location_table
    rows = table(compile_program(program)).split("\n")[2:]
    return "\n".join(" ".join(row.split()) for row in rows)


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.stem)
def test_a_case_gives_what_its_file_says(path: Path) -> None:
    program, expected = sections(path)
    assert expected, "the file has no divider line"
    for section, text in expected.items():
        assert shown(program, section).rstrip("\n") == text.rstrip("\n"), section


def test_there_are_cases() -> None:
    assert len(CASES) >= 20
