"""A design is told as the arm with those numbers in its rows would be, and the best come first."""

from __future__ import annotations

import numpy as np
import pytest

from kinematics import Mechanism, forward, inverse, within_limits
from scenes.errors import SceneFileError
from scenes.regions.reach_grid import random_joints
from scenes.studies.questions.asked_words import asked_by
from scenes.studies.questions.design_question import length_of
from scenes.studies.questions.design_summary import design_summary, ranked

CELL = """cell: 1
robots:
  arm: {use: abb_irb120, at: [0, 0, 100], rpy: [0, 0, 30]}
"""
STUDY = """study: 1
title: arms
cell: small.cell.yaml
design:
  vary:
    - {joint: 3, parameter: a, from: 150, to: 390, count: 5}
    - {joint: 4, parameter: d, from: 182, to: 422, count: 3}
  poses:
    - [350, 200, 400, 180, 0, 0]
    - [300, 250, 300, 180, 0, 40]
    - [450, 260, 500, 90, 0, 0]
  best: BEST
"""
PROGRAM = """;! language 2
10 POINT A 400 0 400 0 90 0
20 POINT B 300 200 330 0 90 0
30 READY
40 MOVE A
50 MOVE B
60 END
"""


@pytest.fixture
def study_of(study_at):
    def read(best: str = "margin", text: str = STUDY):
        return study_at(text.replace("BEST", best), CELL).study

    return read


def rows_of(study) -> dict[str, np.ndarray]:
    parts = [study.arrays_of(chunk) for chunk in range(study.question.chunks)]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def test_the_rows_of_the_present_arm_are_the_present_arm(study_of) -> None:
    question = study_of().question
    own = question.cell.robot.mechanism
    q = random_joints(question.cell, 20, 3)
    assert np.allclose(forward(question.mechanism_now, q), forward(own, q), atol=1e-9)


def test_each_design_reaches_what_an_arm_with_its_rows_reaches(study_of) -> None:
    study = study_of()
    question, found = study.question, rows_of(study)
    assert len(found["reached"]) == question.items == 15
    irb120 = {  # the rows of the robot file
        "alpha": np.radians([0, -90, 0, -90, 90, -90]),
        "theta0": np.radians([0, -90, 0, 0, 0, 0]),
    }
    robot = question.cell.robot
    T_base_tool = np.linalg.inv(robot.T_world_base) @ question.poses
    for row in range(15):
        arm = Mechanism.from_modified_dh(
            a=[0, 0, found["a3_mm"][row], 70, 0, 0],
            d=[290, 0, 0, found["d4_mm"][row], 0, 0],
            joints=robot.mechanism.joints,
            T_last_flange=robot.mechanism.T_last_flange,
            **irb120,
        )
        goals = T_base_tool @ np.linalg.inv(robot.T_flange_tool)
        solved = [inverse(arm, T).q for T in goals]
        reached = [within_limits(arm, q).any() if len(q) else False for q in solved]
        assert found["reached"][row] == sum(reached)
        assert np.isfinite(found["margin"][row]) == all(reached)
    assert 0 < np.count_nonzero(found["reached"] == 3) < 15


@pytest.mark.parametrize("best", ["margin", "manipulability", "length"])
def test_the_best_design_reaches_all_and_no_other_is_better(study_of, best) -> None:
    study = study_of(best)
    found = rows_of(study)
    order = ranked(study.question, found)
    whole = np.flatnonzero(found["reached"] == 3)
    assert set(order[: len(whole)]) == set(whole)
    name = "length_mm" if best == "length" else best
    values = found[name][order[: len(whole)]]
    assert (np.diff(values) >= 0.0).all() if best == "length" else (np.diff(values) <= 0.0).all()
    summary = design_summary(study.question, found)
    assert summary.tables[0].rows[0][0] == order[0]
    assert f"{len(whole)} of 15 designs reach all 3 poses" in summary.answer[0]
    assert summary.maps[0].values.shape == (5, 3)


def test_links_that_meet_a_fixture_reach_no_pose(study_at) -> None:
    """A wall before the poses leaves fewer designs, and one far away leaves all."""
    wall = "fixtures: {wall: {at: AT, solid: [{add: {box: [400, 20, 1200]}}]}}\n"
    text = STUDY.replace("BEST", "margin").replace("  best:", "  link_radius: 40\n  best:")
    plain = rows_of(study_at(STUDY.replace("BEST", "margin"), CELL).study)
    far = study_at(text, CELL + wall.replace("AT", "[0, -2000, 600]")).study
    assert far.question.link_radius == 40.0
    for name, values in rows_of(far).items():
        np.testing.assert_array_equal(values, plain[name])
    near = study_at(text, CELL + wall.replace("AT", "[300, 100, 600]")).study
    found = rows_of(near)
    assert (found["reached"] <= plain["reached"]).all()
    assert found["reached"].sum() < plain["reached"].sum()
    worse = found["margin"] <= plain["margin"] + 1e-12
    assert (worse | np.isnan(found["margin"])).all()
    (note,) = design_summary(near.question, found).notes
    assert "sticks of 40 mm radius" in note
    assert "free of collision" in asked_by(near.question)


def test_random_designs_lie_in_their_ranges_and_repeat(study_of) -> None:
    text = STUDY.replace(", count: 5", "").replace(", count: 3", "")
    text = text.replace("  poses:", "  samples: 70\n  poses:")
    study = study_of(text=text)
    found, again = rows_of(study), rows_of(study_of(text=text))
    assert study.question.chunks == 2 and len(found["reached"]) == 70
    assert found["a3_mm"].min() >= 150.0 and found["a3_mm"].max() <= 390.0
    assert len(np.unique(found["a3_mm"])) == 70
    for name, values in found.items():
        np.testing.assert_array_equal(values, again[name])


def test_the_poses_of_a_program_are_those_of_its_motions(study_of, tmp_path) -> None:
    (tmp_path / "small.val").write_text(PROGRAM)
    poses = STUDY[STUDY.index("  poses:") : STUDY.index("  best:")]
    question = study_of(text=STUDY.replace(poses, "  program: small.val\n")).question
    places = question.cell.robot.T_world_base @ [[400, 300], [0, 200], [400, 330], [1, 1]]
    assert np.allclose(question.poses[:, :3, 3].T, places[:3], atol=1e-6)
    assert length_of(question.mechanism_now) == pytest.approx(290 + 270 + np.hypot(70, 302) + 72)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("joint: 4", "joint: 7", "there is no joint 7"),
        ("joint: 4, parameter: d", "joint: 3, parameter: a", "varies twice"),
        (", count: 3", "", "give a count to each parameter"),
        ("  best: BEST", "  program: a.val\n  best: BEST", "exactly one of poses, program"),
    ],
)
def test_what_cannot_be_asked_is_told_at_its_line(study_of, old, new, told) -> None:
    with pytest.raises(SceneFileError, match=told):
        study_of(text=STUDY.replace(old, new))
