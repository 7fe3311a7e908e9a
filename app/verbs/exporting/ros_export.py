"""`cellwright export --to ros` and `--to ros-goal`: the motion of a run as a message of ROS."""

import argparse
from pathlib import Path

from app.verbs.exporting.checked_export import checked_run, may_be_written
from scenes import Cell
from scenes.errors import SceneError
from scenes.exporters.registry import write_atomically
from scenes.makers.ros.ros_losses import ros_losses
from scenes.makers.ros.ros_names import counted_as_the_model, renamed
from scenes.makers.ros.ros_points import ros_points
from scenes.makers.ros.ros_text import FORMS, SUFFIX, ros_text
from scenes.world.robot import Robot, RosJoints


def export_ros(args: argparse.Namespace, cell: Cell) -> int:
    """Writes the message; gives 1 where the run has errors or it says too little."""
    form = FORMS[args.to]
    if args.hand_output is not None:
        raise SceneError("--hand-output: a trajectory of ROS switches no output")
    joints = _joints(cell.robot, args.joints)
    done = checked_run(args, cell, SUFFIX, "message for ROS")
    if not may_be_written(done, ros_losses(done.run), args, "a trajectory of ROS"):
        return 1
    points = ros_points(done.run, joints)
    start = ", ".join(f"{value:.4f}" for value in points.positions[0])
    told = [
        f"{cell.title or Path(args.cell).name}, {Path(args.program).name}: {done.verdict.words}",
        f"joints: {joints.source}",
        f"The arm stands at [{start}] (rad, m) before it begins.",
    ]
    text = ros_text(points, joints.names, form, done.target.name, told)
    write_atomically(done.target, text.encode("utf-8"))
    print(
        f"exported {done.target}: {form.title}, {len(points)} points in "
        f"{done.run.duration:.2f} s; between them joints stay within {points.gap:.1e} rad or m of "
        "the motion"
    )
    print(f"send it: {form.command.replace('FILE', str(done.target))}")
    print(f"the arm must stand at its start: [{start}]")
    print(f"verdict: {done.verdict.words}")
    return 1 if done.verdict.errors else 0


def _joints(robot: Robot, names: tuple[str, ...] | None) -> RosJoints:
    """How ROS names and counts the joints of an arm. Raises SceneError where nothing says so."""
    if robot.ros is not None:
        return robot.ros if names is None else renamed(robot.ros, names)
    own = tuple(joint.name for joint in robot.mechanism.joints)
    if names is None:
        where = robot.path.name if robot.path is not None else robot.title
        raise SceneError(
            f"{where} does not say how ROS names its joints: add `ros:` with `joints:` and "
            f"`source:`, or give --joints NAME,NAME,.. for {', '.join(own)} in this order, where "
            "ROS counts them as the robot file does"
        )
    told = "names of the command line, counted as the robot file counts them"
    return renamed(counted_as_the_model(own, told), names)
