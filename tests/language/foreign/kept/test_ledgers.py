"""Ledgers: parts ask again for what they asked before, or are told that the answer is another."""

import numpy as np
import pytest

from language.foreign.kept.ledgers import NEW, First, Listed, Lookups, Made, Members, Numbers, Used
from scenes.makers.defined_points import DefinedPoints


def pose(x: float) -> np.ndarray:
    T = np.eye(4)
    T[0, 3] = x
    return T


def test_points_that_are_defined_again_get_the_same_names() -> None:
    points = DefinedPoints()
    points.at_pose("A", pose(1.0))
    mark = points.mark()
    names = [points.at_pose("A", pose(2.0)), points.at_pose("B", pose(3.0))]
    assert names == ["A_2", "B"]
    answers, was = points.since(mark), dict(points.values)
    points.back_to(mark)
    assert list(points.values) == ["A"]
    assert points.repeat(answers)
    assert points.values == was


@pytest.mark.parametrize("first", [2.0, 9.0])
def test_a_point_that_would_get_another_name_is_told_and_taken_back(first: float) -> None:
    points = DefinedPoints()
    mark = points.mark()
    assert points.at_pose("A", pose(1.0)) == "A"
    assert "C" not in points
    answers = points.since(mark)
    points.back_to(mark)
    points.at_pose("A", pose(first))
    mark, was = points.mark(), dict(points.values)
    assert not points.repeat(answers)
    points.back_to(mark)
    assert points.values == was


def test_a_question_for_a_point_is_asked_again_too() -> None:
    points = DefinedPoints()
    mark = points.mark()
    assert "C" not in points
    answers = points.since(mark)
    assert points.repeat(answers)
    points.at_pose("C", pose(1.0))
    assert not points.repeat(answers)


def test_numbers_of_names_are_those_of_their_order() -> None:
    numbers = Numbers(first=10)
    mark = numbers.mark()
    assert [numbers.of(name) for name in "aba"] == [10, 11, 10]
    answers = numbers.since(mark)
    numbers.back_to(mark)
    assert numbers.repeat(answers) and numbers.numbers == {"a": 10, "b": 11}
    numbers.back_to(mark)
    numbers.of("c")
    mark = numbers.mark()
    assert not numbers.repeat(answers)
    numbers.back_to(mark)
    assert numbers.numbers == {"c": 10}


def test_names_that_are_used_again_are_noted_again() -> None:
    used = Used[str]()
    used.add("a")
    mark = used.mark()
    used.add("a")
    used.add("b")
    answers = used.since(mark)
    used.back_to(mark)
    assert list(used) == ["a"]
    assert used.repeat(answers) and list(used) == ["a", "b"]


def test_members_are_asked_again_and_found_as_before() -> None:
    known = Members(frozenset({"a"}))
    assert "a" in known and "b" not in known
    answers = known.since(0)
    assert answers is not None
    assert Members(frozenset({"a", "c"})).repeat(answers)
    assert not Members(frozenset({"a", "b"})).repeat(answers)
    assert not Members(frozenset({"c"})).repeat(answers)
    known.back_to(0)
    assert known.since(0) is None


def test_a_listed_value_is_added_again_and_taken_back() -> None:
    listed = Listed(["a"])
    mark = listed.mark()
    listed.values += ["b", "c"]
    again = Listed(["x"])
    assert again.repeat(listed.since(mark))
    assert again.values == ["x", "b", "c"]
    listed.back_to(mark)
    assert listed.values == ["a"]


def test_a_new_number_is_that_of_no_name() -> None:
    numbers = Numbers()
    told = [numbers.of("a"), numbers.of(NEW), numbers.of(NEW), numbers.of("a"), numbers.of("b")]
    assert told == [1, 2, 3, 1, 4]
    assert Numbers().repeat(numbers.since((0, 0)))
    shifted = Numbers()
    shifted.of("first")
    assert not shifted.repeat(numbers.since((0, 0)))


def test_a_name_comes_first_once_and_again_where_that_was_taken_back() -> None:
    first = First[str]()
    assert [first.of("a"), first.of("a"), first.of("b")] == [True, False, True]
    assert First[str]().repeat(first.since((0, 0)))
    other = First[str]()
    other.of("b")
    assert not other.repeat(first.since((0, 0)))
    first.back_to((0, 0))
    assert first.of("a")


def test_a_value_is_made_of_those_before_it_and_compared_when_it_is_asked_for_again() -> None:
    made = Made[str, int](lambda name, known: len(name) + len(known))
    assert [made.of("a"), made.of("bb"), made.of("a")] == [1, 3, 1]
    answers = made.since((0, 0))
    assert Made(made.make).repeat(answers)
    other = Made(made.make)
    other.of("x")
    assert not other.repeat(answers)
    made.back_to((1, 1))
    assert made.values == {"a": 1}


def test_a_value_that_was_looked_up_is_that_of_before_or_the_part_is_read_anew() -> None:
    known = Lookups({"a": 1})
    assert known.get("a") == 1 and known.get("b") is None
    answers = known.since(0)
    assert Lookups({"a": 1, "c": 3}).repeat(answers)
    assert not Lookups({"a": 1, "b": 2}).repeat(answers)
