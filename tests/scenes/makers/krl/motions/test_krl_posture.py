"""Status and turn of KRL: which of the joint values of a pose are meant."""

import numpy as np
import pytest

from kinematics import forward
from scenes import load_robot
from scenes.makers.krl.motions.krl_posture import joints_of_point, status_of, turn_of
from tests.depth import cases
from tests.scenes.makers.krl.conftest import ARMS, lost, program, translate


@pytest.mark.parametrize("seed", range(cases(60, 15)))
@pytest.mark.parametrize("arm", ARMS)
def test_status_and_turn_name_one_set_of_joint_values(arm, seed) -> None:
    robot = load_robot(arm)
    mechanism, own = robot.mechanism, robot.controller
    rng = np.random.default_rng(seed)
    q = rng.uniform(0.95 * mechanism.lower, 0.95 * mechanism.upper)
    T = forward(mechanism, q)
    found = joints_of_point(mechanism, own, T, status_of(mechanism, own, q), turn_of(own, q))
    assert found is not None
    # The same posture; an axis that can turn further than 360 deg may be there in two ways.
    off = np.degrees(found - q)
    assert off == pytest.approx(360 * np.round(off / 360), abs=1e-6)
    assert status_of(mechanism, own, found) == status_of(mechanism, own, q)


def test_the_home_position_has_the_status_that_pendants_show() -> None:
    robot = load_robot(ARMS[0])
    home = np.radians([0.0, -90, 90, 0, 30, 0])
    assert status_of(robot.mechanism, robot.controller, home) == 0b010
    assert turn_of(robot.controller, home) == 0b000010
    bent = np.radians([0.0, -90, 90, 0, -30, -10])
    assert status_of(robot.mechanism, robot.controller, bent) == 0b110
    assert turn_of(robot.controller, bent) == 0b110010
    behind = np.radians([0.0, -150, -60, 0, 30, 0])
    assert status_of(robot.mechanism, robot.controller, behind) & 0b001


@pytest.mark.parametrize("mask", [0b01000, 0b10000, 0b11000])
def test_the_bits_of_status_that_name_no_posture_are_left_out(mask) -> None:
    goal = "PTP {{X 500,Y -100,Z 300,A 0,B 180,C 0,S {0},T 2}}"
    plain, masked = (translate(program(goal.format(status))) for status in (2, 2 | mask))
    assert not lost(masked) and masked.text == plain.text
