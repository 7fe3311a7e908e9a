"""Values of a translator that are compared and put back."""

from dataclasses import dataclass, field

import numpy as np
import pytest

from language.foreign.kept.states import state_of
from language.foreign.reading import Place


@dataclass
class Inner:
    """Something that changes inside of a cell."""

    names: dict[str, int] = field(default_factory=dict)
    places: list[tuple[str, Place]] = field(default_factory=list)


@dataclass
class Work:
    """A cell of a test."""

    inner: Inner = field(default_factory=Inner)
    q: np.ndarray | None = None
    marks: set[int] = field(default_factory=set)
    speed: float = 0.0


CELLS = ("inner", "q", "marks", "speed")


def filled() -> Work:
    inner = Inner({"A": 1}, [("x", Place(3, 1, 4))])
    return Work(inner, np.array([[1.0, -0.0], [2.0, 3.5]]), {1, 2}, -0.0)


def test_a_state_that_is_put_back_is_the_state_that_was_taken() -> None:
    work = filled()
    state = state_of([(work, CELLS)])
    work.inner.names["B"] = 2
    work.inner.places.clear()
    work.q, work.marks, work.speed = None, set(), 1.0
    assert state_of([(work, CELLS)]) != state
    state.put_back([(work, CELLS)])
    assert state_of([(work, CELLS)]) == state
    assert work.inner == filled().inner and work.marks == {1, 2}
    assert work.q is not None and np.array_equal(work.q, filled().q)
    assert np.signbit(work.speed)


def test_what_is_put_back_can_be_changed_without_changing_the_state() -> None:
    work = filled()
    state = state_of([(work, CELLS)])
    for _ in range(2):
        state.put_back([(work, CELLS)])
        assert work.inner.names == {"A": 1}
        work.inner.names["B"] = 2
        work.inner.places.append(("y", Place(1)))


def test_zeros_of_both_signs_are_told_apart() -> None:
    work = filled()
    state = state_of([(work, CELLS)])
    work.speed = 0.0
    assert state_of([(work, CELLS)]) != state


def test_a_value_that_cannot_be_compared_is_refused() -> None:
    work = filled()
    work.q = bytearray(b"no number")  # type: ignore[assignment]
    with pytest.raises(TypeError, match="bytearray"):
        state_of([(work, CELLS)])
