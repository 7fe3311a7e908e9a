"""Garbage among old objects is searched for while nobody uses the window."""

import gc
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject

from app.desktop.window import garbage
from app.desktop.window.garbage import (
    FEW,
    GIVING_LOOKS,
    LOADED,
    LONG_QUIET_LOOKS,
    MANY,
    QUIET_LOOKS,
    GarbageSearch,
)

pytestmark = pytest.mark.window


class Ring:
    """An object that refers to itself: only a search finds that nobody needs it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def search(qtbot) -> Iterator[GarbageSearch]:
    before, thresholds = gc.get_threshold(), (700, 10, 10)
    gc.set_threshold(*thresholds)
    parent = QObject()
    made = GarbageSearch(parent)
    made.begin()
    yield made
    made.end()
    assert gc.get_threshold() == thresholds
    gc.set_threshold(*before)


def old_ring() -> tuple[Ring, weakref.ref[Ring]]:
    """A ring that has outlived the searches among young objects, and a sign whether it is there."""
    ring = Ring()
    gc.collect(1)
    return ring, weakref.ref(ring)


def rest(search: GarbageSearch, looks: int, young_searches: int) -> None:
    for _ in range(looks):
        search.follow(True, young_searches)


def test_an_old_ring_goes_when_the_window_has_rested(search) -> None:
    ring, sign = old_ring()
    del ring
    gc.collect(1)
    assert sign() is not None, "a search among young objects has found an old one"
    rest(search, QUIET_LOOKS - 1, FEW)
    assert sign() is not None
    rest(search, 1, FEW)
    assert sign() is None


def test_nothing_is_searched_while_the_window_is_used_or_has_made_little(search) -> None:
    ring, sign = old_ring()
    del ring
    for _ in range(2 * QUIET_LOOKS):
        search.follow(False, MANY - 1)
    rest(search, 2 * QUIET_LOOKS, FEW - 1)
    assert sign() is not None


def test_a_window_that_never_rests_is_searched_when_much_was_made(search) -> None:
    ring, sign = old_ring()
    del ring
    search.follow(False, MANY)
    assert sign() is None


def test_what_a_search_has_passed_over_is_found_after_a_long_rest(search) -> None:
    ring, sign = old_ring()
    rest(search, QUIET_LOOKS, FEW)
    del ring
    rest(search, LONG_QUIET_LOOKS - QUIET_LOOKS - 1, 0)
    assert sign() is not None, "a frozen object was searched"
    rest(search, 1, 0)
    assert sign() is None


def test_python_itself_searches_among_young_objects_only(search) -> None:
    ring, sign = old_ring()
    del ring
    searched: list[int] = []

    def follow(phase: str, facts: dict[str, int]) -> None:
        searched.append(facts["generation"])

    gc.callbacks.append(follow)
    try:
        kept = [[i] for i in range(300_000)]
    finally:
        gc.callbacks.remove(follow)
    assert len(kept) == 300_000
    assert {0, 1} <= set(searched)
    assert 2 not in searched
    assert sign() is not None


def test_what_has_just_been_loaded_is_passed_over_and_found_after_a_long_rest(search) -> None:
    frozen = gc.get_freeze_count()
    gc.disable()
    try:
        loaded = [Ring() for _ in range(LOADED)]
        signs = [weakref.ref(ring) for ring in loaded]
    finally:
        gc.enable()
    kept = [[] for _ in range(2_000)]  # has Python search among young objects
    assert gc.get_freeze_count() > frozen + LOADED
    del loaded
    gc.collect()
    assert all(sign() is not None for sign in signs)
    rest(search, LONG_QUIET_LOOKS, 0)
    assert sum(sign() is not None for sign in signs) == 0
    assert len(kept) == 2_000


def test_the_window_looks_whether_it_rests(search, qtbot, monkeypatch) -> None:
    told: list[bool] = []
    monkeypatch.setattr(search, "follow", lambda is_quiet, young: told.append(is_quiet))
    monkeypatch.setattr(garbage, "QUIET_S", -1.0)  # even a thread that did nothing is busy then
    search._look()
    monkeypatch.setattr(garbage, "QUIET_S", 1e9)
    search._look()
    assert told == [False, True]


def test_freed_memory_is_given_back_now_and_then(search, monkeypatch) -> None:
    given: list[int] = []
    monkeypatch.setattr(garbage, "give_back", lambda: given.append(1))
    for _ in range(3 * GIVING_LOOKS - 1):
        search._look()
    assert len(given) == 2
