"""Points of a translated program: each place has one name, and a name has one place."""

import numpy as np
import pytest

from kinematics import translation
from language import parse
from scenes import load_robot
from scenes.makers.defined_points import GOAL, DefinedPoints, is_no_frame, tool_argument


def test_a_place_is_defined_once_and_another_place_gets_a_name_of_its_own() -> None:
    points = DefinedPoints()
    first = points.at_pose("P", translation(1, 2, 3))
    assert points.at_pose("P", translation(1, 2, 3)) == first == "P"
    assert points.at_pose("P", translation(1, 2, 4)) == "P_2"
    assert points.at_pose("P", translation(1, 2, 5)) == "P_3"
    assert points.at_pose("P", translation(1, 2, 4)) == "P_2"
    assert len(points.statements()) == 3
    assert not parse("\n".join([";! dialect vplus", *points.statements(), "END", ""])).diagnostics


def test_joint_values_and_a_place_of_one_name_are_two_points() -> None:
    mechanism = load_robot("abb_irb120").mechanism
    points = DefinedPoints()
    q = np.radians([10, 20, -30, 40, 50, -60])
    assert points.at_pose("P", np.eye(4)) == "P"
    assert points.at_joints("P", q, mechanism) == "#P"
    shown = points.values["#P"].split()
    assert [float(value) for value in shown] == pytest.approx(np.degrees(q), abs=1e-6)


def test_all_points_that_were_made_of_a_value_have_its_origin() -> None:
    points = DefinedPoints()
    points.at_pose("P", np.eye(4))
    points.at_pose("P", translation(1, 0, 0))
    points.at_pose("Q", np.eye(4))
    told = points.with_points({"P": "line 7", "N": "line 9"})
    assert told == {"P": "line 7", "P_2": "line 7", "N": "line 9"}


def test_a_tool_that_is_that_of_the_robot_file_is_no_frame() -> None:
    assert is_no_frame(np.eye(4)) and tool_argument(np.eye(4)) == "NULL"
    assert not is_no_frame(translation(0, 0, 1e-6))
    assert tool_argument(translation(0, 0, 5)).startswith("TRANS(0, 0, 5, ")


def test_a_goal_without_a_name_is_named_after_its_place() -> None:
    points, mechanism = DefinedPoints(), load_robot("ur5e").mechanism
    first = points.at_numbers(GOAL, (400.2, -30.0, 250.0, 0.0, 180.0, 0.0))
    again = points.at_numbers(GOAL, (400.2, -30.0, 250.0, 0.0, 180.0, 0.0))
    near = points.at_numbers(GOAL, (400.3, -30.0, 250.0, 0.0, 180.0, 0.0))
    joints = points.at_joints(GOAL, np.radians([0, -90, 90, -45, 0, 5]), mechanism)
    assert (first, again, near) == ("P400_M30_250", "P400_M30_250", "P400_M30_250_2")
    assert joints == "#P0_M90_90_M45_0_5"


def test_a_goal_without_a_name_asks_again_for_its_place() -> None:
    points, other = DefinedPoints(), DefinedPoints()
    points.at_numbers(GOAL, (400.2, -30.0, 250.0, 0.0, 180.0, 0.0))
    answers = points.since((0, 0))
    assert other.repeat(answers) and other.values == points.values
    clash = DefinedPoints()
    clash.at_numbers("P400_M30_250", (1.0, 2.0, 3.0, 0.0, 0.0, 0.0))
    assert not clash.repeat(answers)
