import random

import pytest

from language.editing.numbering import (
    append_line,
    change_line,
    delete_line,
    has_line,
    insert_line,
    listing,
    next_number,
    steps,
)

NUMBERED = "10 READY\n20 DRAW 1 2 3\n30 END\n"
PLAIN = "READY\n; note\nEND\n"


def test_the_lines_of_a_program_count_by_step_number_else_by_position() -> None:
    assert [has_line(NUMBERED, n) for n in (1, 10, 30, 40)] == [False, True, True, False]
    assert [has_line(PLAIN, n) for n in (0, 1, 3, 4)] == [False, True, True, False]


def test_an_inserted_line_takes_the_number_and_the_others_move_down() -> None:
    assert insert_line(NUMBERED, 20, "MOVE A").split("\n") == [
        "10 READY", "20 MOVE A", "30 DRAW 1 2 3", "40 END", "",
    ]  # fmt: skip
    assert insert_line(PLAIN, 2, "MOVE A") == "READY\nMOVE A\n; note\nEND\n"


def test_numbers_stay_in_their_places_when_lines_move_down() -> None:
    text = "10 READY\n15 DRAW 1 2 3\n; note\n40 END\n"
    assert insert_line(text, 15, "MOVE A") == (
        "10 READY\n15 MOVE A\n40 DRAW 1 2 3\n; note\n50 END\n"
    )


def test_a_line_with_a_free_number_moves_no_other_line() -> None:
    assert insert_line(NUMBERED, 25, "MOVE A").split("\n")[2:4] == ["25 MOVE A", "30 END"]
    assert insert_line(NUMBERED, 99, "MOVE A").endswith("30 END\n99 MOVE A\n")
    assert insert_line("", 10, "READY") == "10 READY\n"


def test_a_changed_line_keeps_its_number() -> None:
    assert change_line(NUMBERED, 20, "MOVE A") == NUMBERED.replace("DRAW 1 2 3", "MOVE A")
    assert change_line(NUMBERED, 20, "77 MOVE A") == NUMBERED.replace("DRAW 1 2 3", "MOVE A")
    assert change_line(PLAIN, 2, "MOVE A") == "READY\nMOVE A\nEND\n"
    assert change_line(NUMBERED, 25, "MOVE A") == NUMBERED


def test_a_deleted_line_leaves_the_other_numbers() -> None:
    assert delete_line(NUMBERED, 20) == "10 READY\n30 END\n"
    assert delete_line(NUMBERED, 25) == NUMBERED


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("", "10 MOVE A\n"),
        ("10 READY\n", "10 READY\n20 MOVE A\n"),
        (NUMBERED, "10 READY\n20 DRAW 1 2 3\n30 MOVE A\n40 END\n"),
        (PLAIN, "READY\n; note\nMOVE A\nEND\n"),
        ("10 READY\nEND\n", "10 READY\n20 MOVE A\nEND\n"),
        ("10 READY\r\n", "10 READY\r\n20 MOVE A\r\n"),
    ],
)
def test_a_statement_is_appended_before_end(text: str, after: str) -> None:
    assert append_line(text, "MOVE A") == after


def test_a_listing_shows_a_range_of_numbers() -> None:
    text = "10 READY\n; note\n20 DRAW 1 2 3\n30 END\n"
    assert listing(text) == text.split("\n")[:-1]
    assert listing(text, 10, 20) == ["10 READY", "; note", "20 DRAW 1 2 3"]
    assert listing(text, 15, 18) == []
    assert listing(PLAIN, 2, 3) == ["   2 ; note", "   3 END"]


def test_deleting_an_inserted_line_keeps_the_order_of_the_others() -> None:
    rng = random.Random(4)
    for _ in range(50):
        numbers = sorted(rng.sample(range(1, 500), 8))
        text = "".join(f"{n} DRAW {n} 0 0\n" for n in numbers)
        number = rng.choice([*numbers, 250])
        inserted = insert_line(text, number, "READY")
        order = [n for n in steps(inserted) if n is not None]
        assert order == sorted(set(order))
        without = delete_line(inserted, number)
        assert [line.split()[2] for line in without.split("\n")[:-1]] == [str(n) for n in numbers]


def test_the_next_number_is_ten_more_and_none_without_numbers() -> None:
    assert [next_number(t) for t in ("", NUMBERED, PLAIN, "10 READY\n15 END\n")] == [
        10, 40, None, 25,
    ]  # fmt: skip
