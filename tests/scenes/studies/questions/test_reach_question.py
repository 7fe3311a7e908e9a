"""A reach study counts what inverse kinematics and checks of single pairs find one by one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from geometry import VerdictKind, check_pair
from kinematics import forward, inverse, invert
from scenes.checking.motions.interference import moving_pairs
from scenes.studies.files.reach_section import spread_directions
from scenes.studies.files.study_file import read_study
from scenes.studies.questions.reach_summary import reach_summary
from scenes.world.placement import bodies_in, placements
from scenes.world.state import start_state
from tests.depth import DEEP

CELL = """cell: 1
robots:
  arm: {use: abb_irb120}
fixtures:
  post: {at: [400, 200, 0], solid: [{add: {box: [120, 120, 600], at: [0, 0, 300]}}]}
"""
MEASURED = """study: 1
cell: small.cell.yaml
reach:
  box: {from: [200, 0, 200], to: [500, 300, 500]}
  step: 150
  directions: 4
  collision: true
  measures: [manipulability, margin]
"""


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """The question of the measured study, and its rows."""
    folder = tmp_path_factory.mktemp("measured")
    (folder / "small.cell.yaml").write_text(CELL)
    (folder / "small.study.yaml").write_text(MEASURED)
    question = read_study(folder / "small.study.yaml").study.question
    return question, question.arrays(0, np.random.default_rng(0))


def test_each_pose_counts_the_solutions_and_those_without_contact(study_at) -> None:
    question = study_at(MEASURED, CELL.replace("abb_irb120", "hokkaido1985")).study.question
    found = question.arrays(0, np.random.default_rng(0))
    assert question.chunks == 1 and len(found["free"]) == question.items == 108
    robot, mechanism = question.cell.robot, question.cell.robot.mechanism
    T = question.grid.poses(np.arange(question.items))
    goals = invert(robot.T_world_base) @ T @ invert(robot.T_flange_tool)
    state = start_state(question.cell)
    known, pairs = bodies_in(question.cell, state), list(moving_pairs(question.cell, state))
    seen = set()
    for number in range(0, question.items, 5 if DEEP else 11):
        solutions = inverse(mechanism, goals[number])
        kept = solutions.q[np.asarray(solutions.within_limits, bool)]
        assert found["solutions"][number] == len(kept)
        free = 0
        for q in kept:
            names, poses = placements(question.cell, q[None], [state.opening], None, state.parts)
            at = dict(zip(names, poses[0], strict=True))
            verdicts = (
                check_pair(known[a].solid, at[a], known[b].solid, at[b])
                for a, b in pairs
                if not question.cell.allows(a, b)
            )
            free += all(verdict.kind is not VerdictKind.HIT for verdict in verdicts)
        assert found["free"][number] == free
        seen.add((len(kept) > 0, free > 0))
    assert seen == {(False, False), (True, False), (True, True)}


def test_margin_and_manipulability_are_those_of_the_best_free_solution(measured) -> None:
    _, found = measured
    is_free = found["free"] > 0
    np.testing.assert_array_equal(np.isfinite(found["margin"]), is_free)
    assert (found["margin"][is_free] >= -1e-6).all() and (found["margin"][is_free] <= 1.0).all()
    assert (found["manipulability"][is_free] > 0.0).all()


def test_the_poses_of_a_grid_are_its_places_with_each_orientation(measured) -> None:
    grid = measured[0].grid
    T = grid.poses(np.arange(grid.count))
    assert grid.shape == (3, 3, 3)
    np.testing.assert_allclose(T[0, :3, 3], [200, 0, 200])
    np.testing.assert_allclose(T[4, :3, 3], [200, 0, 350])
    np.testing.assert_allclose(T[-1, :3, 3], [500, 300, 500])
    np.testing.assert_allclose(np.linalg.det(T[:, :3, :3]), 1.0)


@pytest.mark.parametrize("count", [1, 2, 7, 100])
def test_directions_are_rotations_and_spread_evenly(count) -> None:
    R = spread_directions(count)
    np.testing.assert_allclose(
        R @ R.transpose(0, 2, 1), np.broadcast_to(np.eye(3), R.shape), atol=1e-12
    )
    np.testing.assert_allclose(np.linalg.det(R), 1.0)
    if count == 100:
        cosines = R[:, :, 2] @ R[:, :, 2].T - 2.0 * np.eye(count)
        nearest = np.degrees(np.arccos(cosines.max(axis=1)))
        # 100 caps of equal size without overlap have at most 22.6 deg between neighbours.
        assert nearest.min() > 15.0 and nearest.max() < 25.0
        np.testing.assert_allclose(R[:, :, 2].mean(axis=0), 0.0, atol=0.02)


def test_the_summary_counts_what_the_rows_hold(measured) -> None:
    question, found = measured
    summary = reach_summary(question, found)
    figures = {figure.name: figure.value for figure in summary.figures}
    assert figures["poses"] == 108
    assert figures["poses reached free of collision"] == int((found["free"] > 0).sum())
    by_place = (found["free"] > 0).reshape(27, 4)
    assert figures["places with every orientation"] == int(by_place.all(axis=1).sum())
    assert sum(row[1] for row in summary.tables[0].rows) == int(by_place.any(axis=1).sum())
    (bars, *_) = summary.histograms
    assert bars.counts.sum() == 108


def test_without_a_box_the_grid_holds_every_place_of_the_tool(study_at) -> None:
    question = study_at(
        MEASURED.replace("  box: {from: [200, 0, 200], to: [500, 300, 500]}\n", "")
    ).study.question
    mechanism = question.cell.robot.mechanism
    rng = np.random.default_rng(5)
    q = rng.uniform(mechanism.lower, mechanism.upper, (5000, mechanism.n))
    tool = forward(mechanism, q) @ question.cell.robot.T_flange_tool
    high = question.grid.low + question.grid.step * (np.array(question.grid.shape) - 1)
    assert (tool[:, :3, 3] >= question.grid.low).all() and (tool[:, :3, 3] <= high).all()


def test_chunks_of_any_size_hold_the_same_rows(measured) -> None:
    question, whole = measured
    parts = replace(question, chunk_size=25)
    rows = [parts.arrays(chunk, np.random.default_rng(0)) for chunk in range(parts.chunks)]
    for name, values in whole.items():
        np.testing.assert_array_equal(np.concatenate([row[name] for row in rows]), values)
