"""The cycle of a program that repeats for ever: its duration, and its rate per hour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

# The code of the note at the end of such a run; its figures are the fields of the cycle.
GOES_ROUND = "N304"


class Cycle(NamedTuple):
    """One turn of a run, from a moment to the next one at which everything is the same.

    seconds: Duration of the turn. fed: Number of parts that FEED adds in it. first, last: Number of
    advances of the machine before the turn and behind it. start, end: Seconds since the start of
    the run.
    """

    seconds: float
    fed: int
    first: int
    last: int
    start: float
    end: float

    @classmethod
    def of(cls, figures: Mapping[str, Any]) -> Cycle:
        """The turn that the figures of a note describe."""
        return cls(*(figures[name] for name in cls._fields))

    @property
    def per_hour(self) -> float:
        """Number of parts fed in an hour; number of turns where no part is fed."""
        return 3600.0 / self.seconds * max(self.fed, 1)

    @property
    def unit(self) -> str:
        """The word for what `per_hour` counts."""
        return "parts" if self.fed else "cycles"

    @property
    def rate(self) -> str:
        """The rate in words: `900 cycles per hour`."""
        return f"{self.per_hour:.6g} {self.unit} per hour"
