"""Joint paths along curves of the tool: between samples they stay within the bound they tell."""

import numpy as np
import pytest

import scenes
from kinematics import elbow_angle, forward, inverse
from kinematics.motion.paths.arc_curve import ArcCurve
from kinematics.motion.paths.curve_path import curve_path
from kinematics.motion.paths.marching import march_kernel
from kinematics.motion.paths.tool_curve import StraightCurve
from kinematics.poses.transforms import rotation_vectors, translation

TOOL = translation(20, 0, 100)
TOLERANCES = 1e-3, 1e-5
ARMS = [
    "abb_irb120",
    "puma560",
    "fanuc_crx10ia_l",
    "kinova_gen3_lite",
    "kinova_gen3_6dof",
    "ur5e",
    "gantry_6axis",
    "stanford_arm",
    "kuka_lbr_iiwa_7_r800",
    "yaskawa_sia50d",
    "franka_panda",
    "kinova_gen3_7dof",
    "ufactory_xarm7",
    "textbook_rrp",
]


@pytest.fixture(params=ARMS, scope="module")
def paths(request, random_lines):
    """The arm, and random lines of 100 to 400 mm with their paths, where they can be driven.

    Seven-axis arms hold their elbow angle.
    """
    arm, rng, found = scenes.load_robot(request.param).mechanism, np.random.default_rng(3), []
    for q, curve, _ in random_lines(arm, rng, 40):
        path = curve_path(arm, curve, q, TOOL, TOLERANCES, holds_elbow=True)
        if path is not None:
            found.append((curve, q, path))
    assert len(found) >= 8
    return arm, found


def gaps(arm, curve, path, each=100):
    """Distances, mm, and angles, rad, of the tool from its curve at many samples of each piece."""
    u = np.linspace(0.0, 1.0, each, endpoint=False)
    s = (path.knots[:-1, None] + np.diff(path.knots)[:, None] * u).ravel()
    T, wanted = forward(arm, path.at(s)) @ TOOL, curve.poses(s)
    turns = rotation_vectors(T[:, :3, :3] @ np.swapaxes(wanted[:, :3, :3], 1, 2))
    return np.linalg.norm((T - wanted)[:, :3, 3], axis=1), np.linalg.norm(turns, axis=1)


def test_the_tool_stays_within_the_bound_that_the_path_tells(paths) -> None:
    arm, found = paths
    for curve, _, path in found:
        mm, rad = gaps(arm, curve, path)
        assert mm.max() <= path.deviation_mm <= TOLERANCES[0]
        if not arm.position_only:
            assert rad.max() <= path.deviation_rad <= TOLERANCES[1]


def test_a_path_begins_at_the_start_and_keeps_the_limits_and_the_elbow_angle(paths) -> None:
    arm, found = paths
    for _, q, path in found:
        samples = path.at(np.linspace(0.0, 1.0, 500))
        assert path.q_start == pytest.approx(q, abs=1e-9)
        assert (samples >= arm.lower - 1e-9).all() and (samples <= arm.upper + 1e-9).all()
        if arm.n == 7:
            for s, most in ((path.knots, 1e-9), (np.linspace(0.0, 1.0, 500), 1e-5)):
                turned = np.exp(1j * (elbow_angle(arm, path.at(s)) - elbow_angle(arm, q)))
                assert np.abs(turned - 1.0).max() < most


def test_the_ends_of_paths_are_roots_that_the_solvers_find(paths) -> None:
    arm, found = paths
    if arm.n == 7 or arm.position_only:
        return
    for curve, _, path in found[:5]:
        T_flange = curve.poses(1.0)[0] @ np.linalg.inv(TOOL)
        off = np.exp(1j * (inverse(arm, T_flange).q - path.q_end) * arm.revolute) - 1.0
        slid = np.abs(inverse(arm, T_flange).q - path.q_end) * (1.0 - arm.revolute)
        assert (np.abs(off) + slid).max(axis=1).min() < 1e-6


def test_an_arc_is_followed_like_a_line() -> None:
    arm = scenes.load_robot("abb_irb120").mechanism
    q = np.radians([10.0, 20.0, 10.0, 20.0, 40.0, 0.0])
    T = forward(arm, q) @ TOOL
    arc = ArcCurve.through(T, [translation(40, 60, 0) @ T], translation(0, 120, 10) @ T)
    path = curve_path(arm, arc, q, TOOL, TOLERANCES)
    assert path is not None
    mm, rad = gaps(arm, arc, path)
    assert mm.max() <= path.deviation_mm <= TOLERANCES[0]
    assert rad.max() <= path.deviation_rad <= TOLERANCES[1]


def test_no_march_from_a_singular_pose_or_out_of_reach() -> None:
    arm = scenes.load_robot("abb_irb120").mechanism
    q = np.radians([10.0, 20.0, 10.0, 20.0, 0.0, 0.0])
    T = forward(arm, q) @ TOOL
    assert curve_path(arm, StraightCurve(T, translation(0, 50, 0) @ T), q, TOOL, TOLERANCES) is None
    q[4] = 0.7
    T = forward(arm, q) @ TOOL
    far = StraightCurve(T, translation(0, 5000, 0) @ T)
    assert curve_path(arm, far, q, TOOL, TOLERANCES) is None


@pytest.mark.parametrize("name", ["abb_irb120", "kuka_lbr_iiwa_7_r800", "adept_cobra600"])
def test_the_loop_and_its_source_find_the_same_path(name, monkeypatch) -> None:
    arm = scenes.load_robot(name).mechanism
    q = np.array([0.3, 0.5, 100.0, 0.2]) if arm.n == 4 else np.linspace(0.2, 0.9, arm.n)
    T = forward(arm, q) @ TOOL
    curve = StraightCurve(T, translation(0, 30, 20) @ T)
    fast = curve_path(arm, curve, q, TOOL, TOLERANCES)
    monkeypatch.setattr(march_kernel, "march", march_kernel.march.python)
    slow = curve_path(arm, curve, q, TOOL, TOLERANCES)
    assert fast is not None and slow is not None
    assert fast.knots == pytest.approx(slow.knots, abs=1e-12)
    assert fast.controls == pytest.approx(slow.controls, abs=1e-9)
