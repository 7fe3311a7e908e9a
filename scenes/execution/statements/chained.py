"""Motions that follow each other without a stop, planned as one chain."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kinematics.motion.corner import Corner
from kinematics.motion.corners.bend import Bend, NoBend
from kinematics.motion.motion import Motion
from scenes.execution.statements.driving import fault_of_loops
from scenes.execution.statements.planned import planned_bend, planned_chain
from scenes.execution.values.task import Task
from scenes.runs.step import Step

NO_LAW = "no time law of the longer chain was found that is faster than stops"


def chained(task: Task, steps: Sequence[Step], zones: Sequence[float], reason: str = "") -> Corner:
    """The chain of motions that begins at rest with the first of the given steps.

    steps: The motions as if each began and ended at rest. zones: The corner zone at the end of
    each, mm. reason: Why the last of them ends at rest, if a zone is in force there. The chain ends
    before the first corner that is not rounded, and says why. A corner is rounded only where it
    saves time: the two motions with it, against the two with a stop between them.
    """
    legs = [step.leg for step in steps if step.leg is not None]
    mechanism, profile, bends = task.mechanism, task.robot.profile, list[Bend]()
    for number, pair in enumerate(pairwise(legs)):
        bend = planned_bend(mechanism, *pair, zones[number], task.T_flange_tool)
        if isinstance(bend, NoBend):
            reason = bend.value
            break
        stopping = steps[number].duration + steps[number + 1].duration
        motions = planned_chain(mechanism, profile, pair, [bend], stopping)
        fault = next(filter(None, (fault_of_loops(task, motion) for motion in motions)), None)
        if fault is not None or _duration(motions) >= stopping:
            why = NoBend.NO_ROOM if bend.is_cramped else NoBend.NO_GAIN
            reason = why.value if fault is None else f"in the rounded corner {fault.message}"
            break
        bends.append(bend)
    motions = (steps[0].motion,)
    while bends:
        count = len(bends) + 1
        motions = planned_chain(mechanism, profile, legs[:count], bends)
        if _duration(motions) < sum(step.duration for step in steps[:count]):
            break
        bends = bends[: len(bends) // 2]
        motions, reason = (steps[0].motion,), NO_LAW
    count = len(bends) + 1
    return Corner(tuple(legs[:count]), tuple(zones[:count]), motions, 0, reason)


def _duration(motions: Sequence[Motion]) -> float:
    return sum(motion.duration for motion in motions)
