"""The clearance along a run: the least of all pairs measured, and never below the proven least."""

import numpy as np
import pytest

from geometry import pair_clearance
from scenes import load_cell, simulate
from scenes.checking.distances.clearance_course import clearance_at
from scenes.checking.distances.clearances import clearances, meant_to_touch
from scenes.library import program_path
from scenes.world.placement import bodies_of, placement

CELLS = [("kakazu1985", "figure5"), ("ur_pick_place", "ur_pick_place"), ("drilling", "drill_plate")]


def run_of(cell: str, program: str):
    text = program_path(program).read_text(encoding="utf-8")
    return simulate(load_cell(cell), text)


@pytest.mark.parametrize(("cell", "program"), CELLS)
def test_no_time_is_nearer_than_the_proven_least_distance_and_its_time_is_as_near(
    cell: str, program: str
) -> None:
    run = run_of(cell, program)
    least = clearances(run).least
    assert least is not None
    found = clearance_at(run, np.linspace(0.0, run.duration, 120))
    assert np.all(found >= least.proven_mm - 1e-6)
    assert clearance_at(run, [least.time])[0] == pytest.approx(least.distance_mm, abs=0.05)


def test_each_clearance_is_the_least_of_all_counting_pairs_measured_one_by_one() -> None:
    run = run_of("kakazu1985", "figure5")
    meant = meant_to_touch(run)
    times = np.random.default_rng(5).uniform(0.0, run.duration, 6)
    for time, found in zip(times, clearance_at(run, times), strict=True):
        state = run.state_at(float(time))
        bodies, poses = bodies_of(run.cell, state.parts), placement(run.cell, state)
        moving = [name for name, body in bodies.items() if body.link]
        standing = [
            n for n, body in bodies.items() if body.link is None and poses.get(n) is not None
        ]
        apart = [
            pair_clearance(
                bodies[a].solid, poses[a], bodies[b].solid, poses[b], run.cell.chord
            ).distance_mm
            for a in moving
            for b in standing
            if (a, b) not in meant and tuple(sorted((a, b))) not in run.cell.allowed
        ]
        assert found == pytest.approx(min(apart), abs=1e-4)


@pytest.mark.parametrize(("cell", "program"), CELLS)
def test_where_two_motions_meet_the_lesser_distance_of_both_sides_counts(
    cell: str, program: str
) -> None:
    # A grasp, a release or a cut there changes which bodies move: the distance jumps.
    run = run_of(cell, program)
    ends = np.array([step.end_time for step in run.moving_steps[:-1]])
    sides = [clearance_at(run, ends + by) for by in (-1e-6, 1e-6)]
    assert np.abs(sides[0] - sides[1]).max() > 1.0 or cell == "kakazu1985"
    least = np.minimum(*sides)
    for by in (-1e-12, 0.0, 1e-12):
        assert clearance_at(run, ends + by) == pytest.approx(least, abs=0.01)


def test_a_time_beside_the_run_has_the_distance_of_its_end() -> None:
    run = run_of("kakazu1985", "figure5")
    beside, at_ends = [-5.0, run.duration + 5.0], [0.0, run.duration]
    assert clearance_at(run, beside).tolist() == clearance_at(run, at_ends).tolist()


def test_a_run_in_which_nothing_stands_has_no_clearance() -> None:
    from dataclasses import replace

    cell = replace(load_cell("kakazu1985"), fixtures=(), parts=())
    run = simulate(cell, "10 DRIVE 1 20\n20 END\n")
    assert np.isinf(clearance_at(run, [0.0, 0.5 * run.duration])).all()
