"""The gap over a stretch that begins or ends with a touch, against dense samples."""

import numpy as np
import pytest

from geometry import Box, Cylinder, Sphere, check_pair
from geometry.separation.gjk import separation
from geometry.sweeping.stretch import gap_over_stretch
from geometry.tolerances import TOUCH_TOLERANCE

TABLE = Box((300, 300, 20))


@pytest.mark.parametrize("part", [Box((30, 20, 10)), Cylinder(8, 10), Sphere(5)])
@pytest.mark.parametrize("way", [(0, 0, 1e-3), (0.4, 0.1, 0.005), (0, 0, 30)])
def test_a_part_lifted_straight_or_set_down_touches_at_most(at, part, way):
    low, high = at(z=15), at(z=15) @ at(*way)
    for ends in ((low, high), (high, low)):
        assert gap_over_stretch(TABLE, part, np.array(ends), 0.0) >= -1e-9


def test_a_part_that_is_pushed_in_or_goes_through_is_not_proven(at):
    part = Box((30, 20, 10))
    for ends in ((at(z=15), at(z=14.999)), (at(z=15), at(z=-40)), (at(z=16), at(z=14.9))):
        assert gap_over_stretch(TABLE, part, np.array(ends), 0.0) < -TOUCH_TOLERANCE


def test_fingers_that_close_on_a_part_are_proven_to_touch_at_most(at):
    fingers = Box((10, 4, 40)).moved(at(y=12)) + Box((10, 30, 5)).moved(at(z=30))
    part = Box((20, 20, 20))
    assert gap_over_stretch(part, fingers, np.array([at(y=5), at()]), 0.0) >= -1e-9
    assert gap_over_stretch(part, fingers, np.array([at(y=5), at(y=-0.001)]), 0.0) < -1e-5


def test_a_turn_about_an_edge_lifts_off_and_the_other_way_presses_in(at):
    part = Box((30, 20, 10))

    def tilted(angle):
        edge = at(15, 0, 10)
        return edge @ at(axis=(0, 1, 0), angle=angle) @ at(-15, 0, 5)

    for angle, lifts in ((0.01, True), (-0.01, False)):
        ends = np.array([tilted(0.0), tilted(angle)])
        bend = angle**2 * np.hypot(30, 10)
        assert (gap_over_stretch(TABLE, part, ends, bend) >= -1e-3) is lifts
        verdict = check_pair(TABLE, at(), part, tilted(angle))
        assert (verdict.kind.value == "hit") is not lifts


def test_no_sample_of_a_random_stretch_is_nearer_than_what_is_proven(at):
    rng = np.random.default_rng(51)
    proven = 0
    for _ in range(150):
        a, b = Box(tuple(rng.uniform(10, 40, 3))), Cylinder(*rng.uniform(5, 20, 2))
        axis, turn, way = rng.normal(size=3), rng.uniform(-0.2, 0.2), rng.normal(size=3)
        start = at(*rng.normal(0, 25, 3), rng.normal(size=3), rng.uniform(0, 3))

        def pose(s, start=start, axis=axis, turn=turn, way=way):
            moved = start @ at(axis=axis, angle=s * turn)
            moved[:3, 3] += s * way
            return moved

        bend = turn**2 * np.hypot(b.radius, 0.5 * b.height)
        least = gap_over_stretch(a, b, np.array([pose(0.0), pose(1.0)]), bend)
        if least > 0.0:
            proven += 1
            T = np.array([pose(s) for s in np.linspace(0, 1, 200)])
            assert separation(a, b, T).distance.min() >= least - 1e-9
    assert proven > 40


def test_less_than_the_bend_of_the_motion_would_prove_too_much(at):
    """A part swings down to the table and up again: both ends are clear, its middle is not."""
    part = Sphere(5)
    ends = np.array([at(-20, 0, 16), at(20, 0, 16)])
    assert gap_over_stretch(TABLE, part, ends, 0.0) == pytest.approx(1.0)
    assert gap_over_stretch(TABLE, part, ends, 8.1) < 0.0
