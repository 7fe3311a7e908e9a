import numpy as np
import pytest

from kinematics import KinematicsError
from kinematics.motion.time_laws import overload, path_profile, sample_times, trapezoid


def test_a_long_move_cruises_and_a_short_one_does_not():
    long = trapezoid(np.array([4.0]), np.array([1.0]), np.array([2.0]))
    assert long.duration == pytest.approx(4.0 + 0.5)
    short = trapezoid(np.array([0.02]), np.array([1.0]), np.array([2.0]))
    assert short.duration == pytest.approx(2 * np.sqrt(0.02 / 2.0))


def test_half_the_time_is_half_the_way():
    profile = trapezoid(np.array([1.0, -3.0]), np.array([1.0, 2.0]), np.array([2.0, 1.0]))
    assert profile.at(np.array([profile.duration / 2]))[0] == pytest.approx(0.5)
    assert np.allclose(profile.at(np.array([0.0, profile.duration])), [0.0, 1.0])


def test_without_a_limit_of_acceleration_the_speed_is_there_at_once():
    profile = trapezoid(np.array([4.0]), np.array([2.0]), np.array([np.inf]))
    assert profile.duration == pytest.approx(2.0)
    assert profile.at(np.array([0.5]))[0] == pytest.approx(0.25)


def test_without_any_limit_there_is_no_motion_to_compute():
    with pytest.raises(KinematicsError, match="speed or an acceleration"):
        trapezoid(np.array([1.0]), np.array([np.inf]), np.array([np.inf]))


def test_a_straight_joint_path_gets_the_trapezoid():
    s = np.linspace(0, 1, 401)
    q = s[:, None] * np.array([4.0, 1.0])
    speed, acceleration = np.array([1.0, 1.0]), np.array([2.0, 2.0])
    path = path_profile(s, q, speed, acceleration, np.inf)
    best = trapezoid(q[-1], speed, acceleration)
    assert path.duration == pytest.approx(best.duration, rel=2e-3)


def test_a_curved_path_keeps_speed_and_acceleration():
    s = np.linspace(0, 1, 2001)
    q = np.stack([np.arctan(30 * (s - 0.5)), np.sin(6 * s)], axis=1)
    speed, acceleration = np.array([1.5, 2.0]), np.array([5.0, 8.0])
    profile = path_profile(s, q, speed, acceleration, 1.0)
    times = np.linspace(0, profile.duration, 4000)
    reached = profile.at(times)
    moved = np.stack([np.arctan(30 * (reached - 0.5)), np.sin(6 * reached)], axis=1)
    assert (np.diff(reached) >= 0).all()
    assert overload(times, moved, speed, acceleration) < 1.05


def test_the_rate_limit_of_the_tool_is_kept():
    s = np.linspace(0, 1, 101)
    profile = path_profile(s, s[:, None], np.array([9.0]), np.array([100.0]), 0.5)
    assert profile.rate.max() == pytest.approx(0.5)


def test_samples_are_at_multiples_of_the_period_and_at_the_end():
    assert np.allclose(sample_times(0.035, 0.01), [0, 0.01, 0.02, 0.03, 0.035])
    assert np.allclose(sample_times(0.03, 0.01), [0, 0.01, 0.02, 0.03])
    assert np.array_equal(sample_times(0.0, 0.01), [0.0])
    with pytest.raises(KinematicsError, match="period"):
        sample_times(1.0, 0.0)


def test_a_motion_that_starts_too_hard_is_overloaded():
    times = np.array([0.0, 0.1, 0.2])
    q = np.array([[0.0], [0.1], [0.2]])
    assert overload(times, q, np.array([10.0]), np.array([1.0])) == pytest.approx(np.sqrt(20.0))
    assert overload(times, q, np.array([0.5]), np.array([1e9])) == pytest.approx(2.0)
