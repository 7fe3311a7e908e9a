"""Warnings with figures: motions that come near a singular pose or near a joint limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from kinematics import Mechanism, with_goal_at_tool
from kinematics.families.anthropomorphic import ArmGeometry
from kinematics.families.corrected_arms import named_geometry
from kinematics.solutions.accuracy import near_names
from language.instructions import STRAIGHT
from scenes.checking.full_stretch import is_at_full_stretch
from scenes.runs.run import Run
from scenes.runs.step import WARNING, Problem, Step
from scenes.world.cell import Robot
from scenes.world.frozen import Array
from scenes.world.robot_measures import NEAR_SINGULAR, limit_margins, smallest_singular_values
from scenes.world.units import amount, in_door_unit

# Rad: nearer to a straight wrist, joints 4 and 6 must turn fast for little motion of the tool.
NEAR_WRIST = np.radians(5.0)
# Rad, mm: less room to a limit is too little for a robot that differs from its model.
NEAR_LIMIT = {"R": np.radians(5.0), "P": 5.0}

# Start time, s, of a motion that is not part of the run.
UNKNOWN = float("nan")


def findings(run: Run) -> tuple[Problem, ...]:
    """The warnings of all motions of a run, in order of time."""
    found = [problem for step in run.moving_steps for problem in _of_step(run, step)]
    return tuple(found)


def findings_untimed(run: Run, steps: Iterable[Step]) -> tuple[Problem, ...]:
    """The warnings of motions that are not part of the run, once for each line, without a time."""
    found: dict[tuple[str, str, int], Problem] = {}
    for step in steps:
        for problem in _of_step(run, step.starting_at(UNKNOWN)):
            untimed = replace(problem, time=None)
            found.setdefault((problem.code, problem.file, problem.line), untimed)
    return tuple(found.values())


def _of_step(run: Run, step: Step) -> Iterator[Problem]:
    mechanism = run.cell.robot.mechanism
    yield from _singularity(_mechanism_to_tool(run.cell.robot, step), step)
    yield from _limit(mechanism, step)


def _mechanism_to_tool(robot: Robot, step: Step) -> Mechanism:
    """The mechanism to judge; for an arm that sets only positions it reaches to the tool point."""
    own, moved = robot.T_flange_tool, step.before.tool
    return with_goal_at_tool(robot.mechanism, own if moved is None else own @ moved)[0]


def _warning(code: str, step: Step, sample: int, message: str, **figures: float | int) -> Problem:
    own = float(step.trajectory.times[sample])
    time = step.start_time + own
    when = f"{own:.2f} s of the motion" if np.isnan(time) else f"{time:.2f} s"
    return Problem(code, WARNING, step.line, message.format(time=when), figures, time, step.file)


def _singularity(mechanism: Mechanism, step: Step) -> Iterator[Problem]:
    """W301 for a motion that ends at full stretch, or a straight line near any singular pose.

    A joint-interpolated motion may pass singular poses without harm, but not a singular loop.
    """
    q = step.trajectory.q
    hold = mechanism.loop_hold(q)
    if hold.min() < NEAR_SINGULAR:
        yield _loosened(step, hold)
        return
    corner = step.after.corner
    goal = q[-1] if corner is None else corner.taught
    if not np.array_equal(q[0], goal) and is_at_full_stretch(mechanism, goal):
        yield _stretched(mechanism, step, goal)
        return
    if step.statement.instruction.moves != STRAIGHT:
        return
    arm = named_geometry(mechanism)
    if isinstance(arm, ArmGeometry):
        bend = np.arcsin(np.abs(np.sin(q[:, 4] - arm.wrist.middle)))
        nearest = int(np.argmin(bend))
        if bend[nearest] < NEAR_WRIST:
            yield _wrist(step, nearest, float(np.degrees(bend[nearest])))
            return
    smallest = smallest_singular_values(mechanism, q)
    nearest = int(np.argmin(smallest))
    if smallest[nearest] < NEAR_SINGULAR:
        value = float(smallest[nearest])
        causes = " and ".join(near_names(mechanism, q[nearest : nearest + 1])[0])
        named = f" ({causes})" if causes else ""
        message = f"near a singular pose{named} at {{time}}: smallest singular value {value:.4f}"
        yield _warning("W301", step, nearest, message, singular_value=value)


def _loosened(step: Step, hold: Array) -> Problem:
    """W301 for a motion on which the drives nearly lose their hold on a loop; hold: (m,), m/rad."""
    nearest = int(np.argmin(hold))
    message = (
        f"near a singular loop at {{time}}: its bars are nearly in line or in one plane, and "
        f"the drives hold its passive joints by {hold[nearest]:.4f} m per rad"
    )
    return _warning("W301", step, nearest, message, hold_m_per_rad=float(hold[nearest]))


def _stretched(mechanism: Mechanism, step: Step, goal: Array) -> Problem:
    value = float(smallest_singular_values(mechanism, goal[None])[0])
    message = (
        "at {time} the arm is at the end of its reach, stretched out or folded up: in this posture "
        f"nothing lies farther that way (smallest singular value {value:.4f})"
    )
    last = len(step.trajectory.times) - 1
    return _warning("W301", step, last, message, singular_value=value)


def _wrist(step: Step, sample: int, bend_deg: float) -> Problem:
    turn_deg = float(np.degrees(np.ptp(step.trajectory.q[:, 3])))
    message = (
        f"near a singular wrist: joint 5 is {bend_deg:.2f} deg from straight at {{time}}, "
        f"and joint 4 turns {turn_deg:.2f} deg on this line"
    )
    return _warning("W301", step, sample, message, min_j5_deg=bend_deg, j4_travel_deg=turn_deg)


def _limit(mechanism: Mechanism, step: Step) -> Iterator[Problem]:
    """W302 for the joint that comes nearest to a limit, if that is after the start of the step."""
    q = step.trajectory.q
    room = limit_margins(mechanism, q)
    scaled = room / np.array([NEAR_LIMIT[kind] for kind in mechanism.kinds])
    sample, joint = np.unravel_index(int(np.argmin(scaled)), scaled.shape)
    if scaled[sample, joint] >= 1.0 or sample == 0:
        return
    kind, value = mechanism.kinds[joint], float(room[sample, joint])
    lower, upper = mechanism.lower[joint], mechanism.upper[joint]
    at_upper = upper - q[sample, joint] < q[sample, joint] - lower
    limit, side = (upper, "upper") if at_upper else (lower, "lower")
    message = (
        f"joint {joint + 1} ({mechanism.joints[joint].name}) comes within {amount(kind, value)} "
        f"of its {side} limit {amount(kind, float(limit))} at {{time}}"
    )
    margin = in_door_unit(kind, value)[0]
    yield _warning("W302", step, int(sample), message, joint=int(joint) + 1, margin=margin)
