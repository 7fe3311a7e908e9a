import random
from dataclasses import replace
from typing import Any

import pytest

from language import compile_program, format_location_table, format_motion_table, parse
from language.compiled.printed_tables import read_location_table, read_motion_table


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


def test_the_print_reads_back_to_the_same_rows(example: str) -> None:
    tables = compile_program(parse(example))
    assert read_motion_table(format_motion_table(tables)) == tuple(
        replace(row, line=0) for row in tables.motion
    )
    assert read_location_table(format_location_table(tables)) == tuple(
        replace(row, line=0) for row in tables.locations
    )


def test_large_values_keep_their_columns_apart() -> None:
    rng = random.Random(5)
    lines = [
        f"POINT A_VERY_LONG_NAME_{i} " + " ".join(f"{rng.uniform(-1e9, 1e9):.3f}" for _ in range(6))
        for i in range(20)
    ]
    tables = compile_program(parse("\n".join([*lines, "END"])))
    assert read_location_table(format_location_table(tables)) == tuple(
        replace(row, line=0) for row in tables.locations
    )


def test_a_row_with_a_missing_cell_is_refused(example: str) -> None:
    table = format_motion_table(compile_program(parse(example)))
    with pytest.raises(ValueError, match="8 cells, not 7"):
        read_motion_table(table.rsplit(None, 1)[0])
