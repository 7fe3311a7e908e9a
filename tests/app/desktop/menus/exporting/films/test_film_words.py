"""Lengths and waits of films in words."""

import pytest

from app.desktop.menus.exporting.films.film_words import (
    length_words,
    progress_words,
    time_words,
)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.1, "1 s"), (89.0, "89 s"), (150.0, "2 min"), (3500.0, "58 min"), (5000.0, "1 h 23 min")],
)
def test_a_wait_is_told_as_a_person_would(seconds: float, words: str) -> None:
    assert time_words(seconds) == words


def test_the_estimate_is_the_cost_of_all_frames() -> None:
    assert length_words(250, 25, None) == "250 frames, 10.00 s of film."
    assert length_words(250, 25, 0.2).endswith("Drawing it takes about 50 s.")


def test_the_time_left_follows_from_what_is_done() -> None:
    assert progress_words("frame 1 of 4", 0.25, 20.0) == "frame 1 of 4, about 60 s left"
    assert progress_words("frame 0", 0.0, 20.0) == "frame 0"
