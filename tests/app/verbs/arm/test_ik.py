"""`cellwright ik` and `robots check`, for people and for programs."""

import json
from pathlib import Path

import numpy as np
import pytest

from app.cli import main
from kinematics import (
    elbow_angle,
    forward,
    inverse,
    invert,
    pose_from_xyzoat,
    within_limits,
    xyzoat_from_pose,
)
from scenes import load_robot

POSE = ("300", "200", "300", "10", "20", "30")


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    out, err = capsys.readouterr()
    return code, out, err


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    return json.loads(said(capsys, *words, "--json")[1])


def pose_words(name: str, q_deg: list[float] | None = None) -> list[str]:
    robot = load_robot(name)
    q = robot.ready if q_deg is None else np.radians(q_deg)
    T = forward(robot.mechanism, q) @ robot.T_flange_tool
    return [repr(float(x)) for x in xyzoat_from_pose(T)]


def rows(found: dict) -> np.ndarray:
    return np.array([row["q"] for row in found["solutions"]])


@pytest.mark.parametrize("name", ["puma560", "ur5e", "kinova_gen3_lite"])
@pytest.mark.parametrize("options", [["--eliminate", "12"], ["--eigen", "generalized"]])
def test_the_elimination_agrees_with_the_solver_of_the_arm(capsys, name, options):
    own = answer(capsys, "ik", name, "--pose", *POSE)
    asked = answer(capsys, "ik", name, "--pose", *POSE, *options)
    assert asked["solver"].startswith("elimination")
    assert asked["complete"]
    np.testing.assert_allclose(np.sin(np.radians(rows(asked) - rows(own)) / 2), 0.0, atol=1e-9)


def test_both_eliminations_and_both_eigenproblems_agree_on_an_arm_without_special_lengths(
    capsys, tmp_path
):
    rng = np.random.default_rng(45)
    axes = "".join(
        f"    - {{name: j{i}, axis: {np.round(rng.normal(size=3), 3).tolist()}, "
        f"point: {np.round(rng.uniform(-300, 300, 3), 1).tolist()}}}\n"
        for i in range(6)
    )
    file = tmp_path / "any.robot.yaml"
    file.write_text(
        "robot: 1\ntitle: any\nsource: random\nready: [1, 2, 3, 4, 5, 6]\n"
        f"mechanism:\n  axes:\n{axes}  flange: {{at: [400, 0, 100]}}\n"
    )
    robot = load_robot(file)
    T = forward(robot.mechanism, np.radians([20.0, -35, 50, 10, 70, -15]))
    pose = [repr(float(x)) for x in xyzoat_from_pose(T)]
    found = [
        rows(
            answer(capsys, "ik", str(file), "--pose", *pose, "--eliminate", pair, "--eigen", eigen)
        )
        for pair in ("45", "12")
        for eigen in ("ordinary", "generalized")
    ]
    assert len(found[0]) >= 2
    for other in found[1:]:
        np.testing.assert_allclose(other, found[0], atol=1e-6)


def test_saved_matrices_need_only_the_pose_and_give_the_same(capsys, tmp_path):
    file = str(tmp_path / "lite.npz")
    assert said(capsys, "robots", "matrices", "kinova_gen3_lite", "-o", file)[0] == 0
    own = answer(capsys, "ik", "kinova_gen3_lite", "--pose", *POSE)
    read = answer(capsys, "ik", "kinova_gen3_lite", "--pose", *POSE, "--matrices", file)
    np.testing.assert_allclose(rows(read), rows(own), atol=1e-9)
    code, _, err = said(capsys, "ik", "puma560", "--pose", *POSE, "--matrices", file)
    assert code == 2
    assert "matrices of Kinova Gen3 lite" in err


def test_solutions_are_numbered_as_solution_k_numbers_them(capsys):
    q = rows(answer(capsys, "ik", "puma560", "--pose", *POSE))
    assert q.round(6).tolist() == sorted(q.round(6).tolist())


def test_elbow_and_lock_are_kept_by_every_solution(capsys):
    mechanism = load_robot("yaskawa_sia50d").mechanism
    pose = pose_words("yaskawa_sia50d")
    q = np.radians(rows(answer(capsys, "ik", "yaskawa_sia50d", "--pose", *pose, "--elbow", "20")))
    np.testing.assert_allclose(np.degrees(elbow_angle(mechanism, q)), 20.0, atol=1e-8)
    found = answer(capsys, "ik", "yaskawa_sia50d", "--pose", *pose, "--lock", "joint_e=10")
    np.testing.assert_allclose(rows(found)[:, 2], 10.0, atol=1e-9)
    assert found["locked"] == {"joint_e": pytest.approx(10.0)}
    assert found["complete"]


