"""The lines of the skeleton agree with forward kinematics."""

import numpy as np
import pytest

from app.desktop.runs.arm_lines import arm_curves, arm_lines, tool_path
from kinematics import forward
from scenes import Robot, load_robot


@pytest.fixture(scope="module", params=["hokkaido1985", "puma560"])
def robot(request: pytest.FixtureRequest) -> Robot:
    return load_robot(request.param)


def some_q(robot: Robot, count: int) -> np.ndarray:
    return np.random.default_rng(3).uniform(-1.5, 1.5, size=(count, robot.mechanism.n))


def test_the_last_point_is_the_tool(robot: Robot) -> None:
    for q in some_q(robot, 5):
        wanted = robot.T_world_base @ forward(robot.mechanism, q) @ robot.T_flange_tool
        lines = arm_lines(robot, q)
        np.testing.assert_allclose(lines.T_world_tool, wanted, atol=1e-9)
        np.testing.assert_allclose(lines.points[-1], wanted[:3, 3], atol=1e-9)


def test_turning_a_joint_leaves_its_own_axis_and_all_before_it_in_place(robot: Robot) -> None:
    (q,) = some_q(robot, 1)
    before = arm_lines(robot, q)
    for i in range(robot.mechanism.n):
        after = arm_lines(robot, q + 0.3 * np.eye(len(q))[i])
        np.testing.assert_allclose(after.points[: i + 2], before.points[: i + 2], atol=1e-9)
        np.testing.assert_allclose(after.axes[: i + 1], before.axes[: i + 1], atol=1e-12)


def test_the_path_is_the_tool_point_of_every_sample(robot: Robot) -> None:
    q = some_q(robot, 7)
    path = tool_path(robot, q)
    one_by_one = [arm_lines(robot, row).points[-1] for row in q]
    np.testing.assert_allclose(path, one_by_one, atol=1e-9)
    assert arm_curves(robot, q).shape == (7, robot.mechanism.n + 3, 3)
