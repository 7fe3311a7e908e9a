"""The store of kept moments: what is kept, how far apart, and how one is found again."""

from dataclasses import dataclass
from itertools import pairwise
from random import Random

import pytest

from scenes.execution.debugging.kept_moments import (
    DOUBLED_AFTER,
    KEPT_EVERY,
    Mark,
    keep,
    mark_before,
    until_kept,
)


@dataclass(frozen=True)
class At:
    """All that the store asks of a moment: how often the machine has advanced before it."""

    advances: int


def store_of(moves: list[bool]) -> list[Mark]:
    """The store of a run; for each statement, whether the arm moved."""
    marks = [Mark(At(0), 0)]
    for advances, moved in enumerate(moves, 1):
        keep(marks, At(advances), 10 * advances, moved)
    return marks


def kept_by_the_model(moves: list[bool]) -> list[int]:
    """Number of advances before each kept moment, counted statement by statement."""
    kept, still = [0], 0
    for advances, moved in enumerate(moves, 1):
        still += 1
        if moved or still == KEPT_EVERY * 2 ** (len(kept) // DOUBLED_AFTER):
            kept.append(advances)
            still = 0
    return kept


def random_run(seed: int) -> list[bool]:
    """A run of pieces with many, few and no motions, long enough for the interval to double."""
    random = Random(seed)
    shares = [1.0, 0.0, random.random(), 0.01, 0.0, 1.0, 0.001, 0.0]
    sizes = [random.randrange(1, 3000) for _ in shares]
    pieces = zip(shares, sizes, strict=True)
    many = [True] * (2 * DOUBLED_AFTER) if seed % 2 else []
    return many + [random.random() < share for share, size in pieces for _ in range(size)]


@pytest.mark.parametrize("seed", range(6))
def test_the_store_keeps_what_a_count_of_every_statement_keeps(seed: int) -> None:
    moves = random_run(seed)
    marks = store_of(moves)
    assert [mark.advances for mark in marks] == kept_by_the_model(moves)
    assert [mark.steps for mark in marks] == [10 * mark.advances for mark in marks]


@pytest.mark.parametrize("seed", range(6))
def test_no_motion_lies_between_a_moment_and_the_kept_one_before_it(seed: int) -> None:
    """So the arm need not be moved again to find a moment."""
    moves = random_run(seed)
    marks = store_of(moves)
    places = {mark.advances for mark in marks}
    assert all(advances in places for advances, moved in enumerate(moves, 1) if moved)


@pytest.mark.parametrize("seed", range(6))
def test_the_mark_before_a_moment_is_the_last_one_that_is_not_later(seed: int) -> None:
    marks = store_of(random_run(seed))
    random = Random(seed)
    end = marks[-1].advances
    asked = [0, 1, end, end + 1, *(random.randrange(end + 1) for _ in range(50))]
    asked += [mark.advances + d for mark in random.sample(marks, 10) for d in (0, 1)]
    for advances in asked:
        earlier = [i for i, mark in enumerate(marks) if mark.advances <= advances]
        assert mark_before(marks, advances) == earlier[-1]


def test_the_statements_until_the_next_kept_moment_are_counted_down_to_it() -> None:
    marks = [Mark(At(7), 0)]
    for done in range(1, KEPT_EVERY):
        now = At(7 + done)
        assert until_kept(marks, now) == KEPT_EVERY - done
        keep(marks, now, 0, moved=False)
        assert len(marks) == 1
    last = At(7 + KEPT_EVERY)
    assert until_kept(marks, last) == 0
    keep(marks, last, 0, moved=False)
    assert marks[-1].moment is last


def test_a_run_of_ten_million_statements_keeps_a_few_thousand_moments_evenly_spread() -> None:
    marks, end = [Mark(At(0), 0)], 10_000_000
    while marks[-1].advances < end:
        keep(marks, At(marks[-1].advances + until_kept(marks, marks[-1].moment)), 0, moved=False)
    assert len(marks) < 5 * DOUBLED_AFTER
    gaps = [b.advances - a.advances for a, b in pairwise(marks)]
    assert gaps == sorted(gaps) and gaps[0] == KEPT_EVERY
    assert gaps[-1] < end / 1000, "to go back takes less than a thousandth of the run"
