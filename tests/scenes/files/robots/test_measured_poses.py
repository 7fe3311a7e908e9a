"""Measured poses are read in their units, and every slip of a file is told in one sentence."""

import numpy as np
import pytest

from kinematics import pose_from_xyzoat, rotation_x, rotation_y, rotation_z
from scenes import SceneError, load_robot
from scenes.files.robots.measured_poses import measured_poses

ARM = load_robot("puma560").mechanism
JOINTS = ",".join(f"joint_{i}_deg" for i in range(1, 7))
VALUES = "10,20,-30,40,50,60"
HEAD = f"{JOINTS},x_mm,y_mm,z_mm"
ROW = f"{VALUES},1,2,3"


def read(text: str, dialect: str = "hokkaido"):
    return measured_poses(text, "poses.csv", ARM, dialect).measured


def test_units_of_the_header_are_those_of_the_numbers() -> None:
    plain = read(f"{HEAD}\n{ROW}\n")
    other = ",".join(f"Q{i}_rad" for i in range(1, 7))
    radians = ",".join(repr(float(np.radians(float(v)))) for v in VALUES.split(","))
    same = read(f"# of a tracker\n{other},z_m,y_m,x_m\n\n{radians},0.003,0.002,0.001\n")
    np.testing.assert_allclose(same.q, plain.q, atol=1e-15)
    np.testing.assert_allclose(same.places, [[1, 2, 3]], atol=1e-12)
    np.testing.assert_allclose(plain.q, np.radians([[10, 20, -30, 40, 50, 60]]))
    assert plain.turns is None


def test_turns_are_read_in_each_of_their_ways() -> None:
    roll, pitch, yaw = np.radians([20.0, -35.0, 110.0])
    R = (rotation_z(yaw) @ rotation_y(pitch) @ rotation_x(roll))[:3, :3]
    found = read(f"{HEAD},roll_deg,pitch_deg,yaw_deg\n{ROW},20,-35,110\n").turns
    np.testing.assert_allclose(found[0], R, atol=1e-12)
    for dialect in ("hokkaido", "val"):
        found = read(f"{HEAD},o_deg,a_deg,t_deg\n{ROW},20,-35,110\n", dialect).turns
        wanted = pose_from_xyzoat([1, 2, 3, 20, -35, 110], dialect)[:3, :3]
        np.testing.assert_allclose(found[0], wanted, atol=1e-12)
    w, z = np.cos(0.5 * yaw), np.sin(0.5 * yaw)
    found = read(f"{HEAD},qx,qy,qz,qw\n{ROW},0,0,{z:.4f},{w:.4f}\n").turns
    np.testing.assert_allclose(found[0], rotation_z(yaw)[:3, :3], atol=1e-4)
    s = 0.5  # a turn of 120 degrees about (1, 1, 1) takes x to y, y to z and z to x
    found = read(f"{HEAD},qw,qx,qy,qz\n{ROW},{s},{s},{s},{s}\n").turns
    np.testing.assert_allclose(found[0], [[0, 0, 1], [1, 0, 0], [0, 1, 0]], atol=1e-12)


def test_columns_that_do_not_count_are_named() -> None:
    found = measured_poses(f"name,{HEAD},operator\nA,{ROW},me\n", "poses.csv", ARM)
    assert found.unused == ("name", "operator")
    assert found.lines == (2,)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (f"{HEAD}\n", "poses.csv: there are no measured poses below a line of column names"),
        ("", "poses.csv: there are no measured poses below a line of column names"),
        (f"{JOINTS},x_mm,y_mm\n{VALUES},1,2\n", "poses.csv:1: the column z_mm is missing"),
        (f"{HEAD[12:]}\n{ROW[3:]}\n", "poses.csv:1: the column joint_1_deg is missing"),
        (f"{JOINTS},x,y_mm,z_mm\n{ROW}\n", "the column x needs a unit: x_mm or x_m"),
        (
            f"{JOINTS},x_inch,y_mm,z_mm\n{ROW}\n",
            "lengths are not in 'inch'; write the column x_inch",
        ),
        (f"{HEAD.replace('joint_2_deg', 'joint_2_mm')}\n{ROW}\n", "angles are not in 'mm'"),
        (f"{HEAD},x_m\n{ROW},1\n", "the columns x_mm and x_m say the same"),
        (f"{HEAD}\n{ROW}\n".replace(",", ";"), "the columns are to be separated by commas"),
        (f"{HEAD}\n{VALUES},1,,3\n", "poses.csv:2: y_mm is missing"),
        (f"{HEAD}\n{ROW}\n{VALUES},1\n", "poses.csv:3: y_mm is missing"),
        (f"{HEAD}\n{VALUES},1,two,3\n", "poses.csv:2: y_mm 'two' is no number"),
        (f"{HEAD}\n{VALUES},1,nan,3\n", "poses.csv:2: y_mm nan is no finite number"),
        (
            f"{HEAD}\n170,20,-30,40,50,60,1,2,3\n",
            "poses.csv:2: joint joint_1 at 170 deg is outside",
        ),
        (f"{HEAD},roll_deg\n{ROW},1\n", "the column pitch_deg is missing"),
        (f"{HEAD},qw,qx,qy\n{ROW},1,0,0\n", "the column qz is missing"),
        (f"{HEAD},qw,qx,qy,qz\n{ROW},1,1,0,0\n", "a quaternion of length 1.414 is no turn"),
        (
            f"{HEAD},qw,qx,qy,qz,o_deg,a_deg,t_deg\n{ROW},1,0,0,0,1,2,3\n",
            "turns stand there twice, in o_deg and in qw",
        ),
    ],
)
def test_a_slip_is_told_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(SceneError) as fault:
        read(text)
    assert sentence in str(fault.value)
    assert "\n" not in str(fault.value)
