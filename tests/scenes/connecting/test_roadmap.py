"""Shorter ways through samples: free, shorter, and the shortest that the samples allow."""

from itertools import pairwise, permutations

import numpy as np
import pytest

from scenes import start_state
from scenes.connecting.clearance import task_between
from scenes.connecting.planning import is_free
from scenes.connecting.roadmap import _EDGES, _in_ellipsoid, _Roadmap, shorter_way
from scenes.connecting.search import Space
from scenes.connecting.setting import setting_of

START, GOAL = (np.radians([s, 45.0, -135.0, 0.0, -45.0, 0.0]) for s in (-40.0, 40.0))
ENDS = np.stack([START, GOAL])


@pytest.fixture
def task(cell_with):
    cell = cell_with()
    state = start_state(cell)
    return task_between(setting_of(cell, state, state.opening), START, GOAL, 5.0)


@pytest.fixture
def space():
    """A space whose limits are far away."""
    return Space(np.array([1.0, 2.0, 0.5]), np.full(3, -50.0), np.full(3, 50.0))


@pytest.mark.parametrize("seed", range(4))
def test_a_way_through_samples_is_free_shorter_than_asked_and_joins_the_ends(task, seed):
    random, straight = np.random.default_rng(seed), task.space.length(ENDS)
    way = shorter_way(ENDS, task.edges, task.space, random, 2.0 * straight)
    assert straight < task.space.length(way) < 2.0 * straight
    assert (way[[0, -1]] == ENDS).all() and len(way) <= _EDGES + 1
    assert is_free(task.edges, way)


def test_no_way_is_shorter_than_the_straight_edge(task):
    random, straight = np.random.default_rng(1), task.space.length(ENDS)
    for below in (0.0, straight):
        assert shorter_way(ENDS, task.edges, task.space, random, below) is None


def test_a_way_of_no_length_has_no_shorter_one(task):
    same, random = ENDS[[0, 0]], np.random.default_rng(1)
    assert shorter_way(same, task.edges, task.space, random, 0.0) is None


def test_the_known_way_is_found_again_where_no_sample_helps(task):
    random, straight = np.random.default_rng(1), task.space.length(ENDS)
    way = shorter_way(ENDS, task.edges, task.space, random, 2.0 * straight)
    length = task.space.length(way)
    again = shorter_way(way, task.edges, task.space, random, 1.0001 * length)
    assert task.space.length(again) <= length * (1.0 + 1e-9)


@pytest.mark.parametrize("goal", [[4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [-1.0, 3.0, 2.0]])
def test_samples_are_spread_where_a_shorter_way_can_pass(space, goal):
    start, goal = np.zeros(3), np.array(goal)
    below = 1.5 * space.lengths(start, goal)
    random = np.random.default_rng(3)
    q = np.concatenate([_in_ellipsoid(space, start, goal, below, random) for _ in range(40)])
    through = space.lengths(start, q) + space.lengths(q, goal)
    assert through.max() <= below * (1.0 + 1e-12)
    # Uniform in the ellipsoid: the mean is its middle, and the shell of the outer half of each
    # axis holds 7/8 of it.
    middle = 0.5 * (start + goal) / space.units
    radius = 0.5 * below
    assert np.abs(q.mean(axis=0) / space.units - middle).max() < 0.1 * radius
    halves = [_in_half(space, start, goal, below, each) for each in q]
    assert np.mean(halves) == pytest.approx(1 / 8, abs=0.03)


def _in_half(space, start, goal, below, q):
    """Whether joint values are in the ellipsoid of half the axes about the same middle."""
    a, b, x = start / space.units, goal / space.units, q / space.units
    span = np.linalg.norm(b - a)
    along = (x - 0.5 * (a + b)) @ (b - a) / span
    across = np.sqrt(max(np.square(x - 0.5 * (a + b)).sum() - along**2, 0.0))
    width = np.sqrt(below**2 - span**2)
    return np.hypot(along / (0.5 * below), across / (0.5 * width)) < 0.5


@pytest.mark.parametrize("seed", range(6))
def test_the_shortest_way_is_that_of_all_ways_of_few_edges(space, seed):
    random = np.random.default_rng(seed)
    nodes = random.uniform(-1.0, 1.0, (7, 3))
    roadmap = _Roadmap.of(nodes, space, below=100.0)
    a, b = np.array([(i, j) for i in range(7) for j in range(i)]).T
    roadmap.learn(a, b, random.random(len(a)) < 0.4)
    ways = [(0, *vias, 1) for count in range(_EDGES) for vias in permutations(range(2, 7), count)]
    lengths = [sum(roadmap.lengths[edge] for edge in pairwise(way)) for way in ways]
    found = roadmap.shortest(below=100.0)
    if np.isinf(min(lengths)):
        assert found == []
    else:
        assert tuple(found[0]) == ways[int(np.argmin(lengths))]
