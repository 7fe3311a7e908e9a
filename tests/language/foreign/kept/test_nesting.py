"""Open blocks as parts see them: what a part did is done again only among the same blocks."""

import random

from language.foreign.kept.nesting import Nesting


def nested(*blocks: str) -> Nesting[str]:
    nesting = Nesting[str]()
    for block in blocks:
        nesting.open(block)
    nesting.mark()
    return nesting


def blocks_of(nesting: Nesting[str]) -> list[str]:
    return [block for _, block in nesting.inside_out()][::-1]


def test_whole_blocks_are_the_same_wherever_they_stand() -> None:
    nesting = nested("WHILE", "IF")
    mark = nesting.mark()
    nesting.open("FOR")
    assert nesting.newest == "FOR"
    nesting.replace_newest("FOR left")
    assert nesting.close() == "FOR left"
    assert nesting.since(mark) is None


def test_a_part_that_closes_a_block_needs_this_block_alone() -> None:
    nesting = nested("WHILE", "IF")
    mark = nesting.mark()
    nesting.close()
    nesting.open("FOR")
    change = nesting.since(mark)
    assert change is not None and change == (("IF",), ("FOR",), False)
    for around in ([], ["DO"], ["IF", "WHILE"]):
        other = nested(*around, "IF")
        assert other.repeat(change) and blocks_of(other) == [*around, "FOR"]
        other = nested(*around, "DO")
        assert not other.repeat(change) and blocks_of(other) == [*around, "DO"]
    assert not nested().repeat(change)


def test_that_no_block_is_open_is_seen_as_well() -> None:
    nesting = nested()
    mark = nesting.mark()
    assert nesting.newest is None
    change = nesting.since(mark)
    assert change is not None and nested().repeat(change) and not nested("IF").repeat(change)


def test_a_part_that_looks_for_a_loop_sees_the_blocks_inside_of_it() -> None:
    nesting = nested("DEF", "FOR", "IF")
    mark = nesting.mark()
    at = next(at for at, block in nesting.inside_out() if block == "FOR")
    nesting.replace(at, "FOR left")
    change = nesting.since(mark)
    assert change == (("FOR", "IF"), ("FOR left", "IF"), False)


def test_a_change_is_taken_back() -> None:
    nesting = nested("WHILE", "IF")
    mark = nesting.mark()
    nesting.clear()
    nesting.open("DO")
    nesting.back_to(mark)
    assert blocks_of(nesting) == ["WHILE", "IF"]


def _act(nesting: Nesting[str], rng: random.Random) -> list[object]:
    """Random acts of a part; what they gave."""
    found = list[object]()
    for _ in range(rng.randrange(6)):
        match rng.randrange(6):
            case 0 | 1:
                nesting.open(rng.choice("abc"))
            case 2:
                found.append(nesting.newest)
            case 3 if nesting.newest is not None:
                found.append(nesting.close())
            case 4:
                found.append(next((b for _, b in nesting.inside_out() if b == "a"), None))
            case 5 if rng.randrange(4) == 0:
                nesting.clear()
    return found


def test_where_a_change_is_repeated_the_part_would_have_seen_and_done_the_same() -> None:
    repeated = refused = 0
    for seed in range(3000):
        rng = random.Random(seed)
        around, other = ([rng.choice("abc") for _ in range(rng.randrange(4))] for _ in range(2))
        first, second, again = nested(*around), nested(*other), nested(*other)
        mark = first.mark()
        seen = _act(first, random.Random(seed))
        change = first.since(mark)
        if change is not None and not second.repeat(change):
            refused += 1
            assert blocks_of(second) == other
            continue
        repeated += 1
        assert _act(again, random.Random(seed)) == seen
        assert blocks_of(again) == blocks_of(second)
    assert repeated > 500 and refused > 500
