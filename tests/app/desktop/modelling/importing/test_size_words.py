"""Sizes in words, and the guess of a unit."""

import pytest

from app.desktop.modelling.importing.size_words import (
    CHOICES,
    guessed_unit,
    like_what,
    size_sentence,
    size_text,
)
from geometry.mesh_files.formats import UNITS


def test_edges_are_written_with_thousands_and_few_digits() -> None:
    assert size_text((1234.4, 567.0, 8.9123)) == "1,234 × 567 × 8.91 mm"
    assert size_sentence((1234.0, 567.0, 89.0)).endswith("about the size of a table.")


def test_a_longer_thing_is_never_like_a_shorter_one() -> None:
    lengths = [10 ** (k / 7) for k in range(-14, 49)]
    order = list(dict.fromkeys(like_what(length) for length in lengths))
    again = [order.index(like_what(length)) for length in lengths]
    assert again == sorted(again)
    assert len(order) > 10


@pytest.mark.parametrize(
    ("longest", "unit"), [(120.0, "mm"), (4999.0, "mm"), (0.12, "m"), (2.0, "m"), (6.5, "inch")]
)
def test_the_guessed_unit_gives_the_size_of_things_in_a_work_cell(longest, unit) -> None:
    found, reason = guessed_unit((0.3 * longest, longest, 0.1 * longest))
    assert found == unit
    assert found in CHOICES
    assert 10.0 <= longest * UNITS[found] <= 5000.0
    assert reason.endswith(".")


def test_a_size_that_no_unit_makes_usual_is_left_to_the_user() -> None:
    for longest in (1e-7, 1e8):
        unit, reason = guessed_unit((longest, 0.0, 0.0))
        assert unit == "mm"
        assert "Choose" in reason
