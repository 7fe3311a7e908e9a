"""Moves from rest to rest: the limits are kept, one is always reached, and ruckig agrees."""

import numpy as np
import pytest

from kinematics import KinematicsError
from kinematics.motion.laws.rest_to_rest import (
    RestToRest,
    rest_to_rest,
    rests_to_rests,
    seven_segments,
)
from kinematics.motion.laws.time_law import JointLimits, Standing
from kinematics.motion.motion import Motion
from kinematics.motion.paths.joint_path import JointPath
from tests.depth import share

INF = np.inf


def random_limits(rng, n=6):
    """Limits of arms: slides among the joints, ratios that differ from joint to joint."""
    unit = 10.0 ** rng.choice([0.0, 3.0], size=n)
    speed = unit * rng.uniform(0.5, 6.0, n)
    acceleration = speed / rng.uniform(0.1, 0.6, n)
    return JointLimits(speed, acceleration, acceleration / rng.uniform(0.01, 0.3, n))


def random_moves(seed, count, n=6):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        limits = random_limits(rng, n)
        yield limits, limits.speed * rng.uniform(-1, 1, n) * 10.0 ** rng.uniform(-5, 1)


def profiles():
    """(V, A, J) of every kind: with and without a cruise, with each limit and without it."""
    for speed in (0.1, 1.0, 30.0, INF):
        for acceleration in (0.3, 5.0, 900.0, INF):
            for jerk in (0.7, 40.0, 1e5, INF):
                if min(speed, acceleration, jerk) < INF:
                    yield speed, acceleration, jerk


def integrated(law, steps=20_000):
    """ds/dt and s at the ends of steps, by summing the accelerations of their middles."""
    edges = np.linspace(0.0, law.duration, steps + 1)
    h = edges[1]
    growth = law.at(edges[:-1] + 0.5 * h)[2]
    speed = np.concatenate([[0.0], np.cumsum(growth * h)])
    return edges, speed, np.concatenate([[0.0], np.cumsum(0.5 * (speed[1:] + speed[:-1]) * h)])


@pytest.mark.parametrize("limits", share(list(profiles()), 24), ids=str)
def test_the_limits_are_kept_and_one_is_reached_at_every_time(limits):
    law = seven_segments(*limits)
    t = np.random.default_rng(1).uniform(0.0, law.duration, 2000)
    rows = np.abs(law.at(t)[1:])
    shares = np.stack([row / limit for row, limit in zip(rows, limits, strict=True)])
    assert shares.max() <= 1.0 + 1e-12
    # A law that uses no limit fully somewhere could be made faster there.
    assert shares.max(axis=0).min() >= 1.0 - 1e-9


FINITE = [limits for limits in profiles() if limits[1] < INF or limits[2] < INF]


@pytest.mark.parametrize("limits", share(FINITE, 18), ids=str)
def test_the_acceleration_integrates_to_the_speed_and_to_the_way(limits):
    law = seven_segments(*limits, length=2.5)
    edges, speed, s = integrated(law)
    found = law.at(edges)
    # A step in which the acceleration jumps is wrong by at most the jump times the step; four jump.
    error = 4.0 * edges[1] * np.abs(found[2]).max()
    assert found[1] == pytest.approx(speed, abs=error)
    assert found[0] == pytest.approx(s, abs=error * law.duration)
    assert found[0, 0] == 0.0
    assert found[0, -1] == 2.5


@pytest.mark.parametrize("limits", share(list(profiles()), 24), ids=str)
def test_times_and_values_of_the_parameter_belong_together(limits):
    law = seven_segments(*limits, length=3.0)
    t = np.linspace(0.0, law.duration, 401)
    s = law.at(t)[0]
    assert (np.diff(s) > 0.0).all()
    assert law.at(law.time_at(s))[0] == pytest.approx(s, abs=1e-13)
    assert law.time_at(np.array([-1.0, 0.0, 3.0, 4.0])) == pytest.approx(
        [0.0, 0.0, law.duration, law.duration], rel=1e-12
    )


def test_the_trapezoid_takes_the_time_of_the_textbook():
    """A speed that is reached: 1 / V + V / A. One that is not: 2 / sqrt(A)."""
    assert seven_segments(0.5, 4.0, INF).duration == pytest.approx(1 / 0.5 + 0.5 / 4.0, rel=1e-15)
    assert seven_segments(50.0, 4.0, INF).duration == pytest.approx(2 / 4.0**0.5, rel=1e-15)
    assert seven_segments(0.5, INF, INF).duration == pytest.approx(2.0, rel=1e-15)


def test_only_jerk_takes_the_time_of_four_equal_segments():
    """With the jerk J alone, four segments of the time h drive the way 2 J h^3."""
    assert seven_segments(INF, INF, 16.0).duration == pytest.approx(4 * (1 / 32) ** (1 / 3))


