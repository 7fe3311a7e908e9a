"""Motions: joint values as a smooth function of time."""

import numpy as np
import pytest

from kinematics import KinematicsError
from kinematics.motion.motion import Motion
from kinematics.motion.paths.joint_path import JointPath
from kinematics.motion.trajectory import Trajectory


class Cosine:
    """The law s = (1 - cos(pi t)) / 2 of one second, whose derivatives are known."""

    duration = 1.0

    def at(self, t: np.ndarray) -> np.ndarray:
        a = np.pi * np.clip(t, 0.0, 1.0)
        p = np.pi
        rows = [1 - np.cos(a), p * np.sin(a), p**2 * np.cos(a), -(p**3) * np.sin(a)]
        return 0.5 * np.stack(rows)

    def time_at(self, s: np.ndarray) -> np.ndarray:
        return np.arccos(1.0 - 2.0 * s) / np.pi


@pytest.fixture
def motion() -> Motion:
    q, first, second = np.random.default_rng(5).normal(size=(3, 3, 6))
    return Motion.of(JointPath.through(np.array([0.0, 0.4, 1.0]), q, first, second), Cosine())


def test_speeds_accelerations_and_jerks_are_derivatives_by_time(motion: Motion) -> None:
    t, h = np.linspace(0.02, 0.98, 49), 1e-5
    t = t[np.abs(motion.law.time_at(np.array([0.4])) - t) > 1e-3]
    found = motion.state(t)
    differences = (motion.state(t + h)[:-1] - motion.state(t - h)[:-1]) / (2.0 * h)
    assert found[1:] == pytest.approx(differences, rel=1e-6, abs=1e-4)


def test_slices_are_the_motion(motion: Motion) -> None:
    first, second = motion.slice(0.0, 0.3), motion.slice(0.3, 1.0)
    t = np.linspace(0.0, 0.3, 7)
    assert first.at(t) == pytest.approx(motion.at(t), abs=1e-15)
    assert second.slice(0.1, 0.4).at(t) == pytest.approx(motion.at(0.4 + t), abs=1e-12)
    assert np.array_equal(first.q_end, second.q_start)


def test_a_longer_motion_rests_at_its_end(motion: Motion) -> None:
    longer = motion.lasting(1.5)
    assert longer.at(1.4) == pytest.approx(motion.q_end)
    assert motion.lasting(0.5).duration == 1.0


def test_samples_are_at_multiples_of_the_period_and_at_the_end(motion: Motion) -> None:
    sampled = motion.sampled(0.3)
    assert sampled.times == pytest.approx([0.0, 0.3, 0.6, 0.9, 1.0])
    assert sampled.q == pytest.approx(motion.at(sampled.times))


def test_a_motion_shorter_than_any_period_has_its_start_and_its_end(motion: Motion) -> None:
    short = motion.slice(0.5, 0.5 + 1e-12).sampled(0.01)
    assert len(short.times) == 2
    assert np.array_equal(short.q[1], motion.at(0.5 + 1e-12))


def test_standing_takes_its_time_and_refuses_a_negative_one() -> None:
    standing = Motion.still(np.arange(3.0), 2.0)
    assert np.array_equal(standing.at([0.0, 1.0, 5.0]), np.tile(np.arange(3.0), (3, 1)))
    assert not standing.state(1.0)[1:].any()
    with pytest.raises(KinematicsError):
        Motion.still(np.arange(3.0), -1.0)


def test_samples_read_as_a_motion_are_linear_between_them() -> None:
    q = np.random.default_rng(3).normal(size=(4, 6))
    samples = Trajectory(np.array([0.0, 0.1, 0.25, 0.3]), q)
    motion = Motion.read(samples)
    assert np.array_equal(motion.at(samples.times), q)
    assert motion.at(0.175) == pytest.approx(0.5 * (q[1] + q[2]), abs=1e-15)
    assert motion.state(0.2)[1] == pytest.approx((q[2] - q[1]) / 0.15)
    assert np.array_equal(motion.law.time_at(samples.times), samples.times)
    assert motion.duration == 0.3


def test_one_sample_is_a_motion_that_takes_no_time() -> None:
    motion = Motion.read(Trajectory.still(np.arange(6.0)))
    assert motion.duration == 0.0
    assert np.array_equal(motion.q_end, np.arange(6.0))
