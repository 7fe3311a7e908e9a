"""The places of the elbow: the tool stays, and each place is named and judged as the check does."""

from dataclasses import replace

import numpy as np
import pytest

from app.desktop.runs.posing.elbow_circle import bodies_met, can_turn, elbow_circle
from app.desktop.runs.run_jobs import colliding_in
from kinematics import elbow_angle, forward
from scenes import load_robot, start_state
from scenes.files.loader import cell_from_document
from scenes.files.text.documents import parse_document
from scenes.world.state import CellState
from tests.by_card import with_joints

SEVEN = with_joints(7)
CELL = """cell: 1
title: Seven axes beside a wall
robots:
  arm: {use: kuka_lbr_iiwa_7_r800, ready: [0, 35, 0, -80, 0, 60, 0]}
fixtures:
  wall: {at: [250, 260, 400], solid: [{add: {box: [500, 40, 800]}}]}
"""


def drawn(name: str, seed: int):
    robot = load_robot(name)
    return robot, robot.ready + np.random.default_rng(seed).uniform(-0.5, 0.5, 7)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", SEVEN)
def test_every_value_is_a_place_that_keeps_the_tool(name, seed) -> None:
    robot, q = drawn(name, seed)
    circle = elbow_circle(robot, q)
    T = forward(robot.mechanism, q)
    assert circle.holds(robot.mechanism, q)
    for value in np.linspace(-175.0, 175.0, 15):
        there = circle.joints_at(robot.mechanism, value, q)
        assert forward(robot.mechanism, there) == pytest.approx(T, abs=1e-5)
        assert circle.holds(robot.mechanism, there)
        if circle.is_angle:
            gap = np.degrees(elbow_angle(robot.mechanism, there)) - value
            assert (gap + 180.0) % 360.0 - 180.0 == pytest.approx(0.0, abs=0.02)


def test_another_pose_is_not_on_the_circle() -> None:
    robot, q = drawn("kuka_lbr_iiwa_7_r800", 0)
    circle = elbow_circle(robot, q)
    assert not circle.holds(robot.mechanism, q + 0.02 * np.eye(7)[3])


def test_places_beyond_a_limit_are_those_of_the_limits() -> None:
    robot, q = drawn("franka_panda", 1)
    circle = elbow_circle(robot, q)
    mechanism = robot.mechanism
    over = (circle.q < mechanism.lower - 1e-9) | (circle.q > mechanism.upper + 1e-9)
    assert [bool(name) for name in circle.beyond] == over.any(axis=1).tolist()
    assert any(circle.beyond)
    assert not all(circle.beyond)


def test_what_a_place_meets_is_what_the_check_of_that_pose_finds(tmp_path) -> None:
    cell = cell_from_document(parse_document(tmp_path / "a.cell.yaml", CELL, "cell file"))
    state: CellState = start_state(cell)
    circle = elbow_circle(cell.robot, state.q)
    met = bodies_met(cell, state, circle.q)
    assert any("wall" in words for words in met)
    assert "" in met
    for place in range(0, len(met), 9):
        alone = colliding_in(cell, replace(state, q=circle.q[place]))
        assert bool(met[place]) == bool(alone)
        if alone:
            assert met[place] == f"{alone[0][0]} in {alone[0][1]}"


def test_an_arm_without_a_joint_to_spare_has_no_circle() -> None:
    robot = load_robot("ur5e")
    assert not can_turn(robot.mechanism)
    assert elbow_circle(robot, robot.ready) is None
