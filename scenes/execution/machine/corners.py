"""Corners of a program: motions that pass into the next motion without coming to rest.

When a corner zone is in force, the machine looks for the next motion: in a copy of the run it goes
on from the end of the present motion through statements that a corner may pass. The two motions are
blended (`kinematics.motion.blending`). The step of the first motion ends in the middle of the
corner; the statements between the two are carried out there; the step of the second motion begins
there. Signals and times there are those of the middle of the corner, so the machine looks for the
next motion again from there; if it finds another one, the first motion ends at rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kinematics.motion.blending import Corner, blend
from kinematics.motion.motion import Motion
from scenes.execution.machine.machine import Advancing, Machine
from scenes.execution.machine.moment import Moment, Status
from scenes.execution.statements.driving import fault_of_loops
from scenes.execution.statements.processor import carried_out
from scenes.execution.values.task import Task
from scenes.runs.step import Step

# Greatest number of statements between two motions; with more the first motion ends at rest.
LOOK_AHEAD = 256


def step_of(machine: Machine, now: Moment, task: Task, advance: Advancing) -> Step:
    """The step of a statement that begins at the moment, with corners at both ends where allowed.

    advance: Carries out the statements between this motion and the next one.
    """
    instruction = task.statement.instruction
    goes_round = instruction.moves or instruction.through_corner
    if task.state.corner is not None and not goes_round:
        task = task.with_state(corner=None)
    step, entry = _from_corner(task)
    step = step.starting_at(now.time)
    if step.leg is None or step.failed:
        return step
    stopping = step if entry is None else _out_of(step, entry)

    def next_motion(step: Step) -> Step | None:
        return _next_motion(machine, machine.behind(now, task, step), advance)

    ahead = _blended(now, task, step, entry, stopping.duration, next_motion)
    return (stopping if ahead is None else ahead).having(leg=None)


def _from_corner(task: Task) -> tuple[Step, Corner | None]:
    """The step of a statement without rounding, and the corner that it starts from, or None."""
    corner = task.state.corner
    if corner is None or not task.statement.instruction.moves:
        return carried_out(task), None
    step = carried_out(task.with_state(q=corner.taught, corner=None))
    if step.leg is not None and step.leg.mark == corner.second.mark:
        return replace(step, before=task.state), corner
    # The user changed the next motion while the run was stopped here: the arm starts from rest.
    return carried_out(task.with_state(corner=None)), None


def _out_of(step: Step, entry: Corner) -> Step:
    """The step from the middle of a corner to rest."""
    assert entry.onward is not None, "a corner is made only where its second leg can end at rest"
    motion = Motion.read(entry.onward)
    return replace(step, motion=motion, after=replace(step.after, q=motion.q_end))


def _blended(
    now: Moment,
    task: Task,
    step: Step,
    entry: Corner | None,
    stopping: float,
    next_motion: Callable[[Step], Step | None],
) -> Step | None:
    """The step that ends in the middle of a corner; None where the motion must end at rest.

    stopping: Duration of the step if it ends at rest, s. next_motion: Finds the next motion.
    """
    zone = task.state.zone.size
    if zone == 0.0 or any(reaction.at_once for reaction in now.reactions):
        return None
    leg, following = step.leg, next_motion(step)
    if leg is None or following is None or following.leg is None:
        return None
    legs, stopping = (leg, following.leg), stopping + following.duration
    period = task.settings.period
    found = blend(task.mechanism, legs, entry, zone, task.T_flange_tool, stopping, period)
    if found is None:
        return None
    blended, corner = found
    assert corner.onward is not None, "a corner is made only where its second leg can end at rest"
    motion = Motion.read(blended)
    onward = Motion.read(corner.onward)
    # Only the taught corner is known to be drivable.
    if fault_of_loops(task, motion) or fault_of_loops(task, onward):
        return None
    after = replace(step.after, q=motion.q_end, corner=corner)
    step = replace(step, motion=motion, after=after)
    again = next_motion(step)
    is_same = again is not None and again.leg is not None and again.leg.mark == legs[1].mark
    return step if is_same else None


def _next_motion(machine: Machine, now: Moment, advance: Advancing) -> Step | None:
    """The step of the next motion without rounding; None where the arm must stop before it."""
    now = now.having(lap=None)
    for _ in range(LOOK_AHEAD):
        if now.reaction is not None or now.status is not Status.READY or not now.frames:
            return None
        statement = machine.statement(now)
        if statement is not None and statement.instruction.moves:
            step = _from_corner(machine.task(now))[0]
            return None if step.failed else step
        if statement is not None and not statement.instruction.through_corner:
            return None
        now = advance(machine, now).moment
    return None
