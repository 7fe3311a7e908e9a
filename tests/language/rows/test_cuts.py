"""Cuts of a text: where its lines say so, however often single lines repeat."""

import random
from itertools import pairwise

from language.rows.cuts import DECIDING, ends_of

AVERAGE, LONGEST = 24, 96


def ends(lines: list[str], start: int = 0) -> list[int]:
    return list(ends_of(lines, AVERAGE, LONGEST, start))


def distinct(rng: random.Random, count: int) -> list[str]:
    return [f"LMOVE p[{rng.randrange(10**9)}]" for _ in range(count)]


def test_parts_hold_all_lines_and_none_is_longer_than_the_longest() -> None:
    rng = random.Random(3)
    for count in (0, 1, 2, 3, LONGEST, 511, 512, 513, 2000):
        found = [0, *ends(distinct(rng, count))]
        assert found[-1] == count
        assert all(0 < b - a <= LONGEST for a, b in pairwise(found))


def test_the_same_content_is_cut_alike_wherever_it_stands() -> None:
    rng = random.Random(4)
    lines = distinct(rng, 3000)
    found = ends(lines)
    above = distinct(rng, 700)
    moved = {end - len(above) for end in ends(above + lines)}
    # Where no content decides for long, the length does, and it counts from the cut above.
    assert len(moved.intersection(found)) > 0.9 * len(found)
    first = next(end for end in found if end > DECIDING and end in moved)
    assert ends(lines, first) == [end for end in found if end > first]
    assert {end for end in moved if end >= first} == {end for end in found if end >= first}


def test_programs_of_few_different_lines_are_cut_as_often_as_others() -> None:
    # Whatever the hashes are: one line that decided alone would be cut at never, or each time.
    counts = []
    for seed in range(40):
        rng = random.Random(seed)
        few = distinct(rng, 12)
        counts.append(len(ends(rng.choices(few, k=10_000))))
    assert min(counts) > 10_000 / LONGEST
    assert max(counts) < 2.5 * 10_000 / AVERAGE
