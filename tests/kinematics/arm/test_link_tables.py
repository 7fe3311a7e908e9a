"""The z of an axis frame is the axis to the last digits, even if the axis points almost down."""

import numpy as np
import pytest

from kinematics.arm.link_tables import axis_frame


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
