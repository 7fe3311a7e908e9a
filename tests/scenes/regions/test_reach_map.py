"""Where the tool can get to: laws against forward kinematics, the solver and closed forms."""

from math import pi
from pathlib import Path

import numpy as np
import pytest

from kinematics import forward, inverse_batch, invert
from kinematics.arm.limits import within_limits
from kinematics.differential.manipulability import manipulability
from scenes import Cell, CellState, SceneError, load_cell, start_state
from scenes.regions.reach_grid import ReachMap, grid_of, random_joints, tool_poses
from scenes.regions.reach_map import (
    ReachChoice,
    cells_of_batch,
    count_of_batches,
    posed_cells,
    reach_map,
)

CELLS = ("kakazu1985", "puma_bench", "scara_assembly")


@pytest.fixture(scope="module", params=CELLS)
def whole(request) -> tuple[Cell, CellState, ReachMap]:
    """A cell, its first state, and the map for any orientation."""
    cell = load_cell(request.param)
    state = start_state(cell)
    step = 40.0 if request.param == "scara_assembly" else 100.0
    return cell, state, reach_map(cell, state, ReachChoice(step))


def near(found: ReachMap) -> np.ndarray:
    """The cubes that are reached, and all cubes beside them."""
    grown = np.pad(found.is_reached, 1)
    for axis in range(3):
        grown = grown | np.roll(grown, 1, axis) | np.roll(grown, -1, axis)
    return grown[1:-1, 1:-1, 1:-1].ravel()


def test_the_tool_at_random_joint_values_is_in_the_region(whole) -> None:
    cell, state, found = whole
    q = random_joints(cell, 20_000, 987)
    cubes = found.grid.cubes_at(tool_poses(cell, state, q)[:, :3, 3])
    assert (cubes >= 0).all()
    assert np.count_nonzero(~near(found)[cubes]) == 0
    assert np.count_nonzero(found.solutions[cubes] == 0) < 0.002 * len(q)


def test_a_place_outside_the_region_has_no_solution_in_any_of_many_orientations(whole) -> None:
    cell, state, found = whole
    rng = np.random.default_rng(4)
    outside = rng.choice(np.flatnonzero(~near(found)), 60, replace=False)
    T_flange = tool_poses(cell, state, random_joints(cell, 3000, 5)[:40])
    poses = np.tile(T_flange, (len(outside), 1, 1))
    poses[:, :3, 3] = np.repeat(found.grid.middles(outside), 40, axis=0)
    robot = cell.robot
    solved = inverse_batch(
        robot.mechanism, invert(robot.T_world_base) @ poses @ invert(robot.T_flange_tool)
    )
    row, slot = np.nonzero(np.arange(solved.q.shape[1]) < solved.count[:, None])
    assert not within_limits(robot.mechanism, solved.q[row, slot]).any()


def test_the_cubes_of_one_orientation_count_the_solutions_of_their_middles(whole) -> None:
    cell, state, anyhow = whole
    grid = anyhow.grid
    cubes = np.flatnonzero(anyhow.solutions)[::37]
    cells = posed_cells(cell, state, grid, cubes)
    assert 0 < len(cells.cubes) < len(cubes)
    back = tool_poses(cell, state, cells.q)
    assert np.abs(back[:, :3, 3] - grid.middles(cells.cubes)).max() < 1e-6
    assert np.abs(back[:, :3, :3] - grid.T_world_grid[:3, :3]).max() < 1e-9
    assert np.allclose(cells.freedom, manipulability(cell.robot.mechanism, cells.q))
    robot = cell.robot
    for cube, count in list(zip(cells.cubes, cells.solutions, strict=True))[::9]:
        T = grid.T_world_grid.copy()
        T[:3, 3] = grid.middles(np.array([cube]))[0]
        goal = invert(robot.T_world_base) @ T @ invert(robot.T_flange_tool)
        one = inverse_batch(robot.mechanism, goal[None])
        q = one.q[0, : one.count[0]]
        assert within_limits(robot.mechanism, q).sum() == count
        assert np.allclose(forward(robot.mechanism, q), goal, atol=1e-6)


def test_what_keeps_the_orientation_lies_in_what_is_reached_anyhow(whole) -> None:
    cell, state, anyhow = whole
    kept = reach_map(cell, state, ReachChoice(anyhow.grid.step, keeps_orientation=True))
    assert np.array_equal(kept.grid.shape, anyhow.grid.shape)
    assert 0 < kept.volume_mm3 < 1.02 * anyhow.volume_mm3
    assert not np.any((kept.solutions > 0) & ~near(anyhow))


