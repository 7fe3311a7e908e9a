"""Numbers of labels: each depends on its own name, unless several names ask for one number."""

import random
from string import ascii_uppercase

from language.foreign.kept.label_numbers import MANY, numbers_of


def numbers(*names: str) -> dict[str, int]:
    return dict(numbers_of(frozenset(names)))


def test_the_digits_at_the_end_of_a_name_are_its_number() -> None:
    told = numbers("L12", "SEAM_7", "L003", "9", "STEP1234")
    assert told == {"L12": 12, "SEAM_7": 7, "L003": 3, "9": 9, "STEP1234": 1234}


def test_a_name_without_a_number_of_its_own_has_one_of_three_digits() -> None:
    told = numbers("HERE", "THERE", "L0", "AT20260105", "\ud800")
    assert all(100 <= number < 1000 for number in told.values())


def test_of_names_with_one_number_the_shortest_has_it() -> None:
    told = numbers("SEAM3", "L3", "M3", "L03")
    assert told["L3"] == 3
    assert all(1000 <= told[each] < 10_000 for each in ("M3", "SEAM3", "L03"))


def test_all_numbers_differ_and_do_not_depend_on_the_order() -> None:
    rng = random.Random(1)
    for size in (1, 30, 900):
        names = ["".join(rng.choices("AB12", k=rng.randrange(1, 6))) for _ in range(size)]
        told = numbers(*names)
        assert len(set(told.values())) == len(told) == len(set(names))
        assert all(0 < number < 10**9 for number in told.values())
        assert told == numbers(*reversed(names))


def test_a_label_that_comes_or_goes_leaves_almost_all_others_their_numbers() -> None:
    rng = random.Random(2)
    names = {"".join(rng.choices(ascii_uppercase, k=6)) for _ in range(60)}
    names |= {f"L{number}" for number in range(700)} | {f"SEAM{number}" for number in range(40)}
    before = numbers(*names)
    for gone in sorted(names)[::20]:
        now = numbers(*(names - {gone}))
        assert sum(before[name] != now[name] for name in now) <= 3


def test_many_labels_of_one_number_are_numbered_too() -> None:
    told = numbers(*(f"{letter}{'A' * size}1" for letter in "BCD" for size in range(MANY)))
    assert len(set(told.values())) == 3 * MANY and max(told.values()) < 10**9
