"""What a run knows of the lines of its program: branches of each motion's end, its middle."""

from __future__ import annotations

from typing import NamedTuple

from kinematics import forward, inverse, xyzoat_from_pose
from kinematics.distinct import in_order
from kinematics.posture import postures_of
from scenes.run import Run
from scenes.step import Step


class LineFacts(NamedTuple):
    """Facts of a run by line, in the form that `language.completion.Facts` takes.

    branches: Names of all solutions of the end of a motion, in the order of SOLUTION k.
    via_points: x, y, z (mm), o, a, t (degrees) of the tool in the middle of a motion.
    """

    branches: dict[int, tuple[str, ...]]
    via_points: dict[int, tuple[float, ...]]


def line_facts(run: Run, line: int) -> LineFacts:
    """The facts of one line, from the last time that the run came there; empty if it never did."""
    own = (s for s in run.moving_steps if s.line == line and not s.file)
    steps = [s for s in own if s.trajectory.q.shape[0] > 1]
    if not steps:
        return LineFacts({}, {})
    step = steps[-1]
    return LineFacts({line: _branches(run, step)}, {line: _middle(run, step)})


def _branches(run: Run, step: Step) -> tuple[str, ...]:
    mechanism = run.cell.robot.mechanism
    solutions = inverse(mechanism, forward(mechanism, step.after.q))
    if not len(solutions.q):
        return ()
    postures = postures_of(mechanism, solutions.q)
    inside = solutions.within_limits
    return tuple(
        str(postures[i]) + ("" if inside[i] else ", beyond a limit") for i in in_order(solutions.q)
    )


def _middle(run: Run, step: Step) -> tuple[float, ...]:
    robot = run.cell.robot
    q = step.trajectory.at(step.duration / 2.0)
    T_base_tool = forward(robot.mechanism, q) @ robot.T_flange_tool
    return tuple(float(x) for x in xyzoat_from_pose(T_base_tool, run.program.dialect))
