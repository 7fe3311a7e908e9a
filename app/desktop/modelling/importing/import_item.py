"""One file that is being imported: the user's choices, and what was read of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np

from app.desktop.modelling.importing.file_kinds import FileKind
from app.desktop.modelling.importing.import_jobs import MadeRobot, ReadBody
from geometry.mesh_files.mesh_units import UNITS
from scenes.world.frozen import Array


class Where(Enum):
    """Where an imported body stands, in the words of the page."""

    GROUND = "On the ground, beside the robot"
    DROPPED = "Where it was dropped"
    ORIGIN = "Origin of the file on that of the world"


BESIDE_ROBOT = (500.0, 500.0, 0.0)
"""Where new bodies stand, mm: the same place as for a new box."""
GAP = 50.0
"""Between bodies that were dropped together, mm."""


@dataclass(frozen=True, eq=False)
class ImportItem:
    """A file with the choices of the user.

    number: Tells items apart. group: "fixtures" or "parts". unit: The chosen unit; None leaves it
    to the file. point: Where the file was dropped, world, mm. aside: How far the body stands beside
    that point, or beside the usual place, along the world x, mm. copies: Whether a copy of the file
    is kept beside the cell. found: What was read. fault: Why it cannot be read. share, doing: How
    far the reading has come.
    """

    number: int
    path: Path
    kind: FileKind
    name: str
    group: str = "fixtures"
    unit: str | None = None
    where: Where = Where.GROUND
    point: tuple[float, float, float] | None = None
    aside: float = 0.0
    copies: bool = False
    found: ReadBody | MadeRobot | None = None
    fault: str = ""
    share: float = 0.0
    doing: str = ""

    def with_choice(self, **choices: Any) -> ImportItem:
        """The item with other choices."""
        return replace(self, **choices)

    @property
    def body(self) -> ReadBody | None:
        """What was read of a mesh or part."""
        return self.found if isinstance(self.found, ReadBody) else None

    @property
    def shown_unit(self) -> str:
        """The unit in which the file is taken now."""
        return self.unit or (self.body.unit if self.body is not None else "mm")

    @property
    def is_ready(self) -> bool:
        """Whether the body was read in the chosen unit."""
        return self.body is not None and self.body.unit == self.shown_unit

    @property
    def scale(self) -> float:
        """The factor from what was read to the chosen unit, which may not be read yet."""
        return 1.0 if self.body is None else UNITS[self.shown_unit] / UNITS[self.body.unit]

    @property
    def size_mm(self) -> tuple[float, float, float]:
        """The edges of the bounds in the chosen unit, mm; zeros before it is read."""
        if self.body is None:
            return (0.0, 0.0, 0.0)
        low, high = self.body.bounds
        x, y, z = (self.scale * (high - low)).tolist()
        return x, y, z

    @property
    def at(self) -> tuple[float, float, float]:
        """Where the origin of the file stands in the world, mm."""
        if self.body is None or self.where is Where.ORIGIN:
            return (0.0, 0.0, 0.0)
        low, high = (self.scale * bound for bound in self.body.bounds)
        foot = np.array([*(0.5 * (low + high))[:2], low[2]])
        is_dropped = self.where is Where.DROPPED and self.point is not None
        start = np.array(self.point if is_dropped else BESIDE_ROBOT)
        start[0] += self.aside
        x, y, z = (start - foot).round(3).tolist()
        return x, y, z

    @property
    def T_world_read(self) -> Array:
        """The matrix that takes what was read to its place in the world, with the scale, (4, 4)."""
        T = np.diag([self.scale] * 3 + [1.0])
        T[:3, 3] = self.at
        return T


def side_by_side(items: tuple[ImportItem, ...]) -> tuple[ImportItem, ...]:
    """The items, each one that stands at the same point as others beside those before it."""
    ends: dict[object, float] = {}
    placed = []
    for item in items:
        spot = (item.where, item.point if item.where is Where.DROPPED else None)
        if item.body is not None and item.where is not Where.ORIGIN:
            half = 0.5 * item.size_mm[0]
            middle = ends[spot] + GAP + half if spot in ends else 0.0
            ends[spot] = middle + half
            item = item if item.aside == middle else replace(item, aside=middle)
        placed.append(item)
    return tuple(placed)
