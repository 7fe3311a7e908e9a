"""Paths of the joints: smooth at their knots, and the same whole or cut."""

import numpy as np
import pytest

from kinematics import KinematicsError
from kinematics.motion.paths.joint_path import JointPath, joined

KNOTS = np.array([0.0, 0.3, 1.1, 2.0])
Q, FIRST, SECOND = np.random.default_rng(4).normal(size=(3, 4, 6))


@pytest.fixture
def path() -> JointPath:
    return JointPath.through(KNOTS, Q, FIRST, SECOND)


def test_values_and_derivatives_are_those_given_on_both_sides_of_a_knot(path: JointPath) -> None:
    for beside in (0.0, -1e-12):
        found = path.derivatives(KNOTS[1:] + beside, 2)
        assert found == pytest.approx(np.stack([Q, FIRST, SECOND])[:, 1:], abs=1e-8)


def test_derivatives_are_those_of_differences(path: JointPath) -> None:
    s, h = np.linspace(0.01, 1.99, 57), 1e-5
    found, before, behind = path.derivatives(s), path.derivatives(s - h), path.derivatives(s + h)
    smooth = np.abs(s[:, None] - KNOTS).min(axis=1) > h
    differences = (behind[:-1] - before[:-1]) / (2.0 * h)
    assert found[1:, smooth] == pytest.approx(differences[:, smooth], abs=1e-3, rel=1e-5)


def test_parts_join_to_the_whole(path: JointPath) -> None:
    s = np.linspace(0.0, 2.0, 201)
    whole = joined([path.part(0.0, 0.7), path.part(0.7, 2.0)])
    assert whole.at(s) == pytest.approx(path.at(s), abs=1e-12)
    assert whole.derivatives(s) == pytest.approx(path.derivatives(s), abs=1e-9)
    assert path.part(0.2, 1.7).at(s[:151]) == pytest.approx(path.at(s[:151] + 0.2), abs=1e-12)


def test_a_straight_path_is_straight_and_its_parameter_is_the_share() -> None:
    path, s = JointPath.straight(Q[0], Q[1]), np.linspace(0.0, 1.0, 11)
    assert path.at(s) == pytest.approx(Q[0] + s[:, None] * (Q[1] - Q[0]), abs=1e-15)


@pytest.mark.parametrize(
    ("knots", "shape"),
    [
        ([0.0, 1.0], (2, 6, 3)),
        ([0.1, 1.0], (1, 6, 3)),
        ([0.0, 0.0], (1, 6, 3)),
        ([0, np.nan], (1, 6, 3)),
    ],
)
def test_other_knots_and_controls_are_refused(knots: list[float], shape: tuple[int, ...]) -> None:
    with pytest.raises(KinematicsError):
        JointPath(np.array(knots), np.zeros(shape))
