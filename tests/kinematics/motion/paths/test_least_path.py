"""Paths of arms with free joints: exact for the tool, smooth, of least motion, reversible."""

import numpy as np
import pytest

import scenes
from kinematics import forward, jacobian
from kinematics.families.elbow_angle import elbow_state
from kinematics.families.seven_axis import recognise_elbow
from kinematics.motion.paths.arc_curve import ArcCurve
from kinematics.motion.paths.curve_path import curve_path
from kinematics.motion.paths.marching import least_kernel, march_kernel
from kinematics.motion.paths.marching.least import least_guide
from kinematics.motion.paths.tool_curve import StraightCurve
from kinematics.motion.timed_motions import straight_line
from kinematics.poses.transforms import rotation_vectors, translation

TOOL = translation(20, 0, 100)
TOLERANCES = 1e-3, 1e-5
ARMS = [
    "kuka_lbr_iiwa_7_r800",
    "yaskawa_sia50d",
    "franka_panda",
    "kinova_gen3_7dof",
    "ufactory_xarm7",
]


@pytest.fixture(scope="module")
def lines(random_lines):
    """A function that draws joint values, and straight lines there and back."""

    def found(arm, count, seed=4):
        return random_lines(arm, np.random.default_rng(seed), count)

    return found


@pytest.fixture(params=ARMS, scope="module")
def driven(request, lines):
    """The arm, and its random lines that keep the limits: start, curve, curve back, path."""
    arm, found = scenes.load_robot(request.param).mechanism, []
    for q, curve, back in lines(arm, 40):
        path = curve_path(arm, curve, q, TOOL, TOLERANCES)
        if path is not None:
            found.append((q, curve, back, path))
    assert len(found) >= 12
    return arm, found


@pytest.fixture(scope="module")
def least(driven):
    """The arm, and those of its lines on which the least motion keeps the limits."""
    arm, found = driven
    kept = []
    for row in found:
        guide = least_guide(arm, TOOL, row[1], row[0])
        if guide.reached and np.abs(guide.states[-1, 0] - row[3].q_end).max() < 1e-9:
            kept.append(row)
    assert len(kept) >= 12
    return arm, kept


def scales(arm, q):
    """How easily the joints move, (n,): speed limits, less near the limits of their ranges."""
    bounded = np.isfinite(arm.lower) & np.isfinite(arm.upper)
    middle = np.where(bounded, 0.5 * (arm.lower + arm.upper), 0.0)
    half = np.where(bounded, 0.5 * (arm.upper - arm.lower), np.inf)
    return arm.speed * np.hypot(1.0 - ((q - middle) / half) ** 4, 0.05)


def least_rates(arm, curve, q, s):
    """The least dq/ds (n,) by the pseudo-inverse of a Jacobian of another code path."""
    twist = curve.states(np.array([s])).first[0]
    T = forward(arm, q)
    arm_of_tool = T[:3, :3] @ TOOL[:3, 3]
    flange = np.concatenate([twist[:3] - np.cross(twist[3:], arm_of_tool), twist[3:]])
    S = scales(arm, q)
    return S * (np.linalg.pinv(jacobian(arm, q) * S) @ flange)


def test_the_tool_stays_within_the_bound_that_the_path_tells(driven) -> None:
    arm, found = driven
    for _, curve, _, path in found:
        u = np.linspace(0.0, 1.0, 100, endpoint=False)
        s = (path.knots[:-1, None] + np.diff(path.knots)[:, None] * u).ravel()
        T, wanted = forward(arm, path.at(s)) @ TOOL, curve.poses(s)
        turns = rotation_vectors(T[:, :3, :3] @ np.swapaxes(wanted[:, :3, :3], 1, 2))
        gaps = np.linalg.norm((T - wanted)[:, :3, 3], axis=1)
        assert gaps.max() <= path.deviation_mm <= TOLERANCES[0]
        assert np.linalg.norm(turns, axis=1).max() <= path.deviation_rad <= TOLERANCES[1]


def test_joints_speeds_and_accelerations_go_on_evenly_at_the_knots(driven) -> None:
    _, found = driven
    for q, _, _, path in found:
        assert path.q_start == pytest.approx(q, abs=1e-9)
        inner = path.knots[1:-1]
        behind, before = path.derivatives(inner, 2), path.derivatives(inner - 1e-13, 2)
        largest = np.abs(path.derivatives(np.linspace(0.0, 1.0, 300), 2)).max(axis=(1, 2))
        assert (np.abs(behind - before).max(axis=(1, 2), initial=0.0) < 1e-7 * largest).all()


def test_at_the_nodes_of_the_guide_the_motion_is_the_least(least) -> None:
    arm, found = least
    for q, curve, _, path in found:
        guide = least_guide(arm, TOOL, curve, q)
        _, rates = path.derivatives(guide.shares, 1)
        for s, state, rate in zip(guide.shares, guide.states, rates, strict=True):
            least = least_rates(arm, curve, state[0], s)
            assert rate == pytest.approx(least, abs=1e-6 * np.abs(least).max())


