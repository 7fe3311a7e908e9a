"""A value at each place of a grid in the world, as a 3D view shows it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scenes.world.frozen import Array, Frozen, freeze_whole_numbers


class At(IntEnum):
    """What was found at a place."""

    UNKNOWN = 0  # not looked at yet
    GOOD = 1
    BAD = 2
    MEETS = 3  # good, but for a collision


@dataclass(frozen=True, eq=False)
class PlaceMap(Frozen):
    """Places low + step * (i, j, k), mm, world; values and verdicts have the shape of the grid.

    title, unit: Of the values. values: nan where there is none. verdicts: As numbers of At. words:
    Of places that are good, bad, and good but for a collision. thing: What stands at a place.
    """

    title: str
    unit: str
    low: Array
    step: Array
    values: Array
    verdicts: NDArray[np.int64]
    words: tuple[str, str, str]
    thing: str = "tool"

    def __post_init__(self) -> None:
        super().__post_init__()
        freeze_whole_numbers(self, "verdicts")

    def count(self, verdict: At) -> int:
        """The number of places with a verdict."""
        return int((self.verdicts == verdict).sum())

    def points(self, indices: NDArray[Any]) -> Array:
        """The places (k, 3), mm, world, of indices (k, 3)."""
        return np.asarray(self.low + self.step * indices)

    @property
    def heights(self) -> Array:
        """The z of the layers of places (n,), mm, world."""
        return np.asarray(self.low[2] + self.step[2] * np.arange(self.verdicts.shape[2]))

    def layer(self, number: int) -> PlaceMap:
        """The map of one height alone, by its number in `heights`."""
        low = self.low + self.step * np.array((0, 0, number))
        own = slice(number, number + 1)
        return replace(
            self, low=low, values=self.values[:, :, own], verdicts=self.verdicts[:, :, own]
        )

    @property
    def edge(self) -> float:
        """The least distance of neighbouring places, mm; 0 for a single place."""
        steps = np.abs(self.step[np.array(self.verdicts.shape) > 1])
        return float(steps.min(initial=np.inf)) if steps.size and steps.all() else 0.0

    @property
    def told(self) -> str:
        """How many places were looked at, and with which verdicts."""
        known = self.verdicts.size - self.count(At.UNKNOWN)
        counts = zip(self.words, (At.GOOD, At.BAD, At.MEETS), strict=True)
        parts = [f"{self.count(at):,} {word}" for word, at in counts if word]
        return f"{known:,} of {self.verdicts.size:,} places looked at: {', '.join(parts)}"
