"""Where the tool can get to: a reach map is computed in batches, each a function of plain values.

Two questions are answered. With the tool's present orientation every cube of the grid is a pose for
the inverse kinematics, which gives all solutions; those within the joint limits count. With any
orientation the tool is placed by forward kinematics at random joint values within the limits, and
every such place is turned about the first axis (or moved along it) through the range of the first
joint; a cube counts once the tool has been in it. So the first answer is exact at the middles of
cubes, and the second one grows towards the truth from inside, in rounds, until a round fills almost
no cube. Free of collision means that the arm, with what it holds, meets nothing at one of the
solutions, or at the best posture found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from kinematics import UnsolvableMechanism, inverse_batch, invert, link_poses, with_goal_at_tool
from kinematics.arm.limits import within_limits
from kinematics.differential.manipulability import manipulability
from scenes.errors import SceneError
from scenes.regions.free_postures import are_free
from scenes.regions.reach_grid import (
    Integers,
    ReachCells,
    ReachGrid,
    ReachMap,
    grid_of,
    joint_ranges,
    random_joints,
    tool_poses,
)
from scenes.world.cell import Cell
from scenes.world.frozen import Array
from scenes.world.state import CellState
from scenes.world.tool_frame import tool_frame

# Poses, and joint vectors, of one batch: some tenths of a second.
POSES, VECTORS = 20_000, 8_000
# A map for any orientation is complete when a round fills less than this share of its cubes anew.
SETTLED, MOST_ROUNDS = 5e-4, 60
# Most turns of the first joint for one joint vector.
_MOST_TURNS = 400


@dataclass(frozen=True)
class ReachChoice:
    """What is asked. step: Edge of a cube, mm. keeps_orientation: Whether the tool keeps its
    present orientation. is_free: Whether only postures without collision count. in_plane: Whether
    only the layer of cubes in the tool's plane is asked for, if the tool keeps its orientation.
    """

    step: float = 50.0
    keeps_orientation: bool = False
    is_free: bool = False
    in_plane: bool = False

    @property
    def is_flat(self) -> bool:
        """Whether the map holds one layer of cubes."""
        return self.in_plane and self.keeps_orientation


def count_of_cubes(grid: ReachGrid, choice: ReachChoice) -> int:
    """The number of cubes that are looked at."""
    return grid.shape[0] * grid.shape[1] if choice.is_flat else grid.count


def count_of_batches(grid: ReachGrid, choice: ReachChoice) -> int:
    """The number of batches of a map; for any orientation the greatest number of rounds."""
    return -(-count_of_cubes(grid, choice) // POSES) if choice.keeps_orientation else MOST_ROUNDS


def cells_of_batch(
    cell: Cell,
    state: CellState,
    grid: ReachGrid,
    choice: ReachChoice,
    batch: int,
    known: NDArray[np.bool_] | None = None,
) -> ReachCells:
    """The cubes that one batch finds. known: Flat, whether a cube needs no more look, or None."""
    if choice.keeps_orientation:
        last = min((batch + 1) * POSES, count_of_cubes(grid, choice))
        cubes = np.arange(batch * POSES, last)
        if choice.is_flat:
            cubes = cubes * grid.shape[2] + grid.tool_layer
        return posed_cells(cell, state, grid, cubes, choice.is_free)
    found = sampled_cells(cell, state, grid, batch)
    if not choice.is_free:
        return found
    new = np.ones(len(found.cubes), bool) if known is None else ~known[found.cubes]
    found = _chosen(found, np.flatnonzero(new))
    return _chosen(found, np.flatnonzero(are_free(cell, state, found.q)))


@dataclass(frozen=True, eq=False)
class ReachEstimate:
    """The grid of a map, and how long the map is likely to take at most, s."""

    grid: ReachGrid
    seconds: float


def reach_estimate(cell: Cell, state: CellState, choice: ReachChoice) -> ReachEstimate:
    """The grid of a map, and the time of its batches by that of the middle one.

    The batch is done twice: the first time loads and prepares what later ones find ready.
    """
    grid = grid_of(cell, state, choice.step)
    count = count_of_batches(grid, choice)
    cells_of_batch(cell, state, grid, choice, count // 2)
    start = perf_counter()
    cells_of_batch(cell, state, grid, choice, count // 2)
    return ReachEstimate(grid, count * (perf_counter() - start))


def is_settled(before: ReachMap, now: ReachMap, choice: ReachChoice) -> bool:
    """Whether a further batch would hardly change a map for any orientation."""
    if choice.keeps_orientation:
        return False
    filled, new = (np.count_nonzero(each.solutions) for each in (before, now))
    return bool(filled and new - filled < SETTLED * new)


def reach_map(
    cell: Cell,
    state: CellState,
    choice: ReachChoice,
    on_progress: Callable[[float, str], None] = lambda fraction, text: None,
) -> ReachMap:
    """The reach map of a robot with the tool, the poses of parts and the held part of a state."""
    grid = grid_of(cell, state, choice.step)
    found, count = ReachMap.empty(grid), count_of_batches(grid, choice)
    for batch in range(count):
        on_progress(batch / count, "reach map")
        before, known = found, found.solutions > 0
        found = found.with_cells(cells_of_batch(cell, state, grid, choice, batch, known))
        if is_settled(before, found, choice):
            break
    return found


def posed_cells(
    cell: Cell, state: CellState, grid: ReachGrid, cubes: Integers, is_free: bool = False
) -> ReachCells:
    """The cubes, of flat indices (k,), that the tool reaches with its orientation in the state."""
    T = np.tile(grid.T_world_grid, (len(cubes), 1, 1))
    T[:, :3, 3] = grid.middles(cubes)
    own = cell.robot.mechanism
    row, q = solutions_of(cell, state, T)
    if is_free:
        free = are_free(cell, state, q)
        row, q = row[free], q[free]
    return _cells(cubes[row], q, manipulability(own, q), counts=True)


def solutions_of(cell: Cell, state: CellState, T_world_tool: Array) -> tuple[Integers, Array]:
    """All joint values (m, n) within the limits that take the tool to poses (k, 4, 4), and the row
    of the pose of each, (m,), in order.

    Raises SceneError where the arm has no solver for poses.
    """
    robot = cell.robot
    mechanism, tool = with_goal_at_tool(robot.mechanism, tool_frame(robot, state.tool))
    try:
        found = inverse_batch(mechanism, invert(robot.T_world_base) @ T_world_tool @ invert(tool))
    except UnsolvableMechanism as fault:
        raise SceneError(f"no reach map for the orientation of the tool: {fault}") from fault
    row, slot = np.nonzero(np.arange(found.q.shape[1]) < found.count[:, None])
    q = found.q[row, slot]
    kept = within_limits(robot.mechanism, q)
    return row[kept], q[kept]


def sampled_cells(cell: Cell, state: CellState, grid: ReachGrid, batch: int) -> ReachCells:
    """Cubes in which the tool is at random joint values; batch: seed of the random numbers."""
    mechanism = cell.robot.mechanism
    q = random_joints(cell, VECTORS, batch + 1)
    places, owner = tool_poses(cell, state, q)[:, :3, 3], np.arange(len(q))
    freedom = manipulability(mechanism, q)
    if not mechanism.has_loops:
        # The first joint moves the whole arm: it changes no manipulability.
        places, owner, first = _moved_by_first(cell, places, q, grid.step)
        q = q[owner]
        q[:, 0] = first
    cubes = grid.cubes_at(places)
    kept = np.flatnonzero(cubes >= 0)
    return _cells(cubes[kept], q[kept], freedom[owner[kept]], counts=False)


def _moved_by_first(
    cell: Cell, places: Array, q: Array, step: float
) -> tuple[Array, Integers, Array]:
    """Places (m, 3) of the tool through the range of the first joint, at least one for each step;
    the row of `places` (k, 3) that each comes from, (m,); and the value of the joint, (m,)."""
    mechanism = cell.robot.mechanism
    low, high = joint_ranges(mechanism)[:, 0]
    T = cell.robot.T_world_base @ link_poses(mechanism, np.zeros(mechanism.n))[1]
    axis, origin = T[:3, 2], T[:3, 3]
    arms = places - origin
    foot = (arms @ axis)[:, None] * axis
    across = arms - foot
    turns = mechanism.kinds[0] == "R"
    reach = np.linalg.norm(across, axis=1) if turns else np.ones(len(places))
    counts = np.clip(np.ceil((high - low) * reach / step), 1, _MOST_TURNS).astype(np.int64)
    owner = np.repeat(np.arange(len(places)), counts)
    number = np.arange(len(owner)) - np.repeat(np.cumsum(counts) - counts, counts)
    # The joint value of the random row decides where between two of its places the first one lies.
    offset = (q[:, 0] - low) / (high - low)
    first = low + (number + offset[owner]) / counts[owner] * (high - low)
    change = (first - q[owner, 0])[:, None]
    if not turns:
        return places[owner] + change * axis, owner, first
    side = np.cross(axis, across)
    turned = np.cos(change) * across[owner] + np.sin(change) * side[owner]
    return origin + foot[owner] + turned, owner, first


def _cells(cubes: Integers, q: Array, freedom: Array, *, counts: bool) -> ReachCells:
    """Each cube once, with its best row. counts: Whether rows of a cube are different solutions."""
    order = np.lexsort((-freedom, cubes))
    different, first, number = np.unique(cubes[order], return_index=True, return_counts=True)
    best = order[first]
    solutions = number if counts else np.ones(len(different), np.int64)
    return ReachCells(different, solutions.astype(np.int64), freedom[best], q[best])


def _chosen(cells: ReachCells, rows: Integers) -> ReachCells:
    """Some of the cubes."""
    return ReachCells(cells.cubes[rows], cells.solutions[rows], cells.freedom[rows], cells.q[rows])
