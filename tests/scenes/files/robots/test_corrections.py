"""Corrections of a robot file move the arm by what they say, and their faults are told."""

from pathlib import Path

import numpy as np
import pytest

from kinematics import classify, forward, link_poses, translation
from kinematics.poses.transforms import rotation_x, rotation_z
from scenes import SceneError, load_robot, robot_path
from scenes.files.loader import robot_from_document
from scenes.files.robots.robot_writer import robot_text
from scenes.files.text.documents import parse_document
from scenes.world.robot import Robot

Q = np.array([0.3, -0.6, 1.1, 0.4, 0.9, -1.3])


def corrected(name: str, block: str) -> Robot:
    """A shipped robot with a block of corrections behind its text."""
    text = robot_path(name).read_text(encoding="utf-8")
    return read(f"{text}\ncorrections:\n  source: a tracker\n{block}")


def read(text: str) -> Robot:
    return robot_from_document(parse_document(Path("x.robot.yaml"), text, "robot file"))


def test_corrections_of_a_row_are_added_to_its_numbers() -> None:
    text = robot_path("puma560").read_text(encoding="utf-8")
    old = "a: 431.8, d: 150.05,"
    assert old in text
    by_hand = text.replace(old, "a: 432.1, d: 149.85, alpha: 0.1, beta: -0.2, theta: 0.3,")
    by_hand = by_hand[: by_hand.index("check_poses:")]
    block = "  joints:\n    joint_3: {a: 0.3, d: -0.2, alpha: 0.1, beta: -0.2, theta: 0.3}\n"
    found = corrected("puma560", block).mechanism
    np.testing.assert_allclose(forward(found, Q), forward(read(by_hand).mechanism, Q), atol=1e-9)


def test_base_and_flange_are_displaced_in_the_base_and_in_the_axes_of_the_flange() -> None:
    block = (
        "  base: {shift: [1, 2, 3], turn: [0, 0, 0.5]}\n"
        "  flange: {shift: [0, 0, -1], turn: [0.4, 0, 0]}\n"
    )
    nominal = forward(load_robot("puma560").mechanism, Q)
    before = translation(1, 2, 3) @ rotation_z(np.radians(0.5))
    after = translation(0, 0, -1) @ rotation_x(np.radians(0.4))
    found = forward(corrected("puma560", block).mechanism, Q)
    np.testing.assert_allclose(found, before @ nominal @ after, atol=1e-9)


def test_a_joint_given_by_its_axis_is_displaced_in_the_drawing_about_its_point() -> None:
    name = load_robot("hokkaido1985").mechanism.joints[2].name
    block = f"  joints:\n    {name}: {{shift: [0.5, 0, 0.25], turn: [0.3, 0, 0]}}\n"
    nominal, found = (
        load_robot("hokkaido1985").mechanism,
        corrected("hokkaido1985", block).mechanism,
    )
    none = np.zeros(nominal.n)
    before, after = link_poses(nominal, none), link_poses(found, none)
    np.testing.assert_allclose(after[:3], before[:3], atol=1e-9)
    np.testing.assert_allclose(
        after[3:, :3, 3][0] - before[3:, :3, 3][0], [0.5, 0, 0.25], atol=1e-9
    )
    turn = after[3:, :3, :3] @ np.swapaxes(before[3:, :3, :3], 1, 2)
    wanted = np.broadcast_to(rotation_x(np.radians(0.3))[:3, :3], turn.shape)
    np.testing.assert_allclose(turn, wanted, atol=1e-9)


def test_a_corrected_arm_is_classified_by_its_family_and_keeps_its_postures() -> None:
    found = corrected("puma560", "  joints:\n    joint_5: {a: 0.3, alpha: 0.05}\n").mechanism
    assert classify(found).solver is not None
    assert "spherical wrist, corrected" in (classify(found).solver or "")


def test_the_writer_keeps_a_corrected_arm_where_it_is() -> None:
    arm = corrected("puma560", "  joints:\n    joint_2: {theta: 0.3}\n    joint_4: {a: 0.3}\n")
    again = read(robot_text(arm))
    np.testing.assert_allclose(forward(again.mechanism, Q), forward(arm.mechanism, Q), atol=1e-7)


@pytest.mark.parametrize(
    ("block", "sentence"),
    [
        ("  joints: {joint_9: {a: 1}}\n", 'there is no joint "joint_9" to correct'),
        ("  joints: {joint_2: {shift: [1, 0, 0]}}\n", "corrected by a, alpha, beta, d, theta"),
        ("  joints: {joint_2: {theta: 20}}\n", "20 deg is no correction but another arm"),
        ("  flange: {turn: [0, 12, 0]}\n", "12 deg is no correction but another arm"),
        ("  joints: {joint_2: {theta: .nan}}\n", "theta"),
    ],
)
def test_faults_of_corrections_are_told_with_their_place(block: str, sentence: str) -> None:
    with pytest.raises(SceneError) as fault:
        corrected("puma560", block)
    assert sentence in str(fault.value)
    assert "corrections" in str(fault.value)


def test_a_wrong_check_pose_is_told_of_a_corrected_arm_too() -> None:
    text = robot_path("puma560").read_text(encoding="utf-8").replace("737.128708116", "738.0")
    with pytest.raises(SceneError, match="the mechanism gives another pose"):
        read(f"{text}\ncorrections:\n  source: a tracker\n  joints: {{joint_2: {{theta: 0.1}}}}\n")


def test_arms_with_closed_loops_take_no_corrections() -> None:
    with pytest.raises(SceneError, match="an arm with closed loops takes no corrections yet"):
        corrected("textbook_five_bar", "  joints: {}\n")


@pytest.mark.parametrize("form", ["links", "modified_dh"])
def test_rows_that_are_no_joints_do_not_stand_in_the_way(form: str) -> None:
    rows = {
        "links": "{name: a, t: [0, 0, 275]}, {name: f, kind: fixed, t: [0, 0, 5]}, "
        "{name: b, t: [410, 0, 0], alpha: 90}",
        "modified_dh": "{name: a, d: 275}, {name: f, kind: fixed, d: 5}, {name: b, alpha: 90}",
    }
    own = {"links": "{turn: [0, 0, 0.5]}", "modified_dh": "{theta: 0.5}"}
    head = f"robot: 1\ntitle: x\nsource: y\nready: [0, 0]\nmechanism:\n  {form}: [{rows[form]}]\n"
    nominal = read(head)
    found = read(f"{head}corrections: {{source: us, joints: {{a: {own[form]}}}}}\n")
    q = np.array([0.7, -1.2])
    wanted = forward(nominal.mechanism, q + np.array([np.radians(0.5), 0.0]))
    np.testing.assert_allclose(forward(found.mechanism, q), wanted, atol=1e-9)
