"""The lines of the skeleton agree with forward kinematics."""

from dataclasses import replace

import numpy as np
import pytest

from app.desktop.runs.lines.arm_lines import arm_curves, arm_lines, tool_path
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
        np.testing.assert_allclose(lines.tool[-1], wanted[:3, 3], atol=1e-9)


def test_the_lines_stand_where_the_base_stands(robot: Robot) -> None:
    T = np.eye(4)
    T[:3, 3] = 100.0, -200.0, 300.0
    (q,) = some_q(robot, 1)
    here, there = arm_lines(robot, q), arm_lines(replace(robot, T_world_base=T), q)
    for a, b in zip(here.drawing.symbols, there.drawing.symbols, strict=True):
        np.testing.assert_allclose(b.place - a.place, T[:3, 3] - robot.T_world_base[:3, 3])


def test_the_path_is_the_tool_point_of_every_sample(robot: Robot) -> None:
    q = some_q(robot, 7)
    path = tool_path(robot, q)
    one_by_one = [arm_lines(robot, row).tool[-1] for row in q]
    np.testing.assert_allclose(path, one_by_one, atol=1e-9)
    np.testing.assert_allclose(arm_curves(robot, q)[:, -1], path, atol=1e-9)
