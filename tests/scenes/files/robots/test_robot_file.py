"""The key `loops:` of robot files: what it makes, and what is said of its faults."""

from pathlib import Path

import numpy as np
import pytest

from kinematics import forward
from scenes import load_robot
from scenes.errors import SceneFileError
from scenes.files.robots.robot_writer import write_robot_file
from scenes.library import robot_path

FIVE_BAR = robot_path("textbook_five_bar").read_text(encoding="utf-8")


def fault_of(folder: Path, old: str, new: str) -> str:
    assert old in FIVE_BAR
    path = folder / "changed.robot.yaml"
    path.write_text(FIVE_BAR.replace(old, new), encoding="utf-8")
    with pytest.raises(SceneFileError) as told:
        load_robot(path)
    return str(told.value)


def test_q_holds_the_driven_joints_in_the_order_of_drives() -> None:
    robot = load_robot("textbook_palletiser")
    assert [joint.name for joint in robot.mechanism.joints] == [
        "turn",
        "upper_arm",
        "crank",
        "tilt",
        "roll",
    ]
    assert robot.mechanism.n == len(robot.ready) == 5


def test_bodies_of_side_branches_go_by_the_numbers_behind_those_of_the_mechanism() -> None:
    """Link 6 is that of the first joint under `loops`; the hand is on the last of the mechanism."""
    robot = load_robot("textbook_palletiser")
    names = [joint.name for joint in robot.mechanism.link_joints]
    carried = {body.name: body.link for body in robot.bodies}
    assert names[carried["crank"] - 1] == "crank"
    assert names[carried["upper_guide"] - 1] == "upper_guide"
    assert names[carried["hand"] - 1] == "roll"
    assert carried["hand"] == robot.mechanism.last_link


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("drives: [left, right,", "drives: [left, wrong,", 'there is no joint "wrong" to drive'),
        ("on: right,", "on: wrong,", "there is no link wrong;"),
        ("drives: [left, right,", "drives: [left, left,", 'joint "left" is driven twice'),
        ("on: right, axis: [0, 0, 1]", "on: right, axis: [0, 0, 0]", "right_elbow needs a direct"),
        ("400], axis: [0, 0, 1]}", "400], axis: [0, 0, 0]}", "meeting tip needs a direction"),
        ("on: right,", "on: roll,", "nothing can branch from the link of the flange"),
        ("drives: [left, right, slide, roll]", "drives: [left, slide, roll]", "is passive"),
        (
            "drives: [left, right, slide, roll]",
            "drives: [left, left_elbow, right, slide, roll]",
            "the loops do not let the driven joint",
        ),
        (
            "point: [250, 300, 400]}",
            "point: [250, 300, 400], speed: 5}",
            "joint left_elbow is passive",
        ),
        ("links: [left_elbow, right_elbow]", "links: [left_elbow, left]", "no loop tells where"),
        (
            "  close:",
            '  assembly: "+-"\n  close:',
            "is not a sign, + or -, for each of its loops (tip)",
        ),
        ("{name: right_elbow,", "{name: left_elbow,", 'two joints are called "left_elbow"'),
        ("point: [250, -300, 400]}", "point: [500, 0, 400]}", "no loop tells where"),
    ],
)
def test_a_fault_in_loops_is_told_in_words(tmp_path: Path, old: str, new: str, told: str) -> None:
    assert told in fault_of(tmp_path, old, new)


def test_an_arm_with_loops_needs_bodies_of_its_own(tmp_path: Path) -> None:
    shapes = FIVE_BAR[FIVE_BAR.index("bodies:") :]
    assert "an arm with loops needs `bodies`" in fault_of(tmp_path, shapes, "")


def test_joint_values_at_which_a_loop_stays_open_are_no_ready_pose(tmp_path: Path) -> None:
    path = tmp_path / "open.robot.yaml"
    wide = FIVE_BAR.replace("[-55, 20]", "[-90, 90]").replace("[-20, 55]", "[-90, 90]")
    path.write_text(wide.replace("ready: [0, 0, 20, 0]", "ready: [50, -50, 20, 0]"), "utf-8")
    with pytest.raises(SceneFileError, match="ready: the loops of Textbook five-bar do not close"):
        load_robot(path)


def test_the_limits_of_the_shipped_arms_keep_their_loops_closed_and_held() -> None:
    for name in ("textbook_palletiser", "textbook_five_bar", "textbook_delta"):
        mechanism = load_robot(name).mechanism
        corners = np.stack(np.meshgrid(*[[0.0, 0.25, 0.5, 0.75, 1.0]] * mechanism.n), -1)
        shares = corners.reshape(-1, mechanism.n)
        q = mechanism.lower + shares * (mechanism.upper - mechanism.lower)
        assert mechanism.closes(q).all()
        assert mechanism.loop_hold(q).min() > 0.01


def test_passive_joints_of_a_file_have_limits_and_a_ready_pose_beyond_one_is_refused(
    tmp_path: Path,
) -> None:
    delta = robot_path("textbook_delta").read_text(encoding="utf-8")
    mechanism = load_robot("textbook_delta").mechanism
    names = [mechanism.link_joints[k].name for k in mechanism.limited_passive]
    assert names == [f"{what}{k}{rod}" for k in "123" for rod in "ab" for what in ("swing", "lean")]
    path = tmp_path / "narrow.robot.yaml"
    path.write_text(delta.replace("[-35, 35]", "[2, 35]"), encoding="utf-8")
    with pytest.raises(SceneFileError, match=r"ready: passive joint lean1a at 0\.0 deg, limit 2"):
        load_robot(path)


def test_a_file_may_ask_for_the_other_way_of_assembly_and_is_written_with_it(
    tmp_path: Path,
) -> None:
    """The five-bar with its tip behind the cranks; its own check poses no longer hold."""
    start, end = FIVE_BAR.index("check_poses:"), FIVE_BAR.index("# Solids that only hint")
    text = (FIVE_BAR[:start] + FIVE_BAR[end:]).replace("  close:", '  assembly: "-"\n  close:')
    path = tmp_path / "behind.robot.yaml"
    path.write_text(text, encoding="utf-8")
    robot = load_robot(path)
    drawn = load_robot("textbook_five_bar")
    q = drawn.ready
    assert forward(robot.mechanism, q)[0, 3] < 250.0 < forward(drawn.mechanism, q)[0, 3]
    again = load_robot(write_robot_file(robot, tmp_path / "again.robot.yaml"))
    assert again.mechanism.assembly.shown == {"tip": "-"}
    assert np.allclose(forward(again.mechanism, q), forward(robot.mechanism, q))
