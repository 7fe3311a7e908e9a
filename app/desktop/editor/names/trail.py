"""The trail of places at which the cursor has been, with ways back and forward."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

MOST_PLACES = 100

Place = TypeVar("Place")


@dataclass(frozen=True)
class Trail(Generic[Place]):
    """Places in the order of the visits; the cursor is at number `at`."""

    places: tuple[Place, ...] = ()
    at: int = -1

    @property
    def here(self) -> Place | None:
        """The place at which the cursor is; None before the first visit."""
        return self.places[self.at] if self.places else None

    def visited(self, place: Place, is_near: Callable[[Place, Place], bool]) -> Trail[Place]:
        """The trail after a visit; a near place takes the place of the last one.

        A place further away is added, and the places that lay forward are forgotten.
        """
        here = self.here
        if here is not None and is_near(here, place):
            return Trail((*self.places[: self.at], place, *self.places[self.at + 1 :]), self.at)
        kept = (*self.places[: self.at + 1], place)[-MOST_PLACES:]
        return Trail(kept, len(kept) - 1)

    def moved(self, by: int) -> Trail[Place]:
        """The trail one place back (-1) or forward (1); the same where there is none."""
        at = self.at + by
        return Trail(self.places, at) if 0 <= at < len(self.places) else self

    def without(self, is_lost: Callable[[Place], bool]) -> Trail[Place]:
        """The trail without the places that no longer exist."""
        kept = tuple(place for place in self.places if not is_lost(place))
        before = sum(not is_lost(place) for place in self.places[: self.at + 1])
        return Trail(kept, max(before - 1, 0) if kept else -1)
