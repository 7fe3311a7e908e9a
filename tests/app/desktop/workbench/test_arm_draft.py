"""The rows of the workbench are the arm: the same poses, and solutions that reach their goal."""

import numpy as np
import pytest

from app.desktop.workbench.arm_draft import COLUMNS, draft_of
from app.desktop.workbench.dh_moves import MOVES, frame_move, frames
from app.desktop.workbench.tried_arm import tried
from kinematics import KinematicsError, forward, link_poses
from scenes import load_robot
from tests.by_card import open_chains

CHAINS = open_chains()


def drawn(name: str, seed: int):
    robot = load_robot(name)
    lower = np.maximum(robot.mechanism.lower, -2.0)
    upper = np.minimum(robot.mechanism.upper, 2.0)
    low, high = np.minimum(lower, upper), np.maximum(lower, upper)
    return robot, np.random.default_rng(seed).uniform(low, high)


@pytest.mark.parametrize("name", CHAINS)
def test_the_rows_are_the_arm(name) -> None:
    robot, q = drawn(name, 1)
    draft = draft_of(robot)
    T = forward(robot.mechanism, q)
    assert forward(draft.mechanism(), q) == pytest.approx(T, abs=1e-7)
    found = frames(draft.table, q)
    assert found[-1] @ draft.table.T_last_flange == pytest.approx(T, abs=1e-7)
    assert found[1:] == pytest.approx(link_poses(draft.mechanism(), q)[1:], abs=1e-7)


@pytest.mark.parametrize("name", CHAINS)
def test_the_four_moves_lead_from_frame_to_frame_without_a_jump(name) -> None:
    robot, q = drawn(name, 2)
    table = draft_of(robot).table
    whole = frames(table, q)
    for row in range(robot.mechanism.n + 1):
        assert frame_move(table, q, MOVES * row).T_base_frame == pytest.approx(whole[row])
    for progress in range(1, MOVES * robot.mechanism.n):
        before, after = (
            frame_move(table, q, progress + side * 1e-9).T_base_frame for side in (-1.0, 1.0)
        )
        assert after == pytest.approx(before, abs=1e-4)
    columns = [frame_move(table, q, i + 0.5).column for i in range(MOVES)]
    assert columns == list(COLUMNS)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["puma560", "fanuc_crx10ia_l", "stanford_arm", "ur5e"])
def test_a_changed_arm_holds_its_goal_at_every_solution(name, seed) -> None:
    robot, _ = drawn(name, seed)
    rng = np.random.default_rng(seed)
    draft = draft_of(robot)
    for _ in range(2):
        row, column = int(rng.integers(1, 5)), COLUMNS[int(rng.integers(3))]
        change = rng.uniform(-30.0, 30.0)
        changed = draft.changed(row, column, draft.value(row, column) + change)
        assert changed.value(row, column) == pytest.approx(draft.value(row, column) + change)
        draft = changed
    goal = forward(draft.mechanism(), robot.ready)
    found = tried(draft, goal)
    assert found.verdict.startswith("Reached")
    assert forward(draft.mechanism(), found.q) == pytest.approx(
        np.broadcast_to(goal, (len(found.q), 4, 4)), abs=1e-4
    )
    assert found.lines[:, -1] == pytest.approx(
        np.broadcast_to(goal[:3, 3], (len(found.q), 3)), abs=1e-4
    )
    away = found.q - robot.ready
    away -= robot.mechanism.revolute * 2 * np.pi * np.round(away / (2 * np.pi))
    assert np.abs(away).max(axis=1).min() < 1e-5  # the joint values that made the goal


def test_a_goal_out_of_reach_says_by_how_much() -> None:
    robot = load_robot("puma560")
    draft = draft_of(robot)
    goal = forward(robot.mechanism, robot.ready)
    short = draft.changed(2, "a", 40.0).changed(3, "d", 60.0)
    found = tried(short, goal)
    assert not len(found.q)
    assert found.verdict.startswith("Not reached: ")
    assert "mm" in found.verdict


def test_an_arm_with_closed_loops_is_refused_in_words() -> None:
    with pytest.raises(KinematicsError, match="closed loops"):
        draft_of(load_robot("textbook_delta"))
