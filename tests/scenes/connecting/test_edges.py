"""Checks of edges, against dense samples, a second method, and the source of the loop."""

import numpy as np
import pytest

from resources.loops.loop import plain
from scenes import start_state
from scenes.connecting.clearance import task_between
from scenes.connecting.edge_kernel import find_shares
from scenes.connecting.edges import AnyArmEdges, CompiledEdges, edges_of
from scenes.connecting.setting import setting_of

SAMPLES = 400


@pytest.fixture
def task_of(cell_with):
    def made(robot, wanted=0.0):
        cell = cell_with(robot)
        state = start_state(cell)
        setting = setting_of(cell, state, state.opening)
        q = np.array(cell.robot.ready)
        q[0] = np.radians(-60.0)  # beside the post
        return task_between(setting, q, q, wanted)

    return made


def random_edges(task, count):
    """Edges (starts, ends) between joint values that keep the clearance."""
    random = np.random.default_rng(5)
    q = task.space.sample(random, 12 * count)
    asked = np.tile(task.clearance.hit_at, (len(q), 1))
    q = q[task.setting.robot.mechanism.closes(q)]
    gaps = task.setting.rooms_at(q, asked[: len(q)], task.clearance.hit_at)
    free = q[(gaps >= task.clearance.hit_at).all(axis=1)]
    assert len(free) >= 2 * count
    return free[:count], free[count : 2 * count]


def least_gaps(task, start, end, until):
    """The least gap of each pair at samples of an edge up to a share of it, no more than 5 mm."""
    q = start + np.linspace(0.0, until, SAMPLES)[:, None] * (end - start)
    lowest, enough = np.full(len(task.setting.pairs), -1e300), np.full(len(task.setting.pairs), 5.0)
    return task.setting.rooms_at(q, np.tile(enough, (SAMPLES, 1)), lowest).min(axis=0)


@pytest.mark.parametrize("robot", ["puma560", "textbook_palletiser"])
def test_no_sample_of_a_proven_edge_is_nearer_than_the_clearance(task_of, robot):
    task = task_of(robot, wanted=4.0)
    starts, ends = random_edges(task, 12)
    found = edges_of(task.setting, task.clearance).shares(starts, ends)
    assert found.are_free.any()
    for start, end, share in zip(starts, ends, found.shares, strict=True):
        gaps = least_gaps(task, start, end, share)
        # A bound of a gap is at least 0.95 of the gap.
        assert (gaps >= 0.95 * task.clearance.asked).all()


@pytest.mark.parametrize("robot", ["puma560", "kuka_lbr_iiwa_7_r800"])
def test_an_edge_that_is_not_free_comes_nearer_than_the_clearance_and_the_skin(task_of, robot):
    task = task_of(robot)
    starts, ends = random_edges(task, 40)
    found = edges_of(task.setting, task.clearance).shares(starts, ends)
    blocked = np.flatnonzero(~found.are_free)
    assert len(blocked) > 0
    for edge in blocked:
        gaps = least_gaps(task, starts[edge], ends[edge], 1.0)
        pair = found.blockers[edge]
        assert gaps[pair] <= task.clearance.hit_at[pair] / 0.95 + 0.5


def test_the_loop_and_the_halving_of_intervals_agree_about_whole_edges(task_of):
    task = task_of("puma560")
    starts, ends = random_edges(task, 40)
    one, two = (
        made(task.setting, task.clearance).shares(starts, ends)
        for made in (CompiledEdges, AnyArmEdges)
    )
    assert (one.are_free == two.are_free).all()


def test_whole_edges_are_free_exactly_where_their_share_is_the_whole(task_of):
    task = task_of("puma560")
    starts, ends = random_edges(task, 40)
    edges = edges_of(task.setting, task.clearance)
    whole = edges.shares(starts, ends, whole=True)
    assert (whole.are_free == edges.shares(starts, ends).are_free).all()


def test_a_share_ends_at_joint_values_that_keep_clearance_and_skin(task_of):
    task = task_of("puma560")
    starts, ends = random_edges(task, 60)
    found = edges_of(task.setting, task.clearance).shares(starts, ends)
    some = np.flatnonzero((found.shares > 0.0) & (found.shares < 1.0))
    assert len(some) > 0
    q = starts[some] + found.shares[some, None] * (ends[some] - starts[some])
    asked = np.tile(task.clearance.hit_at, (len(q), 1))
    assert (task.setting.rooms_at(q, asked, task.clearance.hit_at) >= task.clearance.hit_at).all()


def test_machine_code_and_source_give_the_same_shares(task_of):
    if not find_shares.is_ready:
        pytest.skip("no machine code")
    task = task_of("puma560")
    starts, ends = random_edges(task, 3)
    edges = CompiledEdges(task.setting, task.clearance)
    fast = edges.shares(starts, ends)
    arguments = list(map(plain, edges._call.arguments))
    arguments[4][:] = len(starts), 0
    find_shares.python(*arguments)
    assert (arguments[-2][: len(starts)] == fast.shares).all()
    assert (arguments[-1][: len(starts)] == fast.blockers).all()
