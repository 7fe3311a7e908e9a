"""URDF files become robots; a chain that cannot be followed is refused with the joint's name."""

from pathlib import Path

import numpy as np
import pytest

from app.cli import main
from kinematics import forward
from scenes.errors import SceneError
from scenes.files.robots.robot_writer import write_robot_file
from scenes.files.urdf.urdf_robot import ImportedRobot, read_urdf
from scenes.library import load_robot

pytest.importorskip("yourdfpy", reason="make test-oracles installs yourdfpy")
pytestmark = pytest.mark.oracle

LIMIT = '<limit lower="-1" upper="2" velocity="3" effort="9"/>'
PARENTS = {"a": "base", "b": "one", "c": "two"}


def joint(name: str, kind: str, parent: str, child: str, inside: str = "") -> str:
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{name}" type="{kind}">{ends}{inside}</joint>\n'


def urdf(path: Path, joints: str, links: str = "base one two three") -> Path:
    named = "".join(f'<link name="{name}"/>\n' for name in links.split())
    path.write_text(f'<robot name="little">\n{named}{joints}</robot>\n')
    return path


def little(tmp_path: Path, last: str = "") -> Path:
    """Up 0.5 m, turn about z; 0.3 m along x, slide along -y; then the caller's elements."""
    place = '<origin xyz="0 0 0.5" rpy="0 0 0"/><axis xyz="0 0 2"/>'
    slide = '<origin xyz="0.3 0 0"/><axis xyz="0 -1 0"/>'
    limit = '<limit lower="0" upper="0.4" velocity="0.5"/>'
    joints = joint("a", "revolute", "base", "one", place + LIMIT)
    joints += joint("b", "prismatic", "one", "two", slide + limit)
    return urdf(tmp_path / "little.urdf", joints + (last or tool()))


def tool(name: str = "c", kind: str = "fixed", inside: str = "") -> str:
    return joint(
        name, kind, "two", "three", '<origin xyz="0 0 0.1" rpy="3.141592653589793 0 0"/>' + inside
    )


def test_a_chain_is_read_with_its_units_limits_and_fixed_joints(tmp_path: Path) -> None:
    robot = read_urdf(little(tmp_path)).robot
    mechanism = robot.mechanism
    assert (robot.title, mechanism.kinds) == ("little", "RP")
    np.testing.assert_allclose(mechanism.lower, [-1, 0])
    np.testing.assert_allclose(mechanism.upper, [2, 400])
    np.testing.assert_allclose(mechanism.speed, [3, 500])
    T = forward(mechanism, np.array([np.pi / 2, 200.0]))
    # With joint a at 90 degrees the slide points along +x of the base.
    np.testing.assert_allclose(T[:3, 3], [200, 300, 600], atol=1e-9)
    np.testing.assert_allclose(T[:3, 2], [0, 0, -1], atol=1e-12)


def test_values_that_the_file_does_not_state_are_marked_as_assumed(tmp_path: Path) -> None:
    robot = read_urdf(little(tmp_path)).robot
    assert {"acceleration", "jerk", "ready"} <= set(robot.assumptions)
    np.testing.assert_allclose(robot.mechanism.acceleration, robot.mechanism.speed / 0.3)
    assert robot.schematic


def test_a_joint_without_limits_and_speed_gets_a_note(tmp_path: Path) -> None:
    imported = read_urdf(little(tmp_path, tool(kind="continuous")))
    assert imported.robot.mechanism.upper[2] == np.inf
    assert any("no speed is stated for c" in note for note in imported.notes)


def refusal(path: Path, tip: str | None = None) -> str:
    with pytest.raises(SceneError) as told:
        read_urdf(path, tip)
    return str(told.value)


def test_a_mimic_joint_in_the_chain_is_refused_by_name(tmp_path: Path) -> None:
    mimic = '<axis xyz="0 0 1"/><mimic joint="a" multiplier="-1"/>' + LIMIT
    told = refusal(little(tmp_path, tool("follower", "revolute", mimic)))
    assert "joint follower moves with joint a (mimic, factor -1)" in told


def test_a_mimic_joint_that_follows_by_the_factor_0_is_held(tmp_path: Path) -> None:
    mimic = '<axis xyz="0 0 1"/><mimic joint="a" multiplier="0" offset="0.5"/>' + LIMIT
    imported = read_urdf(little(tmp_path, tool("held", "revolute", mimic)), tip="three")
    assert imported.robot.mechanism.kinds == "RP"
    T = forward(imported.robot.mechanism, np.zeros(2))
    np.testing.assert_allclose(T[:2, 0], [np.cos(0.5), -np.sin(0.5)], atol=1e-12)


