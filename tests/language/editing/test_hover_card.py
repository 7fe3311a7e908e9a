"""The card of a word: what is told, under which headings."""

from language.editing.completion import Facts
from language.editing.hover_card import Card, card_at

TEXT = "POINT A 1 2 3 0 0 0\nN = 1\nMOVE a\nSIGNAL 5\nX = SQRT(N)\nCALL SUB\nFEED BOX AT A\nEND\n"
FACTS = Facts(
    part_names=("BOX",),
    location_notes={"A": "X 1.00\n8 solutions"},
    motion_parts={3: (("Time", "1.50 s"), ("Clearance", " 12.00 mm"))},
)


def told(line: int, column: int) -> tuple[str, dict[str, str]]:
    card = card_at(TEXT, line, column, FACTS)
    assert isinstance(card, Card)
    return card.title, {p.heading: p.text for p in card.paragraphs}


def test_a_motion_tells_its_time_and_clearance_before_what_the_word_means() -> None:
    title, parts = told(3, 2)
    assert title == "MOVE"
    assert list(parts)[:4] == ["", "Time", "Clearance", "What it does"]
    assert parts["Time"] == "1.50 s"
    assert told(3, 6)[1] | {"": ""} == {
        "": "", "Pose and solutions": "X 1.00\n8 solutions", "Time": "1.50 s",
        "Clearance": " 12.00 mm",
    }  # fmt: skip


def test_every_kind_of_word_has_a_card_and_blanks_and_numbers_have_none() -> None:
    assert told(2, 1) == ("N", {"": "a variable; gets its value in line 2"})
    assert told(4, 8)[0] == "Signal 5"
    assert "What it gives" in told(5, 6)[1]
    assert "another file" in told(6, 7)[1][""]
    assert told(7, 6) == ("BOX", {"": "a part of the cell"})
    assert card_at(TEXT, 1, 9, FACTS) is None
    assert card_at(TEXT, 3, 5, FACTS) is None
    assert card_at(TEXT, 99, 1, FACTS) is None
