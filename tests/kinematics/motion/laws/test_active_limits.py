"""The limit that is told to hold a motion back: more of it makes a motion faster."""

from dataclasses import replace

import numpy as np
import pytest

from kinematics.motion.laws.active_limits import Quantity, holding
from kinematics.motion.laws.rest_to_rest import rest_to_rest
from kinematics.motion.laws.time_law import JointLimits
from kinematics.motion.motion import Motion
from kinematics.motion.paths.joint_path import JointPath

WAY = np.array([0.5, -1.0, 0.2])
COUNT = 400


def motion_of(limits: JointLimits) -> Motion:
    return Motion.of(JointPath.straight(np.zeros(3), WAY), rest_to_rest(WAY, limits))


def limits_of(speed: float, acceleration: float, jerk: float) -> JointLimits:
    ones = np.array([3.0, 1.0, 5.0])  # the second joint, with the longest way, has the least
    return JointLimits(speed * ones, acceleration * ones, jerk * ones)


@pytest.mark.parametrize(
    ("limits", "quantity"),
    [
        (limits_of(0.3, 10.0, 1000.0), Quantity.SPEED),
        (limits_of(100.0, 1.0, 1000.0), Quantity.ACCELERATION),
        (limits_of(100.0, 100.0, 1.0), Quantity.JERK),
    ],
)
def test_the_limit_that_is_told_is_the_one_that_counts(limits, quantity) -> None:
    motion = motion_of(limits)
    states = motion.state(np.linspace(0.0, motion.duration, COUNT))
    found = holding(states, np.zeros(COUNT), limits, np.ones(COUNT, bool))
    assert (found.quantity, found.joint, found.is_active) == (quantity, 1, True)
    name = quantity.value
    more = getattr(limits, name).copy()
    more[found.joint] *= 1.5
    assert motion_of(replace(limits, **{name: more})).duration < 0.95 * motion.duration
    for other in {"speed", "acceleration", "jerk"} - {name}:
        more = getattr(limits, other) * 1.5
        assert motion_of(replace(limits, **{other: more})).duration > 0.95 * motion.duration


def test_the_longest_stretch_is_told() -> None:
    limits = limits_of(1.0, 100.0, 1e6)
    states = np.zeros((4, 100, 3))
    states[1, 10:20, 1] = states[1, 40:71, 1] = 1.0
    found = holding(states, np.zeros(100), limits, np.ones(100, bool))
    assert (found.first, found.last) == (40, 70)


def test_where_the_motion_is_as_fast_as_asked_no_limit_counts() -> None:
    limits, slow = limits_of(1.0, 100.0, 1e6), np.ones(100, bool)
    states = np.zeros((4, 100, 3))
    states[1, :50, 1] = 1.0
    states[2, 50:60, 0] = 300.0
    slow[:50] = False
    found = holding(states, np.zeros(100), limits, slow)
    assert (found.quantity, found.joint, found.first) == (Quantity.ACCELERATION, 0, 50)


def test_the_turning_of_the_tool_is_named_without_a_joint() -> None:
    found = holding(np.zeros((4, 9, 3)), np.ones(9), limits_of(1, 1, 1), np.ones(9, bool))
    assert (found.quantity, found.joint) == (Quantity.TURNING, None)


def test_where_no_limit_is_met_the_nearest_is_named() -> None:
    states = np.zeros((4, 9, 3))
    states[2, 4, 2] = 2.0
    found = holding(states, np.zeros(9), limits_of(1, 1, 1), np.ones(9, bool))
    assert (found.quantity, found.joint, found.first) == (Quantity.ACCELERATION, 2, 4)
    assert not found.is_active