def test_the_free_joint_follows_the_flow_of_least_motion(least) -> None:
    arm, found = least
    for q, curve, _, path in found[:4]:
        at, steps = np.array(q), 150
        for k in range(steps):
            h, s = 1.0 / steps, k / steps
            a = least_rates(arm, curve, at, s)
            b = least_rates(arm, curve, at + 0.5 * h * a, s + 0.5 * h)
            c = least_rates(arm, curve, at + 0.5 * h * b, s + 0.5 * h)
            d = least_rates(arm, curve, at + h * c, s + h)
            at = at + h * (a + 2.0 * b + 2.0 * c + d) / 6.0
        assert path.q_end == pytest.approx(at, abs=2e-3)


def test_the_way_back_ends_at_the_joints_of_the_start(least) -> None:
    arm, found = least
    back = [curve_path(arm, back, path.q_end, TOOL, TOLERANCES) for _, _, back, path in found]
    gaps = [np.abs(b.q_end - q).max() for b, (q, *_) in zip(back, found, strict=True) if b]
    assert len(gaps) == len(found)
    assert sorted(gaps)[int(0.9 * len(gaps))] < 1e-7
    assert max(gaps) < 1e-3


def test_a_line_takes_as_long_forth_as_back(least) -> None:
    arm, found = least
    for q, curve, _, path in found[:3]:
        T, end = curve.poses([0.0, 1.0])
        forth = straight_line(arm, T, end, q, T_flange_tool=TOOL).motion
        back = straight_line(arm, end, T, path.q_end, T_flange_tool=TOOL).motion
        assert forth is not None and back is not None
        assert back.duration == pytest.approx(forth.duration, rel=1e-6)


def test_a_limit_on_the_least_way_is_avoided_by_another_way(lines) -> None:
    arm, avoided = scenes.load_robot("franka_panda").mechanism, 0
    for q, curve, _ in lines(arm, 40, seed=5):
        path = curve_path(arm, curve, q, TOOL, TOLERANCES)
        guide = least_guide(arm, TOOL, curve, q)
        if path is None or not guide.reached:
            continue
        samples = path.at(np.linspace(0.0, 1.0, 500))
        assert (samples >= arm.lower - 1e-9).all() and (samples <= arm.upper + 1e-9).all()
        least = guide.states[:, 0]
        avoided += bool((least < arm.lower).any() or (least > arm.upper).any())
    assert avoided > 0


def test_a_line_that_no_way_of_the_elbow_can_drive_names_the_joint_at_its_limit() -> None:
    arm = scenes.load_robot("kuka_lbr_iiwa_7_r800").mechanism
    q = np.array([0.2, 0.5, 0.1, -1.9, 0.3, 0.8, 0.2])  # joint 4 bends to 2.09 rad at most
    points = recognise_elbow(arm)
    _, W, _ = elbow_state(points, q[None])
    fold = -100.0 * (W[0] - points.S) / np.linalg.norm(W[0] - points.S)
    T = forward(arm, q)
    line = straight_line(arm, T, translation(*fold) @ T, q)
    assert line.motion is None and line.limit is not None
    assert line.limit.joint == 3
    assert 0.0 < line.failed_at < 1.0


def test_a_full_circle_is_followed_with_the_least_motion() -> None:
    arm = scenes.load_robot("franka_panda").mechanism
    q = np.radians([10.0, 20.0, 10.0, -110.0, 10.0, 120.0, 30.0])
    T = forward(arm, q) @ TOOL
    circle = ArcCurve.through(T, [translation(40, 60, 0) @ T, translation(-40, 60, 0) @ T], T)
    path = curve_path(arm, circle, q, TOOL, TOLERANCES)
    assert path is not None
    s = np.linspace(0.0, 1.0, 2000)
    gaps = np.linalg.norm((forward(arm, path.at(s)) @ TOOL - circle.poses(s))[:, :3, 3], axis=1)
    assert gaps.max() <= path.deviation_mm <= TOLERANCES[0]


@pytest.mark.parametrize("name", ["franka_panda", "kuka_lbr_iiwa_7_r800"])
def test_the_loops_and_their_sources_find_the_same_path(name, monkeypatch) -> None:
    arm = scenes.load_robot(name).mechanism
    q = np.radians([10.0, 20.0, 10.0, -80.0, 10.0, 70.0, 30.0])
    T = forward(arm, q) @ TOOL
    curve = StraightCurve(T, translation(0, 30, 20) @ T)
    fast = curve_path(arm, curve, q, TOOL, TOLERANCES)
    monkeypatch.setattr(march_kernel, "march", march_kernel.march.python)
    monkeypatch.setattr(least_kernel, "least_motion", least_kernel.least_motion.python)
    slow = curve_path(arm, curve, q, TOOL, TOLERANCES)
    assert fast is not None and slow is not None
    assert fast.knots == pytest.approx(slow.knots, abs=1e-12)
    assert fast.controls == pytest.approx(slow.controls, abs=1e-9)
