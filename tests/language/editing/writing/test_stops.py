"""A run stops at statements: an empty line or a comment passes a breakpoint on."""

import pytest

from language.editing.writing.stops import stop_line

LINES = ("; said", "", "10 READY", "20 REMARK here", "30", "40 MOVS A", "; end")


@pytest.mark.parametrize(
    ("line", "stop"), [(1, 3), (2, 3), (3, 3), (4, 6), (5, 6), (6, 6), (7, None), (9, None)]
)
def test_the_next_line_with_a_statement_is_taken_also_a_faulty_one(line, stop) -> None:
    assert stop_line(LINES, line) == stop
