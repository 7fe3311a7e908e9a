"""Motions that follow each other without a stop, planned as one chain."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from kinematics.motion.corners.bend import Bend, NoBend
from kinematics.motion.corners.corner import Corner
from kinematics.motion.corners.leg import Leg
from kinematics.motion.gains import CLEAR
from kinematics.motion.motion import Motion
from scenes.execution.statements.driving import fault_of_loops
from scenes.execution.statements.planned import planned_bend, planned_chain, planned_gains
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
    bends, why_not = rounded(task, steps, zones)
    reason = why_not or reason
    mechanism, profile = task.mechanism, task.robot.profile
    motions: tuple[Motion, ...] = (steps[0].motion,)
    while bends:
        count = len(bends) + 1
        stopping = sum(step.duration for step in steps[:count])
        motions = planned_chain(mechanism, profile, legs[:count], bends, stopping)
        if _duration(motions) < stopping:
            break
        bends = bends[: len(bends) // 2]
        motions, reason = (steps[0].motion,), NO_LAW
    count = len(bends) + 1
    return Corner(tuple(legs[:count]), tuple(zones[:count]), motions, 0, reason)


def rounded(task: Task, steps: Sequence[Step], zones: Sequence[float]) -> tuple[list[Bend], str]:
    """The corners from the first motion on that are rounded, and why the next is not, or ""."""
    legs = [step.leg for step in steps if step.leg is not None]
    bends, reason = list[Bend](), ""
    for number, pair in enumerate(pairwise(legs)):
        bend = planned_bend(task.mechanism, *pair, zones[number], task.T_flange_tool)
        if isinstance(bend, NoBend):
            reason = bend.value
            break
        bends.append(bend)
    worth, why_not = _worth(task, steps, legs[: len(bends) + 1], bends)
    return bends[:worth], why_not or reason


def _worth(
    task: Task, steps: Sequence[Step], legs: Sequence[Leg], bends: Sequence[Bend]
) -> tuple[int, str]:
    """How many corners from the first on save time, and why the next one does not, or "".

    Where an estimate says that a corner clearly saves time, no law is found for it alone.
    """
    mechanism, profile = task.mechanism, task.robot.profile
    is_clear = np.zeros(len(bends), bool)
    if bends and not mechanism.has_loops:
        is_clear = planned_gains(mechanism, profile, legs, bends) > CLEAR
    for number in np.flatnonzero(~is_clear).tolist():
        bend, pair = bends[number], legs[number : number + 2]
        stopping = steps[number].duration + steps[number + 1].duration
        motions = planned_chain(mechanism, profile, pair, [bend], stopping, is_trial=True)
        fault = next(filter(None, (fault_of_loops(task, motion) for motion in motions)), None)
        if fault is not None:
            return number, f"in the rounded corner {fault.message}"
        if _duration(motions) >= stopping:
            return number, (NoBend.NO_ROOM if bend.is_cramped else NoBend.NO_GAIN).value
    return len(bends), ""


def _duration(motions: Sequence[Motion]) -> float:
    return sum(motion.duration for motion in motions)
