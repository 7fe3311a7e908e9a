"""The trail of the cursor: back and forward as in a browser."""

import random

from app.desktop.editor.names.trail import MOST_PLACES, Trail


def near(one: int, other: int) -> bool:
    return abs(one - other) < 10


def trail_of(*places: int) -> Trail[int]:
    trail: Trail[int] = Trail()
    for place in places:
        trail = trail.visited(place, near)
    return trail


def test_small_steps_are_one_place_and_jumps_are_others() -> None:
    assert trail_of(1, 5, 12, 100, 103).places == (12, 103)
    assert trail_of(1, 100).moved(-1).here == 1
    assert trail_of(1, 100).moved(-1).moved(1).here == 100


def test_there_is_no_way_beyond_the_ends() -> None:
    trail = trail_of(1, 100)
    assert trail.moved(1) is trail
    assert trail.moved(-1).moved(-1).here == 1
    assert Trail[int]().moved(-1).here is None


def test_a_jump_after_going_back_forgets_what_lay_forward() -> None:
    assert trail_of(1, 100, 200).moved(-1).moved(-1).visited(300, near).places == (1, 300)


def test_places_of_closed_programs_are_left_out_and_the_present_one_stays() -> None:
    trail = trail_of(1, 100, 201, 300).moved(-1)
    assert trail.without(lambda place: place == 100).here == 201
    assert trail.without(lambda place: place == 201).here == 100
    assert trail.without(lambda place: True).here is None


def test_going_back_then_forward_is_where_one_was_whatever_the_way() -> None:
    rng = random.Random(3)
    for _ in range(50):
        trail = trail_of(*(rng.randrange(10_000) for _ in range(rng.randrange(1, 300))))
        assert len(trail.places) <= MOST_PLACES
        steps = rng.randrange(1, 50)
        back = trail
        for _ in range(steps):
            back = back.moved(-1)
        moved = trail.at - back.at
        for _ in range(moved):
            back = back.moved(1)
        assert back.here == trail.here
