"""The ways to a goal: all joints together, and the tool along a straight line or an arc."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kinematics import (
    LineFault,
    LineResult,
    Posture,
    invert,
    joint_move,
    with_goal_at_tool,
)
from kinematics.arm.limits import first_passive_excess
from kinematics.differential.nearest_pose import nearest_pose
from kinematics.motion.corners.leg import Leg
from kinematics.motion.motion import Motion
from kinematics.motion.singular.bridging import Bridge
from kinematics.motion.trajectory import SAME_TIME
from scenes.execution.statements.hand import check_opening
from scenes.execution.statements.planned import planned_joints, planned_line
from scenes.execution.statements.reach import Choice, present_posture
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.joint_limits import beyond_limit
from scenes.execution.values.task import FARTHEST_MM, Task, near_enough
from scenes.runs.step import LEFT_LINE, NOTE, Problem, Step
from scenes.world.branches import branch_of
from scenes.world.frozen import Array
from scenes.world.units import shown

# Longest motion, s: a joint without limits could turn for ever, and its samples would never end.
LONGEST_S = 3600.0
# Places of a motion at which an arm with loops is looked at: 1 deg apart on half a turn.
LOOPS_LOOKED_AT = 181


def joints_to_pose(task: Task, goal: str, T_base_tool: Array) -> Step:
    """Moves all joints together until the tool has the pose, in the posture that is asked for."""
    if task.settings.assumes:
        return joints_to(task, nearest_joints(task, T_base_tool))
    mechanism, T_flange_tool = with_goal_at_tool(task.mechanism, task.T_flange_tool)
    T_base_flange = near_enough(goal, T_base_tool) @ invert(T_flange_tool)
    state = task.state
    choice = Choice(state.posture, state.solution, state.elbow)
    q = planned_joints(mechanism, T_base_flange, state.q, choice, goal)
    return joints_to(task, q)


def nearest_joints(task: Task, T_base_tool: Array) -> Array:
    """Joint values (n,) within the limits at which the tool comes nearest to a pose."""
    mechanism, T_flange_tool = with_goal_at_tool(task.mechanism, task.T_flange_tool)
    T = np.array(T_base_tool)
    T[:3, 3] *= FARTHEST_MM / max(float(np.abs(T[:3, 3]).max()), FARTHEST_MM)
    return nearest_pose(mechanism, T @ invert(T_flange_tool), task.state.q)


def joints_to(
    task: Task, q: Array, *, opening: float | None = None, speed: float | None = None
) -> Step:
    """Moves all joints together to joint values q (n,), rad or mm.

    opening: Opening that the hand goes to meanwhile, mm. speed: Share of full speed; if left out,
        the speed that SPEED asked for.
    """
    # The joints cannot move faster than at full speed.
    share = min(pace_of(task) if speed is None else speed, 1.0)
    with np.errstate(invalid="ignore"):
        seconds = float(np.nanmax(np.abs(q - task.state.q) / task.mechanism.speed)) / share
    if seconds > LONGEST_S:
        raise ImpossibleError("E309", f"the motion would take {shown(seconds)} s, over an hour")
    motion = joint_move(task.mechanism, task.state.q, q, speed=share, profile=task.robot.profile)
    leg = Leg(task.state.q, motion.path, task.mechanism.speed * share)
    return driven(task, motion, opening, leg, solution=None)


def pace_of(task: Task) -> float:
    """The share of full speed at which the next motion goes."""
    return task.state.pace.fraction(task.robot.tool_speed_mm_s)


def driven(
    task: Task,
    motion: Motion,
    opening: float | None = None,
    leg: Leg | None = None,
    **changes: object,
) -> Step:
    """The step of a motion; a hand that opens meanwhile may take longer than the arm.

    opening: Opening that the hand goes to meanwhile, mm. leg: The path of the motion, if corners
    may join it to the motions before and after it.
    """
    fault = fault_of_loops(task, motion)
    if fault is not None:
        raise fault
    state = task.state
    target = state.opening_next if opening is None else opening
    if target is not None:
        check_opening(task, target)
        motion = _with_hand(task, motion, abs(target - state.opening))
    after = replace(
        state,
        q=motion.q_end,
        pace=state.pace.after_motion(),
        zone=state.zone.after_motion(),
        beside=state.beside.after_motion(),
        corner=None,
        opening=state.opening if target is None else target,
        opening_next=None,
        **changes,  # type: ignore[arg-type]
    )
    if motion.is_still:
        return task.step(after, motion)
    # A hand that moves meanwhile needs its own time, and a corner would cut that time short.
    leg = leg if after.opening == state.opening else None
    return task.step(after, motion, branch=branch_of(task.mechanism, after.q), leg=leg)


def fault_of_loops(task: Task, motion: Motion) -> ImpossibleError | None:
    """Why a motion cannot be driven: the loops of the arm do not close somewhere, or are singular
    there, so that the drives have no hold on its passive joints, or a passive joint comes to its
    limit. None where it can, and without loops."""
    mechanism = task.mechanism
    if not mechanism.has_loops:
        return None
    q = motion.at(np.linspace(0.0, motion.duration, LOOPS_LOOKED_AT))
    last = LOOPS_LOOKED_AT - 1
    beyond = first_passive_excess(mechanism, q)
    if beyond is not None and not task.settings.assumes:
        return beyond_limit(beyond[1], f"at {100.0 * beyond[0] / last:.0f} % of the motion")
    closes = mechanism.closes(q)
    even = np.stack([q[:-1], q[1:]], axis=1)
    if closes.all() and np.isfinite(mechanism.link_travels(even)[0]).all():
        return None
    if closes.all():
        sample = int(np.argmin(mechanism.loop_hold(q)))
        loops = " and ".join(mechanism.singular_loops(q[sample])) or "a loop"
        why = f"the motion comes to a singular pose ({loops}), where the drives lose their hold"
    else:
        sample = int(np.argmin(closes))
        why = f"the motion cannot be driven: {mechanism.open_loop(q[sample])}"
    percent = 100.0 * sample / last
    return ImpossibleError("E301", f"{task.statement.shown}: {why}", percent=percent)


def _with_hand(task: Task, motion: Motion, change: float) -> Motion:
    """The motion, followed by a pause where the hand needs more time than the arm."""
    seconds = change / task.settings.hand_speed_mm_s
    return motion if seconds <= motion.duration + SAME_TIME else motion.lasting(seconds)


def straight_to(
    task: Task,
    goal: str,
    T_base_tool: Array,
    *,
    opening: float | None = None,
    q_end: Array | None = None,
) -> Step:
    """Moves the tool point along the straight line from its present place to a pose.

    q_end: Joint values (n,) of the pose that an arm with a free joint is to end at.
    """
    if task.settings.assumes:
        return joints_to(task, nearest_joints(task, T_base_tool), opening=opening)
    refuse_change_of_posture(task, "a straight line")
    near_enough(goal, T_base_tool)
    robot = task.robot
    if task.mechanism.position_only:  # the arm cannot turn the tool: a turn must not take time
        T_base_tool = np.array(T_base_tool)
        T_base_tool[:3, :3] = task.T_base_tool()[:3, :3]
    line = planned_line(
        task.mechanism,
        (task.T_base_tool(), T_base_tool),
        task.state.q,
        task.T_flange_tool,
        (robot.tool_speed_mm_s, robot.tool_speed_rad_s),
        pace_of(task),
        robot.profile,
        task.state.beside.singular,
        task.state.elbow is not None,
        q_end,
    )
    return led_along(task, goal, "the straight line", line, opening)


def led_along(
    task: Task,
    goal: str,
    curve: str,
    line: LineResult,
    opening: float | None = None,
    **changes: object,
) -> Step:
    """The step of a motion that leads the tool along a line or an arc; ImpossibleError if not.

    curve: The path in a sentence. opening: Opening that the hand goes to meanwhile, mm. changes:
    Other changes of the state.
    """
    if line.motion is None:
        raise _not_to_be_driven(task, goal, curve, line)
    step = driven(task, line.motion, opening, line.leg, **changes)
    notes = tuple(_left(task, curve, bridge) for bridge in line.bridges)
    return step.having(problems=(*step.problems, *notes)) if notes else step


def _left(task: Task, curve: str, bridge: Bridge) -> Problem:
    """The note of a line that is left beside a singular pose."""
    passage, deg = bridge.passage, float(np.degrees(bridge.rad))
    place, joint = 100.0 * passage.place, passage.joint + 1
    name = task.mechanism.joints[passage.joint].name
    figures = {
        "percent": place,
        "joint": joint,
        "ratio": passage.ratio,
        "deviation_mm": bridge.mm,
        "deviation_deg": deg,
    }
    if np.isnan(bridge.saved):
        why = (
            f"it passes a singular pose at {place:.1f} %, where joint {joint} ({name}) would have "
        )
        why += "to turn at once"
    else:
        why = f"beside a singular pose at {place:.1f} %, where joint {joint} ({name}) would need "
        why += f"{passage.ratio:.3g} times its speed; this saves {bridge.saved:.2f} s"
        figures["saved_s"] = bridge.saved
    span = f"from {100.0 * bridge.start:.1f} % to {100.0 * bridge.end:.1f} %"
    off = f"by at most {shown(bridge.mm)} mm and {shown(deg)} deg"
    return task.problem(LEFT_LINE, NOTE, f"{curve} is left {span} {off}: {why}", **figures)


def _not_to_be_driven(task: Task, goal: str, curve: str, line: LineResult) -> ImpossibleError:
    """Why the line or arc cannot be driven: a joint limit, the posture or the reach."""
    percent = 100.0 * (line.failed_at or 0.0)
    if line.limit is not None:
        return beyond_limit(line.limit, f"on {curve} to {goal}")
    message = f"{task.statement.shown}: {line.reason}"
    if line.passage is not None:
        joint, ratio = line.passage.joint + 1, line.passage.ratio
        message += "; SLOW lets the tool slow down there, JOINT lets it leave its line a little"
        return ImpossibleError("E311", message, percent=percent, joint=joint, ratio=ratio)
    code = "E302" if line.fault is LineFault.POSTURE else "E301"
    return ImpossibleError(code, message, percent=percent)


def refuse_change_of_posture(task: Task, curve: str) -> None:
    """Raises ImpossibleError (E302) where the posture asked for needs a joint motion first.

    curve: The path in a sentence, as in "a straight line".
    """
    asked = task.state.posture
    if task.state.solution is not None:
        message = f"SOLUTION {task.state.solution} is asked for: MOVE there first"
        raise ImpossibleError("E302", message, asked=f"SOLUTION {task.state.solution}")
    if asked is None:
        return
    now = present_posture(task.mechanism, task.state.q)
    if asked.matches(now):
        return
    raise ImpossibleError(
        "E302",
        f"{asked} is asked for and the arm stands {_differing(asked, now)}: "
        f"{curve} cannot change the posture; MOVE there first",
        asked=str(asked),
        posture=str(now),
    )


def _differing(asked: Posture, now: Posture) -> str:
    """The words of the present posture that differ from the words asked for."""
    pairs = (
        (asked.shoulder, now.shoulder),
        (asked.elbow, now.elbow),
        (asked.wrist, now.wrist),
    )
    return " ".join(b.value for a, b in pairs if a is not None and b is not None and a is not b)
