"""Warnings with figures: motions that come near a singular pose or near a joint limit.

What is found in a motion is kept by its content, so that after an edit only the changed motions are
looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np

from kinematics import Mechanism, with_goal_at_tool
from kinematics.motion.motion import Motion
from kinematics.motion.singular.nearness import (
    NEAR_SINGULAR,
    NEAR_WRIST,
    smallest_singular_values,
    wrist_bends,
)
from kinematics.motion.trajectory import Trajectory
from kinematics.solutions.accuracy import near_names
from scenes.checking.full_stretch import is_at_full_stretch
from scenes.runs.run import Run
from scenes.runs.step import WARNING, Problem, Step
from scenes.world.frozen import Array
from scenes.world.robot import Robot
from scenes.world.robot_measures import limit_margins
from scenes.world.units import amount, in_door_unit

# Rad, mm: less room to a limit is too little for a robot that differs from its model.
NEAR_LIMIT = {"R": np.radians(5.0), "P": 5.0}

# S: time between the moments at which a motion is looked at.
MOMENTS = 0.01

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


@dataclass(frozen=True)
class _Motion:
    """What the findings of a motion depend on; equal for equal motions.

    tool, taught: Bytes of TOOL (4, 4) and of the joint values (n,) at which a rounded motion would
    end; None where there is none.
    """

    robot: Robot
    motion: Motion = field(compare=False)
    mark: tuple[object, ...]
    is_straight: bool
    tool: bytes | None
    taught: bytes | None

    @classmethod
    def of(cls, robot: Robot, step: Step) -> _Motion:
        tool, corner = step.before.tool, step.after.corner
        return cls(
            robot,
            step.motion,
            step.motion.mark,
            step.statement.instruction.leads_tool,
            None if tool is None else tool.tobytes(),
            None if corner is None else np.asarray(corner.taught).tobytes(),
        )

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism to judge; if it sets only positions it reaches to the tool point."""
        own = self.robot.T_flange_tool
        moved = None if self.tool is None else np.frombuffer(self.tool).reshape(4, 4)
        return with_goal_at_tool(self.robot.mechanism, own if moved is None else own @ moved)[0]

    def goal(self, q: Array) -> Array:
        """Joint values (n,) at its end, q (m, n) being its samples; of a rounded motion the goal
        that was taught."""
        return q[-1] if self.taught is None else np.frombuffer(self.taught)


@dataclass(frozen=True)
class _Finding:
    """A finding in a motion, at a time, s since its start; {time} stands in its message."""

    code: str
    message: str
    figures: Mapping[str, float | int]
    time: float


def _of_step(run: Run, step: Step) -> Iterator[Problem]:
    for found in _in_motion(_Motion.of(run.cell.robot, step)):
        time = step.start_time + found.time
        when = f"{found.time:.2f} s of the motion" if np.isnan(time) else f"{time:.2f} s"
        message = found.message.format(time=when)
        yield Problem(found.code, WARNING, step.line, message, found.figures, time, step.file)


@lru_cache(maxsize=4000)
def _in_motion(asked: _Motion) -> tuple[_Finding, ...]:
    """The findings in a motion, at moments that do not depend on the period of exported samples."""
    samples = asked.motion.sampled(MOMENTS)
    found = (*_singularity(asked, samples), *_limit(asked.robot.mechanism, samples))
    return tuple(found)


def _finding(
    code: str, samples: Trajectory, sample: int, message: str, **figures: float | int
) -> _Finding:
    return _Finding(code, message, figures, float(samples.times[sample]))


def _singularity(asked: _Motion, samples: Trajectory) -> Iterator[_Finding]:
    """W301 for a motion that ends at full stretch, or a straight line near any singular pose.

    A joint-interpolated motion may pass singular poses without harm, but not a singular loop.
    """
    mechanism, q = asked.mechanism, samples.q
    hold = mechanism.loop_hold(q)
    if hold.min() < NEAR_SINGULAR:
        yield _loosened(samples, hold)
        return
    goal = asked.goal(q)
    if not np.array_equal(q[0], goal) and is_at_full_stretch(mechanism, goal):
        yield _stretched(mechanism, samples, goal)
        return
    if not asked.is_straight:
        return
    bend = wrist_bends(mechanism, q)
    if bend is not None:
        nearest = int(np.argmin(bend))
        if bend[nearest] < NEAR_WRIST:
            yield _wrist(samples, nearest, float(np.degrees(bend[nearest])))
            return
    smallest = smallest_singular_values(mechanism, q)
    nearest = int(np.argmin(smallest))
    if smallest[nearest] < NEAR_SINGULAR:
        value = float(smallest[nearest])
        causes = " and ".join(near_names(mechanism, q[nearest : nearest + 1])[0])
        named = f" ({causes})" if causes else ""
        message = f"near a singular pose{named} at {{time}}: smallest singular value {value:.4f}"
        yield _finding("W301", samples, nearest, message, singular_value=value)


def _loosened(samples: Trajectory, hold: Array) -> _Finding:
    """W301 for a motion on which the drives nearly lose their hold on a loop; hold: (m,), m/rad."""
    nearest = int(np.argmin(hold))
    message = (
        f"near a singular loop at {{time}}: its bars are nearly in line or in one plane, and "
        f"the drives hold its passive joints by {hold[nearest]:.4f} m per rad"
    )
    return _finding("W301", samples, nearest, message, hold_m_per_rad=float(hold[nearest]))


def _stretched(mechanism: Mechanism, samples: Trajectory, goal: Array) -> _Finding:
    value = float(smallest_singular_values(mechanism, goal[None])[0])
    message = (
        "at {time} the arm is at the end of its reach, stretched out or folded up: in this posture "
        f"nothing lies farther that way (smallest singular value {value:.4f})"
    )
    last = len(samples.times) - 1
    return _finding("W301", samples, last, message, singular_value=value)


def _wrist(samples: Trajectory, sample: int, bend_deg: float) -> _Finding:
    turn_deg = float(np.degrees(np.ptp(samples.q[:, 3])))
    message = (
        f"near a singular wrist: joint 5 is {bend_deg:.2f} deg from straight at {{time}}, "
        f"and joint 4 turns {turn_deg:.2f} deg on this line"
    )
    return _finding("W301", samples, sample, message, min_j5_deg=bend_deg, j4_travel_deg=turn_deg)


def _limit(mechanism: Mechanism, samples: Trajectory) -> Iterator[_Finding]:
    """W302 for the joint that comes nearest to a limit, if that is after the start of the step."""
    q = samples.q
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
    yield _finding("W302", samples, int(sample), message, joint=int(joint) + 1, margin=margin)
