"""How far the samples of a motion are from the motion itself, where they are read linearly."""

from __future__ import annotations

import numpy as np

from kinematics import forward
from scenes.runs.step import Step
from scenes.world.robot import Robot
from scenes.world.tool_frame import tool_frame

# Shares of the time between two samples at which the distance is measured.
BETWEEN = (0.25, 0.5, 0.75)


def linear_gap(robot: Robot, step: Step) -> float:
    """Largest distance of the tool point from the motion of a step, mm, between its samples.

    The joints go linearly from sample to sample, as most readers of files take them.
    """
    samples = step.trajectory
    T_flange_tool = tool_frame(robot, step.before.tool)
    largest = 0.0
    for share in BETWEEN:
        times = samples.times[:-1] + share * np.diff(samples.times)
        pair = np.stack([samples.at(times), step.motion.at(times)])
        points = (forward(robot.mechanism, pair) @ T_flange_tool)[..., :3, 3]
        largest = max(
            largest, float(np.linalg.norm(points[0] - points[1], axis=-1).max(initial=0.0))
        )
    return largest
