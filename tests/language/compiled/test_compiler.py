from typing import Any

from language import UNUSED, compile_program, parse


def test_figure_5_compiles_to_the_rows_of_figure_6(example: str, figures: dict[str, Any]) -> None:
    tables = compile_program(parse(example))
    motion = [[float(cell) for cell in row.split()] for row in figures["motion_table"]]
    assert [[r.mc, r.ac, r.hc, r.lc, *r.reals] for r in tables.motion] == motion
    names = [row.split()[0] for row in figures["location_table"]]
    values = [[float(cell) for cell in row.split()[1:]] for row in figures["location_table"]]
    assert [r.name for r in tables.locations] == names
    assert [[r.isf, r.rnm, r.pc, r.rno, *r.xyzoat] for r in tables.locations] == values


def test_every_executable_statement_is_one_step(example: str) -> None:
    program = parse(example)
    tables = compile_program(program)
    assert [s.statement for s in tables.steps] == list(program.statements)
    assert [s.row_index for s in tables.steps] == [None] * 4 + list(range(8)) + [None]
    assert [s.location_index for s in tables.steps][:8] == [0, 1, 2, 3, 0, 1, 2, 3]


def test_a_row_knows_its_source_line(example: str) -> None:
    tables = compile_program(parse("\n" + example))
    assert [row.line for row in tables.motion] == list(range(6, 14))
    assert [row.line for row in tables.locations] == [2, 3, 4, 5]


def test_remarks_and_comments_make_no_step() -> None:
    assert compile_program(parse("REMARK hello\n; hello\n\nREADY\nEND")).steps[0].row_index == 0


def test_the_tables_do_not_hold_the_numbers_of_a_location_set_by_here() -> None:
    tables = compile_program(parse("HERE A\nMOVE A\nEND"))
    assert tables.locations[0].xyzoat == (UNUSED,) * 6
    assert not tables.locations[0].is_known
    assert [(r.mc, r.lc) for r in tables.motion] == [(30, 1), (1, 1)]


def test_statements_with_errors_are_left_out() -> None:
    tables = compile_program(parse("MOVE NOWHERE\nMVOE A\nDRAW 1 2\nREADY\nEND"))
    assert [step.statement.name for step in tables.steps] == ["READY", "END"]


def test_the_tables_have_the_dialect_of_the_header() -> None:
    assert compile_program(parse(";! dialect VPlus\nEND")).dialect == "vplus"
    assert compile_program(parse("END")).dialect == "hokkaido"
