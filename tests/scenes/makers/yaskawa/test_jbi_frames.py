"""Poses in the digits of a position: the nearest that these digits can say, also upright."""

import numpy as np
import pytest

from kinematics.poses.transforms import rotation_angle
from scenes.makers.yaskawa.jbi_frames import MOST_ROUNDED, pose_of_values, pose_text
from tests.scenes.makers.conftest import MOST_DEG, MOST_MM
from tests.scenes.makers.yaskawa.conftest import pose


@pytest.mark.parametrize("off", [90.0, 30.0, 1.0, 1e-2, 1e-4, 1e-6, 0.0])
@pytest.mark.parametrize("side", [1, -1])
def test_a_pose_is_written_within_the_digits_of_its_angles(side, off) -> None:
    rng = np.random.default_rng(7)
    for _ in range(300):
        x, y, z = rng.uniform(-900, 900, 3)
        rx, rz = rng.uniform(-180, 180, 2)
        T = pose(x, y, z, rx, side * (90.0 - off * rng.random()), rz)
        values = [float(value) for value in pose_text(T).split(",")]
        assert np.linalg.norm(T[:3, 3] - values[:3]) < MOST_MM
        turn = np.degrees(rotation_angle(T[:3, :3].T @ pose_of_values(values)[:3, :3]))
        assert turn <= MOST_ROUNDED + 1e-7 < MOST_DEG


def test_angles_that_the_digits_say_are_written_as_they_are() -> None:
    assert pose_text(pose(1, 2, 3, 10.0005, -20.25, 179.9999)) == (
        "1.000,2.000,3.000,10.0005,-20.2500,179.9999"
    )
