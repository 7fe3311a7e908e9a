import random
import string

import pytest

from language.instructions import INSTRUCTIONS
from language.words.suggestions import distance, nearest, nearest_or_alike

NAMES = [i.name for i in INSTRUCTIONS]


@pytest.mark.parametrize(
    ("a", "b", "edits"),
    [("MOVE", "MOVE", 0), ("MVOE", "MOVE", 1), ("MOV", "MOVE", 1), ("MOVEZ", "MOVE", 1),
     ("DRAV", "DRAW", 1), ("DRWA", "DRAW", 1), ("ABC", "XYZ", 3), ("", "AB", 2), ("CA", "ABC", 3)],
)  # fmt: skip
def test_distance_counts_edits_and_exchanges(a: str, b: str, edits: int) -> None:
    assert distance(a, b) == distance(b, a) == edits


def test_nothing_is_proposed_when_nothing_is_near() -> None:
    assert nearest("XYZZY", NAMES) == []
    assert nearest("LOC1", ["Z9"]) == []
    assert nearest("AB", ["CD", "A"]) == []
    assert nearest("WAITUNTIL", NAMES) == []
    assert nearest("A" * 10_000, NAMES) == []


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("APPROACH", NAMES, ["APPRO", "APPROS"]),
        ("puma", ["ur5e", "puma560", "gantry_6axis"], ["puma560"]),
        ("rests", ["held", "resting"], ["resting"]),
        ("fixturing", ["fix", "fixtures"], ["fixtures", "fix"]),
        ("co", ["colour"], []),
        ("parted", ["particle"], []),
    ],
)
def test_words_that_begin_alike_are_proposed_where_no_word_is_near(
    word: str, known: list[str], meant: list[str]
) -> None:
    assert nearest_or_alike(word, known) == meant


def test_a_word_that_is_near_goes_before_those_that_begin_alike() -> None:
    assert nearest_or_alike("MOVE", ["MOVESLOWLY", "MOVEZ"]) == ["MOVEZ"]


def test_exchanged_letters_come_first() -> None:
    assert nearest("MVOES", ["MOVE", "MOVES"])[0] == "MOVES"


def misspelt(word: str, rng: random.Random) -> str:
    at = rng.randrange(len(word))
    letter = rng.choice(string.ascii_uppercase)
    kind = rng.randrange(4)
    if kind == 0:
        return word[:at] + word[at + 1 :]
    if kind == 1:
        return word[:at] + letter + word[at:]
    if kind == 2:
        return word[:at] + letter + word[at + 1 :]
    return word[:at] + word[at : at + 2][::-1] + word[at + 2 :]


def test_single_typos_of_instructions_find_their_word_nine_times_of_ten() -> None:
    rng = random.Random(7)
    typos = [(misspelt(name, rng), name) for _ in range(40) for name in NAMES]
    typos = [(typo, name) for typo, name in typos if typo not in NAMES]
    right = sum(nearest(typo, NAMES)[:1] == [name] for typo, name in typos)
    assert right >= 0.9 * len(typos), f"{right} of {len(typos)}"
