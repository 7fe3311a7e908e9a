"""Lower bounds of all pairs hold between the moments at which they were looked at."""

import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere, pair_clearance
from scenes import simulate
from scenes.checking.distances.near_pairs import bounds_below
from scenes.checking.distances.over_stretch import Stretch, counted
from scenes.checking.motions.run_motions import situations

PROGRAM = "POINT A 500 0 300 0 90 0\nMOVE A\nDRAW 0 0 -40\nDRIVE 1 30\nDRIVE 3 6\nEND"


@pytest.fixture(scope="module", name="stretch")
def _stretch(cell_with):
    cell = cell_with(
        ("TABLE", Box((420, 1200, 200)), (410, 0, 100)),
        ("POLE", Cylinder(20, 900), (500, 400, 450)),
        ("BALL", Sphere(60), (700, -200, 500)),
    )
    [(situation, motions)] = situations(simulate(cell, PROGRAM))
    return Stretch.of(situation, [m.course for m in motions]), list(counted(situation))


def least_at_moments(stretch, pairs, chunk, count=9):
    """The least distances of pairs at moments of a chunk, mm, by the pair check alone."""
    t = np.linspace(0.0, 1.0, count)
    piece, share = stretch.track.at(stretch.chunks, np.full(count, chunk), t)
    solids = {name: stretch.track.bodies[name][0] for pair in pairs for name in pair}
    T = {name: stretch.track.poses_of(name, piece, share) for name in solids}
    return [
        min(
            pair_clearance(solids[a], T[a][k], solids[b], T[b][k], prove=False).distance_mm
            for k in range(count)
        )
        for a, b in pairs
    ]


@pytest.mark.parametrize("asked", [5.0, 60.0, 300.0])
def test_no_distance_within_a_chunk_is_below_its_bound(stretch, asked):
    own, pairs = stretch
    wanted = np.ones((len(own.chunks), len(pairs)), dtype=bool)
    bounds = bounds_below(own.track, own.chunks, pairs, np.full(len(pairs), asked), wanted)
    for chunk in range(0, len(own.chunks), 5):
        least = least_at_moments(own, pairs, chunk)
        assert (bounds[chunk] <= np.array(least) + 1e-6).all()


def test_a_pair_well_above_what_is_asked_is_ruled_out_and_one_below_it_is_not(stretch):
    own, pairs = stretch
    least = {pair: own.measured(pair).distance_mm for pair in pairs}
    asked = 40.0
    wanted = np.ones((len(own.chunks), len(pairs)), dtype=bool)
    bounds = bounds_below(own.track, own.chunks, pairs, np.full(len(pairs), asked), wanted)
    is_out = {pair: bool((bounds[:, i] >= asked).all()) for i, pair in enumerate(pairs)}
    assert any(least[pair] < asked for pair in pairs)
    for pair in pairs:
        assert is_out[pair] or least[pair] < asked + 10.0
        assert not (is_out[pair] and least[pair] < asked - 1e-6)


def test_only_wanted_chunks_and_pairs_are_looked_at(stretch):
    own, pairs = stretch
    wanted = np.random.default_rng(2).random((len(own.chunks), len(pairs))) < 0.3
    asked = np.full(len(pairs), 50.0)
    some = bounds_below(own.track, own.chunks, pairs, asked, wanted)
    every = bounds_below(own.track, own.chunks, pairs, asked, np.ones_like(wanted))
    assert np.isinf(some[~wanted]).all()
    assert some[wanted] == pytest.approx(every[wanted], abs=1e-6)
