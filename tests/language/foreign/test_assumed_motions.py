import random

import pytest

from language.foreign.assumed_motions import BEGINNING, Stretch
from language.foreign.draft import Draft
from language.foreign.reading import ASSUMED, Place


def written(draft: Draft, first: int, codes: str) -> None:
    """Writes a line for each code: a motion (m), one that is not understood (?), a remark (-)."""
    for number, code in enumerate(codes, start=first):
        draft.begin(Place(number))
        if code == "m":
            draft.motion()
        elif code == "?":
            draft.not_understood(code, "not known")
        draft.say(code)


def told_by_hand(codes: str) -> tuple[int, list[tuple[int, str]]]:
    """The number of assumed motions, and the findings, of a walk from line to line."""
    cause, is_assumed, count, found = 0, False, 0, []
    for number, code in enumerate(codes, start=1):
        if code == "?":
            cause, is_assumed = number, True
        elif code == "m" and is_assumed:
            count += 1
            if cause:
                found.append((number, f"line {cause} is not done"))
            cause = 0
    return count, found


@pytest.mark.parametrize("seed", range(20))
def test_parts_taken_from_before_and_moved_say_the_same_as_a_walk_over_all_lines(seed) -> None:
    rng = random.Random(seed)
    codes = "".join(rng.choices("m?-", (5, rng.choice((0.2, 1, 4)), 2), k=60))
    ends = sorted(rng.sample(range(1, 60), 6))
    draft, apart = Draft(), Draft()
    for start, end in zip([0, *ends], [*ends, 60], strict=True):
        if rng.random() < 0.5:
            written(draft, start + 1, codes[start:end])
            continue
        # Read at another place of a text where other lines stand before, then moved to here.
        away = rng.randrange(100)
        passage = apart.passage(
            lambda away=away, start=start, end=end: written(apart, away + 1, codes[start:end])
        )
        draft.add(passage.moved(start - away))
    made = draft.reading()
    assumed = [found for found in made.findings if found.code == ASSUMED]
    count, found = told_by_hand(codes)
    assert made.coverage.assumed == count
    assert [(each.line, each.message.partition("assumed: ")[2]) for each in assumed] == found


def test_a_beginning_stays_one_where_lines_are_added_before_it() -> None:
    assert BEGINNING.moved(7) == BEGINNING
    assert Stretch(3, 2, Place(4)).moved(7) == Stretch(10, 2, Place(11))
