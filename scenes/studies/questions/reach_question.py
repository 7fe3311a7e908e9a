"""Which poses of a grid the tool reaches: all solutions, joint limits, collision.

The grid has places in a box of the world and orientations at each place. A pose is counted as
reached by the solutions of the inverse kinematics within the joint limits, and as free by those at
which the arm, with its hand, meets nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinematics import Mechanism, UnsolvableMechanism
from kinematics.arm.limits import nearest_turns
from kinematics.differential.manipulability import manipulability
from kinematics.solving.choice import solver_of
from scenes.regions.free_postures import are_free
from scenes.regions.reach_map import solutions_of
from scenes.studies.engine.study import Arrays, OverGrid
from scenes.world.cell import Cell
from scenes.world.frozen import Array, Frozen
from scenes.world.state import start_state

Integers = NDArray[np.int64]
# Poses of a chunk: some tenths of a second of an arm with a closed form, and of others.
_CLOSED_FORM, _BY_ELIMINATION = 125_000, 4_000
# With collision a pose takes so many times as long.
_WITH_COLLISION = 10
# Poses that are solved at once: their solutions stay in the caches of the processor.
_AT_ONCE = 10_000
# What a reach study can tell beside the counts of solutions.
MEASURES = ("manipulability", "margin")


@dataclass(frozen=True, eq=False)
class PoseGrid(Frozen):
    """Places (mm, world) from `low` in steps of `step`, and orientations at each place.

    shape: Numbers of places along x, y and z. rotations: Of the tool in the world, (m, 3, 3).
    The pose of number p has the place p // m and the orientation p % m; z changes fastest.
    """

    low: Array
    step: float
    shape: tuple[int, int, int]
    rotations: Array

    @property
    def places(self) -> int:
        """The number of places."""
        return int(np.prod(self.shape))

    @property
    def count(self) -> int:
        """The number of poses."""
        return self.places * len(self.rotations)

    def poses(self, numbers: Integers) -> Array:
        """T_world_tool (k, 4, 4) of poses (k,)."""
        place, turn = np.divmod(numbers, len(self.rotations))
        T = np.zeros((len(numbers), 4, 4))
        T[:, :3, :3] = self.rotations[turn]
        T[:, :3, 3] = self.low + self.step * np.stack(np.unravel_index(place, self.shape), axis=1)
        T[:, 3, 3] = 1.0
        return T


@dataclass(frozen=True, eq=False)
class ReachQuestion(OverGrid, Frozen):
    """The reach of the cell's robot over a grid of poses.

    chunk_size: Poses of a chunk. is_free: Whether collision is looked at. measures: Of MEASURES,
    at the best solution: the manipulability, and the least distance from a joint limit as a share
    of half the joint's range.
    """

    cell: Cell
    grid: PoseGrid
    chunk_size: int
    is_free: bool = False
    measures: tuple[str, ...] = ()
    kind: str = "reach"
    item_word: str = "pose"

    def arrays(self, chunk: int, rng: np.random.Generator) -> Arrays:
        """Of each pose: `solutions` within the limits, `free` ones, and the measures."""
        numbers = self.rows_of(chunk)
        parts = [
            self._looked_at(numbers[first : first + _AT_ONCE])
            for first in range(0, len(numbers), _AT_ONCE)
        ]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def row_heads(self, arrays: Arrays) -> Arrays:
        """Place (mm, world) and number of the orientation of each pose."""
        numbers = np.arange(self.items)
        places = self.grid.poses(numbers)[:, :3, 3]
        turn = numbers % len(self.grid.rotations)
        return {"x_mm": places[:, 0], "y_mm": places[:, 1], "z_mm": places[:, 2], "turn": turn}

    def _looked_at(self, numbers: Integers) -> dict[str, NDArray[Any]]:
        state = start_state(self.cell)
        row, q = solutions_of(self.cell, state, self.grid.poses(numbers))
        count = len(numbers)
        found: dict[str, NDArray[Any]] = {"solutions": _counts(row, count)}
        if self.is_free:
            free = are_free(self.cell, state, q)
            row, q = row[free], q[free]
            found["free"] = _counts(row, count)
        mechanism = self.cell.robot.mechanism
        if "manipulability" in self.measures:
            found["manipulability"] = _best(row, manipulability(mechanism, q), count)
        if "margin" in self.measures:
            found["margin"] = _best(row, margins(mechanism, q), count)
        return found


def usual_chunk_size(cell: Cell, is_free: bool) -> int:
    """Poses of a chunk that takes some tenths of a second, by the arm's solver."""
    size = _CLOSED_FORM if _is_closed_form(cell) else _BY_ELIMINATION
    return size // _WITH_COLLISION if is_free else size


def _is_closed_form(cell: Cell) -> bool:
    """Whether the solver of the robot needs no iteration."""
    try:
        return solver_of(cell.robot.mechanism)[0].closed_form
    except UnsolvableMechanism:
        return False


def _counts(row: Integers, count: int) -> NDArray[np.uint8]:
    """How often each of `count` rows occurs, at most 255."""
    return np.minimum(np.bincount(row, minlength=count), 255).astype(np.uint8)


def _best(row: Integers, values: Array, count: int) -> NDArray[np.float32]:
    """The greatest value of each row; nan for a row without any."""
    best = np.full(count, np.nan)
    np.fmax.at(best, row, values)
    return best.astype(np.float32)


def margins(mechanism: Mechanism, q: Array) -> Array:
    """The least distance (k,) of joint values (k, n) from a limit, as a share of half the range."""
    middle, half = (
        (mechanism.upper + mechanism.lower) / 2.0,
        (mechanism.upper - mechanism.lower) / 2,
    )
    known = np.isfinite(half) & (half > 0.0)
    if not len(q) or not known.any():
        return np.ones(len(q))
    near = np.where(known, middle, 0.0)
    values = nearest_turns(mechanism, q, np.broadcast_to(near, q.shape))
    return np.asarray((1.0 - np.abs(values - near)[:, known] / half[known]).min(axis=1))
