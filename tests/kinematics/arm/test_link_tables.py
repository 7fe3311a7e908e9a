"""Axis frames to the last digits where an axis points almost down, and the turn beta of rows."""

import numpy as np
import pytest

from kinematics import KinematicsError, Mechanism, forward
from kinematics.arm.link_tables import axis_frame, screw_x, screw_z


@pytest.mark.parametrize("tilt", [0.0, 1e-13, 1e-9, 1e-7, 7.3e-6, 1e-3, 1.0])
@pytest.mark.parametrize("z", [-1.0, 1.0])
def test_a_frame_tilted_a_little_from_up_or_down_is_rigid_and_on_its_axis(
    tilt: float, z: float
) -> None:
    direction = np.array([0.6 * np.sin(tilt), 0.8 * np.sin(tilt), z * np.cos(tilt)])
    R = axis_frame(direction, np.zeros(3))[:3, :3]
    np.testing.assert_allclose(R.T @ R, np.eye(3), atol=1e-14)
    assert np.linalg.det(R) == pytest.approx(1.0, abs=1e-14)
    np.testing.assert_allclose(R[:, 2], direction, atol=1e-12)


def test_beta_tilts_an_axis_about_y_where_alpha_and_theta_cannot() -> None:
    beta, q = np.array([0.3, -0.2]), np.array([0.7, -1.1])
    table = {"alpha": [0.1, 0.0], "a": [300.0, 200.0], "d": [50.0, 20.0], "theta0": [0.4, 0.2]}
    x, z = screw_x(np.array(table["alpha"]), np.array(table["a"])), np.eye(4)
    y = [np.eye(4) for _ in beta]
    for T, b in zip(y, beta, strict=True):
        T[0, 0] = T[2, 2] = np.cos(b)
        T[0, 2], T[2, 0] = np.sin(b), -np.sin(b)
    for i in range(2):
        z = z @ x[i] @ y[i] @ screw_z(table["theta0"][i] + q[i : i + 1], table["d"][i : i + 1])[0]
    found = forward(Mechanism.from_modified_dh(beta=beta, **table), q)
    np.testing.assert_allclose(found, z, atol=1e-12)
    s = np.eye(4)
    for i in range(2):
        s = s @ screw_z(table["theta0"][i] + q[i : i + 1], table["d"][i : i + 1])[0] @ x[i] @ y[i]
    found = forward(Mechanism.from_standard_dh(beta=beta, **table), q)
    np.testing.assert_allclose(found, s, atol=1e-12)


def test_beta_must_be_one_number_for_each_joint() -> None:
    with pytest.raises(KinematicsError, match="beta must be a list of 2 finite numbers"):
        Mechanism.from_modified_dh(alpha=[0, 0], a=[1, 1], d=[0, 0], beta=[0.1])
