"""Braking on the path, compared with v^2 / 2a and with the limits of the joints."""

from dataclasses import replace

import numpy as np
import pytest

from kinematics import Mechanism
from kinematics.motion.braking import braked
from kinematics.motion.motion import Motion
from kinematics.motion.paths.joint_path import JointPath


class Ramps:
    """The law of length 1 with a given peak rate and growth: ramp, cruise, ramp."""

    def __init__(self, rate: float, growth: float) -> None:
        self.rate, self.growth = rate, growth
        self.rise = rate / growth
        self.duration = 1.0 / rate + self.rise

    def at(self, t: np.ndarray) -> np.ndarray:
        t = np.clip(np.asarray(t, float), 0.0, self.duration)
        late = t > 0.5 * self.duration
        gone = np.where(late, self.duration - t, t)
        ramps = gone < self.rise
        up = 0.5 * self.growth * np.minimum(gone, self.rise) ** 2
        s = up + self.rate * np.maximum(gone - self.rise, 0.0)
        v, a = self.growth * np.minimum(gone, self.rise), self.growth * ramps
        return np.stack([np.where(late, 1.0 - s, s), v, np.where(late, -a, a), np.zeros_like(t)])

    def time_at(self, s: np.ndarray) -> np.ndarray:
        t = np.linspace(0.0, self.duration, 200_001)
        return np.interp(s, self.at(t)[0], t)


WAY = np.array([2.5, -1.2, 0.6])


@pytest.fixture(scope="module")
def arm() -> Mechanism:
    made = Mechanism.from_standard_dh(
        alpha=[np.pi / 2, 0.0, np.pi / 2], a=[0.0, 400.0, 50.0], d=[300.0, 0.0, 0.0]
    )
    limits = zip(made.joints, (2.0, 1.5, 3.0), (4.0, 6.0, 8.0), strict=True)
    joints = tuple(replace(j, speed=v, acceleration=a) for j, v, a in limits)
    return replace(made, joints=joints)


@pytest.fixture(scope="module")
def straight() -> Motion:
    """A motion of all joints that uses the speed and the acceleration of the first joint."""
    return Motion.of(JointPath.straight(np.zeros(3), WAY), Ramps(2.0 / 2.5, 4.0 / 2.5))


@pytest.fixture(scope="module")
def bent(arm) -> Motion:
    """A motion on a path that bends, at half of its greatest acceleration or less."""
    s = np.linspace(0.0, 1.0, 9)
    path = JointPath.through(
        s,
        np.stack([2.0 * s, np.sin(4.0 * s), np.cos(3.0 * s)], axis=1),
        np.stack([0 * s + 2.0, 4.0 * np.cos(4.0 * s), -3.0 * np.sin(3.0 * s)], axis=1),
        np.stack([0 * s, -16.0 * np.sin(4.0 * s), -9.0 * np.cos(3.0 * s)], axis=1),
    )
    growth = 0.6
    motion = Motion.of(path, Ramps(0.4, growth))
    most = np.abs(motion.state(np.linspace(0, motion.duration, 2001))[2]) / arm.acceleration
    factor = np.sqrt(1.0 / most.max())
    return Motion.of(path, Ramps(0.4 * factor, growth * factor**2))


def test_a_motion_at_full_speed_stops_after_v_squared_by_2_a(arm, straight) -> None:
    middle = straight.duration / 2.0
    rates = straight.state(middle)[1]
    # The joint that needs longest to stop decides.
    seconds = np.abs(rates / arm.acceleration).max()
    stopped = braked(arm, straight, middle)
    assert stopped.duration == pytest.approx(middle + seconds, rel=1e-9)
    way = np.abs(stopped.q_end - straight.at(middle))
    assert way == pytest.approx(np.abs(rates) * seconds / 2.0, rel=1e-9)


@pytest.mark.parametrize("share", [0.0, 0.02, 0.1, 0.3, 0.5, 0.8, 0.95])
@pytest.mark.parametrize("form", ["straight", "bent"])
def test_a_braked_motion_stays_on_its_path_and_within_the_limits(arm, share, form, request) -> None:
    motion = request.getfixturevalue(form)
    stopped = braked(arm, motion, share * motion.duration)
    t = np.linspace(0.0, stopped.duration, 20_001)
    s = stopped.law.at(t)[0]
    assert (np.diff(s) >= -1e-15).all()
    np.testing.assert_allclose(stopped.at(t), motion.path.at(s), atol=1e-12)
    state = stopped.state(t)
    assert (np.abs(state[1]) <= np.abs(motion.state(t)[1]).max(axis=0) * (1 + 1e-9)).all()
    assert (np.abs(state[2]) <= arm.acceleration * (1.0 + 1e-3)).all()
    assert not np.abs(stopped.state(stopped.duration)[1]).any()
    # The speed has no jumps: its differences are those of the acceleration.
    assert (np.abs(np.diff(state[1], axis=0)) <= arm.acceleration * (t[1] * 1.001)).all()


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.8])
def test_braking_uses_the_acceleration_of_some_joint_all_the_time(arm, bent, share) -> None:
    start = share * bent.duration
    stopped = braked(arm, bent, start)
    t = np.linspace(start, stopped.duration, 4_003)[1:-1]
    used = np.abs(stopped.state(t)[2] / arm.acceleration).max(axis=1)
    assert np.quantile(used, 0.02) > 0.98


def test_braking_does_not_change_the_motion_before_it(arm, bent) -> None:
    at = 0.4 * bent.duration
    stopped = braked(arm, bent, at)
    times = np.linspace(0.0, at, 50)
    np.testing.assert_allclose(stopped.state(times), bent.state(times), atol=1e-10)


def test_the_times_of_a_braked_motion_are_those_of_its_places(arm, bent) -> None:
    stopped = braked(arm, bent, 0.5 * bent.duration)
    t = np.linspace(0.02, stopped.duration, 40)
    np.testing.assert_allclose(stopped.law.time_at(stopped.law.at(t)[0]), t, atol=1e-5)


def test_a_part_of_a_motion_brakes_as_the_whole_does(arm, bent) -> None:
    whole = braked(arm, bent, 0.5 * bent.duration)
    part = bent.slice(0.2 * bent.duration, bent.duration)
    stopped = braked(arm, part, 0.3 * bent.duration)
    assert stopped.duration == pytest.approx(whole.duration - 0.2 * bent.duration, rel=1e-9)
    np.testing.assert_allclose(stopped.q_end, whole.q_end, atol=1e-9)


def test_a_motion_that_has_ended_or_stands_still_is_not_braked(arm, straight) -> None:
    assert braked(arm, straight, straight.duration) is straight
    assert braked(arm, Motion.still(np.zeros(3), 2.0), 0.5).duration == pytest.approx(0.5)
    assert braked(arm, straight, 0.0).duration == 0.0
