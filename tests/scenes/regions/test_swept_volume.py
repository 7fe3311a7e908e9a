"""The swept volume of a run holds every body at every time, and is not much larger."""

from pathlib import Path

import numpy as np
import pytest

from geometry import Mesh
from geometry.mesh_files.formats import import_mesh
from geometry.meshes.winding import ray_windings
from geometry.poses import placed
from geometry.solids.tree import contains
from scenes import ExportError, Run, SceneError, load_cell, simulate
from scenes.library import program_path
from scenes.regions.swept_volume import (
    ARM,
    BEGIN,
    GROUPS,
    HAND,
    PART,
    SweptChoice,
    swept_bodies,
    swept_part,
    swept_steps,
    swept_volume,
    write_region,
)
from scenes.world.placement import bodies_in, placement

WAY = np.array([0.3117, 0.5411, 0.7813])


def run_of(cell: str, program: str) -> Run:
    return simulate(load_cell(cell), program_path(program).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def picking() -> Run:
    """A hand grips a part, carries it and lets go."""
    return run_of("puma_bench", "puma_pick")


@pytest.fixture(scope="module")
def assembling() -> Run:
    return run_of("scara_assembly", "scara_assembly")


def places_of(run: Run, choice: SweptChoice, times: np.ndarray, count: int) -> np.ndarray:
    """Points of the chosen bodies, in them and on their boxes' faces, at random times, world."""
    rng, found = np.random.default_rng(3), []
    for time in times:
        state = run.state_at(float(time))
        poses, known = placement(run.cell, state), bodies_in(run.cell, state)
        for name in swept_bodies(run, choice):
            is_held = state.held is not None and state.held.part == name
            if name in run.cell.parts_by_name and not is_held:
                continue
            lo, hi = known[name].solid.bounds()
            own = rng.uniform(lo, hi, (count, 3))
            own[: count // 2, 0] = np.where(rng.uniform(size=count // 2) < 0.5, lo[0], hi[0])
            found.append(placed(poses[name], own[contains(known[name].solid, own)]))
    return np.vstack(found)


def are_inside(region: Mesh, points: np.ndarray) -> np.ndarray:
    parts = np.array_split(points, len(points) // 1000 + 1)
    windings = np.concatenate([ray_windings(region, part, WAY) for part in parts])
    assert not np.isnan(windings).any()
    return windings > 0


def outside(region: Mesh, points: np.ndarray) -> int:
    return int(np.count_nonzero(~are_inside(region, points)))


@pytest.mark.parametrize("groups", [(HAND, PART), (ARM,)])
def test_no_point_of_a_body_leaves_the_swept_volume(picking: Run, groups: tuple[str, ...]) -> None:
    lines = (
        swept_steps(picking, SweptChoice())[0].line,
        swept_steps(picking, SweptChoice())[2].line,
    )
    choice = SweptChoice(lines=lines, groups=groups, tolerance=20.0)
    steps = swept_steps(picking, choice)
    times = np.random.default_rng(5).uniform(steps[0].start_time, steps[-1].end_time, 150)
    points = places_of(picking, choice, times, 60)
    assert len(points) > 5000
    assert outside(swept_volume(picking, choice), points) == 0


def test_the_held_part_counts_from_the_grip_to_the_release(picking: Run) -> None:
    choice = SweptChoice(groups=(PART,), tolerance=10.0)
    region = swept_volume(picking, choice)
    held = [step for step in picking.moving_steps if step.before.held is not None]
    times = np.random.default_rng(6).uniform(held[0].start_time, held[-1].end_time, 400)
    points = places_of(picking, choice, times, 80)
    assert outside(region, points) == 0
    still = SweptChoice(lines=(1, 1), groups=(PART,))
    assert swept_bodies(picking, still) == ()


def test_the_volume_is_that_of_sampled_voxels_as_far_as_the_tolerance_tells(
    assembling: Run,
) -> None:
    first = swept_steps(assembling, SweptChoice())[:4]
    choice = SweptChoice((first[0].line, first[-1].line), (HAND,), 6.0)
    steps = swept_steps(assembling, choice)
    region, edge = swept_volume(assembling, choice), 8.0
    low = region.vertices.min(axis=0)
    shape = tuple(np.ceil(np.ptp(region.vertices, axis=0) / edge).astype(int) + 1)
    swept = np.zeros(shape, bool)
    middles = np.stack(np.meshgrid(*map(np.arange, shape), indexing="ij"), axis=-1)
    middles = low + edge * (middles.reshape(-1, 3) + 0.5)
    times = [np.arange(step.start_time, step.end_time, 0.02) for step in steps]
    for time in np.concatenate(times):
        state = assembling.state_at(float(time))
        poses, known = placement(assembling.cell, state), bodies_in(assembling.cell, state)
        for name in swept_bodies(assembling, choice):
            solid, T = known[name].solid, poses[name]
            lo, hi = solid.bounds_in(T)
            near = np.flatnonzero(np.all((middles >= lo) & (middles <= hi), axis=1))
            own = (middles[near] - T[:3, 3]) @ T[:3, :3]
            swept.ravel()[near[contains(solid, own)]] = True
    grown = swept.copy()  # by one voxel in each direction: edge is more than the tolerance
    for axis in range(3):
        grown |= np.roll(grown, 1, axis) | np.roll(grown, -1, axis)
    inside = are_inside(region, middles)
    assert np.count_nonzero(swept.ravel() & ~inside) == 0
    assert np.count_nonzero(inside & ~grown.ravel()) < 0.01 * np.count_nonzero(inside)


def test_a_finer_tolerance_never_makes_the_volume_larger(picking: Run) -> None:
    line = swept_steps(picking, SweptChoice())[0].line
    fine, rough = (
        swept_volume(picking, SweptChoice((line, line), (HAND,), tolerance))
        for tolerance in (2.0, 20.0)
    )
    assert fine.volume_and_centroid()[0] < rough.volume_and_centroid()[0]


def test_the_work_comes_in_parts_and_its_share_grows_to_one(picking: Run) -> None:
    choice, place, shares = SweptChoice(groups=(HAND,), tolerance=20.0), BEGIN, [0.0]
    while place is not None:
        part = swept_part(picking, choice, place)
        assert part.region is None or len(part.region.triangles)
        place = part.following
        shares.append(part.done)
    assert len(shares) > len(swept_bodies(picking, choice))
    assert shares == sorted(set(shares)) and shares[-1] == 1.0


def test_lines_without_motion_and_wrong_words_are_refused(picking: Run) -> None:
    with pytest.raises(SceneError, match="none of the chosen bodies moves in line 1; the motions"):
        swept_volume(picking, SweptChoice(lines=(1, 1), groups=(PART,)))
    with pytest.raises(SceneError, match="are arm, hand, part"):
        SweptChoice(groups=("foot",))
    assert SweptChoice().groups == GROUPS


def test_a_written_region_reads_back_with_its_volume(picking: Run, tmp_path: Path) -> None:
    line = swept_steps(picking, SweptChoice())[0].line
    region = swept_volume(picking, SweptChoice((line, line), (HAND,), 20.0))
    for suffix in ("stl", "3mf"):
        path = write_region(region, tmp_path / f"swept.{suffix}")
        report = import_mesh(path, "mm").report
        assert report.volume_after_mm3 == pytest.approx(region.volume_and_centroid()[0], rel=1e-3)
    with pytest.raises(ExportError, match="meshes are written as"):
        write_region(region, tmp_path / "swept.tips")
