"""The instructions that move the arm: READY MOVE MOVES DRAW APPROS DEPARTS DRIVE."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kinematics import (
    LineFault,
    LineResult,
    invert,
    joint_move,
    limit_excesses,
    straight_line,
    translation,
)
from scenes.frozen import Array
from scenes.limits import beyond_limit
from scenes.reach import nearest_joint_values, present_posture
from scenes.step import Step
from scenes.task import ImpossibleError, Task, near_enough, shown

# A motion of a joint without limits could go on for ever; sampling it would, too.
LONGEST_S = 3600.0


def ready(task: Task) -> Step:
    """READY: to the location READY where it is defined, else to the cell's ready joint values."""
    if "READY" in task.state.locations:
        return _joints_to_pose(task, "READY", task.state.locations["READY"])
    return _joints_to(task, task.robot.ready)


def move(task: Task) -> Step:
    """MOVE loc: all joints start and end together."""
    return _joints_to_pose(task, *task.location())


def moves(task: Task) -> Step:
    """MOVES loc: the tool point runs straight, the orientation turns evenly."""
    return _straight_to(task, *task.location())


def draw(task: Task) -> Step:
    """DRAW dx dy dz: straight by that vector in base axes, orientation kept."""
    dx, dy, dz = (task.statement.number(name) for name in ("dx", "dy", "dz"))
    return _straight_to(task, "the end of DRAW", translation(dx, dy, dz) @ task.T_base_tool())


def appros(task: Task) -> Step:
    """APPROS loc d: straight to the pose d back from loc along its tool z."""
    name, T_base_tool = task.location()
    distance = task.statement.number("distance")
    goal = f"the point {shown(distance)} mm before {name}"
    return _straight_to(task, goal, T_base_tool @ translation(0.0, 0.0, -distance))


def departs(task: Task) -> Step:
    """DEPARTS d: straight back by d along tool z."""
    back = translation(0.0, 0.0, -task.statement.number("distance"))
    return _straight_to(task, "the end of DEPARTS", task.T_base_tool() @ back)


def drive(task: Task) -> Step:
    """DRIVE joint change: one joint, by degrees or mm from where it stands."""
    mechanism, number = task.mechanism, task.statement.number("joint")
    if number not in range(1, mechanism.n + 1):
        raise ImpossibleError(
            "E305",
            f"joint {shown(number)} does not exist; the joints of {task.robot.name} are 1 to "
            f"{mechanism.n}",
            joint=number,
            joints=mechanism.n,
        )
    joint, change = int(number) - 1, task.statement.number("change")
    q = np.array(task.state.q)
    q[joint] += np.radians(change) if mechanism.kinds[joint] == "R" else change
    for excess in limit_excesses(mechanism, q):
        if excess.joint == joint:
            raise beyond_limit(excess, f"after DRIVE {joint + 1} {shown(change)}")
    return _joints_to(task, q)


def _joints_to_pose(task: Task, goal: str, T_base_tool: Array) -> Step:
    T_base_flange = near_enough(goal, T_base_tool) @ invert(task.robot.T_flange_tool)
    q = nearest_joint_values(task.mechanism, T_base_flange, task.state.q, task.state.posture, goal)
    return _joints_to(task, q)


def _joints_to(task: Task, q: Array) -> Step:
    with np.errstate(invalid="ignore"):
        seconds = float(np.nanmax(np.abs(q - task.state.q) / task.mechanism.speed))
    if seconds > LONGEST_S:
        raise ImpossibleError("E309", f"the motion would take {shown(seconds)} s, over an hour")
    motion = joint_move(task.mechanism, task.state.q, q, period=task.settings.period)
    return task.step(replace(task.state, q=motion.q[-1]), motion)


def _straight_to(task: Task, goal: str, T_base_tool: Array) -> Step:
    """The straight line of the tool point from where it is to a pose."""
    _refuse_change_of_posture(task)
    near_enough(goal, T_base_tool)
    robot = task.robot
    line = straight_line(
        robot.mechanism,
        task.T_base_tool(),
        T_base_tool,
        task.state.q,
        T_flange_tool=robot.T_flange_tool,
        tool_speed_mm_s=robot.tool_speed_mm_s,
        tool_speed_rad_s=robot.tool_speed_rad_s,
        period=task.settings.period,
    )
    if line.trajectory is None:
        raise _not_to_be_driven(task, goal, line)
    return task.step(replace(task.state, q=line.trajectory.q[-1]), line.trajectory)


def _not_to_be_driven(task: Task, goal: str, line: LineResult) -> ImpossibleError:
    """Why the straight line cannot be driven, as the cause says it."""
    percent = 100.0 * (line.failed_at or 0.0)
    if line.limit is not None:
        return beyond_limit(line.limit, f"on the straight line to {goal}")
    code = "E302" if line.fault is LineFault.POSTURE else "E301"
    return ImpossibleError(code, f"{task.statement.shown}: {line.reason}", percent=percent)


def _refuse_change_of_posture(task: Task) -> None:
    """ImpossibleError where ABOVE or BELOW still waits for a joint-interpolated motion."""
    asked = task.state.posture
    if asked is None:
        return
    now = present_posture(task.mechanism, task.state.q)
    if asked.matches(now):
        return
    raise ImpossibleError(
        "E302",
        f"{asked} is asked for and the arm stands {now.elbow.value if now.elbow else now}: "
        "a straight line cannot change the posture; MOVE there first",
        asked=str(asked),
        posture=str(now),
    )
