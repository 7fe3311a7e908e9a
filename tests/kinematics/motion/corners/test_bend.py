"""Rounded corners: their shape, the curve between lines, and bounds beside dense samples."""

from dataclasses import replace

import numpy as np
import pytest

from kinematics import forward, straight_line, translation
from kinematics.motion.corners.bend import Bend, NoBend, bend_between, joint_corner
from kinematics.motion.corners.bend_bounds import deviates_within, keeps_limits
from kinematics.motion.corners.fading import BREAKS, cubics, fading
from kinematics.motion.corners.leg import Leg
from kinematics.motion.corners.levers import bend_of_point, levers
from kinematics.motion.corners.line_corner import corner_curve, line_corner
from kinematics.motion.paths.joint_path import JointPath
from kinematics.poses.transforms import rotation_about, rotation_angle

START = np.radians([10.0, -80, 95, 30, 50, -30])
T_TOOL = translation(0, 0, 100)
DENSE = np.linspace(0.0, 1.0, 1_001)


def points_of(arm, q):
    return (forward(arm, q) @ T_TOOL)[..., :3, 3]


def line_leg(arm, start, T_end):
    return straight_line(arm, forward(arm, start) @ T_TOOL, T_end, start, T_flange_tool=T_TOOL).leg


def random_pose(rng, T):
    axis = rng.normal(size=3)
    turn = np.eye(4)
    turn[:3, :3] = rotation_about(axis / np.linalg.norm(axis), rng.uniform(0.0, 0.4))
    return translation(*rng.uniform(-50.0, 50.0, 3)) @ T @ turn


@pytest.fixture(scope="module", params=range(6))
def lines(hokkaido, request):
    rng = np.random.default_rng(request.param)
    T = forward(hokkaido, START) @ T_TOOL
    middle = random_pose(rng, T)
    first = line_leg(hokkaido, START, middle)
    return first, line_leg(hokkaido, first.path.q_end, random_pose(rng, T))


def joint_leg(start, turn):
    return Leg(start, JointPath.straight(start, start + turn), np.ones(len(start)))


@pytest.fixture(scope="module", params=["joints", "joint-line", "line-joint"])
def mixed(hokkaido, request):
    rng = np.random.default_rng(len(request.param))
    T, turn = forward(hokkaido, START) @ T_TOOL, rng.uniform(-0.3, 0.3, 6)
    if request.param == "line-joint":
        first = line_leg(hokkaido, START, random_pose(rng, T))
        return first, joint_leg(first.path.q_end, turn)
    first = joint_leg(START, turn)
    if request.param == "joints":
        return first, joint_leg(first.path.q_end, rng.uniform(-0.3, 0.3, 6))
    goal = random_pose(rng, forward(hokkaido, first.path.q_end) @ T_TOOL)
    return first, line_leg(hokkaido, first.path.q_end, goal)


def test_the_derivatives_of_the_fading_are_those_of_its_values() -> None:
    u, step = np.linspace(0.01, 0.99, 97) + 1e-3, 1e-6
    rows, before, behind = fading(u), fading(u - step), fading(u + step)
    assert np.abs((behind[:2] - before[:2]) / (2.0 * step) - rows[1:]).max() < 1e-4


def test_one_motion_fades_out_as_the_other_fades_in() -> None:
    """Their speeds add up to twice the mean, and both ends have no bend."""
    gone, left = fading(DENSE), fading(1.0 - DENSE)
    assert np.abs(gone[1] + left[1] - 2.0).max() < 1e-14
    assert np.abs(fading(np.array([0.0, 1.0])) - [[0, 1], [0, 2], [0, 0]]).max() < 1e-14


def test_the_cubics_are_the_fading() -> None:
    part = np.minimum(np.searchsorted(BREAKS, DENSE, side="right") - 1, 2)
    x = DENSE - BREAKS[part]
    values = (cubics()[part] * x[:, None] ** np.arange(4)).sum(axis=1)
    assert np.abs(values - fading(DENSE)[0]).max() < 1e-14


def test_the_tool_is_on_the_corner_curve_between_two_lines(hokkaido, lines) -> None:
    shares = 0.2, 0.3
    path = line_corner(*lines, shares)
    T = forward(hokkaido, path.at(DENSE * path.length)) @ T_TOOL
    wanted = corner_curve(lines[0].track.curve, lines[1].track.curve, shares).poses(DENSE)
    gaps = np.linalg.norm((T - wanted)[:, :3, 3], axis=1)
    turns = rotation_angle(np.swapaxes(T[:, :3, :3], 1, 2) @ wanted[:, :3, :3])
    # A bound that is zero cannot be seen below the rounding of the joint values.
    assert gaps.max() <= path.deviation_mm + 1e-9
    assert turns.max() <= path.deviation_rad + 1e-7
    assert path.deviation_mm < 0.01


