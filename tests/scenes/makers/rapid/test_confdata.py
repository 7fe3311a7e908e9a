"""Configurations of RAPID: published quadrants, and that they name one set of joint values."""

import numpy as np
import pytest

from kinematics import forward
from scenes import load_robot
from scenes.makers.rapid.confdata import configuration_of, joints_of_target
from tests.depth import cases


@pytest.mark.parametrize(
    ("shown", "expected"),
    # RAPID reference, confdata: quadrant 0 is 0 to 90 deg, 1 is 90 to 180, -1 is 0 to -90.
    # cfx: 4 wrist behind axis 1, 2 wrist behind the lower arm, 1 axis 5 negative.
    [
        ([0, 0, 0, 0, 30, 0], (0, 0, 0, 0)),
        ([100, 0, 0, -30, -30, 200], (1, -1, 2, 1)),
        ([-1, 0, 0, -91, 30, -359], (-1, -2, -4, 0)),
        ([0, -100, 30, 0, 30, 0], (0, 0, 0, 4)),
        ([0, 80, -105, 0, -30, 0], (0, 0, 0, 3)),
        ([0, -30, -108, 0, 30, 0], (0, 0, 0, 6)),
    ],
)
def test_quadrants_are_counted_down_and_sides_as_in_the_reference(shown, expected) -> None:
    robot = load_robot("abb_irb120")
    q = robot.controller.q_of(np.radians([float(v) for v in shown]))
    assert tuple(configuration_of(robot.mechanism, robot.controller, q)) == expected


@pytest.mark.parametrize("seed", range(cases(60, 12)))
@pytest.mark.parametrize("arm", ["abb_irb120", "abb_irb6700_200_260"])
def test_a_configuration_names_one_set_of_joint_values(arm, seed) -> None:
    robot = load_robot(arm)
    mechanism, own = robot.mechanism, robot.controller
    rng = np.random.default_rng(seed)
    q = rng.uniform(0.95 * mechanism.lower, 0.95 * mechanism.upper)
    wanted = configuration_of(mechanism, own, q)
    found = joints_of_target(mechanism, own, forward(mechanism, q), wanted)
    assert found is not None
    assert configuration_of(mechanism, own, found) == wanted
    assert np.degrees(found) == pytest.approx(np.degrees(q), abs=1e-5)
