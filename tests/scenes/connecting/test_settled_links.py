"""Joint ranges of links near each other agree with the exact check of single postures."""

import numpy as np
import pytest

from geometry.exact.common_point import common_point
from geometry.poses import relative
from geometry.separation.batches import APART, MEETS, OPEN
from scenes import load_cell, start_state
from scenes.connecting.setting import Setting, setting_of
from scenes.connecting.settled_links import JointRanges, joint_ranges, states_by_joints
from tests.depth import share

NAMES = ("abb_irb120", "kuka_kr6_r900_2", "stanford_arm", "kuka_lbr_iiwa_14_r820")


def setting_with(tmp_path, robot: str) -> Setting:
    path = tmp_path / "arm.cell.yaml"
    path.write_text(f"cell: 1\nrobots: {{arm: {{use: {robot}}}}}\n", encoding="utf-8")
    cell = load_cell(path)
    state = start_state(cell)
    return setting_of(cell, state, state.opening)


def meets(setting: Setting, q: np.ndarray, pair: int) -> bool:
    a, b = setting.index[pair]
    T = setting.poses(q[None])[0]
    found = common_point(setting.solids[a], setting.solids[b], relative(T[a], T[b]), 100_000)
    return found.witness is not None


@pytest.mark.parametrize("robot", share(NAMES, 2))
def test_settled_states_are_those_of_single_postures(tmp_path, robot):
    setting = setting_with(tmp_path, robot)
    mechanism = setting.robot.mechanism
    rng = np.random.default_rng(5)
    low = np.maximum(mechanism.lower, -np.pi)
    high = np.where(np.isfinite(mechanism.upper), mechanism.upper, np.pi)
    settled = 0
    for pair in range(len(setting.pairs)):
        if joint_ranges(setting, pair) is None:
            continue
        q = rng.uniform(low, high, (2, mechanism.n))
        states = states_by_joints(setting, q, np.full(2, pair))
        for row in np.flatnonzero(states != OPEN):
            settled += 1
            assert (states[row] == MEETS) == meets(setting, q[row], pair)
    assert settled > 10


def test_links_that_touch_where_they_are_joined_are_settled_over_the_whole_range(tmp_path):
    setting = setting_with(tmp_path, "abb_irb120")
    for pair, names in enumerate(setting.pairs):
        if names in {("arm.elbow", "arm.upper_arm"), ("arm.wrist", "arm.forearm")}:
            known = joint_ranges(setting, pair)
            assert known is not None and (known.states == APART).all()


def test_a_link_two_joints_away_is_settled_whatever_the_second_joint_is(tmp_path):
    setting = setting_with(tmp_path, "abb_irb120")
    (pair,) = (k for k, own in enumerate(setting.pairs) if own == ("arm.flange", "arm.forearm"))
    known = joint_ranges(setting, pair)
    assert known is not None and known.joint == 4
    assert np.diff(known.edges)[known.states == APART].sum() > 0.9 * np.ptp(known.edges)


def test_a_state_is_open_outside_the_range_and_repeats_after_a_turn():
    states = np.array([APART, MEETS])
    ranges = JointRanges(0, np.array([-1.0, 0.5, 1.0]), states, False)
    values = np.array([-1.1, -1.0, 0.4, 0.6, 1.0, 1.1])
    assert ranges.states_at(values).tolist() == [OPEN, APART, APART, MEETS, MEETS, OPEN]
    turning = JointRanges(0, np.array([-np.pi, 0.0, np.pi]), states, True)
    assert turning.states_at(np.array([-1.0, 1.0, 4.0, -4.0])).tolist() == [0, 3, 0, 3]
    assert ranges.free_about(-0.5, 0.2) == (-1.0, 0.5)
    assert ranges.free_about(0.2, 0.6) is None and turning.free_about(-1.0, -0.5) is None


def test_an_arm_with_closed_loops_has_no_ranges(tmp_path):
    setting = setting_with(tmp_path, "textbook_delta")
    assert all(joint_ranges(setting, pair) is None for pair in range(len(setting.pairs)))
