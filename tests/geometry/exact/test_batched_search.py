"""The search for many poses gives the verdicts of the search for one, also over whole intervals."""

import numpy as np
import pytest

from geometry import Box, Cone, Cylinder, Prism, Sphere, Torus
from geometry.exact.batched_search import states_of
from geometry.exact.batched_views import Spin
from geometry.exact.common_point import common_point
from geometry.separation.batches import APART, MEETS, OPEN

BLOCK = Box((40, 40, 30))
ANGLES = np.linspace(0.0, 2.0 * np.pi, 121)[:-1]
MANY_SIDED = Prism(tuple((9.0 * np.cos(t), 9.0 * np.sin(t)) for t in ANGLES), 28.0)
PAIRS = (
    (BLOCK - Cylinder(10, 40), Cylinder(9, 60)),
    (BLOCK - Box((30, 30, 24)), Sphere(9) + Cone(8, 3, 20)),
    (Cylinder(25, 20) & Box((36, 60, 60)), Box((12, 14, 70)) - Cylinder(3, 80)),
    (Torus(20, 6), Cylinder(11, 30)),
    (BLOCK - Torus(14, 5), Box((9, 9, 40))),
    (MANY_SIDED, BLOCK - Sphere(18)),
)


def about(axis, point, angle):
    """The pose after a turn about a line."""
    x, y, z = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    T = np.eye(4)
    T[:3, :3] += np.sin(angle) * K + (1.0 - np.cos(angle)) * K @ K
    T[:3, 3] = point - T[:3, :3] @ point
    return T


def verdict(a, b, T):
    found = common_point(a, b, T, 100_000)
    assert found.witness is not None or found.cover is not None
    return MEETS if found.witness is not None else APART


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_many_poses_have_the_verdicts_of_each_alone(poses, number):
    a, b = PAIRS[number]
    T = poses(np.random.default_rng(number), 40, 14.0)
    states = states_of(a, b, T)
    expected = [verdict(a, b, each) for each in T]
    assert np.count_nonzero(states == OPEN) <= 3
    decided = states != OPEN
    assert (states[decided] == np.array(expected)[decided]).all()
    assert {APART, MEETS} <= set(states)


def test_bodies_that_touch_share_no_volume(at):
    for a, b, T in (
        (Box((10, 10, 10)), Box((10, 10, 10)), at(z=10)),
        (Box((10, 10, 10)) - Cylinder(3, 4), Box((10, 10, 10)), at(z=10)),
        (BLOCK - Box((20, 20, 40)), Box((20, 20, 60)), at(z=3.0)),
    ):
        assert states_of(a, b, T[None])[0] == APART
        deeper = T.copy()
        deeper[0, 3] += 0.01
        deeper[2, 3] -= 0.01
        assert states_of(a, b, deeper[None])[0] == MEETS


@pytest.mark.parametrize("number", range(len(PAIRS)))
def test_a_state_over_intervals_is_that_of_all_poses_in_them(poses, number):
    a, b = PAIRS[number]
    rng = np.random.default_rng(100 + number)
    T = poses(rng, 24, 24.0)
    axes, points = rng.normal(size=(2, 3)), rng.normal(0.0, 9.0, (2, 3))
    axes /= np.linalg.norm(axes, axis=1)[:, None]
    halves = rng.uniform(0.002, 0.08, (2, 24))
    spins = [Spin(axes[0], points[0], True, halves[0])]
    spins.append(Spin(axes[1], points[1], True, halves[1], in_first=True))
    seen = set()
    for own in (spins[:1], spins):
        states = states_of(a, b, T, own)
        for row in np.flatnonzero(states != OPEN):
            seen.add(states[row])
            for share in rng.uniform(-1.0, 1.0, (2, 2)):
                moved = T[row] @ about(axes[0], points[0], share[0] * halves[0, row])
                if len(own) == 2:
                    moved = about(axes[1], points[1], share[1] * halves[1, row]) @ moved
                assert verdict(a, b, moved) == states[row]
    assert seen == {APART, MEETS}


def test_a_drum_that_turns_in_its_fork_is_free_over_the_whole_turn(at):
    fork = Box((60, 60, 60)) - Cylinder(25, 30).moved(at(axis=(1, 0, 0), angle=np.pi / 2))
    drum = Cylinder(20, 30).moved(at(axis=(1, 0, 0), angle=np.pi / 2))
    spin = Spin(np.array([0.0, 1.0, 0.0]), np.zeros(3), True, np.array([np.pi]))
    assert states_of(fork, drum, np.eye(4)[None], [spin])[0] == APART
    wider = Cylinder(26, 30).moved(at(axis=(1, 0, 0), angle=np.pi / 2))
    assert states_of(fork, wider, np.eye(4)[None], [spin])[0] == MEETS


def test_a_slide_is_free_as_far_as_nothing_is_in_its_way(at):
    rail, stop = Box((200, 20, 20)), Box((20, 60, 60))
    wall = rail.moved(at(z=-20)) + stop.moved(at(x=90)) - Cylinder(1, 5)
    cart = Box((30, 20, 20))
    spin = Spin(np.array([1.0, 0.0, 0.0]), np.zeros(3), False, np.array([40.0, 70.0]))
    T = np.array([at(x=20), at(x=20)])
    assert states_of(wall, cart, T, [spin]).tolist() == [APART, OPEN]


def test_a_cutter_of_very_many_sides_stays_open(at):
    assert states_of(BLOCK - MANY_SIDED, Sphere(8), at()[None])[0] == OPEN
