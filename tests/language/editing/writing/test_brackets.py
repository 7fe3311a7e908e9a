"""A bracket finds its partner; brackets in comments and texts are none."""

import pytest

from language.editing.writing.brackets import bracket_pair


@pytest.mark.parametrize(
    ("line", "column", "pair"),
    [
        ("SET A = (1 + [2])", 9, (9, 17)),
        ("SET A = (1 + [2])", 18, (9, 17)),  # the cursor behind the last bracket
        ("SET A = (1 + [2])", 14, (14, 16)),
        ("SET A = (1", 9, (9,)),
        ("SET A = (1]", 9, (9,)),
        ("MOVE A ; (here)", 10, ()),
        ("READY", 3, ()),
        ("", 1, ()),
    ],
)
def test_the_partner_of_the_bracket_at_the_cursor(line, column, pair) -> None:
    assert bracket_pair(line, column) == pair
