"""Smooth joint paths through exact roots: against cubics, and against the line itself."""

import numpy as np
import pytest

from kinematics import Mechanism, forward
from kinematics.motion.paths.spline_path import path_on, spline_path

KNOTS = np.array([0.0, 0.11, 0.13, 0.4, 0.55, 0.9, 1.0])


@pytest.mark.parametrize("count", [2, 3, 4, 5, 7])
def test_polynomials_are_met_exactly(rng, count) -> None:
    """Up to degree 3; three points fix a parabola, and two a straight line."""
    powers = np.arange(min(count, 4))
    rising = rng.normal(size=(len(powers), 6))

    def q(s: np.ndarray) -> np.ndarray:
        return (s[:, None] ** powers) @ rising

    path = spline_path(KNOTS[:count], q(KNOTS[:count]))
    s = np.linspace(0.0, KNOTS[count - 1], 101)
    assert path.at(s) == pytest.approx(q(s), abs=1e-12)


def test_curvature_has_no_jumps_and_roots_are_met(rng) -> None:
    q = rng.normal(size=(len(KNOTS), 6))
    path = spline_path(KNOTS, q)
    assert path.at(KNOTS) == pytest.approx(q, abs=1e-12)
    before, behind = (path.derivatives(KNOTS[1:-1] + step, 2) for step in (-1e-10, 1e-10))
    assert before == pytest.approx(behind, rel=1e-5, abs=1e-5)


def test_roots_are_added_until_the_tool_is_near_its_curve(rotating_arm) -> None:
    arm = rotating_arm

    def poses(s: np.ndarray) -> np.ndarray:
        return np.stack([arm.T_of(x) for x in s])

    def roots(s: np.ndarray, near: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return arm.root(s), np.ones(len(s), bool)

    s = np.linspace(0.0, 1.0, 5)
    coarse = spline_path(s, arm.root(s))
    found = path_on(arm.mechanism, poses, np.eye(4), roots, (s, arm.root(s)), (1e-3, 1e-5))
    fine = np.linspace(0.0, 1.0, 2001)
    gaps = [np.abs(path.at(fine) - arm.root(fine)).max() for path in (coarse, found)]
    assert gaps[0] > 1e-4
    assert gaps[1] < 1e-5
    assert found.deviation_mm <= 1e-3 and found.deviation_rad <= 1e-5


class RotatingArm:
    """An arm of three joints that turns by a known course; its flange poses follow from that."""

    def __init__(self) -> None:
        self.mechanism = Mechanism.from_standard_dh(
            alpha=[np.pi / 2, 0.0, 0.0], a=[0.0, 400.0, 300.0], d=[300.0, 0.0, 0.0]
        )

    def root(self, s: np.ndarray) -> np.ndarray:
        s = np.asarray(s, float)
        return np.stack([np.sin(3.0 * s), np.cos(2.0 * s) - 1.0, np.exp(-s)], axis=-1)

    def T_of(self, s: float) -> np.ndarray:
        return forward(self.mechanism, self.root(np.array(s)))


@pytest.fixture
def rotating_arm() -> RotatingArm:
    return RotatingArm()
