"""The text of a ROS message: YAML as `ros2 topic pub` and `ros2 action send_goal` take it.

Messages: trajectory_msgs/msg/JointTrajectory of common_interfaces, and the goal of
control_msgs/action/FollowJointTrajectory. The options that read a file are those of ros2cli (pull
requests 844 and 925): a whole program is too long for one argument of a command. Numbers have no
exponent and always a point: the reader of ROS (YAML 1.1) takes 1e-07 for a word and 0 for a whole
number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from scenes.makers.ros.ros_points import NS, RosPoints
from scenes.world.frozen import Array

DIGITS = 9


@dataclass(frozen=True)
class RosForm:
    """A message that holds a trajectory. command: What sends it, with FILE for its file. head:
    Lines before the trajectory. indent: Of the trajectory."""

    title: str
    command: str
    head: tuple[str, ...] = ()
    indent: str = ""


FORMS: Mapping[str, RosForm] = MappingProxyType(
    {
        "ros": RosForm(
            "trajectory_msgs/msg/JointTrajectory",
            "ros2 topic pub --once /joint_trajectory_controller/joint_trajectory "
            "trajectory_msgs/msg/JointTrajectory --yaml-file FILE",
        ),
        "ros-goal": RosForm(
            "control_msgs/action/FollowJointTrajectory",
            "ros2 action send_goal /joint_trajectory_controller/follow_joint_trajectory "
            "control_msgs/action/FollowJointTrajectory --stdin < FILE",
            ("trajectory:",),
            "  ",
        ),
    }
)
SUFFIX = ".yaml"


def ros_text(
    points: RosPoints, names: Iterable[str], form: RosForm, file: str, remarks: Iterable[str]
) -> str:
    """The message. names: Of the joints. file: Its file's name. remarks: Lines told at its head."""
    told = [form.title, form.command.replace("FILE", file), *remarks]
    lines = [f"# {' '.join(line.split())}" for line in told]
    lines += form.head
    lines += [f"{form.indent}{line}" for line in _trajectory(points, names)]
    return "\n".join([*lines, ""])


def _trajectory(points: RosPoints, names: Iterable[str]) -> Iterator[str]:
    yield "header:"
    yield "  stamp: {sec: 0, nanosec: 0}"  # it begins when it arrives
    yield "  frame_id: ''"
    yield f"joint_names: [{', '.join(json.dumps(name) for name in names)}]"
    yield "points:"
    for at, time in enumerate(points.times_ns.tolist()):
        yield f"- positions: {_numbers(points.positions[at])}"
        yield f"  velocities: {_numbers(points.velocities[at])}"
        yield f"  accelerations: {_numbers(points.accelerations[at])}"
        yield f"  time_from_start: {{sec: {time // NS}, nanosec: {time % NS}}}"


def _numbers(values: Array) -> str:
    return f"[{', '.join(map(_number, values.tolist()))}]"


def _number(value: float) -> str:
    """A number with a point and no exponent."""
    text = f"{value:.{DIGITS}f}".rstrip("0")
    text = f"{text}0" if text.endswith(".") else text
    return "0.0" if text == "-0.0" else text
