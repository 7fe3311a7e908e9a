"""What tests of paths share."""

import numpy as np
import pytest

from kinematics import forward
from kinematics.motion.paths.tool_curve import StraightCurve
from kinematics.poses.transforms import rotation_about, translation

TOOL = translation(20, 0, 100)


@pytest.fixture(scope="session")
def random_lines():
    """A function that draws lines of the tool."""
    return drawn


def drawn(arm, rng, count):
    """Random joint values, and lines of 100 to 400 mm with turns from them: T_base_tool (4, 4)."""
    far = np.where(arm.revolute > 0.0, np.pi, np.inf)
    low, high = np.maximum(arm.lower, -far), np.minimum(arm.upper, far)
    for _ in range(count):
        q = low + (high - low) * rng.random(arm.n)
        way, axis = rng.normal(size=(2, 3))
        T = forward(arm, q) @ TOOL
        end = T.copy()
        end[:3, 3] += way / np.linalg.norm(way) * rng.uniform(100.0, 400.0)
        turn = rotation_about(axis / np.linalg.norm(axis), rng.uniform(0.0, 1.0))
        end[:3, :3] = turn @ T[:3, :3]
        yield q, StraightCurve(T, end), StraightCurve(end, T)
