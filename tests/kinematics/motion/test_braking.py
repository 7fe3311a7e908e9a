"""Braking on the path, compared with v^2 / 2a and with the limits of the joints."""

from dataclasses import replace

import numpy as np
import pytest

from kinematics import Mechanism, joint_move
from kinematics.motion.braking import braked
from kinematics.motion.trajectory import Trajectory

FINE = 0.001


@pytest.fixture(scope="module")
def arm() -> Mechanism:
    made = Mechanism.from_standard_dh(
        alpha=[np.pi / 2, 0.0, np.pi / 2], a=[0.0, 400.0, 50.0], d=[300.0, 0.0, 0.0]
    )
    limits = zip(made.joints, (2.0, 1.5, 3.0), (4.0, 6.0, 8.0), strict=True)
    joints = tuple(replace(j, speed=v, acceleration=a) for j, v, a in limits)
    return replace(made, joints=joints)


@pytest.fixture(scope="module")
def motion(arm) -> Trajectory:
    return joint_move(arm, np.zeros(3), np.array([2.5, -1.2, 0.6]), period=FINE)


def test_a_motion_at_full_speed_stops_after_v_squared_by_2_a(arm, motion) -> None:
    middle = motion.duration / 2.0
    rates = (motion.at(middle + FINE) - motion.at(middle)) / FINE
    # The joint that needs longest to stop decides.
    seconds = np.abs(rates / arm.acceleration).max()
    stopped = braked(arm, motion, middle, FINE)
    assert stopped.duration == pytest.approx(middle + seconds, abs=2 * FINE)
    way = np.abs(stopped.q[-1] - motion.at(middle))
    assert way == pytest.approx(np.abs(rates) * seconds / 2.0, rel=0.02)


@pytest.mark.parametrize("share", [0.02, 0.1, 0.3, 0.5, 0.8, 0.95])
def test_a_braked_motion_stays_on_its_path_and_within_the_limits(arm, motion, share) -> None:
    stopped = braked(arm, motion, share * motion.duration, FINE)
    # In a joint move one number determines all joints.
    along = stopped.q[:, 0] / motion.q[-1, 0]
    np.testing.assert_allclose(stopped.q, along[:, None] * motion.q[-1], atol=1e-6)
    rates = np.diff(stopped.q, axis=0) / np.diff(stopped.times)[:, None]
    assert (np.abs(rates) <= arm.speed * (1 + 1e-6)).all()
    growth = np.diff(rates, axis=0) / FINE
    inner = growth[:-2]  # the last sample may be less than a period after the one before
    assert (np.abs(inner) <= arm.acceleration * 1.02).all()
    assert np.abs(rates[-1]).max() < 0.02 * arm.speed.max()


def test_braking_does_not_change_the_motion_before_it(arm, motion) -> None:
    at = 0.4 * motion.duration
    stopped = braked(arm, motion, at, FINE)
    times = stopped.times[stopped.times <= at]
    np.testing.assert_allclose(stopped.at(times), motion.at(times), atol=1e-12)


def test_a_motion_that_has_ended_or_stands_still_is_not_braked(arm, motion) -> None:
    assert braked(arm, motion, motion.duration) is motion
    still = Trajectory.still(np.zeros(3), 2.0)
    assert braked(arm, still, 0.5).duration == pytest.approx(0.5)
