"""A hand on a flange: it moves with the last link, replaces the own hand, and fits every arm."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from geometry import Solid, VerdictKind, check_pair
from kinematics import forward
from scenes import Cell, load_cell, load_hand, load_robot, robot_names, start_state
from scenes.checking.motions.interference import all_pairs
from scenes.files.robots.hand_on_robot import clashing_names, with_hand, without_hand
from scenes.files.robots.robot_writer import robot_text
from scenes.world.frozen import Array, identity_pose
from scenes.world.placement import bodies_in, placement
from scenes.world.robot import Robot


def cell_with(robot: Robot) -> Cell:
    allowed = frozenset((f"{robot.name}.{a}", f"{robot.name}.{b}") for a, b in robot.allowed)
    frames = {"world": identity_pose()}
    return Cell("bare", robot, frames, (), (), allowed)


def test_the_bodies_of_a_hand_move_with_the_flange() -> None:
    robot = with_hand(load_robot("ur5e"), load_hand("two_finger_85"))
    cell = cell_with(robot)
    q = robot.ready + np.linspace(0.1, 0.6, 6)
    state = start_state(cell).having(q=q)
    T_world_flange = forward(robot.mechanism, q)
    placed = placement(cell, state)
    assert robot.hand is not None
    for body in robot.hand.bodies:
        np.testing.assert_allclose(
            placed[f"ur5e.{body.name}"], T_world_flange @ body.T_flange_body, atol=1e-9
        )
    assert {"ur5e.finger_left", "ur5e.gripper_palm", "ur5e.hand_plate"} <= set(placed)


def test_the_approach_of_the_tool_is_that_of_the_robot_file_on_every_arm() -> None:
    """The hand turns with the file's tool, whose z is the approach, whatever the flange's axes."""
    hand = load_hand("two_finger_85")
    for name in robot_names():
        robot = load_robot(name)
        held = with_hand(robot, hand)
        np.testing.assert_allclose(
            held.T_flange_tool[:3, :3], robot.T_flange_tool[:3, :3], atol=1e-12, err_msg=name
        )


def boxes_meet(a: Solid, T_a: Array, b: Solid, T_b: Array) -> bool:
    """Whether the bounds of two solids along the axes of the world overlap."""
    (low_a, high_a), (low_b, high_b) = a.bounds_in(T_a), b.bounds_in(T_b)
    return bool((low_a <= high_b).all() and (low_b <= high_a).all())


@pytest.mark.parametrize("hand_name", ["two_finger_85", "welding_torch", "suction_four"])
def test_a_hand_on_any_arm_is_free_of_the_arm_at_ready(hand_name: str) -> None:
    hand = load_hand(hand_name)
    for name in robot_names():
        base = load_robot(name)
        assert not clashing_names(base, hand), name
        robot = with_hand(base, hand)
        cell = cell_with(robot)
        assert robot.hand is not None
        own = {f"{robot.name}.{body}" for body in robot.hand.body_names}
        state = start_state(cell)
        placed, bodies = placement(cell, state), bodies_in(cell, state)
        for a, b in all_pairs(cell, state):
            if {a, b} & own and boxes_meet(bodies[a].solid, placed[a], bodies[b].solid, placed[b]):
                verdict = check_pair(bodies[a].solid, placed[a], bodies[b].solid, placed[b])
                assert verdict.kind is not VerdictKind.HIT, (name, a, b)


def test_a_hand_replaces_the_own_hand_of_an_arm_with_its_bodies_and_contacts() -> None:
    own = load_robot("hokkaido1985")
    robot = with_hand(own, load_hand("pen"))
    assert not {"G1", "G2", "G3"} & set(robot.body_names)
    assert not any({"G1", "G2", "G3"} & set(pair) for pair in robot.allowed)
    bare = without_hand(own)
    assert bare.hand is None
    assert bare.body_names == ("B", "J", "AR", "BF", "CP", "DF")
    ur5e = load_robot("ur5e")
    assert without_hand(ur5e) is ur5e


def test_a_robot_with_a_hand_is_the_same_after_pickling() -> None:
    robot = with_hand(load_robot("puma560"), load_hand("suction_cup"))
    again = pickle.loads(pickle.dumps(robot))
    assert again.hand.rule is robot.hand.rule
    np.testing.assert_array_equal(again.hand.suction.cups, robot.hand.suction.cups)
    assert again.body_names == robot.body_names


def test_a_robot_file_is_written_without_a_hand_of_its_own_file() -> None:
    own = load_robot("ur5e")
    assert robot_text(with_hand(own, load_hand("pen"))) == robot_text(own)


def test_a_cell_may_take_the_hand_off(tmp_path: Path) -> None:
    path = tmp_path / "a.cell.yaml"
    path.write_text("cell: 1\nrobots:\n  arm: {use: puma560, hand: none}\n")
    robot = load_cell(path).robot
    assert robot.hand is None
    assert robot.opening_start == 0.0
    assert "hand" not in robot.body_names


def test_the_tool_of_a_cell_stands_above_that_of_the_hand(tmp_path: Path) -> None:
    path = tmp_path / "a.cell.yaml"
    text = "cell: 1\nrobots:\n  arm: {use: ur5e, hand: pen, tool: {at: [1, 2, 3]}}\n"
    path.write_text(text)
    robot = load_cell(path).robot
    np.testing.assert_array_equal(robot.T_flange_tool[:3, 3], [1, 2, 3])
    assert robot.hand is not None
    assert robot.hand.name == "pen"
