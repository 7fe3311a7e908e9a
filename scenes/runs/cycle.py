"""The cycle of a program that goes round for ever: how long it takes, and what comes of an hour."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

# The code of the note with which such a run ends; its figures are those of the cycle.
GOES_ROUND = "N304"


class Cycle(NamedTuple):
    """One turn of a run, from one moment to the next at which all is as it was.

    seconds: Of the turn. fed: Parts that FEED adds in it. first, last: Times that the machine had
    gone on before it and behind it. start, end: Seconds since the start of the run.
    """

    seconds: float
    fed: int
    first: int
    last: int
    start: float
    end: float

    @classmethod
    def of(cls, figures: Mapping[str, Any]) -> Cycle:
        """The turn that a note tells of."""
        return cls(*(figures[name] for name in cls._fields))

    @property
    def per_hour(self) -> float:
        """Parts fed in an hour; turns, where no part is fed."""
        return 3600.0 / self.seconds * max(self.fed, 1)

    @property
    def unit(self) -> str:
        """What `per_hour` counts."""
        return "parts" if self.fed else "cycles"

    @property
    def rate(self) -> str:
        """`900 cycles per hour`."""
        return f"{self.per_hour:.6g} {self.unit} per hour"
