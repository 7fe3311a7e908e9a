"""The arc through a via point: where it passes, which way round it goes and turns, what it refuses.

The circle is checked by what makes it one (equal distances, one plane, order of the points), and
the turn against poses made of known rotations.
"""

import numpy as np
import pytest

from kinematics import KinematicsError, forward, rotation_angle, rpy, translation
from kinematics.motion.paths.arc_curve import ArcCurve
from kinematics.motion.timed_motions import circular_arc
from kinematics.poses.transforms import rotation_about
from tests.depth import cases

SHARES = np.linspace(0.0, 1.0, 201)
AXIS = np.array([2.0, -1.0, 2.0]) / 3.0


def pose(point, R=None) -> np.ndarray:
    T = translation(*point)
    T[:3, :3] = np.eye(3) if R is None else R
    return T


def on_circle(degrees: float, radius: float = 80.0, turn_deg: float = 0.0) -> np.ndarray:
    """A pose on a circle about (10, 20, 30) in a slanted plane, turned about the circle's axis."""
    R = rotation_about(AXIS, np.radians(degrees))
    outward = R @ (np.array([1.0, 2.0, 0.0]) / np.sqrt(5.0))
    start = rpy(0.3, -0.8, 1.1)[:3, :3]
    tool = rotation_about(AXIS, np.radians(turn_deg)) @ start
    return pose(np.array([10.0, 20.0, 30.0]) + radius * outward, tool)


def turns_to(arc: ArcCurve, s: float, T: np.ndarray) -> float:
    return float(rotation_angle(arc.poses(np.array([s]))[0][:3, :3].T @ T[:3, :3]))


def random_poses(seed: int) -> list[np.ndarray]:
    rng = np.random.default_rng(seed)
    return [pose(rng.uniform(-300, 300, 3), rpy(*rng.uniform(-3, 3, 3))[:3, :3]) for _ in range(3)]


@pytest.mark.parametrize("seed", range(cases(40, 12)))
def test_all_points_lie_on_one_circle_through_start_via_and_goal(seed) -> None:
    start, via, goal = random_poses(seed)
    arc = ArcCurve.through(start, [via], goal)
    points = arc.poses(SHARES)[:, :3, 3]
    assert np.linalg.norm(points - arc.centre, axis=1) == pytest.approx(arc.radius, rel=1e-12)
    flat = points - points.mean(axis=0)
    assert np.linalg.svd(flat, compute_uv=False)[2] < 1e-9
    fine = arc.poses(np.linspace(0.0, 1.0, 100_001))[:, :3, 3]
    missed = np.linalg.norm(fine - via[:3, 3], axis=1).min()
    assert missed < arc.length / 100_000
    np.testing.assert_allclose(arc.poses(np.array([0.0, 1.0])), [start, goal], atol=1e-12)


@pytest.mark.parametrize("seed", range(cases(20, 8)))
def test_its_length_is_the_length_of_its_points_and_the_way_is_even(seed) -> None:
    arc = ArcCurve.through(*(lambda a, v, g: (a, [v], g))(*random_poses(seed)))
    steps = np.linalg.norm(np.diff(arc.poses(np.linspace(0, 1, 20_001))[:, :3, 3], axis=0), axis=1)
    assert steps.sum() == pytest.approx(arc.length, rel=1e-7)
    assert np.ptp(steps) < 1e-8 * arc.length


@pytest.mark.parametrize(
    ("via", "goal", "sweep"), [(30, 90, 90), (200, 90, -270), (-30, -90, -90), (100, 350, 350)]
)
def test_the_via_point_says_which_way_round_it_goes(via, goal, sweep) -> None:
    arc = ArcCurve.through(on_circle(0), [on_circle(via)], on_circle(goal))
    assert np.degrees(arc.sweep) == pytest.approx(abs(sweep), abs=1e-9)
    assert arc.axis @ AXIS == pytest.approx(np.sign(sweep), abs=1e-12)
    assert arc.share_at(on_circle(via)[:3, 3]) == pytest.approx(
        via % (np.sign(sweep) * 360) / sweep
    )