def test_a_mimic_joint_outside_the_chain_is_left_out_with_a_note(tmp_path: Path) -> None:
    mimic = '<axis xyz="0 0 1"/><mimic joint="a" multiplier="-1"/>' + LIMIT
    imported = read_urdf(little(tmp_path, tool("finger", "revolute", mimic)), tip="two")
    assert any("left out: finger" in note for note in imported.notes)


@pytest.mark.parametrize("kind", ["floating", "planar"])
def test_a_joint_of_more_than_one_freedom_is_refused_by_name(tmp_path: Path, kind: str) -> None:
    assert f"joint c is {kind}" in refusal(little(tmp_path, tool(kind=kind)))


def test_a_tree_with_two_ends_asks_for_the_tip(tmp_path: Path) -> None:
    fork = joint("c", "revolute", "one", "three", LIMIT)
    told = refusal(little(tmp_path, fork))
    assert "2 ends" in told
    assert "--tip" in told
    assert read_urdf(little(tmp_path, fork), tip="three").robot.mechanism.kinds == "RR"


FAULTS = {
    "no <robot>": ("<robot name='x'>\n<link name='a'>\n</robot>", "not valid XML"),
    "no joint": ("<robot name='x'><link name='a'/></robot>", "none of its joints moves"),
    "another root": ("<sdf><model/></sdf>", "x.urdf:1:1: no URDF: its root is <sdf>"),
    "no name": ("<robot name='x'>\n<link/></robot>", "x.urdf:2:1: a <link> without a name"),
    "two roots": ("<robot name='x'><link name='a'/><link name='b'/></robot>", "no joint leads to"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_file_is_reported_in_a_sentence(name: str, tmp_path: Path) -> None:
    text, words = FAULTS[name]
    path = tmp_path / "x.urdf"
    path.write_text(text)
    assert words in refusal(path)


def test_faults_of_structure_are_reported_in_a_sentence(tmp_path: Path) -> None:
    assert "cannot be read" in refusal(tmp_path / "none.urdf")
    assert 'no link "thre"; did you mean "three"' in refusal(little(tmp_path), tip="thre")
    crossed = '<axis xyz="0 0 1"/><limit lower="1" upper="-1" velocity="1"/>'
    assert "joint c: its lower limit" in refusal(little(tmp_path, tool("c", "revolute", crossed)))
    still = '<axis xyz="0 0 0"/>' + LIMIT
    assert "joint c has no direction" in refusal(little(tmp_path, tool("c", "revolute", still)))


NUMBERS = {
    '<origin xyz="0 abc 0"/>': "xyz of its <origin> holds 'abc', which is no number",
    '<origin xyz="0 nan 0"/>': "xyz of its <origin> holds 'nan', which is not finite",
    '<axis xyz="0 1"/>': "xyz of its <axis> is '0 1' where 3 numbers are needed",
    '<limit lower="" upper="1"/>': "lower of its <limit> is '' where 1 number is needed",
    '<mimic joint="a" multiplier="x"/>': "multiplier of its <mimic> holds 'x'",
}


@pytest.mark.parametrize("inside", NUMBERS)
def test_a_bad_number_is_reported_with_its_line_and_joint(inside: str, tmp_path: Path) -> None:
    path = urdf(tmp_path / "bad.urdf", "\n" + joint("turn", "revolute", "base", "one", inside))
    told = refusal(path)
    assert f"joint turn: {NUMBERS[inside]}" in told
    assert "bad.urdf:7:" in told


def test_the_written_file_is_read_as_the_same_robot(tmp_path: Path) -> None:
    imported: ImportedRobot = read_urdf(little(tmp_path))
    again = load_robot(write_robot_file(imported.robot, tmp_path / "little.robot.yaml"))
    q = np.random.default_rng(3).uniform(-1, 1, (50, 2)) * [1, 300]
    expected = forward(imported.robot.mechanism, q)
    np.testing.assert_allclose(forward(again.mechanism, q), expected, atol=1e-8)
    assert len(again.check_poses) == 3


def test_the_command_imports_a_urdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "mine.robot.yaml"
    assert main(["robots", "import", str(little(tmp_path)), "-o", str(target)]) == 0
    assert "little, RP" in capsys.readouterr().out
    assert load_robot(target).mechanism.n == 2
    assert main(["robots", "import", str(tmp_path / "none.urdf"), "-o", str(target)]) == 2
    assert main(["robots", "import", str(little(tmp_path))]) == 2
