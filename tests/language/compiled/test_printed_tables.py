import random
from typing import Any

from language import compile_program, format_location_table, format_motion_table, parse
from language.compiled.tables import Tables


def cells(table: str) -> list[str]:
    return [" ".join(row.split()) for row in table.split("\n")[2:]]


def test_the_tables_print_as_in_figure_6(example: str, figures: dict[str, Any]) -> None:
    tables = compile_program(parse(example))
    assert cells(format_motion_table(tables)) == figures["motion_table"]
    assert cells(format_location_table(tables)) == figures["location_table"]
    assert "MOTION TABLE (TM)" in format_motion_table(tables)
    assert "LOCATION AND ORIENTATION TABLE (TL)" in format_location_table(tables)


def test_a_range_of_rows_counts_from_1(example: str, figures: dict[str, Any]) -> None:
    tables = compile_program(parse(example))
    assert cells(format_motion_table(tables, 4, 5)) == figures["motion_table"][3:5]
    assert cells(format_location_table(tables, 2, 2)) == figures["location_table"][1:2]
    assert cells(format_motion_table(tables, 99)) == []


def test_the_print_holds_every_cell_of_its_rows(example: str) -> None:
    tables = compile_program(parse(example))
    motion = [tuple(map(float, row.split())) for row in cells(format_motion_table(tables))]
    assert motion == [(r.mc, r.ac, r.hc, r.lc, *r.reals) for r in tables.motion]
    check_locations(tables)


def check_locations(tables: Tables) -> None:
    """Asserts that the printed location table separates the values of each row by blanks."""
    rows = [row.split() for row in cells(format_location_table(tables))]
    assert [(name, *map(float, values)) for name, *values in rows] == [
        (r.name, r.isf, r.rnm, r.pc, r.rno, *r.xyzoat) for r in tables.locations
    ]


def test_large_values_keep_their_columns_apart() -> None:
    rng = random.Random(5)
    lines = [
        f"POINT A_VERY_LONG_NAME_{i} " + " ".join(f"{rng.uniform(-1e9, 1e9):.3f}" for _ in range(6))
        for i in range(20)
    ]
    tables = compile_program(parse("\n".join([*lines, "END"])))
    check_locations(tables)
