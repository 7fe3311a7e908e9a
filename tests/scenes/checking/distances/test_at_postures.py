"""The arm at several joint values: as the check of each pose alone, and as every pair measured."""

from dataclasses import replace

import numpy as np
import pytest

from geometry import pair_clearance
from kinematics import forward, inverse
from scenes import load_cell, start_state
from scenes.checking.collisions.arrivals import hits_in, moments
from scenes.checking.distances.at_postures import standing_at
from scenes.execution.simulation import simulate
from scenes.world.placement import bodies_of, placements

CELLS = ("kakazu1985", "drilling", "puma_bench")


def rows_of(cell, seed: int):
    """All solutions of the pose at the start, and random joint values within the limits."""
    mechanism, q = cell.robot.mechanism, start_state(cell).q
    found = inverse(mechanism, forward(mechanism, q)).q
    lower, upper = np.maximum(mechanism.lower, -2.5), np.minimum(mechanism.upper, 2.5)
    drawn = np.random.default_rng(seed).uniform(lower, upper, (4, mechanism.n))
    return np.concatenate([found, drawn])


@pytest.mark.parametrize("name", CELLS)
def test_the_bodies_met_are_those_of_a_run_that_starts_there(name) -> None:
    cell = load_cell(name)
    q, state = rows_of(cell, 1), start_state(cell)
    still = simulate(cell, "10 READY\n")
    for row, found in zip(q, standing_at(cell, state, q, measured=False), strict=True):
        run = replace(still, start_state=replace(state, q=row))
        stretch = replace(moments(run)[0], q=row[None])
        alone = {(hit.body_a, hit.body_b) for hit in hits_in(cell, stretch)}
        assert set(found.hits) == alone
        assert found.nearest is None
        assert found.is_free is not bool(alone)


@pytest.mark.parametrize("name", CELLS)
def test_the_nearest_pair_is_the_least_of_all_pairs_measured(name) -> None:
    cell = load_cell(name)
    q, state = rows_of(cell, 2)[-6:], start_state(cell)
    bodies = bodies_of(cell, state.parts)
    moving = [n for n, body in bodies.items() if body.link]
    standing = [n for n, body in bodies.items() if body.link in (None,)]
    names, poses = placements(cell, q, [state.opening] * len(q), state.held, state.parts)
    standing = [n for n in standing if n in names]
    for i, found in enumerate(standing_at(cell, state, q)):
        T = dict(zip(names, poses[i], strict=True))
        gaps = {
            (a, b): pair_clearance(
                bodies[a].solid, T[a], bodies[b].solid, T[b], cell.chord, prove=False
            ).distance_mm
            for a in moving
            for b in standing
            if not cell.allows(a, b)
        }
        assert found.clearance_mm == pytest.approx(min(gaps.values()), abs=1e-3)
        assert gaps[found.nearest] == pytest.approx(found.clearance_mm, abs=1e-3)