@pytest.mark.parametrize("seed", range(10))
def test_velocities_and_their_changes_are_those_of_the_poses(seed) -> None:
    arc = ArcCurve.through(*(lambda a, v, g: (a, [v], g))(*random_poses(seed)))
    s, h = np.linspace(0.1, 0.9, 9), 1e-5
    at, ahead, back = arc.states(s), arc.states(s + h), arc.states(s - h)
    moved = (ahead.T_base_tool - back.T_base_tool)[:, :3, 3] / (2.0 * h)
    np.testing.assert_allclose(at.first[:, :3], moved, rtol=1e-7, atol=1e-6 * arc.length)
    W = (ahead.T_base_tool - back.T_base_tool)[:, :3, :3] / (2.0 * h)
    spin = W @ np.swapaxes(at.T_base_tool[:, :3, :3], 1, 2)
    np.testing.assert_allclose(at.first[:, 3:], spin[:, (2, 0, 1), (1, 2, 0)], atol=1e-7)
    changed = (ahead.first - back.first) / (2.0 * h)
    np.testing.assert_allclose(at.second, changed, rtol=1e-6, atol=1e-6 * arc.length)


def test_two_via_points_make_a_full_circle_that_ends_where_it_starts() -> None:
    start = on_circle(40)
    arc = ArcCurve.through(start, [on_circle(100), on_circle(300)], start)
    assert arc.sweep == pytest.approx(2.0 * np.pi, rel=1e-15)
    assert arc.length == pytest.approx(2.0 * np.pi * 80.0, rel=1e-12)
    assert arc.angle == 0.0
    quarter = arc.poses(np.array([0.25]))[0]
    np.testing.assert_allclose(quarter[:3, 3], on_circle(130)[:3, 3], atol=1e-9)
    np.testing.assert_allclose(arc.poses(np.array([1.0]))[0], start, atol=1e-12)


def test_the_tool_turns_evenly_about_one_axis_from_start_to_goal() -> None:
    start, via, goal = on_circle(0), on_circle(70), on_circle(150)
    goal[:3, :3] = rotation_about([0.0, 0.6, 0.8], 1.2) @ start[:3, :3]
    arc = ArcCurve.through(start, [via], goal)
    for s in (0.25, 0.5, 0.8):
        expected = pose(np.zeros(3), rotation_about([0.0, 0.6, 0.8], 1.2 * s) @ start[:3, :3])
        assert turns_to(arc, s, expected) < 1e-12
    assert arc.angle == pytest.approx(1.2, abs=1e-12)


@pytest.mark.parametrize(("via_turn", "turn"), [(135, 270), (-45, -90)])
def test_the_orientation_of_the_via_chooses_the_way_round_of_the_turn(via_turn, turn) -> None:
    goal = on_circle(270, turn_deg=270)
    arc = ArcCurve.through(on_circle(0), [on_circle(135, turn_deg=via_turn)], goal)
    assert np.degrees(arc.turning @ AXIS) == pytest.approx(turn, abs=1e-9)
    assert arc.via_gaps[0] < 1e-9
    assert turns_to(arc, 1.0, goal) < 1e-12


def test_on_a_full_circle_the_tool_turns_with_it_where_the_via_points_do() -> None:
    start = on_circle(0)
    still = ArcCurve.through(start, [on_circle(90), on_circle(200)], start)
    vias = [on_circle(90, turn_deg=90), on_circle(200, turn_deg=200)]
    along = ArcCurve.through(start, vias, start)
    assert still.angle == 0.0
    np.testing.assert_allclose(along.turning, 2.0 * np.pi * AXIS, atol=1e-9)
    assert turns_to(along, 0.25, vias[0]) < 1e-9
    assert max(along.via_gaps) < 1e-9


