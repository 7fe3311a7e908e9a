"""Curves of the tool: the straight line, and the form that lines, arcs and corners share."""

import numpy as np
import pytest

from kinematics import KinematicsError, interpolate, rotation_x, rotation_z, translation
from kinematics.motion.paths.tool_curve import StraightCurve, ToolCurve
from kinematics.poses.transforms import rotation_vectors

RNG = np.random.default_rng(8)


def unit(vectors):
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


@pytest.fixture
def bent() -> ToolCurve:
    """A curve of two pieces that uses every term of the form; its knot is not smooth."""
    return ToolCurve(
        np.array([0.0, 0.4, 1.0]),
        RNG.normal(size=(2, 4, 3)) * 100.0,
        RNG.normal(size=(2, 2, 3)) * 100.0,
        np.array([1.3, -2.1]),
        unit(RNG.normal(size=(2, 2, 3))),
        RNG.normal(size=(2, 2, 4)),
        np.stack([rotation_x(0.3)[:3, :3], rotation_z(1.3)[:3, :3]]),
        500.0,
        2.0,
    )


@pytest.fixture
def straight() -> StraightCurve:
    start = translation(500, 20, 300) @ rotation_x(0.4)
    return StraightCurve(start, translation(30, -90, 60) @ start @ rotation_z(1.2))


def test_a_straight_curve_is_the_interpolation_of_its_ends(straight: StraightCurve) -> None:
    s = np.linspace(0.0, 1.0, 11)
    ends = straight.poses([0.0, 1.0])
    assert straight.poses(s) == pytest.approx(interpolate(*ends, s), abs=1e-12)
    assert straight.length == pytest.approx(np.linalg.norm([30, -90, 60]))
    assert straight.angle == pytest.approx(1.2)
    assert straight.fastest(np.array([0.0, 0.3, 1.0])) == pytest.approx(
        np.array([[straight.length, 1.2]] * 2)
    )


def test_a_curve_of_no_length_and_no_turn_stands_still() -> None:
    T = translation(500, 20, 300)
    still = StraightCurve(T, T)
    assert (still.length, still.angle) == (0.0, 0.0)
    assert np.array_equal(still.poses([0.0, 0.7]), [T, T])


@pytest.mark.parametrize("name", ["bent", "straight"])
def test_velocities_are_those_of_differences(name, request) -> None:
    curve, h = request.getfixturevalue(name), 1e-5
    s = np.linspace(0.01, 0.99, 53)
    before, here, behind = (curve.states(s + step) for step in (-h, 0.0, h))
    moved = (behind.T_base_tool - before.T_base_tool)[:, :3, 3] / (2.0 * h)
    turned = rotation_vectors(
        behind.T_base_tool[:, :3, :3] @ np.swapaxes(before.T_base_tool[:, :3, :3], 1, 2)
    ) / (2.0 * h)
    assert here.first[:, :3] == pytest.approx(moved, rel=1e-6, abs=1e-4)
    assert here.first[:, 3:] == pytest.approx(turned, rel=1e-6, abs=1e-6)
    assert here.second == pytest.approx((behind.first - before.first) / (2.0 * h), abs=1e-3)


def test_no_speed_between_two_values_exceeds_its_bound(bent: ToolCurve) -> None:
    knots = np.array([0.0, 0.1, 0.4, 0.7, 1.0])
    for low, high, bound in zip(knots[:-1], knots[1:], bent.fastest(knots), strict=True):
        first = bent.states(np.linspace(low, high, 200)[:-1]).first
        assert np.linalg.norm(first[:, :3], axis=1).max() <= bound[0] * (1.0 + 1e-12)
        assert np.linalg.norm(first[:, 3:], axis=1).max() <= bound[1] * (1.0 + 1e-12)


def test_no_sixth_derivative_exceeds_its_bound(bent: ToolCurve) -> None:
    knots = np.array([0.0, 0.1, 0.4, 0.7, 1.0])
    nodes = np.cos(np.pi * (np.arange(15) + 0.5) / 15)  # Chebyshev: they interpolate to 1e-9
    for low, high, bound in zip(knots[:-1], knots[1:], bent.sixth(knots), strict=True):
        T = bent.poses(0.5 * (low + high) + 0.5 * (high - low) * nodes)
        flat = T[:, :3].reshape(len(nodes), 12)
        fits = [np.polynomial.Chebyshev.fit(nodes, column, 14, domain=[-1, 1]) for column in flat.T]
        derivative = 2.0**6 * np.array([fit.deriv(6)(0.0) for fit in fits]).reshape(3, 4)
        assert np.linalg.norm(derivative[:, 3]) <= bound[0] * (1.0 + 1e-4)
        assert np.linalg.norm(derivative[:, :3], 2) <= bound[1] * (1.0 + 1e-4)


def test_a_curve_of_other_shapes_is_refused(bent: ToolCurve) -> None:
    numbers = list(bent.numbers)
    numbers[3] = np.array([1.0])
    with pytest.raises(KinematicsError, match="phi of a curve of 2 pieces"):
        ToolCurve(*numbers, 1.0, 1.0)
    numbers[3], numbers[0] = bent.phi, np.array([0.0, 0.4, 0.9])
    with pytest.raises(KinematicsError, match="from 0 to 1"):
        ToolCurve(*numbers, 1.0, 1.0)