def test_a_sweep_of_the_elbow_gives_at_each_angle_what_that_angle_gives(capsys):
    pose = pose_words("kuka_lbr_iiwa_7_r800")
    swept = answer(capsys, "ik", "kuka_lbr_iiwa_7_r800", "--pose", *pose, "--sweep", "6")
    assert [step["value"] for step in swept["steps"]] == [-120, -60, 0, 60, 120, 180]
    one = answer(capsys, "ik", "kuka_lbr_iiwa_7_r800", "--pose", *pose, "--elbow", "60")
    np.testing.assert_allclose(rows(swept["steps"][3]), rows(one), atol=1e-9)


def test_a_sweep_of_a_joint_runs_over_its_range(capsys):
    pose = pose_words("franka_panda")
    swept = answer(capsys, "ik", "franka_panda", "--pose", *pose, "--lock", "7", "--sweep", "5")
    values = [step["value"] for step in swept["steps"]]
    assert values[0] == pytest.approx(-values[-1])
    for step in swept["steps"]:
        assert all(row["q"][6] == pytest.approx(step["value"]) for row in step["solutions"])
    assert any(step["solutions"] for step in swept["steps"])


def test_the_traces_of_the_temporary_angles_fall_to_their_level_in_all_four_ways(capsys):
    pose = pose_words("yaskawa_sia50d")
    found = answer(capsys, "ik", "yaskawa_sia50d", "--pose", *pose, "--elbow", "20", "--trace")
    assert {(way["evaluation"], way["axes"]) for way in found["traces"]} == {
        (evaluation, axes) for evaluation in ("differences", "cosines") for axes in ("1-2", "1-4")
    }
    for way in found["traces"]:
        assert way["values"][0] > 1e-3
        assert way["values"][-1] <= 1e3 * found["level"]
    robot = load_robot("yaskawa_sia50d")
    T = forward(robot.mechanism, np.radians(rows(found))) @ robot.T_flange_tool
    wanted = pose_from_xyzoat([float(word) for word in pose], "hokkaido")
    np.testing.assert_allclose(T, np.broadcast_to(wanted, T.shape), atol=1e-6)


def test_newton_from_a_seed_reports_its_rounds_and_its_residual(capsys):
    words = ("ik", "puma560", "--pose", *POSE, "--seed", "0", "45", "-90", "0", "0", "0", "--trace")
    found = answer(capsys, *words)
    assert found["reached"]
    assert found["trace"] == sorted(found["trace"], reverse=True)
    assert found["residual_mm"] < 1e-6
    code, out, _ = said(capsys, "ik", "puma560", "--pose", "3000", *POSE[1:], *words[9:])
    assert code == 1
    assert "nearest by least squares" in out


def test_a_position_is_enough_for_an_arm_that_cannot_set_an_orientation(capsys):
    found = answer(capsys, "ik", "textbook_rrp", "--position", "300", "300", "200")
    robot = load_robot("textbook_rrp")
    unit = np.where(robot.mechanism.revolute > 0.0, np.pi / 180, 1.0)
    places = forward(robot.mechanism, rows(found) * unit)[:, :3, 3]
    assert len(places) == 2
    np.testing.assert_allclose(places, [[300, 300, 200]] * 2, atol=1e-9)


@pytest.mark.parametrize("options", [["--eliminate", "45"], ["--eigen", "generalized"]])
def test_a_redundant_arm_is_solved_by_elimination_once_a_joint_is_locked(capsys, options):
    words = ("ik", "franka_panda", "--pose", *pose_words("franka_panda"), "--lock", "3=10")
    own, asked = answer(capsys, *words), answer(capsys, *words, *options)
    assert asked["solver"].startswith("elimination")
    assert asked["complete"]
    assert len(rows(own)) >= 2
    np.testing.assert_allclose(np.sin(np.radians(rows(asked) - rows(own)) / 2), 0.0, atol=1e-9)
    assert [row["within_limits"] for row in asked["solutions"]] == [
        row["within_limits"] for row in own["solutions"]
    ]


def test_a_long_list_shows_the_solutions_within_the_limits_unless_all_are_asked_for(capsys):
    words = ("ik", "franka_panda", "--pose", *pose_words("franka_panda"))
    found = answer(capsys, *words)
    inside = [row["index"] for row in found["solutions"] if row["within_limits"]]
    assert len(found["solutions"]) > 16 > len(inside) > 0
    _, short, _ = said(capsys, *words)
    assert numbers_of(short) == inside
    assert f"shown: {len(inside)} of {len(found['solutions'])} solutions" in short
    assert found["note"] in short
    _, whole, _ = said(capsys, *words, "--all")
    assert numbers_of(whole) == [row["index"] for row in found["solutions"]]
    assert "shown:" not in whole


def numbers_of(table: str) -> list[int]:
    lines = (line.split() for line in table.splitlines())
    return [int(words[0]) for words in lines if len(words) > 7 and "." in words[1]]