def test_every_joint_keeps_its_limits_and_one_joint_reaches_one():
    for limits, distances in random_moves(2, 200):
        law = rest_to_rest(distances, limits)
        motion = Motion.of(JointPath.straight(np.zeros(6), distances), law)
        state = motion.state(np.linspace(0.0, law.duration, 400))
        most = [np.abs(row).max(axis=0) for row in state[1:]]
        shares = np.stack([most[0] / limits.speed, most[1] / limits.acceleration])
        shares = np.vstack([shares, most[2] / limits.jerk])
        assert shares.max() == pytest.approx(1.0, abs=1e-4)
        assert shares.max() <= 1.0 + 1e-12


def test_many_moves_at_once_are_the_moves_one_by_one():
    rng = np.random.default_rng(3)
    limits = random_limits(rng)
    distances = limits.speed * rng.uniform(-1, 1, (500, 6)) * 10.0 ** rng.uniform(-6, 1, (500, 1))
    distances[7] = 0.0
    distances[rng.random((500, 6)) < 0.2] = 0.0
    for kept in (limits, limits.without_jerk):
        found = rests_to_rests(distances, kept)
        for i, row in enumerate(distances):
            law = rest_to_rest(row, kept)
            one = (0.0,) * 4
            if isinstance(law, RestToRest):
                one = (law.speed, law.rise, law.ramp, law.duration)
            assert [column[i] for column in found] == pytest.approx(one, rel=1e-14)


def test_faster_joints_shorten_the_time_by_their_factor():
    for limits, distances in random_moves(4, 100):
        k = 1.7
        faster = JointLimits(limits.speed * k, limits.acceleration * k**2, limits.jerk * k**3)
        slow, fast = rest_to_rest(distances, limits), rest_to_rest(distances, faster)
        assert slow.duration / fast.duration == pytest.approx(k, rel=1e-13)


def test_a_stop_on_the_way_never_saves_time():
    for limits, distances in random_moves(5, 100):
        whole = rest_to_rest(distances, limits).duration
        for first in (1e-3, 0.3, 0.5):
            parts = [rest_to_rest(distances * x, limits).duration for x in (first, 1 - first)]
            assert sum(parts) > whole


def test_the_limit_of_the_tool_holds_s_back():
    limits = JointLimits(np.full(2, 9.0), np.full(2, 90.0), np.full(2, 2000.0))
    law = rest_to_rest([1.0, -0.2], limits, rate=0.8, length=2.0)
    rows = law.at(np.linspace(0.0, law.duration, 1000))
    assert rows[1].max() == pytest.approx(0.8)
    assert rows[0, -1] == 2.0


def test_joints_that_stand_take_no_time():
    limits = random_limits(np.random.default_rng(6))
    law = rest_to_rest(np.zeros(6), limits)
    assert isinstance(law, Standing)
    assert law.duration == 0.0
    assert rests_to_rests(np.zeros((3, 6)), limits).duration == pytest.approx(np.zeros(3))


def test_the_smallest_moves_take_a_finite_time():
    """A move so short that its shares overflow is a move of no length."""
    limits = random_limits(np.random.default_rng(7))
    for size in (1e-12, 1e-150, 1e-299, 1e-305):
        law = rest_to_rest(np.full(6, size), limits)
        many = rests_to_rests(np.full((1, 6), size), limits)
        assert np.isfinite(law.duration)
        assert many.duration[0] == pytest.approx(law.duration, rel=1e-12)


def test_a_joint_that_nothing_limits_is_refused():
    limits = JointLimits(np.array([1.0, INF]), np.array([1.0, INF]), np.array([1.0, INF]))
    assert rest_to_rest([1.0, 0.0], limits).duration > 0.0
    with pytest.raises(KinematicsError, match="needs a limit"):
        rest_to_rest([0.0, 1.0], limits)
    with pytest.raises(KinematicsError, match="needs a limit"):
        rests_to_rests([[1.0, 1.0], [0.0, 1.0]], limits)


@pytest.mark.oracle
def test_ruckig_takes_the_same_time_on_one_axis():
    ruckig = pytest.importorskip("ruckig", reason="make test-oracles installs ruckig")
    solver, given, answer = ruckig.Ruckig(1), ruckig.InputParameter(1), ruckig.Trajectory(1)
    given.current_position, given.target_position = [0.0], [1.0]
    checked = 0
    for limits, distances in random_moves(8, 3000):
        law = rest_to_rest(distances, limits)
        given.max_velocity, given.max_acceleration, given.max_jerk = (
            [float((limit / np.abs(distances)).min())]
            for limit in (limits.speed, limits.acceleration, limits.jerk)
        )
        solver.calculate(given, answer)
        assert law.duration == pytest.approx(answer.duration, rel=1e-9)
        for t in np.linspace(0.05, 0.95, 7) * law.duration:
            position, speed, acceleration = answer.at_time(t)
            rows = law.at(t)
            assert rows[0] == pytest.approx(position[0], abs=1e-9)
            assert rows[1] == pytest.approx(speed[0], abs=1e-9 * law.speed)
            assert rows[2] == pytest.approx(acceleration[0], abs=1e-6 * given.max_acceleration[0])
        checked += 1
    assert checked == 3000
