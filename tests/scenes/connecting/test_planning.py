"""Searches for a way between two joint values."""

import numpy as np
import pytest

from scenes import start_state
from scenes.connecting.clearance import task_between
from scenes.connecting.edges import edges_of
from scenes.connecting.planning import is_free, way_between
from scenes.connecting.setting import setting_of

START, GOAL = (np.radians([s, 45.0, -135.0, 0.0, -45.0, 0.0]) for s in (-40.0, 40.0))


@pytest.fixture
def task(cell_with):
    cell = cell_with()
    state = start_state(cell)
    return task_between(setting_of(cell, state, state.opening), START, GOAL, 5.0)


def test_the_straight_motion_is_blocked_and_the_way_is_free(task):
    edges = edges_of(task.setting, task.clearance)
    assert not is_free(edges, np.stack([START, GOAL]))
    way = way_between(task, START, GOAL, seed=1)
    assert is_free(edges, way.path)
    assert (way.path[0] == START).all() and (way.path[-1] == GOAL).all()
    mechanism = task.setting.robot.mechanism
    assert (way.path >= mechanism.lower).all() and (way.path <= mechanism.upper).all()


def test_the_length_of_a_way_is_that_of_its_edges_and_no_less_than_the_straight_one(task):
    way = way_between(task, START, GOAL, seed=1)
    steps = np.diff(way.path, axis=0) / task.setting.robot.mechanism.speed
    assert way.length == pytest.approx(sum(np.linalg.norm(step) for step in steps))
    assert way.length > np.linalg.norm((GOAL - START) / task.setting.robot.mechanism.speed)


def test_the_same_seed_gives_the_same_way_and_another_seed_another(task):
    one, two, other = (way_between(task, START, GOAL, seed) for seed in (3, 3, 4))
    assert (one.path == two.path).all() and one.edges == two.edges
    assert one.path.shape != other.path.shape or not (one.path == other.path).all()


@pytest.mark.parametrize("seed", range(4))
def test_no_via_point_of_a_way_can_be_left_out(task, seed):
    edges, path = edges_of(task.setting, task.clearance), way_between(task, START, GOAL, seed).path
    for before, behind in zip(path[:-2], path[2:], strict=True):
        assert not is_free(edges, np.stack([before, behind]))


def test_a_search_that_is_stopped_finds_nothing(task):
    assert way_between(task, START, GOAL, seed=1, stop=lambda: True).path is None
