"""The statements and points of a FANUC program that is read again after edits."""

import random

from scenes.makers.fanuc import ls_points, ls_text
from scenes.makers.fanuc.ls_text import ls_program
from tests.benchmarks.maker_programs import fanuc
from tests.depth import cases
from tests.scenes.makers.kept.maker_lines import PIECES
from tests.scenes.makers.kept.test_kept_readings import edited

# Lines that a long program may get: sections, and statements without their ends.
OTHERS = ["/MN", "/POS", "/END", " 1:  R[1]=1", "  R[2]=2", "P[9]{", ""]


def forget() -> None:
    ls_text.forget()
    ls_points.forget()


def read(text: str) -> object:
    program = ls_program(text)
    points = {number: (vars(each)["values"], each.words) for number, each in program.points.items()}
    head = program.name, program.first, program.is_ended, program.last_code
    return head, list(program.lines), points


def test_a_program_read_again_after_edits_has_the_statements_and_points_of_a_new_one() -> None:
    for seed in range(cases(20, 4)):
        rng = random.Random(seed)
        lines, again = fanuc(rng, 1500), list[tuple[str, object]]()
        forget()
        for _ in range(cases(20, 10)):
            edited(lines, rng, [*PIECES["ls"].split("\n"), *OTHERS])
            text = "\n".join(lines)
            again.append((text, read(text)))
        for text, found in again:
            forget()
            assert found == read(text)


def test_the_statements_are_those_of_a_program_read_line_by_line() -> None:
    lines = ["/PROG  A", "/MN", *(f"   {at}:  R[{at}]={at} ;" for at in range(1, 3000)), "/END"]
    program = ls_program("\n".join(lines))
    told = [(each.code, each.line, each.rows) for each in program.lines]
    assert told == [(f"R[{at}]={at}", at + 2, 1) for at in range(1, 3000)]


def test_a_statement_goes_on_over_any_number_of_lines() -> None:
    rows = [f"    {at}+" for at in range(3000)]
    lines = ["/PROG  A", "/MN", "   1:  R[1]=", *rows, "    0 ;", "   2:  R[2]=2 ;", "/END"]
    first, second = ls_program("\n".join(lines)).lines
    assert (first.line, first.rows, second.line, second.code) == (3, 3002, 3005, "R[2]=2")


def test_an_edit_of_a_line_leaves_the_other_groups_the_same_objects() -> None:
    forget()
    lines = fanuc(random.Random(0), 5000)
    before = {id(group) for group, _ in ls_program("\n".join(lines)).groups}
    lines[2500] += " "
    after = ls_program("\n".join(lines)).groups
    assert len(after) > 8
    assert sum(id(group) not in before for group, _ in after) <= 4
