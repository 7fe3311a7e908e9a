"""Stretches that begin or end with a touch are proven, and nothing untrue is: by dense samples."""

import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere, sweep
from geometry.separation.batches import APART
from geometry.separation.gjk import separation
from geometry.separation.packed_bodies import packed_pair
from geometry.separation.refined_separation import close_separation
from geometry.sweeping.stretch_tables import Looks, unproven_items
from geometry.tolerances import TOUCH_TOLERANCE

TABLE = Box((300, 300, 20))


@pytest.fixture(params=["compiled", "numpy"])
def looked_at(request):
    """looked_at(a, b, pose, rate, bend): State and unproven spans (7,) of one stretch in which b
    moves by pose(s), s from 0 to 1, seen from a; the look is at s = 0.5."""

    def unproven(a, b, pose, rate, bend=0.0):
        T = np.array([pose(s) for s in (0.0, 0.5, 1.0)])[:, None]
        looks = Looks(np.zeros(1, np.int64), np.array([[0.0, 0.5, 1.0]]), np.array([[0, 1, 2]]))
        limits = np.array([[rate, bend, 0.0]])
        pair = np.array([[0, 1]])
        left = unproven_items(packed_pair(a, b), T, looks, pair, limits, request.param)
        return left.states[0], left.spans[0]

    return unproven


def straight(start, end):
    """The pose of a part that moves evenly from start to end without turning."""
    return lambda s: (1.0 - s) * start + s * end


@pytest.mark.parametrize("part", [Box((30, 20, 10)), Cylinder(8, 10), Sphere(5)])
@pytest.mark.parametrize("way", [(0, 0, 1e-3), (0.4, 0.1, 0.005), (0, 0, 30)])
def test_a_part_lifted_straight_or_set_down_touches_at_most(at, looked_at, part, way):
    low, high = at(z=15), at(z=15) @ at(*way)
    for ends in ((low, high), (high, low)):
        state, _ = looked_at(TABLE, part, straight(*ends), float(np.linalg.norm(way)))
        assert state == APART


def test_a_part_that_is_pushed_in_or_goes_through_is_not_proven(at, looked_at):
    part = Box((30, 20, 10))
    for start, end in ((15, 14.999), (15, -40), (16, 14.9)):
        pose = straight(at(z=start), at(z=end))
        state, spans = looked_at(TABLE, part, pose, float(start - end))
        assert state != APART
        assert pose(spans[6])[2, 3] < 15, "the stretch has a time at which the part is in the table"


def test_fingers_that_close_on_a_part_are_proven_to_touch_at_most(at, looked_at):
    fingers = Box((10, 4, 40)).moved(at(y=12)) + Box((10, 30, 5)).moved(at(z=30))
    part = Box((20, 20, 20))
    assert looked_at(part, fingers, straight(at(y=5), at()), 5.0)[0] == APART
    assert looked_at(part, fingers, straight(at(y=5), at(y=-0.001)), 5.001)[0] != APART


def test_a_turn_about_an_edge_lifts_off_and_the_other_way_presses_in(at):
    part = Box((30, 20, 10))
    for angle, kind in ((0.01, "free"), (-0.01, "hit")):

        def tilted(times, angle=angle):
            edge = at(15, 0, 10)
            turns = (at(axis=(0, 1, 0), angle=angle * s) for s in times)
            return np.array([edge @ turn @ at(-15, 0, 5) for turn in turns])[:, None]

        radius = np.hypot(30, 10)
        found = sweep(
            [part], [TABLE], tilted, [np.eye(4)], abs(angle) * radius, bends=angle**2 * radius
        )
        assert found.kind.value == kind


def test_no_sample_of_a_random_stretch_is_deeper_than_a_touch_where_it_is_proven(at, looked_at):
    rng = np.random.default_rng(51)
    proven, unproven = 0, 0
    for _ in range(40):
        a, b = Box(tuple(rng.uniform(10, 40, 3))), Cylinder(*rng.uniform(5, 20, 2))
        axis, turn, way = rng.normal(size=3), rng.uniform(-0.5, 0.5), rng.normal(0, 8, 3)
        start = at(*rng.normal(0, 25, 3), rng.normal(size=3), rng.uniform(0, 3))

        def pose(s, start=start, axis=axis, turn=turn, way=way):
            moved = start @ at(axis=axis, angle=s * turn)
            moved[:3, 3] += s * way
            return moved

        radius = np.hypot(b.radius, 0.5 * b.height)
        rate, bend = float(np.linalg.norm(way)) + abs(turn) * radius, turn**2 * radius
        _, spans = looked_at(a, b, pose, rate, bend)
        times = np.linspace(0, 1, 21)
        is_open = (times >= spans[0]) & (times <= spans[1])
        is_open |= (times >= spans[3]) & (times <= spans[4])
        shown = times[~is_open & (times < spans[6])]
        proven, unproven = proven + len(shown), unproven + int(is_open.sum())
        if len(shown):
            T = np.array([pose(s) for s in shown])
            near = T[separation(a, b, T, enough=0.0).gap <= 0.0]
            if len(near):
                assert close_separation(a, b, near).gap.min() >= -TOUCH_TOLERANCE
    assert proven > 250
    assert unproven > 25


def test_less_than_the_bend_of_the_motion_would_prove_too_much(at, looked_at):
    """A part dips into the table between the times that are looked at, where it is clear."""
    part, turns = Sphere(5), 4.0 * np.pi

    def dips(s):
        return at(-20.0 + 40.0 * s, 0.0, 15.5 + 0.6 * np.cos(turns * s))

    assert dips(0.25)[2, 3] < 15.0 < min(dips(s)[2, 3] for s in (0.0, 0.5, 1.0))
    rate = float(np.hypot(40.0, 0.6 * turns))
    assert looked_at(TABLE, part, dips, rate, 0.0)[0] == APART
    assert looked_at(TABLE, part, dips, rate, 0.6 * turns**2)[0] != APART
