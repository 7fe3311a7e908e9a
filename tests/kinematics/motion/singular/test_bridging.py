"""Lines past a singular wrist: bridges keep what they tell, and a greater tolerance costs no time.

The tools are checked by dense forward kinematics and the joints by dense sampling of the motion.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import pytest

import scenes
from kinematics import (
    ArcCurve,
    LineFault,
    LineResult,
    Mechanism,
    circular_arc,
    forward,
    inverse,
    invert,
    jacobian,
    posture_of,
    straight_line,
)
from kinematics.motion.laws.jerk_law import jerk_law
from kinematics.motion.laws.time_law import JointLimits, TimeLaw
from kinematics.motion.paths.joint_path import JointPath
from kinematics.motion.paths.tool_curve import StraightCurve
from kinematics.motion.singular.bridging import Bridge, Bridging
from kinematics.motion.singular.manner import Manner, Singular
from kinematics.motion.singular.passages import passages
from kinematics.poses.transforms import rotation_angle, translation

TOOL = translation(20, 0, 100)
SPEED = 250.0
STOP = Singular(Manner.STOP)
# Joint values, deg, with a nearly straight wrist; the direction of a line, the branch, its length.
CASES = {
    "abb_irb120": ([0, 20, 10, 0, 0.03, 0], (0.0, 1.0, 0.0), 0, 120.0),
    "puma560": ([20, 40, -60, 10, 0.03, 0], (0.0, 1.0, 0.0), 2, 120.0),
    "ur5e": ([0, -90, 90, -60, 0.2, 10], (0.364, 0.864, 0.348), 4, 200.0),
}


def joint(mm: float, deg: float) -> Singular:
    return Singular(Manner.JOINT, mm, float(np.radians(deg)))


@dataclass(frozen=True, eq=False)
class Line:
    """A line with its start; `driven` gives its motion beside the singular pose."""

    mechanism: Mechanism
    T_start: np.ndarray
    T_end: np.ndarray
    q_start: np.ndarray

    def driven(self, singular: Singular | None = None) -> LineResult:
        return straight_line(
            self.mechanism,
            self.T_start,
            self.T_end,
            self.q_start,
            T_flange_tool=TOOL,
            tool_speed_mm_s=SPEED,
            **({} if singular is None else {"singular": singular}),
        )


@pytest.fixture(params=CASES, scope="module")
def line(request) -> Line:
    q_deg, direction, branch, length = CASES[request.param]
    mechanism = scenes.load_robot(request.param).mechanism
    T = forward(mechanism, np.radians(q_deg)) @ TOOL
    start, end = T.copy(), T.copy()
    way = np.asarray(direction) / np.linalg.norm(direction) * length / 2.0
    start[:3, 3] -= way
    end[:3, 3] += way
    solutions = inverse(mechanism, start @ invert(TOOL))
    assert solutions.within_limits[branch]
    return Line(mechanism, start, end, solutions.q[branch])


@pytest.fixture(scope="module")
def bridged(line: Line) -> LineResult:
    result = line.driven(joint(2.0, 10.0))
    assert len(result.bridges) == 1
    return result


def test_a_bridge_makes_the_line_faster_by_what_it_tells(line, bridged) -> None:
    slow, (bridge,) = line.driven(), bridged.bridges
    assert bridge.saved > 0.05
    assert slow.motion.duration - bridged.motion.duration == pytest.approx(bridge.saved, abs=1e-6)


def test_the_tool_leaves_its_line_no_farther_than_told_and_allowed(line, bridged) -> None:
    (bridge,), path = bridged.bridges, bridged.motion.path
    s = np.linspace(0.0, path.length, 40001)
    T = forward(line.mechanism, path.at(s)) @ TOOL
    start, way = line.T_start[:3, 3], (line.T_end - line.T_start)[:3, 3]
    share = np.clip((T[:, :3, 3] - start) @ way / (way @ way), 0.0, 1.0)
    far = np.linalg.norm(T[:, :3, 3] - start - share[:, None] * way, axis=1).max()
    turned = rotation_angle(T[:, :3, :3] @ line.T_start[:3, :3].T).max()  # the line turns nothing
    assert far <= bridge.mm <= 2.0
    assert turned <= bridge.rad <= np.radians(10.0)
    assert bridge.rad <= 1.05 * turned
    assert (path.deviation_mm, path.deviation_rad) == (bridge.mm, bridge.rad)


def test_all_limits_are_kept_at_dense_samples(line, bridged) -> None:
    motion, arm = bridged.motion, line.mechanism
    t = np.linspace(0.0, motion.duration, 100001)
    _, speed, acceleration, jerk = np.abs(motion.state(t))
    for value, limit in ((speed, arm.speed), (acceleration, arm.acceleration), (jerk, arm.jerk)):
        assert (value / limit).max() <= 1.0 + 1e-6
    places = (forward(arm, motion.at(t)) @ TOOL)[:, :3, 3]
    fastest = np.linalg.norm(np.diff(places, axis=0), axis=1).max() / (t[1] - t[0])
    assert fastest <= SPEED * 1.0005


def test_the_path_stays_smooth_at_the_ends_of_a_bridge(bridged) -> None:
    path = bridged.motion.path
    widths, controls = np.diff(path.knots), path.controls
    for (h, a), (k, b) in pairwise(zip(widths, controls, strict=True)):
        assert np.abs(a[5] - b[0]).max() < 1e-12
        before, behind = (a[5] - a[4]) / h, (b[1] - b[0]) / k
        assert np.abs(before - behind).max() <= 1e-7 * max(np.abs(before).max(), 1.0)
        before = (a[5] - 2.0 * a[4] + a[3]) / h**2
        behind = (b[2] - 2.0 * b[1] + b[0]) / k**2
        assert np.abs(before - behind).max() <= 1e-5 * max(np.abs(before).max(), 1.0)


def test_without_tolerance_the_line_is_slowed_down(line) -> None:
    assert line.driven(joint(0.0, 0.0)).motion.mark == line.driven().motion.mark


def test_a_greater_tolerance_never_makes_the_line_slower(line) -> None:
    tolerances = [(0.0, 0.0), (0.02, 0.2), (0.05, 1.0), (0.5, 3.0), (2.0, 10.0), (20.0, 60.0)]
    durations = [line.driven(joint(*each)).motion.duration for each in tolerances]
    for less, more in pairwise(durations):
        assert more <= less * (1.0 + 1e-6)
    assert durations[-1] < durations[0]


def test_the_reversed_path_takes_the_same_time(line, bridged) -> None:
    path = bridged.motion.path
    back = JointPath(path.length - path.knots[::-1], path.controls[::-1, ::-1])
    limits, rate = JointLimits.of(line.mechanism), np.array(bridged.leg.rate)
    law = jerk_law(back, rate, limits, gap=1e-8)
    assert law.duration == pytest.approx(jerk_law(path, rate, limits, gap=1e-8).duration, rel=1e-6)


def test_stop_refuses_with_the_ratio_that_the_jacobian_gives(line) -> None:
    result, arm = line.driven(STOP), line.mechanism
    assert result.motion is None and result.fault is LineFault.SINGULAR
    passage, path = result.passage, line.driven().leg.path
    # By the Jacobian at dense samples of the line that is slowed down.
    s = np.concatenate([a + (b - a) * np.linspace(0.0, 1.0, 200) for a, b in pairwise(path.knots)])
    J = jacobian(arm, path.at(s))
    way = (line.T_end - line.T_start)[:3, 3]
    towards = way / np.linalg.norm(way) * SPEED
    arm_of_tool = (forward(arm, path.at(s))[:, :3, :3] @ TOOL[:3, 3]).reshape(-1, 3)
    J[:, :3] -= np.cross(arm_of_tool[:, None], np.swapaxes(J[:, 3:], 1, 2)).swapaxes(1, 2)
    rates = np.linalg.solve(J, np.append(towards, np.zeros(3))[:, None])[..., 0]
    ratios = np.abs(rates) / arm.speed
    at, joint_number = np.unravel_index(int(np.argmax(ratios)), ratios.shape)
    assert passage.joint == joint_number
    assert passage.ratio == pytest.approx(ratios[at, joint_number], rel=0.01)
    assert passage.place == pytest.approx(s[at], abs=1e-3)
    assert f"joint {joint_number + 1} (" in result.reason and "times its speed" in result.reason


def test_far_from_singular_poses_nothing_changes() -> None:
    arm = scenes.load_robot("abb_irb120").mechanism
    q = np.radians([10, 20, 10, 0, 60, 0])
    T = forward(arm, q)
    end = translation(0, 100, 0) @ T
    slow = straight_line(arm, T, end, q, tool_speed_mm_s=1e4)
    for singular in (STOP, joint(5.0, 20.0)):
        other = straight_line(arm, T, end, q, tool_speed_mm_s=1e4, singular=singular)
        assert other.motion.mark == slow.motion.mark and other.bridges == ()


def test_an_arc_gets_a_bridge_within_its_tolerance(line) -> None:
    via = 0.5 * (line.T_start + line.T_end)
    side = np.cross((line.T_end - line.T_start)[:3, 3], [0.3, 0.1, 1.0])
    via[:3, 3] += 0.05 * side
    arc = ArcCurve.through(line.T_start, [via], line.T_end)
    options = {"T_flange_tool": TOOL, "tool_speed_mm_s": SPEED}
    slow = circular_arc(line.mechanism, arc, line.q_start, **options)
    fast = circular_arc(line.mechanism, arc, line.q_start, **options, singular=joint(20.0, 60.0))
    assert fast.motion.duration <= slow.motion.duration
    points = (forward(line.mechanism, fast.motion.path.at(np.linspace(0, 1, 5001))) @ TOOL)[
        :, :3, 3
    ]
    on_arc = arc.poses(np.array([arc.share_at(point) for point in points]))[:, :3, 3]
    far = np.linalg.norm(points - on_arc, axis=1).max()
    assert far <= fast.motion.path.deviation_mm + 1e-9
    assert all(isinstance(each, Bridge) and each.mm <= 20.0 for each in fast.bridges)


@pytest.mark.parametrize(("name", "branch"), [("abb_irb120", 0), ("abb_irb120", 1), ("puma560", 2)])
def test_a_line_through_a_straight_wrist_is_driven_in_its_posture(name: str, branch: int) -> None:
    q_deg, direction, _, length = CASES[name]
    arm = scenes.load_robot(name).mechanism
    T = forward(arm, np.radians([*q_deg[:4], 0.0, q_deg[5]])) @ TOOL
    start, end = T.copy(), T.copy()
    start[:3, 3] -= T[:3, :3] @ np.asarray(direction) * length / 2.0
    end[:3, 3] += T[:3, :3] @ np.asarray(direction) * length / 2.0
    q = inverse(arm, start @ invert(TOOL)).q[branch]
    through = Line(arm, start, end, q)
    for refused in (through.driven(), through.driven(STOP), through.driven(joint(0.5, 1e-4))):
        assert refused.motion is None and refused.fault is LineFault.POSTURE
    result = through.driven(joint(0.5, 10.0))
    (bridge,) = result.bridges
    assert bridge.start < 0.5 < bridge.end and np.isnan(bridge.saved)
    assert posture_of(arm, result.motion.q_end) == posture_of(arm, q)
    T_end = forward(arm, result.motion.q_end) @ TOOL
    np.testing.assert_allclose(T_end, end, atol=1e-6)
    t = np.linspace(0.0, result.motion.duration, 20001)
    q, speed, acceleration, jerk = result.motion.state(t)
    for value, limit in ((speed, arm.speed), (acceleration, arm.acceleration), (jerk, arm.jerk)):
        assert (np.abs(value) / limit).max() <= 1.0 + 1e-6
    assert (q <= arm.upper).all() and (q >= arm.lower).all()
    places = (forward(arm, q) @ TOOL)[:, :3, 3] - start[:3, 3]
    way = (end - start)[:3, 3] / np.linalg.norm((end - start)[:3, 3])
    far = np.linalg.norm(places - (places @ way)[:, None] * way, axis=1).max()
    turned = rotation_angle((forward(arm, q) @ TOOL)[:, :3, :3] @ start[:3, :3].T).max()
    assert far <= bridge.mm <= 0.5 and turned <= bridge.rad <= np.radians(10.0)


def test_a_bridge_that_covers_a_second_passage_serves_for_both(line) -> None:
    slow, arm = line.driven(), line.mechanism
    limits, rate = JointLimits.of(arm), slow.leg.rate

    def law(path: JointPath, at: float) -> TimeLaw:
        return jerk_law(path, np.array(at), limits)

    curve = StraightCurve(line.T_start, line.T_end)
    bridging = Bridging(arm, curve, TOOL, (SPEED, np.pi / 2.0), rate, law)
    found = passages(arm, slow.leg.path, rate)
    before = replace(found[0], start=0.3, end=0.31, place=0.305)
    course = bridging.over(slow.leg.path, (before, *found), joint(2.0, 10.0))
    assert [bridge.passage for bridge in course.bridges] == list(found)
    np.testing.assert_allclose(course.path.q_end, slow.motion.q_end, atol=1e-12)
