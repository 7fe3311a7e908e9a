import json

import pytest

from language import compile_program, parse
from language.compiled.json_rows import read_table_rows, table_rows


def test_json_rows_read_back_to_the_same_tables(example: str) -> None:
    text = example.replace("670", "670.123456789012345") + "HERE X\n"
    tables = compile_program(parse(text))
    motion, locations = read_table_rows(json.loads(json.dumps(table_rows(tables))))
    assert motion == tables.motion
    assert locations == tables.locations


def test_rows_name_version_dialect_and_statement(example: str) -> None:
    rows = table_rows(compile_program(parse(example)))
    assert (rows["version"], rows["dialect"]) == (1, "hokkaido")
    assert rows["motion"][3]["statement"] == "APPROS LOC3 30"
    assert rows["motion"][3]["r2"] is None


def test_another_version_is_refused(example: str) -> None:
    rows = table_rows(compile_program(parse(example))) | {"version": 2}
    with pytest.raises(ValueError, match="version 1"):
        read_table_rows(rows)
