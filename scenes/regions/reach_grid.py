"""The grid of a reach map: cubes in the axes of the tool, so that a layer lies in the tool's plane.

A map holds values of cubes: how many solutions the arm has there, and how free it is at the best of
them. It grows: `with_cells` gives the same map with more cubes filled.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from kinematics import Mechanism, forward
from kinematics.arm.limits import within_limits
from scenes.errors import SceneError
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.state import CellState
from scenes.world.tool_frame import tool_frame

Integers = NDArray[np.int64]
# Mm: smallest and largest edge of a cube; and the greatest number of cubes.
LEAST_MM, MOST_MM, MOST_CUBES = 2.0, 500.0, 4_000_000
# Joint vectors from which the size of the grid is found, and the margin around their places.
_LOOKED_AT, _MARGIN = 20_000, 0.05


@dataclass(frozen=True, eq=False)
class ReachGrid:
    """Cubes with an edge of `step` mm; the middle of cube (i, j, k) is at T_world_grid (low + ijk
    step), low (3,) being a multiple of the step. shape: Numbers of cubes along the axes.
    """

    T_world_grid: Array
    step: float
    low: Array
    shape: tuple[int, int, int]

    @property
    def count(self) -> int:
        """The number of cubes."""
        return int(np.prod(self.shape))

    @property
    def tool_layer(self) -> int:
        """Index along z of the layer whose middle plane is the xy plane of the tool."""
        return round(-float(self.low[2]) / self.step)

    def middles(self, cubes: Integers) -> Array:
        """Middles (k, 3), world, mm, of cubes (k,): flat indices."""
        own = self.low + self.step * np.stack(np.unravel_index(cubes, self.shape), axis=1)
        return np.asarray(own @ self.T_world_grid[:3, :3].T + self.T_world_grid[:3, 3])

    def cubes_at(self, points: Array) -> Integers:
        """Flat indices (k,) of the cubes that hold points (k, 3), world, mm; -1 beyond the grid."""
        own = (points - self.T_world_grid[:3, 3]) @ self.T_world_grid[:3, :3]
        at = np.rint((own - self.low) / self.step).astype(np.int64)
        inside = np.all((at >= 0) & (at < self.shape), axis=1)
        flat = np.ravel_multi_index(tuple(np.where(inside[:, None], at, 0).T), self.shape)
        return np.asarray(np.where(inside, flat, -1), np.int64)


@dataclass(frozen=True, eq=False)
class ReachCells:
    """Values of some cubes: flat index (k,), number of solutions (k,), manipulability at the best
    (k,), and the joint values there (k, n)."""

    cubes: Integers
    solutions: Integers
    freedom: Array
    q: Array


@dataclass(frozen=True, eq=False)
class ReachMap:
    """What is known of the cubes of a grid.

    solutions: Of each cube, flat; 0 where the tool cannot get to. freedom: Manipulability at the
    best solution; nan where there is none.
    """

    grid: ReachGrid
    solutions: Integers = field(default_factory=lambda: np.empty(0, np.int64))
    freedom: Array = field(default_factory=lambda: np.empty(0))

    @classmethod
    def empty(cls, grid: ReachGrid) -> ReachMap:
        """The map in which no cube is filled."""
        return cls(grid, np.zeros(grid.count, np.int64), np.full(grid.count, np.nan))

    def with_cells(self, cells: ReachCells) -> ReachMap:
        """The map with these cubes filled; of two values of a cube the greater counts."""
        solutions, freedom = self.solutions.copy(), self.freedom.copy()
        np.maximum.at(solutions, cells.cubes, cells.solutions)
        np.fmax.at(freedom, cells.cubes, cells.freedom)
        return replace(self, solutions=solutions, freedom=freedom)

    @property
    def is_reached(self) -> NDArray[np.bool_]:
        """Whether the tool gets to each cube, in the shape of the grid."""
        return np.asarray(self.solutions.reshape(self.grid.shape) > 0)

    @property
    def volume_mm3(self) -> float:
        """The volume of the cubes that are reached."""
        return float(np.count_nonzero(self.solutions)) * self.grid.step**3


def grid_of(cell: Cell, state: CellState, step: float) -> ReachGrid:
    """The grid about all places of the tool, in the axes of the tool in a state.

    SceneError for a step out of range, and for more than MOST_CUBES cubes.
    """
    if not LEAST_MM <= step <= MOST_MM:
        raise SceneError(f"a reach map has cubes of {LEAST_MM:g} to {MOST_MM:g} mm, not {step:g}")
    robot = cell.robot
    T_world_tool = tool_poses(cell, state, state.q[None])[0]
    q = random_joints(cell, _LOOKED_AT, 0)
    places = tool_poses(cell, state, q)[:, :3, 3]
    own = (places - T_world_tool[:3, 3]) @ T_world_tool[:3, :3]
    margin = _MARGIN * float(np.ptp(own, axis=0).max()) + step
    first = np.floor((own.min(axis=0) - margin) / step)
    last = np.ceil((own.max(axis=0) + margin) / step)
    shape = tuple(int(n) for n in last - first + 1)
    if np.prod(shape) > MOST_CUBES:
        raise SceneError(
            f"{robot.name} needs {np.prod(shape):,.0f} cubes of {step:g} mm: choose a larger step"
        )
    return ReachGrid(T_world_tool, step, first * step, (shape[0], shape[1], shape[2]))


def tool_poses(cell: Cell, state: CellState, q: Array) -> Array:
    """T_world_tool (k, 4, 4) at joint values (k, n), with the tool of a state."""
    robot = cell.robot
    T = robot.T_world_base @ forward(robot.mechanism, q) @ tool_frame(robot, state.tool)
    return np.asarray(T)


def random_joints(cell: Cell, count: int, seed: int) -> Array:
    """Joint values (k, n) evenly distributed over `joint_ranges`: k is count, but less for an arm
    with closed loops, without rows at which a loop does not close or a passive joint is beyond its
    limits."""
    mechanism = cell.robot.mechanism
    low, high = joint_ranges(mechanism)
    shares = np.random.default_rng(seed).uniform(size=(count, mechanism.n))
    q = np.asarray(low + shares * (high - low))
    if not mechanism.has_loops:
        return q
    closes = np.isfinite(forward(mechanism, q)).all(axis=(1, 2))
    return q[closes & within_limits(mechanism, q)]


def joint_ranges(mechanism: Mechanism) -> Array:
    """The limits (2, n) of the joints; one turn, or a metre, where a joint moves without end."""
    widest = np.where([kind == "R" for kind in mechanism.kinds], np.pi, 500.0)
    low = np.where(np.isfinite(mechanism.lower), mechanism.lower, -widest)
    high = np.where(np.isfinite(mechanism.upper), mechanism.upper, widest)
    return np.stack([low, high])
