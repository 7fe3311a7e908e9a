"""Motions that follow each other without a stop, planned as one chain."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kinematics.motion.blending import Corner as RoundedCorner
from kinematics.motion.blending import blend
from kinematics.motion.corner import Corner
from kinematics.motion.motion import Motion
from scenes.execution.statements.driving import fault_of_loops
from scenes.execution.values.task import Task
from scenes.runs.step import Step

NO_GAIN = "it has no room for a rounded corner, or a stop takes less time"


def chained(task: Task, steps: Sequence[Step], zones: Sequence[float], reason: str = "") -> Corner:
    """The chain of motions that begins at rest with the first of the given steps.

    steps: The motions as if each began and ended at rest. zones: The corner zone at the end of
    each, mm. reason: Why the last of them ends at rest, if a zone is in force there. The chain ends
    before the first corner that is not rounded, and says why.
    """
    motions: list[Motion] = []
    entry: RoundedCorner | None = None
    legs = [step.leg for step in steps if step.leg is not None]
    stopping = steps[0].motion
    for number, (first, second) in enumerate(pairwise(legs)):
        following, zone = steps[number + 1].motion, zones[number]
        rest = stopping.duration + following.duration
        period, T_tool = task.settings.period, task.T_flange_tool
        found = blend(task.mechanism, (first, second), entry, zone, T_tool, rest, period)
        if found is None or found[1].onward is None:
            reason = NO_GAIN
            break
        motion, onward = Motion.read(found[0]), Motion.read(found[1].onward)
        # Only the taught corner is known to be drivable.
        fault = fault_of_loops(task, motion) or fault_of_loops(task, onward)
        if fault is not None:
            reason = f"in the rounded corner {fault.message}"
            break
        motions.append(motion)
        stopping, entry = onward, found[1]
    motions.append(stopping)
    count = len(motions)
    return Corner(tuple(legs[:count]), tuple(zones[:count]), tuple(motions), 0, reason)
