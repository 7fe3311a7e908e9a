"""Rounded corners: laws of the curve, its distance from the corner, and its time."""

from itertools import pairwise

import numpy as np
import pytest

from kinematics import forward, joint_move, straight_line, translation
from kinematics.motion.blending import Corner, blend, corner_between, rounded
from kinematics.motion.motion_paths import JointWay, Leg

PERIOD = 0.004
T_TOOL = translation(20.0, 0.0, 60.0)


@pytest.fixture
def start(hokkaido):
    return np.radians([10.0, -40.0, 70.0, 15.0, 50.0, 20.0])


def joint_leg(mechanism, q_start, degrees):
    return Leg(JointWay(q_start, q_start + np.radians(degrees)), mechanism.speed)


def line_leg(mechanism, q_start, shift):
    T_start = forward(mechanism, q_start) @ T_TOOL
    T_end = translation(*shift) @ T_start
    result = straight_line(mechanism, T_start, T_end, q_start, T_flange_tool=T_TOOL, speed=2.0)
    assert result.motion is not None
    return result.leg, result.motion.q_end


def pairs(mechanism, start):
    """Two legs of every kind that meet in one corner."""
    turn, other = [30.0, 10.0, -12.0, 20.0, 8.0, -30.0], [25.0, 8.0, -15.0, -10.0, 12.0, -20.0]
    joints = joint_leg(mechanism, start, turn)
    end = joints.way.q_end
    line, line_end = line_leg(mechanism, start, (60.0, -80.0, 40.0))
    return {
        "joints, joints": (joints, joint_leg(mechanism, end, other)),
        "line, line": (line, line_leg(mechanism, line_end, (-70.0, -20.0, 50.0))[0]),
        "joints, line": (joints, line_leg(mechanism, end, (-50.0, 30.0, 40.0))[0]),
        "line, joints": (line, joint_leg(mechanism, line_end, other)),
    }


KINDS = ("joints, joints", "line, line", "joints, line", "line, joints")


def tool_points(mechanism, q):
    return (forward(mechanism, q) @ T_TOOL)[:, :3, 3]


def distances(points, polyline):
    """Smallest distance of each point from the segments of a polyline, mm."""
    best = np.full(len(points), np.inf)
    for a, b in pairwise(polyline):
        way = b - a
        share = np.clip((points - a) @ way / max(way @ way, 1e-300), 0.0, 1.0)
        best = np.minimum(best, np.linalg.norm(points - a - share[:, None] * way, axis=1))
    return best


@pytest.mark.parametrize("kind", KINDS)
def test_a_corner_leaves_and_joins_its_ways_without_a_kink(hokkaido, start, kind):
    corner = corner_between(hokkaido, *pairs(hokkaido, start)[kind], 20.0, T_TOOL)
    assert isinstance(corner, Corner)
    share_a, share_b = corner.shares
    u, step = np.array([0.0, 1.0]), 1e-4
    ends = corner.at(u)
    np.testing.assert_allclose(ends[0], corner.first.way.at(np.array([1 - share_a]))[0], atol=1e-12)
    np.testing.assert_allclose(ends[1], corner.second.way.at(np.array([share_b]))[0], atol=1e-12)
    inside = (corner.at(np.array([step, 1 - step])) - ends) / step
    a = corner.first.way.at(1 - share_a + np.array([-2 * share_a * step, 0.0]))
    b = corner.second.way.at(share_b + np.array([0.0, 2 * share_b * step]))
    np.testing.assert_allclose(inside[0], (a[1] - a[0]) / step, atol=1e-4)
    np.testing.assert_allclose(-inside[1], (b[1] - b[0]) / step, atol=1e-4)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("zone", [0.5, 5.0, 40.0, 1e4])
def test_the_tool_stays_within_the_zone_of_the_corner_and_of_its_path(hokkaido, start, kind, zone):
    legs = pairs(hokkaido, start)[kind]
    corner = corner_between(hokkaido, *legs, zone, T_TOOL)
    assert max(corner.shares) <= 0.5
    points = tool_points(hokkaido, corner.at(np.linspace(0.0, 1.0, 101)))
    s = np.linspace(0.0, 1.0, 2001)
    path = np.concatenate([tool_points(hokkaido, leg.way.at(s)) for leg in legs])
    goal = tool_points(hokkaido, corner.taught[None])[0]
    assert np.linalg.norm(points[[0, -1]] - goal, axis=1).max() <= zone + 1e-6
    assert distances(points, path).max() <= zone + 1e-6


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("zone", [0.5, 5.0, 40.0])
def test_rounded_motions_keep_speeds_and_accelerations_across_the_corner(
    hokkaido, start, kind, zone
):
    first, second = pairs(hokkaido, start)[kind]
    motion, corner = blend(hokkaido, (first, second), None, zone, T_TOOL, period=PERIOD)
    onward = rounded(hokkaido, second, corner, None, PERIOD)
    joined = motion.join(onward)
    span = np.diff(joined.times)[:, None]
    rates = np.diff(joined.q, axis=0) / span
    growths = np.diff(rates, axis=0) / (0.5 * (span[1:] + span[:-1]))
    assert (np.abs(rates) <= hokkaido.speed * (1 + 1e-6)).all()
    assert (np.abs(growths) <= hokkaido.acceleration * 1.001).all()


def test_a_rounded_corner_takes_less_time_than_a_stop(hokkaido, start):
    first, second = pairs(hokkaido, start)["joints, joints"]
    stops = [joint_move(hokkaido, leg.way.q_start, leg.way.q_end) for leg in (first, second)]
    motion, corner = blend(hokkaido, (first, second), None, 20.0, T_TOOL)
    onward = rounded(hokkaido, second, corner, None, 0.01)
    assert motion.duration + onward.duration < 0.97 * sum(stop.duration for stop in stops)


def test_a_way_that_goes_straight_on_does_not_slow_down_in_its_corner(hokkaido, start):
    first = joint_leg(hokkaido, start, [40.0, 0, 0, 0, 0, 0])
    second = joint_leg(hokkaido, first.way.q_end, [40.0, 0, 0, 0, 0, 0])
    motion, corner = blend(hokkaido, (first, second), None, 150.0, T_TOOL)
    onward = rounded(hokkaido, second, corner, None, 0.01)
    whole = joint_move(hokkaido, start, second.way.q_end).duration
    assert motion.duration + onward.duration < 1.05 * whole


def test_without_a_zone_there_is_no_corner(hokkaido, start):
    legs = pairs(hokkaido, start)["line, line"]
    assert corner_between(hokkaido, *legs, 0.0, T_TOOL) is None


def test_a_corner_never_leaves_the_limits_of_a_joint(hokkaido):
    """Two motions turn one joint to its limit and back; each also moves another joint."""
    q = np.radians([0.0, -60.0, 149.0, 0.0, 40.0, 0.0])
    first = joint_leg(hokkaido, q - np.radians([30, 0, -0.99, 0, 0, 0]), [30, 0, -0.99, 0, 0, 0])
    second = joint_leg(hokkaido, q, [0, 0, 0.99, 0, 30, 0])
    corner = corner_between(hokkaido, first, second, 400.0, T_TOOL)
    over = corner.at(np.linspace(0, 1, 201)) - hokkaido.upper
    assert over.max() <= 1e-9
