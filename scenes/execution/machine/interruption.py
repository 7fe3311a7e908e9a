"""Statements that a signal interrupts: they are braked, and finished later.

REACTI interrupts a motion. When its program has returned, the motion is finished from the place
where the arm stands then: to the same goal, of the same kind (all joints, or straight), at the same
speed. An arc goes on along its circle. BRAKE in the program cancels the rest of the motion.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kinematics.motion.braking import braked
from kinematics.motion.motion import Motion
from language.instructions import ARC, STRAIGHT
from scenes.execution.machine.machine import Machine
from scenes.execution.machine.moment import Moment, Rest
from scenes.execution.machine.signal_times import cut_at
from scenes.execution.statements.arcs import rest_of_arc
from scenes.execution.statements.driving import driven, joints_to, straight_to
from scenes.execution.statements.processor import carried_out
from scenes.execution.values.impossible import ImpossibleError
from scenes.execution.values.task import Task
from scenes.runs.step import Step
from scenes.world.branches import branch_of
from scenes.world.state import CellState

# Rad, mm: joint values nearer than this to the goal have reached it.
ARRIVED = 1e-9


def cut_short(machine: Machine, now: Moment, step: Step) -> tuple[Step, Rest | None]:
    """The step, braked to rest on its path where a signal of REACTI comes, and its rest.

    The rest is None where no signal comes or the goal is reached.
    """
    if step.duration == 0.0 or step.failed:
        return step, None
    time = cut_at(machine.scenario, now, step.end_time)
    if time is None:
        return step, None
    mechanism, done = machine.cell.robot.mechanism, max(time - step.start_time, 0.0)
    motion = braked(mechanism, step.motion, done)
    if motion.duration >= step.duration:
        return step, None
    there = step.state_at(done)
    after = replace(_begun(step), q=motion.q_end, opening=there.opening)
    moves = not step.motion.is_still
    short = replace(
        step,
        after=after,
        motion=motion,
        opening_end=there.opening,
        branch=branch_of(mechanism, after.q) if step.branch else "",
        goal_q=step.after.q if moves else None,
    )
    if moves and np.abs(after.q - step.after.q).max() <= ARRIVED:
        return replace(short, after=replace(step.after, q=after.q)), None
    before = now.frame.rest
    return short, Rest(step, done, step.before if before is None else before.began)


def _begun(step: Step) -> CellState:
    """The state before a step, with the settings that the step uses up as soon as it begins."""
    after = step.after
    return replace(
        step.before,
        pace=after.pace,
        zone=after.zone,
        beside=after.beside,
        solution=after.solution,
        opening_next=after.opening_next,
        corner=None,
        vias=after.vias,
    )


def resumed(task: Task, rest: Rest) -> Step:
    """The step that finishes an interrupted statement from the present state."""
    state, then = task.state, rest.began
    if task.statement.instruction.begins_again:
        return carried_out(task)
    going = task.with_state(
        pace=then.pace,
        zone=then.zone,
        beside=then.beside,
        posture=then.posture,
        solution=None,
    )
    try:
        step = _rest_of_motion(going, rest)
    except ImpossibleError as why:
        return task.failed(why)
    after = replace(
        step.after,
        pace=state.pace,
        zone=state.zone,
        beside=state.beside,
        posture=state.posture,
        solution=state.solution,
        elbow=state.elbow,
    )
    return replace(step, before=state, after=after, leg=None)


def _rest_of_motion(task: Task, rest: Rest) -> Step:
    whole = rest.step
    opening = None if whole.opening_start == whole.opening_end else whole.opening_end
    if whole.motion.is_still:
        return driven(task, Motion.still(task.state.q, whole.duration - rest.done), opening)
    q, moves = whole.after.q, task.statement.instruction.moves
    if moves == ARC:
        then = rest.began
        start = then.q if then.corner is None else then.corner.taught
        ends = [task.with_state(q=each).T_base_tool() for each in (start, q)]
        return rest_of_arc(task, ends[0], then.vias, ends[1], opening)
    if moves == STRAIGHT:
        goal = task.with_state(q=q).T_base_tool()
        return straight_to(task, f"the end of {task.statement.name}", goal, opening=opening)
    percent = task.number("speed", 0.0)
    return joints_to(task, q, opening=opening, speed=percent / 100.0 if percent > 0.0 else None)
