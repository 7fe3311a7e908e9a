"""A displacement of things of the cell, with what the window shows and the worker looks at."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.desktop.runs.carried_state import carried
from scenes import Cell, CellState
from scenes.rearranging.moved_cell import moved_cell
from scenes.rearranging.standing_together import Together
from scenes.world.frozen import Array
from scenes.world.placement import placement

PROBE_MM = 1.0  # a motion that tells which bodies go along


@dataclass(frozen=True, eq=False)
class Displacement:
    """Things of a cell that have been moved together, and the state in which they are shown.

    motion: In the world, (4, 4): what had the pose T has motion @ T.
    """

    cell: Cell
    state: CellState
    things: Together
    motion: Array

    def shown(self) -> tuple[Cell, CellState]:
        """The cell and the state after the motion."""
        moved = moved_cell(self.cell, self.things, self.motion)
        return moved, carried(self.state, self.cell, moved)

    def by(self, motion: Array) -> Displacement:
        """The same things moved by another motion."""
        return Displacement(self.cell, self.state, self.things, motion)

    def bodies(self) -> frozenset[str]:
        """Names of the bodies that go along: of a part only if it stands where the file puts it."""
        probe = np.eye(4)
        probe[:3, 3] = PROBE_MM
        before = placement(self.cell, self.state)
        after = placement(*self.by(probe).shown())
        return frozenset(n for n, T in after.items() if not np.array_equal(T, before.get(n, probe)))
