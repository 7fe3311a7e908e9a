"""Corners of a program: motions that pass into the next motion without coming to rest.

When a motion begins at rest with a corner zone in force, the machine looks for all motions up to
the next stop: in a copy of the run it goes on from the end of each motion through statements that a
corner may pass. These motions are planned as one chain (`statements.chained`). The step of each
ends in the middle of a corner; the statements between two motions are carried out there; the step
of the next motion begins there.

Signals and times in a corner are those of its middle. So the machine goes through the chain once
more as it will be driven. Where another motion follows than the one expected, the chain ends at
rest before that, and is planned anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kinematics.motion.corners.corner import Corner
from scenes.execution.machine.machine import Advancing, Machine
from scenes.execution.machine.moment import Moment, Status
from scenes.execution.statements.chained import chained, rounded
from scenes.execution.statements.processor import carried_out
from scenes.execution.values.task import Task
from scenes.runs.step import DROPPED_ZONE, NOTE, Problem, Step
from scenes.world.units import shown

# Greatest number of statements between two motions; with more the first motion ends at rest.
LOOK_AHEAD = 256
# Greatest number of motions of a chain: a program may go round for ever without a stop.
MOST_MOTIONS = 256
# Numbers of motions at which it is seen whether the chain ends anyway before a corner that is not
# rounded: where many are not, the rest of the program is not looked at again for each.
LOOKS = (8, 32, 128)

TOO_LONG = f"the machine looks ahead through {MOST_MOTIONS} motions at most"
OTHER_WAY = "which motion follows depends on signals or times that change on the way"
FAR = f"the next motion comes after more than {LOOK_AHEAD} statements"
HAND = "the hand opens or closes on the way"
WATCHED = "a signal with REACTI is watched, and the arm stops between motions"
NO_WAY = "the next motion has no length"


class Ahead(NamedTuple):
    """A motion that follows: the moment before it, its task, and its step as if from rest."""

    moment: Moment
    task: Task
    step: Step

    @property
    def zone(self) -> float:
        """The corner zone in force at the end of the motion, mm."""
        return self.task.state.zone.size


def step_of(machine: Machine, now: Moment, task: Task, advance: Advancing) -> Step:
    """The step of a statement that begins at the moment, with corners at both ends where allowed.

    advance: Carries out the statements between this motion and the next one.
    """
    instruction = task.statement.instruction
    goes_round = instruction.moves or instruction.through_corner
    if task.state.corner is not None and not goes_round:
        task = task.with_state(corner=None)
    step, corner = _from_corner(task)
    step = step.starting_at(now.time)
    if step.failed or not instruction.moves:
        return step
    way = Ahead(now, task, step)
    if corner is None and step.leg is not None:
        corner = _chain_from(machine, way, advance)
    if corner is not None:
        return _along(step, corner)
    return _noted(step, way.zone, _why_it_stops(machine, way, advance)).having(leg=None)


def _from_corner(task: Task) -> tuple[Step, Corner | None]:
    """The step of a statement without rounding, and the corner that it starts from, or None."""
    corner = task.state.corner
    if corner is None or not task.statement.instruction.moves:
        return carried_out(task), None
    step = carried_out(task.with_state(q=corner.taught, corner=None))
    as_planned = step.leg is not None and step.leg.mark == corner.leg.mark
    if as_planned and task.state.zone.size == corner.zone:
        return step.having(before=task.state), corner
    # The user changed the next motion while the run was stopped here: the arm starts from rest.
    return carried_out(task.with_state(corner=None)), None


def _along(step: Step, corner: Corner) -> Step:
    """The step as the motion of a chain that begins in a corner; a dropped zone is noted."""
    after = step.after.having(q=corner.motion.q_end, corner=corner.next)
    step = step.having(motion=corner.motion, after=after, leg=None)
    return step if corner.next is not None else _noted(step, corner.zone, corner.reason)


def _noted(step: Step, zone: float, reason: str) -> Step:
    """The step with a note that its corner zone, mm, is not used; "" is no reason for a note."""
    if not reason:
        return step
    message = f"the corner zone of {shown(zone)} mm is not used here: {reason}"
    figures = {"zone_mm": zone}
    note = Problem(DROPPED_ZONE, NOTE, step.line, message, figures, step.end_time, step.file)
    return step.having(problems=(*step.problems, note))


def _why_it_stops(machine: Machine, way: Ahead, advance: Advancing) -> str:
    """Why a motion outside any chain ends at rest before the next one; "" where it has no zone, and
    where the program asks for the stop."""
    if way.zone <= 0.0 or way.step.duration == 0.0:
        return ""
    following = _next_motion(machine, _behind(machine, way), advance)
    if isinstance(following, str):
        return following
    if any(reaction.at_once for reaction in way.moment.reactions):
        return WATCHED
    return HAND if way.step.leg is None else _why_no_leg(following)


def _why_no_leg(way: Ahead) -> str:
    """Why no chain goes on with a motion; "" where one may."""
    if way.step.leg is not None:
        return ""
    return NO_WAY if way.step.duration == 0.0 else HAND


def _chain_from(machine: Machine, first: Ahead, advance: Advancing) -> Corner | None:
    """The chain that begins with a motion from rest; None where no corner zone is in force.

    It is driven once in a copy of the run, to see that the expected motions follow.
    """
    if any(reaction.at_once for reaction in first.moment.reactions):
        return None
    ways, reason = _ways(machine, first, advance)
    while len(ways) > 1 or reason:
        corner = chained(first.task, *_of(ways), reason)
        met = _met(machine, first, corner, advance)
        if met == len(corner.motions):
            return corner
        ways, reason = ways[:met], OTHER_WAY
    return None


def _ways(machine: Machine, first: Ahead, advance: Advancing) -> tuple[list[Ahead], str]:
    """The motion and all that follow without a stop, each as if the one before came to rest.

    Also why the last of them ends at rest, or "" where the program asks for it.
    """
    ways = [first]
    while ways[-1].zone > 0.0:
        if len(ways) == MOST_MOTIONS:
            return ways, TOO_LONG
        if len(ways) in LOOKS and rounded(first.task, *_of(ways))[1]:
            return ways, ""
        following = _next_motion(machine, _behind(machine, ways[-1]), advance)
        if isinstance(following, str):
            return ways, following
        if following.step.leg is None:
            return ways, _why_no_leg(following)
        ways.append(following)
    return ways, ""


def _of(ways: Sequence[Ahead]) -> tuple[list[Step], list[float]]:
    """The steps of motions, and the corner zones at their ends, mm."""
    return [way.step for way in ways], [way.zone for way in ways]


def _behind(machine: Machine, way: Ahead) -> Moment:
    return machine.behind(way.moment, way.task, way.step)


def _met(machine: Machine, first: Ahead, corner: Corner, advance: Advancing) -> int:
    """How many motions of a chain follow each other as expected when the chain is driven."""
    way, here = first, corner
    while here.next is not None:
        way = way._replace(step=_along(way.step, here))
        following = _next_motion(machine, _behind(machine, way), advance)
        here = here.next
        if isinstance(following, str) or following.step.leg is None:
            return here.index
        if following.step.leg.mark != here.leg.mark or following.zone != here.zone:
            return here.index
        way = following
    return len(corner.motions)


def _next_motion(machine: Machine, now: Moment, advance: Advancing) -> Ahead | str:
    """The next motion, without rounding; where the arm must stop before it, the reason.

    The reason is "" where the program asks for the stop, or ends.
    """
    now = now.having(lap=None)
    for _ in range(LOOK_AHEAD):
        if now.reaction is not None or now.status is not Status.READY or not now.frames:
            return ""
        statement = machine.statement(now)
        if statement is not None and statement.instruction.moves:
            task = machine.task(now)
            step = _from_corner(task)[0].starting_at(now.time)
            return "" if step.failed else Ahead(now, task, step)
        if statement is not None and not statement.instruction.through_corner:
            return ""
        now = advance(machine, now).moment
    return FAR