CLASHES = {
    "six axes have no elbow angle": (["ur5e", "--elbow", "3"], "more than six axes"),
    "six axes lock nothing": (["ur5e", "--lock", "1=3"], "more than six axes"),
    "a joint that is not there": (["yaskawa_sia50d", "--lock", "joint_z=3"], "did you mean"),
    "a value that is none": (["yaskawa_sia50d", "--lock", "joint_s=x"], "is no number"),
    "a lock without value": (["yaskawa_sia50d", "--lock", "joint_s"], "write JOINT=VALUE"),
    "a joint twice": (["yaskawa_sia50d", "--lock", "1=3", "--lock", "joint_s=4"], "twice"),
    "no elbow angle": (["stanford_arm", "--sweep", "4"], "has no elbow angle"),
    "two conditions": (["yaskawa_sia50d", "--elbow", "3", "--lock", "1=3"], "do not go together"),
    "a singular elimination": (["puma560", "--eliminate", "45"], "is singular for"),
    "no elimination": (["stanford_arm", "--eliminate", "12"], "cannot be solved by elimination"),
    "seven joints to eliminate": (["franka_panda", "--eliminate", "45"], "hold 1 of them"),
    "a swept elimination": (
        ["franka_panda", "--lock", "3", "--sweep", "3", "--eigen", "ordinary"],
        "not with --eigen",
    ),
    "too few seeds": (["puma560", "--seed", "1", "2"], "--seed gives 2 values"),
    "nothing to trace": (["puma560", "--trace"], "give --seed"),
    "a point shoulder": (["kuka_lbr_iiwa_7_r800", "--trace"], "its shoulder is a point"),
    "a pose too much": (["textbook_rrp"], "write --position"),
    "no sweep of none": (["yaskawa_sia50d", "--sweep", "0"], "1 to 3600"),
}


@pytest.mark.parametrize("case", CLASHES)
def test_an_option_that_an_arm_lacks_is_refused_in_one_message(capsys, case):
    words, told = CLASHES[case]
    code, out, err = said(capsys, "ik", words[0], "--pose", *POSE, *words[1:])
    assert code == 2
    assert not out
    assert told in err
    assert len(err.strip().splitlines()) == 1


def test_a_position_of_an_arm_that_can_turn_its_hand_is_refused(capsys):
    code, _, err = said(capsys, "ik", "puma560", "--position", "500", "0", "300")
    assert code == 2
    assert "whole range" in err


def test_the_printed_answer_names_solver_count_residual_and_limits(capsys):
    _, out, _ = said(capsys, "ik", "puma560", "--pose", "500", "150", "700", "10", "20", "30")
    for words in ("spherical wrist", "8 solutions, all there are", "beyond its limit", "1 of 8"):
        assert words in out
    assert "by forward kinematics" in out
    straight = pose_words("hokkaido1985", [10, -60, 90, 0, 0, 20])
    _, out, _ = said(capsys, "ik", "hokkaido1985", "--pose", *straight)
    assert "the pose is singular (wrist) and leaves theta4 free" in out
    assert "counts 2 times" in out


def test_poses_of_a_file_are_judged_one_by_one_and_together(capsys, tmp_path: Path):
    rng = np.random.default_rng(7)
    poses = np.column_stack([rng.uniform(-900, 900, (30, 3)), rng.uniform(-90, 90, (30, 3))])
    file = tmp_path / "poses.csv"
    file.write_text("# of a cell\n" + "\n".join(",".join(map(repr, map(float, p))) for p in poses))
    code, out, _ = said(capsys, "robots", "check", "ur5e", "--poses", str(file), "--json")
    found = json.loads(out)
    robot = load_robot("ur5e")
    expected = []
    for pose in poses:
        T = pose_from_xyzoat(pose, "hokkaido") @ invert(robot.T_flange_tool)
        q = inverse(robot.mechanism, T).q
        inside = len(q) > 0 and bool(within_limits(robot.mechanism, q).any())
        expected.append("yes" if inside else "beyond limits" if len(q) else "no")
    assert [row["can"] for row in found["poses"]] == expected
    assert found["totals"] == {key: expected.count(key) for key in ("yes", "beyond limits", "no")}
    assert found["ok"] == (code == 0)


def test_a_file_of_poses_may_name_its_columns_and_its_poses(capsys, tmp_path: Path):
    file = tmp_path / "poses.csv"
    file.write_text("name,z,y,x\nnear,200,300,300\nfar,0,0,900\n")
    code, out, _ = said(capsys, "robots", "check", "textbook_rrp", "--poses", str(file))
    assert code == 1
    assert "near  yes" in out
    assert "out of reach" in out
    assert "can take 1 of 2 poses" in out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "there is no pose in it"),
        ("x,y,z\n1,2,3\n", "columns o, a, t are missing"),
        ("1,2,3,4,5\n", ":1: t is missing"),
        ("1,2,3,4,5,6\n1,2,3,4,5,six\n", ":2: t 'six' is no number"),
    ],
)
def test_a_bad_file_of_poses_is_refused_with_its_line(capsys, tmp_path: Path, text, told):
    file = tmp_path / "poses.csv"
    file.write_text(text)
    code, _, err = said(capsys, "robots", "check", "puma560", "--poses", str(file))
    assert code == 2
    assert told in err
