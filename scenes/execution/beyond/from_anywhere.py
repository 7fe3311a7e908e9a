"""Motions that cannot be carried out, wherever the arm stands before them.

A motion behind one that failed begins at an assumed pose. Three faults of it do not depend on that
pose: no joint values take the tool to its goal, its path is longer than the arm reaches from end to
end, or it turns a joint by more than the joint's range.
"""

from __future__ import annotations

import numpy as np

from kinematics import Mechanism, inverse, invert, with_goal_at_tool
from kinematics.arm.size import size_of
from language.instructions import JOINTS
from scenes.execution.statements.motions import PLACED, RELATIVE
from scenes.execution.statements.processor import action_of
from scenes.execution.statements.reach import present_posture
from scenes.execution.values import locations as places
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.joint_limits import beyond_limit, least_bad
from scenes.execution.values.task import FARTHEST_MM, Task, near_enough
from scenes.world.frozen import Array
from scenes.world.units import shown


def impossible_anywhere(task: Task) -> ImpossibleError | None:
    """Why a motion cannot be carried out from any joint values, or None.

    None means that it may be possible from some, or that only a try shows it (`is_hopeless`).
    """
    action = action_of(task.statement.instruction)
    if action is not None and action in RELATIVE:
        goal, T_base_tool = RELATIVE[action](task)
        way = float(np.linalg.norm((T_base_tool - task.T_base_tool())[:3, 3]))
        if way <= _span(task):
            return None
        message = f"{goal} is {shown(way)} mm away, farther than the arm reaches from end to end"
        return ImpossibleError("E301", message, way_mm=way)
    placed = placed_goal(task)
    return None if placed is None or _goes_to_joints(task) else _out_of_reach(task, *placed)


def is_hopeless(task: Task) -> bool:
    """Whether a joint motion that has failed would fail from all other joint values too."""
    if not task.statement.instruction.turns_one_joint:
        return _goes_to_joints(task)
    number, mechanism = task.number("joint"), task.mechanism
    if number not in range(1, mechanism.n + 1):
        return True
    joint, change = int(number) - 1, task.number("change")
    wanted = np.radians(change) if mechanism.kinds[joint] == "R" else change
    return bool(abs(wanted) > mechanism.upper[joint] - mechanism.lower[joint])


def _goes_to_joints(task: Task) -> bool:
    """Whether the goal of a joint motion is a precision point, which may be beyond joint limits."""
    given, instruction = task.statement.location, task.statement.instruction
    if given is None or not places.is_joints(given.value) or instruction.moves != JOINTS:
        return False
    action = action_of(instruction)
    return action is not None and PLACED.get(action) is Task.location


def placed_goal(task: Task) -> tuple[str, Array] | None:
    """Name and T_base_tool of the place that a motion names; None for any other motion."""
    action = action_of(task.statement.instruction)
    goal = None if action is None else PLACED.get(action)
    return None if goal is None else goal(task)


def _out_of_reach(task: Task, goal: str, T_base_tool: Array) -> ImpossibleError | None:
    """Why no joint values within the limits take the tool to a pose, or None.

    For a motion that chooses its posture, only joint values in the posture asked for count.
    """
    try:
        near_enough(goal, T_base_tool)
    except ImpossibleError as why:
        return why
    mechanism, T_flange_tool = with_goal_at_tool(task.mechanism, task.T_flange_tool)
    found = inverse(mechanism, T_base_tool @ invert(T_flange_tool))
    if not len(found.q):
        return ImpossibleError("E301", f"{goal} cannot be reached: {found.reason}")
    if mechanism.n > 6 or found.continuum:
        return None  # the solutions stand for a range; others of the range may keep the limits
    if not found.within_limits.any():
        return beyond_limit(least_bad(mechanism, list(found.q)), f"at {goal}")
    asked = task.state.posture if task.statement.instruction.chooses_branch else None
    inside = [present_posture(mechanism, q) for q in found.q[found.within_limits]]
    if asked is None or any(map(asked.matches, inside)):
        return None
    others = ", ".join(sorted({str(posture) for posture in inside}))
    message = f"{goal} cannot be reached in the posture {asked}, only in {others}"
    return ImpossibleError("E302", message, wanted=str(asked), possible=others)


def _span(task: Task) -> float:
    """Upper bound on the distance of two places of the tool, mm; at most FARTHEST_MM."""
    tool = float(np.linalg.norm(task.T_flange_tool[:3, 3]))
    return min(2.0 * (size_of(task.mechanism) + _slides(task.mechanism) + tool), FARTHEST_MM)


def _slides(mechanism: Mechanism) -> float:
    """Length that slides can add to the arm with all joints at 0, mm."""
    farthest = np.maximum(np.abs(mechanism.lower), np.abs(mechanism.upper))
    return float(farthest[mechanism.revolute == 0.0].sum())
