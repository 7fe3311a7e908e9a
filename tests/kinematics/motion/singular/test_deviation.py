"""The bound of a tool's deviation from its line holds at dense samples, and is near to them."""

import numpy as np
import pytest

import scenes
from kinematics import ArcCurve, forward
from kinematics.motion.paths.joint_path import JointPath
from kinematics.motion.paths.tool_curve import StraightCurve, ToolCurve
from kinematics.motion.singular.deviation import deviation
from kinematics.poses.transforms import rotation_about, rotation_angle, translation

TOOL = translation(20, 0, 100)


def curves(T: np.ndarray, rng: np.random.Generator) -> list[ToolCurve]:
    """A line and an arc from a pose, both with a turn."""
    via, end = T.copy(), T.copy()
    via[:3, 3] += rng.normal(size=3) * 60.0
    end[:3, 3] += rng.normal(size=3) * 100.0
    axis = rng.normal(size=3)
    end[:3, :3] = rotation_about(axis / np.linalg.norm(axis), 0.7) @ T[:3, :3]
    return [StraightCurve(T, end), ArcCurve.through(T, [via], end)]


@pytest.mark.parametrize("name", ["abb_irb120", "ur5e", "gantry_6axis", "stanford_arm"])
def test_no_dense_sample_is_farther_from_the_curve_than_the_bound(name: str) -> None:
    arm, rng = scenes.load_robot(name).mechanism, np.random.default_rng(4)
    for _ in range(4):
        q = arm.check_one_q(scenes.load_robot(name).ready) + rng.normal(size=arm.n) * 0.2
        for curve in curves(forward(arm, q) @ TOOL, rng):
            controls = q + np.cumsum(rng.normal(size=(2, 6, arm.n)) * 0.05, axis=1)
            controls[0, 0] = q
            controls[1] += controls[0, -1] - controls[1, 0]
            path = JointPath(np.array([0.0, 0.4, 1.0]), controls)
            off = deviation(arm, TOOL, curve, path, (0.0, 1.0))
            T = forward(arm, path.at(np.linspace(0.0, 1.0, 101))) @ TOOL
            wanted = curve.poses(np.linspace(0.0, 1.0, 1001))
            gaps = np.linalg.norm(T[:, None, :3, 3] - wanted[None, :, :3, 3], axis=2)
            assert gaps.min(axis=1).max() <= off.mm + 0.02
            # Some place of the curve is within both bounds, but for the steps between its samples.
            turns = rotation_angle(T[:, None, :3, :3] @ np.swapaxes(wanted[:, :3, :3], 1, 2)[None])
            assert ((gaps <= off.mm + 0.2) & (turns <= off.rad + 1e-3)).any(axis=1).all()


def test_a_path_on_the_curve_has_no_deviation_but_the_bound_between_samples() -> None:
    arm = scenes.load_robot("gantry_6axis").mechanism
    q = np.zeros(arm.n)
    end = q + np.eye(arm.n)[0] * 100.0
    curve = StraightCurve(forward(arm, q) @ TOOL, forward(arm, end) @ TOOL)
    off = deviation(arm, TOOL, curve, JointPath.straight(q, end), (0.0, 1.0))
    assert off.mm < 1e-9 and off.rad < 1e-7
    assert off.speed == pytest.approx(100.0, rel=1e-9)


def test_a_part_of_a_curve_has_the_poses_of_the_curve() -> None:
    rng = np.random.default_rng(2)
    T = rotation_about(np.array([0.0, 0.6, 0.8]), 0.5)
    start = np.eye(4)
    start[:3, :3] = T
    x = np.linspace(0.0, 1.0, 11)
    for curve in curves(start, rng):
        part = curve.part(0.2, 0.7)
        np.testing.assert_allclose(part.poses(x), curve.poses(0.2 + 0.5 * x), atol=1e-11)
        np.testing.assert_allclose(
            part.states(x).second, curve.states(0.2 + 0.5 * x).second * 0.25, atol=1e-10
        )


def test_second_derivatives_of_a_curve_are_within_their_bound() -> None:
    rng, h = np.random.default_rng(3), 1e-3
    s = np.linspace(h, 1.0 - h, 99)
    for curve in curves(np.eye(4), rng):
        before, here, behind = (curve.poses(s + d) for d in (-h, 0.0, h))
        bend = (before + behind - 2.0 * here) / h**2
        assert np.linalg.norm(bend[:, :3, 3], axis=1).max() <= curve.bent[0] + 1e-4
        spectral = np.linalg.norm(bend[:, :3, :3], ord=2, axis=(1, 2)).max()
        assert 0.9 * curve.bent[1] <= spectral <= curve.bent[1] + 1e-4