def test_the_corner_of_two_lines_lies_in_their_plane_and_between_them(hokkaido, lines) -> None:
    path = line_corner(*lines, (0.2, 0.3))
    corner = points_of(hokkaido, lines[1].path.q_start)
    ways = [leg.track.curve.place[0, 1] for leg in lines]
    basis = np.stack([-ways[0], ways[1]], axis=1)
    points = points_of(hokkaido, path.at(DENSE * path.length)) - corner
    parts = np.linalg.lstsq(basis, points.T, rcond=None)[0]
    assert np.abs(basis @ parts - points.T).max() < 0.01
    assert parts.min() > -1e-4
    assert (parts[0] / 0.2 + parts[1] / 0.3).max() < 1.0 + 1e-3


def test_the_tool_is_nowhere_faster_than_on_the_faster_line(lines) -> None:
    shares = 0.2, 0.3
    curve = corner_curve(lines[0].track.curve, lines[1].track.curve, shares)
    first = curve.states(DENSE).first
    for rows in (slice(0, 3), slice(3, 6)):
        size = np.linalg.norm(first[:, rows], axis=1)
        assert size.max() <= size[[0, -1]].max() * (1.0 + 1e-12)


def test_a_corner_leaves_and_joins_its_paths_with_their_direction_and_curvature(mixed) -> None:
    first, second = mixed
    for path, shares in ((joint_corner(first, second, (0.2, 0.3)), (0.2, 0.3)),):
        ends = path.derivatives(np.array([0.0, path.length]), 2)
        before = first.path.derivatives(np.array(1.0 - shares[0]), 2)
        ratio = (shares[1] / shares[0]) ** np.arange(3)[:, None]
        behind = second.path.derivatives(np.array(shares[1]), 2) * ratio
        assert np.abs(ends[:, 0] - before).max() < 1e-9
        assert np.abs(ends[:, 1] - behind).max() < 1e-9


def test_the_bend_of_a_point_is_bounded(hokkaido, mixed) -> None:
    path, step = joint_corner(*mixed, (0.3, 0.3)), 1e-4
    s = np.linspace(2.0 * step, path.length - 2.0 * step, 301)
    near = [points_of(hokkaido, path.at(s + k * step)) for k in (-1, 0, 1)]
    bend = np.linalg.norm(near[0] - 2.0 * near[1] + near[2], axis=1) / step**2
    rates = np.abs(path.derivatives(s, 2)[1:]).max(axis=1)
    bound = bend_of_point(hokkaido, levers(hokkaido, T_TOOL), *rates)
    assert bend.max() <= bound
    assert bound <= 30.0 * bend.max()


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5])
def test_a_corner_that_is_shown_to_be_in_its_zone_is_there_at_dense_samples(
    hokkaido, mixed, share
) -> None:
    first, second = mixed
    bend = Bend(first, second, (share, share), joint_corner(first, second, (share, share)))
    own = points_of(hokkaido, bend.path.at(DENSE * bend.path.length))
    before = points_of(hokkaido, first.path.at(1.0 - share * fading(1.0 - DENSE)[0]))
    behind = points_of(hokkaido, second.path.at(share * fading(DENSE)[0]))
    ways = np.where(DENSE[:, None] <= 0.5, before, behind)
    largest = np.linalg.norm(own - ways, axis=1).max()
    assert not deviates_within(hokkaido, bend, 0.999 * largest, T_TOOL)
    assert deviates_within(hokkaido, bend, 1.1 * largest + 0.1, T_TOOL)


def test_limits_are_kept_exactly_where_dense_samples_keep_them(hokkaido, mixed) -> None:
    path = joint_corner(*mixed, (0.4, 0.4))
    top = path.at(DENSE * path.length).max(axis=0)
    for gap, keeps in ((0.05, True), (-1e-4, False)):
        joints = tuple(
            replace(joint, upper=float(most + gap), lower=-7.0)
            for joint, most in zip(hokkaido.joints, top, strict=True)
        )
        assert keeps_limits(replace(hokkaido, joints=joints), path) is keeps


@pytest.mark.parametrize("zone", [1.0, 10.0])
def test_a_corner_begins_one_zone_away_or_in_the_middle_of_a_short_path(
    hokkaido, mixed, zone
) -> None:
    bend = bend_between(hokkaido, *mixed, zone, T_TOOL)
    corner = points_of(hokkaido, mixed[1].path.q_start)
    ends = [mixed[0].path.at(1.0 - bend.shares[0]), mixed[1].path.at(bend.shares[1])]
    for q, share in zip(ends, bend.shares, strict=True):
        assert share <= 0.5
        gap = np.linalg.norm(points_of(hokkaido, q) - corner)
        assert gap == pytest.approx(zone, rel=1e-3) if share < 0.5 else gap <= zone


def test_a_reason_says_why_there_is_no_corner(hokkaido, mixed) -> None:
    assert bend_between(hokkaido, *mixed, 0.0, T_TOOL) is NoBend.NO_GAIN
    low = tuple(replace(joint, upper=-6.0, lower=-7.0) for joint in hokkaido.joints)
    outside = replace(hokkaido, joints=low)
    assert bend_between(outside, *mixed, 5.0, T_TOOL) is NoBend.LIMIT
