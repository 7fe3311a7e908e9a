"""A continuum keeps the flange, is a closed curve, and meets the solutions of other solvers."""

import numpy as np
import pytest

from kinematics import KinematicsError, elbow_angle, forward, inverse, jacobian
from kinematics.differential.continuum_curve import STEP, brought_back, continuum_curve
from scenes import load_robot
from tests.by_card import with_joints

SEVEN = with_joints(7)


def drawn(name: str, seed: int):
    robot = load_robot(name)
    rng = np.random.default_rng(seed)
    return robot.mechanism, robot.ready + rng.uniform(-0.6, 0.6, 7)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", SEVEN)
def test_the_flange_stays_and_neighbours_are_near(name, seed) -> None:
    mechanism, q = drawn(name, seed)
    found = continuum_curve(mechanism, q)
    assert found.q[found.start] == pytest.approx(q)
    assert np.abs(forward(mechanism, found.q) - forward(mechanism, q)).max() < 1e-6
    assert np.abs(np.diff(found.q, axis=0)).max() < 1.5 * STEP
    assert found.is_closed
    gap = found.q[0] - found.q[-1]
    assert np.abs(gap - 2 * np.pi * np.round(gap / (2 * np.pi))).max() < 1.5 * STEP


@pytest.mark.parametrize("name", SEVEN)
def test_it_leaves_along_the_null_space(name) -> None:
    mechanism, q = drawn(name, 5)
    found = continuum_curve(mechanism, q)
    moved = found.q[1] - q
    rate = jacobian(mechanism, q) @ (moved / np.linalg.norm(moved))
    assert np.linalg.norm(rate[3:]) < 0.1
    assert np.linalg.norm(rate[:3]) < 100.0  # mm per rad: of second order in the step


@pytest.mark.parametrize("name", ["kuka_lbr_iiwa_7_r800", "yaskawa_sia50d", "franka_panda"])
@pytest.mark.parametrize("degrees", [-150.0, -60.0, 35.0, 120.0])
def test_it_passes_a_solution_at_every_elbow_angle(name, degrees) -> None:
    """The closed form at an elbow angle is another method: one of its solutions is on the curve."""
    mechanism, q = drawn(name, 1)
    found = continuum_curve(mechanism, q)
    other = inverse(mechanism, forward(mechanism, q), elbow_angle=np.radians(degrees)).q
    away = other[:, None, :] - found.q[None]
    away -= 2 * np.pi * np.round(away / (2 * np.pi))
    assert np.abs(away).max(axis=2).min() < STEP
    at = np.unravel_index(np.abs(away).max(axis=2).argmin(), away.shape[:2])[1]
    gap = float(elbow_angle(mechanism, found.q[at])) - np.radians(degrees)
    assert abs(np.angle(np.exp(1j * gap))) < 2 * STEP


def test_values_beside_the_curve_are_brought_back_onto_it() -> None:
    mechanism, q = drawn("kuka_lbr_iiwa_14_r820", 2)
    T = forward(mechanism, q)
    back = brought_back(mechanism, T, q + np.linspace(-0.03, 0.03, 7))
    assert forward(mechanism, back) == pytest.approx(T, abs=1e-6)
    assert np.abs(back - q).max() < 0.1


def test_an_arm_without_a_spare_joint_is_refused() -> None:
    robot = load_robot("ur5e")
    with pytest.raises(KinematicsError, match="one joint more"):
        continuum_curve(robot.mechanism, robot.ready)
