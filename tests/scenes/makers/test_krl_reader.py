"""Readers: published numbers, what an aggregate leaves out, what is not understood."""

import numpy as np
import pytest

from kinematics import forward, rpy
from kinematics.poses.orientation import pose_from_xyzoat
from scenes import load_robot
from scenes.makers.krl.krl_frames import frame_values, pose_of_frame, written_frame
from scenes.makers.krl.krl_reader import read_krl
from scenes.makers.urscript.poses import pose_of_values, written_pose
from scenes.makers.urscript.urscript_reader import read_urscript
from scenes.makers.writing.orders import Go, Way

HEAD = "DEF A( )\n$BASE=$NULLFRAME\n$TOOL={X 0,Y 0,Z 100,A 0,B 0,C 0}\n"
START = "PTP {A1 0,A2 -90,A3 90,A4 0,A5 60,A6 0}\n"


def krl(text: str):
    robot = load_robot("kuka_kr6_r900_2")
    return robot, read_krl(text, robot, robot.controller)


def test_frames_have_the_numbers_of_the_reference() -> None:
    # LOC2 of the paper with O A T = 30 40 50, its tool matrix in the convention of each maker.
    T = pose_from_xyzoat([450, 450, 370, 30, 40, 50])
    at = frame_values(T)
    assert [at[key] for key in "ABC"] == pytest.approx([148.3408, 29.4987, 137.6059], abs=5e-5)
    turn = [float(v) for v in written_pose(T)[2:-1].split(",")][3:]
    assert turn == pytest.approx([0.41288528, 2.3415888, 0.71268762], abs=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_written_poses_read_back(seed) -> None:
    rng = np.random.default_rng(seed)
    for turn in (rng.uniform(-np.pi, np.pi, 3), (0, np.pi / 2, 1.0), (np.pi, 0, 0), (0, 0, 0)):
        T = rpy(*turn)
        T[:3, 3] = rng.uniform(-2000, 2000, 3)
        parts = (part.split(" ") for part in written_frame(T)[1:-1].split(","))
        krl_values = {key: float(value) for key, value in parts}
        assert pose_of_frame(krl_values) == pytest.approx(T, abs=2e-4)
        numbers = [float(value) for value in written_pose(T)[2:-1].split(",")]
        assert pose_of_values(numbers) == pytest.approx(T, abs=2e-4)


def test_frames_keep_the_components_that_are_left_out() -> None:
    whole = "$BASE={X 10,Y 20,Z 35,A 90,B 0,C 0}\n$TOOL={X 5,Y 0,Z 100,A 0,B 0,C 0}\n"
    parts = "$BASE={X 10,Y 20,Z 30,A 90,B 0,C 0}\n$BASE={Z 35}\n$TOOL={X 5}\n"
    goes = (krl(HEAD + each + START + "LIN {X 500}\nEND\n")[1].orders for each in (whole, parts))
    (a, b) = ([each for each in orders if isinstance(each, Go)][-1] for orders in goes)
    assert a.T_base_tool == pytest.approx(b.T_base_tool, abs=1e-9)


def test_a_component_that_is_left_out_keeps_its_value() -> None:
    robot, read = krl(HEAD + START + "LIN {Z 900}\nPTP {A1 20}\nEND\n")
    assert not read.losses
    line, turned = (order for order in read.orders if isinstance(order, Go))
    T = forward(robot.mechanism, read.start) @ pose_of_frame(
        {"X": 0, "Y": 0, "Z": 100, "A": 0, "B": 0, "C": 0}
    )
    T[2, 3] = 900.0
    assert line.way is Way.STRAIGHT and line.T_base_tool == pytest.approx(T, abs=1e-6)
    assert np.degrees(turned.q[0]) == pytest.approx(20)
    arm = forward(robot.mechanism, turned.q)
    assert np.hypot(*arm[:2, 3]) > 100 and turned.q[1:] != pytest.approx(read.start[1:])


def test_base_and_tool_move_the_places_of_lines() -> None:
    _, read = krl(
        HEAD + START + "$BASE={X 10,Y 20,Z 30,A 90,B 0,C 0}\nLIN {X 500,Y 0,Z 700}\nEND\n"
    )
    (line,) = (order for order in read.orders if isinstance(order, Go))
    assert line.T_base_tool[:3, 3] == pytest.approx([10, 520, 730])


@pytest.mark.parametrize(
    "code",
    [
        "SPTP {A1 0}",
        "PTP XP1 C_PTP",
        "LIN {X 1,Q 2}",
        "LIN {X 1} C_FAST",
        "WAIT FOR $FLAG[1]",
        "$OUT[1]=X",
        "INTERRUPT DECL 4 WHEN $IN[1] DO UP()",
        "FOR I=1 TO 3",
        "PTP {A1 1e}",
        "LIN {",
    ],
)
def test_what_is_not_understood_is_told_at_its_line(code) -> None:
    _, read = krl(HEAD + START + code + "\nEND\n")
    assert [loss.line for loss in read.losses] == [5]


@pytest.mark.parametrize(
    "code",
    ["movel([0,0,0,0,0,0])", "movej(p[0,0,0,0,0,0])", "freedrive_mode()", "movel(p[0,0,0,0,0])",
     "movej(get_inverse_kin(p[0,0,0,0,0,0]))", "x = 3", "movel(p[0,0,0.5,0,0,0], t=2)"],
)  # fmt: skip
def test_what_urscript_is_not_understood_is_told_at_its_line(code) -> None:
    robot = load_robot("ur5e")
    text = f"def a():\n  movej([0,-1.5,1.5,0,1.5,0])\n  {code}\nend\n"
    read = read_urscript(text, robot, robot.controller)
    assert [loss.line for loss in read.losses] == [3]


def test_names_may_be_written_in_any_case_and_with_blanks() -> None:
    _, read = krl(
        "def a( )\n"
        + START.lower()
        + "lin  {x 500 , y 0,z 800} c_dis ; here\n$vel.cp = .5\n$Out[ 3 ] = true\nend\n".replace(
            "[ 3 ]", "[3]"
        )
    )
    assert not read.losses
    assert [type(order).__name__ for order in read.orders] == ["Go", "Switch"]
