"""The course of the clearance agrees with the distances of the solids and with the nearest pair."""

import numpy as np
import pytest

from geometry import pair_clearance
from scenes import load_cell, simulate
from scenes.checking.distances.clearance_course import ClearanceCourse, clearance_course
from scenes.checking.distances.clearances import clearances
from scenes.library import program_path
from scenes.world.placement import bodies_in, placement


def run_of(cell: str, program: str):
    return simulate(load_cell(cell), program_path(program).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def run():
    return run_of("kakazu1985", "figure5")


def in_slices(run) -> list[ClearanceCourse]:
    parts, at = [], 0
    while at < len(run.moving_steps):
        part, behind = clearance_course(run, at, budget_s=0.0)
        assert behind > at
        parts.append(part)
        at = behind
    return parts


def test_slices_of_a_course_are_the_whole_of_it(run) -> None:
    parts = in_slices(run)
    joined, (whole, behind) = ClearanceCourse.joined(parts), clearance_course(run)
    assert len(parts) == behind == len(run.moving_steps)
    assert (joined.times == whole.times).all()
    assert (joined.distance_mm == whole.distance_mm).all()
    assert (np.diff(whole.times) >= 0.0).all()
    assert (whole.times[0], whole.times[-1]) == (0.0, run.duration)


def test_the_distance_at_a_time_is_that_of_the_solids(run) -> None:
    course, _ = clearance_course(run)
    rng = np.random.default_rng(5)
    arm = f"{run.cell.robot.name}."
    for row in rng.choice(len(course.times), 12, replace=False):
        state = run.state_at(float(course.times[row]))
        bodies, T = bodies_in(run.cell, state), placement(run.cell, state)
        moving = [name for name, body in bodies.items() if name.startswith(arm) and body.link != 0]
        standing = [name for name in T if not name.startswith(arm)]
        least = min(
            pair_clearance(bodies[a].solid, T[a], bodies[b].solid, T[b], prove=False).distance_mm
            for a in moving
            for b in standing
        )
        assert course.distance_mm[row] == pytest.approx(least, abs=1e-3)


@pytest.mark.parametrize("name", ["kakazu1985/figure5", "ur_pick_place/ur_pick_place"])
def test_the_least_of_the_course_is_the_nearest_pair_of_the_list(name) -> None:
    run = run_of(*name.split("/"))
    course, _ = clearance_course(run)
    least = clearances(run).least
    assert least is not None
    assert not course.is_bound.any()
    assert least.distance_mm - 1e-3 <= course.distance_mm.min() <= 1.01 * least.distance_mm + 0.1


def test_a_pair_with_a_hole_is_measured_or_said_to_be_a_lower_bound() -> None:
    run = run_of("puma_bench", "puma_pick")
    course, _ = clearance_course(run)
    least = clearances(run).least
    assert least is not None
    exact = course.distance_mm[~course.is_bound]
    assert len(exact) > 100
    assert exact.min() >= least.proven_mm - 1e-6
