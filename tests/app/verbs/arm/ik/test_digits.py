"""What `cellwright ik` says about the digits of the goal, and about solutions near singular."""

import json

import numpy as np
import pytest

from app.cli import main
from kinematics import forward, inverse, jacobian_by_differences, pose_from_xyzoat, xyzoat_from_pose
from kinematics.arm.size import size_of
from scenes import load_robot

WRIST = (10.0, 20.0, 30.0, 40.0, 0.0, 50.0)  # degrees: a PUMA with its wrist straight


def said(capsys, *words):
    code = main(list(words))
    return code, capsys.readouterr().out


def typed(capsys, name, q_deg, decimals=3):
    """The pose that `fk` prints, with so many decimals."""
    _, out = said(capsys, "fk", name, "--json", "--q", *(repr(x) for x in q_deg))
    return [f"{x:.{decimals}f}" for x in json.loads(out)["xyzoat"]]


def answer(capsys, name, pose, *more):
    code, out = said(capsys, "ik", name, "--pose", *pose, *more, "--json")
    return code, json.loads(out)


def test_a_pose_typed_from_a_straight_wrist_leaves_joints_4_and_6_free_within_its_digits(capsys):
    pose = typed(capsys, "puma560", WRIST)
    _, out = said(capsys, "ik", "puma560", "--pose", *pose)
    told = out.splitlines()[1]
    assert told.startswith("8 solutions, not all there are: within the digits of the goal")
    assert "joint_4 and joint_6 are free together (solutions " in told
    assert ": wrist)" in told
    assert "all there are\n" not in out


def test_the_free_joints_are_those_at_which_the_arm_stood(capsys):
    _, found = answer(capsys, "puma560", typed(capsys, "puma560", WRIST))
    loose = [row for row in found["solutions"] if row["loose"]]
    assert loose
    for row in found["solutions"]:
        stands_there = np.allclose(row["q"][:3], WRIST[:3], atol=0.01)
        assert row["loose"] == (["joint_4", "joint_6"] if stands_there else [])
        assert (None in row["bounds"]) == stands_there
        assert row["near"] == (["wrist"] if stands_there else [])


def test_the_pose_meant_lies_within_the_tolerances_and_its_solutions_within_the_bounds(capsys):
    robot = load_robot("puma560")
    q_deg = (12.3, 45.6, -120.4, 31.0, 40.2, -15.7)
    for decimals in (2, 3, 4):
        pose = typed(capsys, "puma560", q_deg, decimals)
        _, found = answer(capsys, "puma560", pose)
        meant = forward(robot.mechanism, np.radians(q_deg)) @ robot.T_flange_tool
        given = pose_from_xyzoat([float(x) for x in pose])
        assert np.linalg.norm(meant[:3, 3] - given[:3, 3]) <= found["tolerance_mm"]
        chord = np.linalg.norm(meant[:3, :3] - given[:3, :3]) / np.sqrt(2.0)
        assert chord <= np.radians(found["tolerance_deg"])
        row = min(found["solutions"], key=lambda r: np.abs(np.subtract(r["q"], q_deg)).sum())
        assert (np.abs(np.subtract(row["q"], q_deg)) <= row["bounds"]).all()


def test_whole_numbers_are_taken_as_they_stand(capsys):
    pose = ("520", "50", "700", "-90", "90", "0")
    _, found = answer(capsys, "puma560", pose)
    assert found["tolerance_mm"] == found["tolerance_deg"] == 0.0
    _, out = said(capsys, "ik", "puma560", "--pose", *pose)
    assert "digits" not in out
    assert "8 solutions, all there are" in out


def test_the_smallest_singular_value_is_that_of_the_tool(capsys):
    robot = load_robot("puma560")
    arm = robot.mechanism.with_flange(robot.mechanism.T_last_flange @ robot.T_flange_tool)
    _, found = answer(capsys, "puma560", ("520", "50", "700", "-90", "90", "0"))
    for row in found["solutions"]:
        J = jacobian_by_differences(arm, np.radians(row["q"]))
        J[:3] /= size_of(arm)
        least = np.linalg.svd(J)[1][-1]
        assert row["smallest_singular_value"] == pytest.approx(least, abs=1e-7)


def test_a_goal_rounded_out_of_reach_is_told_to_be_within_its_digits(capsys):
    code, out = said(capsys, "ik", "textbook_rrp", "--position", "550.0002", "0.000", "200.000")
    assert code == 1
    assert "within the digits of the goal" in out
    assert "there are poses that the arm reaches" in out
    for x in ("551.00", "551", "550.01"):
        _, out = said(capsys, "ik", "textbook_rrp", "--position", x, "0", "200")
        assert "no solution" in out
        assert "reaches" not in out


def test_a_stretched_arm_that_sets_positions_is_called_nearly_singular(capsys):
    _, out = said(capsys, "ik", "textbook_rrp", "--position", "549.9999", "0", "200")
    assert out.count("nearly singular: elbow") == 2


def test_a_singular_pose_of_a_general_arm_has_a_cause_in_words(capsys):
    robot = load_robot("yaskawa_hc10")
    q = np.zeros(6)
    pose = [repr(x) for x in typed_exactly(robot, q)]
    code, found = answer(capsys, "yaskawa_hc10", pose)
    assert code == 0
    told = {name for row in found["solutions"] for name in row["near"]}
    assert any(name.startswith("axes ") for name in told)
    assert len(found["solutions"]) == len(inverse(robot.mechanism, forward(robot.mechanism, q)))


def typed_exactly(robot, q):
    return xyzoat_from_pose(forward(robot.mechanism, q) @ robot.T_flange_tool).tolist()


def test_a_redundant_arm_is_told_to_have_a_solution_near_and_not_to_be_known(capsys):
    pose = ("500.1", "0.2", "600.3", "0.4", "90.0", "0.1")
    _, out = said(capsys, "ik", "kuka_lbr_iiwa_7_r800", "--pose", *pose, "--elbow", "30")
    assert "a solution for every pose within the digits of the goal" in out
    assert "are known to" not in out


def test_an_arm_with_closed_loops_is_told_to_have_no_bounds(capsys):
    robot = load_robot("textbook_palletiser")
    pose = [f"{x:.3f}" for x in typed_exactly(robot, robot.ready)]
    code, out = said(capsys, "ik", "textbook_palletiser", "--pose", *pose)
    assert code == 0
    assert "closed loops move is not bounded" in out
