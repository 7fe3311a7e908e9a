"""Which link parameters an arm needs for required poses: a grid of designs, or random ones.

A design is the arm of the cell with other numbers in some of its modified Denavit-Hartenberg rows.
Each design is a mechanism of its own, for which the inverse kinematics gives all solutions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from kinematics import DhTable, Mechanism
from kinematics.differential.manipulability import manipulability
from scenes.errors import SceneError
from scenes.regions.reach_map import solutions_of
from scenes.regions.stick_links import sticks_are_free
from scenes.studies.engine.study import Arrays, OverGrid
from scenes.studies.questions.reach_question import margins
from scenes.world.cell import Cell
from scenes.world.frozen import Array, Frozen
from scenes.world.state import start_state

# Designs of a chunk: some tenths of a second for an arm with a closed form.
CHUNK = 64
ANGLES = ("alpha", "theta")


class Link(NamedTuple):
    """A parameter of a row that varies. joint: From 1. parameter: a, d, alpha or theta. first,
    last: Its range, mm or rad. number: Of its values in a grid."""

    joint: int
    parameter: str
    first: float
    last: float
    number: int = 1

    @property
    def name(self) -> str:
        """The name of its column, as `a3_mm` or `alpha2_deg`."""
        return f"{self.parameter}{self.joint}_{'deg' if self.parameter in ANGLES else 'mm'}"

    def shown(self, values: Array) -> Array:
        """Values in the unit of the column."""
        return np.degrees(values) if self.parameter in ANGLES else values


@dataclass(frozen=True)
class DesignGrid:
    """The designs of a study. samples: Number of random designs; 0 for all values of the grid."""

    links: tuple[Link, ...]
    samples: int = 0

    @property
    def shape(self) -> tuple[int, ...]:
        """The numbers of values of the grid."""
        return tuple(link.number for link in self.links)

    @property
    def count(self) -> int:
        """The number of designs."""
        return self.samples or int(np.prod(self.shape))

    def rows(self, numbers: np.ndarray, rng: np.random.Generator) -> Array:
        """The values of designs (k,), (k, links); the last parameter changes fastest. rng: Of the
        chunk, for random designs."""
        if self.samples:
            low, high = np.array([(link.first, link.last) for link in self.links]).T
            return np.asarray(rng.uniform(low, high, (len(numbers), len(self.links))))
        indices = np.unravel_index(numbers, self.shape)
        return np.stack(
            [
                np.linspace(link.first, link.last, link.number)[own]
                for link, own in zip(self.links, indices, strict=True)
            ],
            axis=1,
        )


@dataclass(frozen=True, eq=False)
class DesignQuestion(OverGrid, Frozen):
    """The designs of a grid for required poses.

    table: The rows of the present arm. poses: T_world_tool (p, 4, 4). best: `margin`,
    `manipulability` or `length`. link_radius: Of the links as sticks, which meet no fixture, mm; 0:
    collision is not looked at.
    """

    cell: Cell
    table: DhTable
    grid: DesignGrid
    poses: Array
    chunk_size: int = CHUNK
    best: str = "margin"
    link_radius: float = 0.0
    kind: str = "design"
    item_word: str = "design"

    @property
    def mechanism_now(self) -> Mechanism:
        """The mechanism of the present arm, in its rows."""
        own = self.cell.robot.mechanism
        return self.table.mechanism(own.joints, own.name)

    def row_heads(self, arrays: Arrays) -> Arrays:
        """The number of each design, from 0."""
        return {"design": np.arange(self.items)}

    def mechanism(self, values: Array) -> Mechanism:
        """The mechanism of a design with values (links,)."""
        rows = {name: getattr(self.table, name).copy() for name in ("alpha", "a", "d", "theta0")}
        for link, value in zip(self.grid.links, values, strict=True):
            rows["theta0" if link.parameter == "theta" else link.parameter][link.joint - 1] = value
        own = self.cell.robot.mechanism
        return replace(self.table, **rows).mechanism(own.joints, own.name)

    def arrays(self, chunk: int, rng: np.random.Generator) -> Arrays:
        """Of each design: the values that vary, `solvable` (whether a solver knows its form),
        `reached` (poses with a solution that counts), the least `margin` and
        `manipulability` of the best solutions over the poses (nan unless all are reached), and
        `length_mm` of its links."""
        numbers = self.rows_of(chunk)
        rows = self.grid.rows(numbers, rng)
        found = {link.name: link.shown(rows[:, k]) for k, link in enumerate(self.grid.links)}
        told = [self._told(self.mechanism(values)) for values in rows]
        solvable, reached, margin, freedom, length = zip(*told, strict=True)
        return found | {
            "solvable": np.array(solvable, np.uint8),
            "reached": np.array(reached, np.int32),
            "margin": np.array(margin),
            "manipulability": np.array(freedom),
            "length_mm": np.array(length),
        }

    def _told(self, mechanism: Mechanism) -> tuple[bool, int, float, float, float]:
        """Whether a design can be solved, how many poses it reaches, its measures and length."""
        cell = self.cell.having(robot=self.cell.robot.having(mechanism=mechanism))
        length = length_of(mechanism)
        try:
            row, q = solutions_of(cell, start_state(self.cell), self.poses)
        except SceneError:
            return False, 0, np.nan, np.nan, length
        if self.link_radius:
            free = sticks_are_free(cell, q, self.link_radius)
            row, q = row[free], q[free]
        reached = len(np.unique(row))
        if reached < len(self.poses):
            return True, reached, np.nan, np.nan, length
        best = np.full((2, len(self.poses)), -np.inf)
        for own, values in zip(
            best, (margins(mechanism, q), manipulability(mechanism, q)), strict=True
        ):
            np.maximum.at(own, row, values)
        return True, reached, float(best[0].min()), float(best[1].min()), length


def length_of(mechanism: Mechanism) -> float:
    """The sum of the distances from frame to frame, from the base to the flange, mm."""
    links = np.linalg.norm(mechanism.T_link_joint[:, :3, 3], axis=1).sum()
    return float(links + np.linalg.norm(mechanism.T_last_flange[:3, 3]))
