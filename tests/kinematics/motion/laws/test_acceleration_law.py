"""The fastest law without limits of jerk: limits everywhere, laws of scale, and a peer."""

import numpy as np
import pytest

from kinematics.motion.laws.acceleration_law import acceleration_law
from kinematics.motion.laws.rest_to_rest import rest_to_rest
from kinematics.motion.laws.time_law import JointLimits
from kinematics.motion.paths.joint_path import JointPath

FAST, SLOW = 1e3, 0.7


def everywhere(path, rate):
    return np.full(path.pieces, rate)


@pytest.mark.parametrize("rate", [FAST, SLOW])
def test_speeds_and_accelerations_hold_between_samples(paths, limits, measured, rate) -> None:
    for path in paths:
        caps = everywhere(path, rate)
        found = measured(path, acceleration_law(path, caps, limits), limits, caps)
        assert found[[0, 1, 3]].max() < 1.0 + 1e-9
        assert found[[0, 1, 3]].max() > 0.999


def test_it_is_within_a_hundredth_of_a_grid_ten_times_as_fine(paths, limits) -> None:
    for path in paths:
        fine = acceleration_law(path, FAST, limits, knots=2000).duration
        assert fine * 0.9999 < acceleration_law(path, FAST, limits).duration < 1.01 * fine


def test_a_reversed_path_takes_the_same_time(paths, limits, reversed_path) -> None:
    for path in paths:
        there = acceleration_law(path, FAST, limits, knots=2000).duration
        back = acceleration_law(reversed_path(path), FAST, limits, knots=2000).duration
        assert back == pytest.approx(there, rel=1e-3)


@pytest.mark.parametrize("k", [0.01, 0.5, 30.0])
def test_faster_joints_take_less_time_in_proportion(paths, limits, k) -> None:
    faster = JointLimits(limits.speed * k, limits.acceleration * k**2, limits.jerk)
    for path in paths:
        own = acceleration_law(path, SLOW, limits).duration
        found = acceleration_law(path, SLOW * k, faster).duration
        assert found == pytest.approx(own / k, rel=1e-9)


def test_a_stop_on_the_way_never_saves_time(paths, limits, halves) -> None:
    for path in paths:
        whole = acceleration_law(path, FAST, limits, knots=1000).duration
        parts = [acceleration_law(part, FAST, limits, knots=1000) for part in halves(path)]
        assert whole < 1.002 * sum(part.duration for part in parts)


def test_straight_and_hardly_bent_paths_take_the_time_of_the_closed_form(limits) -> None:
    start, way = np.zeros(6), np.array([1.0, -0.5, 0.2, 0.9, 0.0, -1.4])
    free = JointLimits(limits.speed, limits.acceleration, np.full(6, np.inf))
    straight = JointPath.straight(start, start + way)
    bent = straight.controls + 1e-9 * np.sin(np.arange(36.0)).reshape(1, 6, 6)
    for rate in (FAST, SLOW):
        exact = rest_to_rest(way, free, rate).duration
        assert acceleration_law(straight, rate, limits).duration == exact
        near = acceleration_law(JointPath(straight.knots, bent), rate, limits).duration
        assert near == pytest.approx(exact, rel=5e-4)


def test_a_turning_point_of_a_joint_does_not_stop_the_others(limits) -> None:
    # Joint 1 turns back while joint 2 goes on: (q1')^2 vanishes there, q1'' does not.
    s = np.linspace(0.0, 1.0, 9)
    q = np.zeros((9, 6))
    q[:, 0], q[:, 1] = np.sin(np.pi * s), 2.0 * s
    first, second = np.zeros((9, 6)), np.zeros((9, 6))
    first[:, 0], first[:, 1] = np.pi * np.cos(np.pi * s), 2.0
    second[:, 0] = -(np.pi**2) * np.sin(np.pi * s)
    law = acceleration_law(JointPath.through(s, q, first, second), FAST, limits)
    # There q1'' b = -a gives the largest rate; no law passes the middle faster.
    middle = law.at(law.time_at(np.array([0.5])))[1, 0]
    assert middle == pytest.approx(np.sqrt(limits.acceleration[0]) / np.pi, rel=1e-2)


def test_without_loops_the_durations_are_the_same(paths, limits, request) -> None:
    fast = [acceleration_law(path, SLOW, limits, knots=40).duration for path in paths]
    request.getfixturevalue("without_loops")
    slow = [acceleration_law(path, SLOW, limits, knots=40).duration for path in paths]
    assert slow == pytest.approx(fast, rel=1e-9)


def test_a_path_that_moves_nothing_stands(limits) -> None:
    law = acceleration_law(JointPath.straight(np.ones(6), np.ones(6)), 0.1, limits)
    assert law.duration == 0.0


@pytest.mark.oracle
@pytest.mark.parametrize("rate", [FAST, SLOW])
def test_toppra_takes_the_same_time(paths, limits, rate) -> None:
    pytest.importorskip("toppra")
    for path in paths:
        theirs = toppra_duration(path, limits, rate)
        assert acceleration_law(path, rate, limits).duration == pytest.approx(theirs, rel=1e-2)


def toppra_duration(path: JointPath, limits: JointLimits, rate: float) -> float:
    """The duration by toppra with every node of the path in its grid; s is its last joint."""
    import toppra as ta
    from toppra import algorithm, constraint

    ta.setup_logging("ERROR")
    grid = np.unique(np.concatenate([np.linspace(0.0, path.length, 1001), path.knots]))
    speed, most = np.append(limits.speed, rate), np.append(limits.acceleration, 1e9)
    wanted = [
        constraint.JointVelocityConstraint(np.column_stack([-speed, speed])),
        constraint.JointAccelerationConstraint(
            np.column_stack([-most, most]),
            discretization_scheme=constraint.DiscretizationType.Interpolation,
        ),
    ]
    found = algorithm.TOPPRA(wanted, Course(path), gridpoints=grid, solver_wrapper="seidel")
    return float(found.compute_trajectory(0, 0).duration)


class Course:
    """A JointPath, and s as one joint more, for toppra."""

    def __init__(self, path: JointPath) -> None:
        self.path, self.dof = path, path.controls.shape[2] + 1
        self.path_interval = np.array([0.0, path.length])
        self.duration = path.length

    def __call__(self, s: np.ndarray, order: int = 0) -> np.ndarray:
        found = self.path.derivatives(s, order)[order]
        own = np.asarray(s, float) if order == 0 else np.full(np.shape(s), float(order == 1))
        return np.concatenate([found, own[..., None]], axis=-1)