@pytest.mark.parametrize("keeps", [False, True])
def test_free_cubes_are_some_of_the_reached_ones(keeps: bool) -> None:
    cell = load_cell("scara_assembly")
    state, step = start_state(cell), 80.0
    all_cubes = reach_map(cell, state, ReachChoice(step, keeps))
    free = reach_map(cell, state, ReachChoice(step, keeps, is_free=True))
    assert 0 < np.count_nonzero(free.solutions) < np.count_nonzero(all_cubes.solutions)
    assert not np.any((free.solutions > 0) & ~near(all_cubes))
    assert (free.solutions <= np.where(near(all_cubes), 8, 0)).all()


def test_an_arm_of_two_links_reaches_the_annulus_of_the_closed_form() -> None:
    cell = load_cell("scara_assembly")
    state, mechanism = start_state(cell), cell.robot.mechanism
    found = reach_map(cell, state, ReachChoice(20.0))
    layer = found.is_reached.sum(axis=2)
    height = float(mechanism.upper[2] - mechanism.lower[2])
    area = found.volume_mm3 / height
    # Crank with links a and b: the angle between them goes from 0 to the limit of joint 2, and the
    # whole turns by the range of joint 1: r^2 = a^2 + b^2 + 2 a b cos(elbow).
    q = np.zeros((3, mechanism.n))
    q[:, 1] = (0.0, mechanism.upper[1], mechanism.lower[1])
    q[:, 2] = mechanism.lower[2]
    reach = np.linalg.norm(forward(mechanism, q)[:, :2, 3], axis=1)
    swept = float(mechanism.upper[0] - mechanism.lower[0])
    annulus = 0.5 * swept * (reach[0] ** 2 - min(reach[1:]) ** 2)
    assert layer.max() >= round(height / 20.0)
    # Each elbow adds the lens that the other one does not reach; both bounds are closed forms.
    full = pi * (reach[0] ** 2 - min(reach[1:]) ** 2)
    skin = 1.0 + 20.0 * (2.0 * pi * reach[0]) / annulus + 20.0 / height
    assert annulus <= area <= full * skin


def test_a_step_that_is_too_small_or_too_many_cubes_are_refused() -> None:
    cell = load_cell("puma_bench")
    state = start_state(cell)
    with pytest.raises(SceneError, match="cubes of 2 to 500 mm, not 1"):
        grid_of(cell, state, 1.0)
    with pytest.raises(SceneError, match="choose a larger step"):
        grid_of(cell, state, 5.0)


def test_batches_in_any_order_give_the_same_map() -> None:
    cell = load_cell("scara_assembly")
    state, choice = start_state(cell), ReachChoice(30.0, keeps_orientation=True)
    grid = grid_of(cell, state, choice.step)
    backwards = ReachMap.empty(grid)
    for batch in reversed(range(count_of_batches(grid, choice))):
        backwards = backwards.with_cells(cells_of_batch(cell, state, grid, choice, batch))
    forwards = reach_map(cell, state, choice)
    assert np.array_equal(forwards.solutions, backwards.solutions)
    assert np.array_equal(forwards.freedom, backwards.freedom, equal_nan=True)


def test_the_tool_stands_in_the_middle_of_a_cube_of_the_tools_layer() -> None:
    cell = load_cell("puma_bench")
    state = start_state(cell)
    grid = grid_of(cell, state, 60.0)
    T = tool_poses(cell, state, state.q[None])[0]
    cube = grid.cubes_at(T[None, :3, 3])
    assert np.allclose(grid.middles(cube)[0], T[:3, 3])
    assert np.unravel_index(cube, grid.shape)[2][0] == grid.tool_layer


def test_a_map_of_the_tools_plane_is_that_layer_of_the_whole_map() -> None:
    cell = load_cell("puma_bench")
    state = start_state(cell)
    whole = reach_map(cell, state, ReachChoice(60.0, keeps_orientation=True))
    flat = reach_map(cell, state, ReachChoice(60.0, keeps_orientation=True, in_plane=True))
    layer, shape = whole.grid.tool_layer, whole.grid.shape
    solutions = flat.solutions.reshape(shape)
    assert np.array_equal(solutions[:, :, layer], whole.solutions.reshape(shape)[:, :, layer])
    assert solutions.sum() == solutions[:, :, layer].sum() > 0


def test_an_arm_with_closed_loops_keeps_the_limits_of_its_passive_joints(tmp_path: Path) -> None:
    path = tmp_path / "delta.cell.yaml"
    path.write_text("cell: 1\nrobots: {arm: {use: textbook_delta}}\n", encoding="utf-8")
    cell = load_cell(path)
    state, mechanism = start_state(cell), cell.robot.mechanism
    q = random_joints(cell, 2000, 2)
    assert 0 < len(q) < 2000 and within_limits(mechanism, q).all()
    grid = grid_of(cell, state, 100.0)
    cells = cells_of_batch(cell, state, grid, ReachChoice(100.0), 0)
    assert len(cells.cubes) > 0 and within_limits(mechanism, cells.q).all()
    assert np.array_equal(grid.cubes_at(tool_poses(cell, state, cells.q)[:, :3, 3]), cells.cubes)
