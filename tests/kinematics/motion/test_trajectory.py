import numpy as np
import pytest

from kinematics import KinematicsError, Trajectory
from kinematics.motion.trajectory import sample_times


@pytest.fixture
def ramp():
    return Trajectory(np.array([0.0, 1.0, 3.0]), np.array([[0.0, 0.0], [1.0, 2.0], [5.0, 2.0]]))


def test_samples_are_given_back_exactly(ramp):
    assert np.array_equal(ramp.at(ramp.times), ramp.q)


def test_between_samples_the_joints_move_linearly(ramp):
    assert np.allclose(ramp.at(2.0), [3.0, 2.0])
    assert ramp.at([0.5, 2.0]).shape == (2, 2)


def test_before_the_start_and_after_the_end_the_joints_stand(ramp):
    assert np.array_equal(ramp.at([-1.0, 9.0]), ramp.q[[0, -1]])


def test_slices_joined_again_pass_through_the_same_values(ramp):
    again = ramp.slice(0.0, 0.7).join(ramp.slice(0.7, 3.0))
    when = np.linspace(0, 3, 50)
    assert np.allclose(again.at(when), ramp.at(when))
    assert again.duration == pytest.approx(3.0)


def test_a_slice_of_no_length_is_one_sample(ramp):
    piece = ramp.slice(1.0, 1.0)
    assert piece.duration == 0.0
    assert np.array_equal(piece.q, [[1.0, 2.0]])


def test_standing_still_lasts_as_long_as_asked():
    still = Trajectory.still([1.0, 2.0], 0.5)
    assert still.duration == 0.5
    assert np.array_equal(still.at(0.3), [1.0, 2.0])
    assert Trajectory.still([1.0]).duration == 0.0
    assert np.array_equal(Trajectory.still([1.0]).at([0.0, 1.0]), [[1.0], [1.0]])


def test_trajectories_that_do_not_meet_are_not_joined(ramp):
    with pytest.raises(KinematicsError, match="begins"):
        ramp.join(ramp)


@pytest.mark.parametrize(
    ("times", "rows", "words"),
    [
        ([1.0, 2.0], 2, "start at 0"),
        ([0.0, 0.0], 2, "increase"),
        ([0.0, np.nan], 2, "finite"),
        ([0.0], 2, "as many rows"),
    ],
)
def test_a_bad_trajectory_is_refused_with_the_reason(times, rows, words):
    with pytest.raises(KinematicsError, match=words):
        Trajectory(np.array(times), np.zeros((rows, 2)))


def test_samples_are_at_multiples_of_the_period_and_at_the_end():
    assert np.allclose(sample_times(0.035, 0.01), [0, 0.01, 0.02, 0.03, 0.035])
    assert np.allclose(sample_times(0.03, 0.01), [0, 0.01, 0.02, 0.03])
    assert np.array_equal(sample_times(0.0, 0.01), [0.0])
    with pytest.raises(KinematicsError, match="period"):
        sample_times(1.0, 0.0)
