"""The choice of a film is kept in words, and words that are none give the default."""

import pytest

from app.desktop.menus.exporting.films.film_choice import FilmChoice, choice_of, words_of
from app.desktop.view3d.pictures.reel import RIGHT

OWN = FilmChoice(".ogv", (640, 360), 30, 0.25, 12.5, RIGHT, True, False, True)
PLAIN = words_of(FilmChoice(""))


@pytest.mark.parametrize("choice", [OWN, FilmChoice("")])
def test_a_choice_is_kept_in_words(choice: FilmChoice) -> None:
    assert choice_of(words_of(choice)) == choice


@pytest.mark.parametrize(
    ("place", "word"),
    [(1, "9x9"), (1, "big"), (2, "0"), (2, "25.5"), (3, "nan"), (3, "1e9"), (4, "0"), (5, "up")],
)
def test_words_that_are_no_choice_give_the_default(place: int, word: str) -> None:
    words = [word if i == place else old for i, old in enumerate(PLAIN)]
    assert choice_of(words) == FilmChoice()
    assert choice_of(PLAIN[:3]) == FilmChoice()


def test_the_frame_of_a_film_has_its_look() -> None:
    frame = OWN.frame
    assert frame.size == (640, 360)
    assert (frame.is_fine, frame.has_path, frame.has_labels) == (True, False, True)