def test_it_says_by_how_much_it_misses_the_orientation_of_the_via() -> None:
    via = on_circle(90, turn_deg=25.0)
    arc = ArcCurve.through(on_circle(0), [via], on_circle(180))
    assert np.degrees(arc.via_gaps[0]) == pytest.approx(25.0, abs=1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_the_way_back_is_the_same_arc(seed) -> None:
    start, via, goal = random_poses(seed)
    there = ArcCurve.through(start, [via], goal)
    back = ArcCurve.through(goal, [via], start)
    np.testing.assert_allclose(back.poses(1.0 - SHARES), there.poses(SHARES), atol=1e-9)


@pytest.mark.parametrize("seed", range(10))
def test_a_part_of_an_arc_is_the_arc_through_three_of_its_poses(seed) -> None:
    start, via, goal = random_poses(seed)
    whole = ArcCurve.through(start, [via], goal)
    low, middle, high = whole.poses(np.array([0.3, 0.5, 0.9]))
    part = ArcCurve.through(low, [middle], high)
    np.testing.assert_allclose(
        part.poses(SHARES), whole.poses(0.3 + 0.6 * SHARES), atol=1e-8 * whole.radius
    )


@pytest.mark.parametrize(
    ("points", "message"),
    [
        (((0, 0, 0), (50, 0, 0), (100, 0, 0)), "lie in a line"),
        (((0, 0, 0), (150, 0, 0), (100, 0, 0)), "lie in a line"),
        (((0, 0, 0), (50, 0.0009, 0), (100, 0, 0)), "lie in a line"),
        (((0, 0, 0), (50, 0.01, 0), (100, 0, 0)), "radius of 125 m"),
        (((0, 0, 0), (0, 0.004, 0), (100, 0, 0)), "the via point lies where the start lies"),
        (((0, 0, 0), (100, 0, 0.004), (100, 0, 0)), "the goal lies where the via point lies"),
        (((0, 0, 0), (100, 0, 0), (0, 0.004, 0)), "the goal lies where the start lies"),
    ],
)
def test_points_that_determine_no_circle_are_refused_with_the_reason(points, message) -> None:
    start, via, goal = map(pose, points)
    with pytest.raises(KinematicsError, match=message):
        ArcCurve.through(start, [via], goal)


def test_an_arc_that_bends_by_little_is_taken() -> None:
    arc = ArcCurve.through(pose((0, 0, 0)), [pose((50, 0.02, 0))], pose((100, 0, 0)))
    assert arc.radius == pytest.approx((50.0**2 + 0.02**2) / 0.04, rel=1e-9)
    assert np.abs(arc.poses(SHARES)[:, 1, 3]).max() == pytest.approx(0.02, abs=1e-9)


def test_a_full_circle_that_does_not_close_is_refused() -> None:
    vias = [on_circle(100), on_circle(300)]
    with pytest.raises(KinematicsError, match=r"the goal lies 1\.4\d mm from the start"):
        ArcCurve.through(on_circle(0), vias, on_circle(1.0))
    with pytest.raises(KinematicsError, match="not 3"):
        ArcCurve.through(on_circle(0), [*vias, on_circle(20)], on_circle(0))


def test_an_arm_drives_the_arc_on_the_circle_and_within_its_limits(hokkaido) -> None:
    start = np.radians([0.0, 20.0, 40.0, 0.0, 50.0, 0.0])
    T = forward(hokkaido, start)
    arc = ArcCurve.through(T, [translation(-40, 40, 0) @ T], translation(-80, 0, 0) @ T)
    motion = circular_arc(hokkaido, arc, start, tool_speed_mm_s=100.0).motion
    times = np.linspace(0.0, motion.duration, 400)
    points = forward(hokkaido, motion.at(times))[:, :3, 3]
    assert np.linalg.norm(points - arc.centre, axis=1) == pytest.approx(40.0, abs=1e-3)
    assert motion.duration > np.pi * 40.0 / 100.0
    rates = np.linalg.norm(np.diff(points, axis=0), axis=1) / np.diff(times)
    assert rates.max() < 100.01
