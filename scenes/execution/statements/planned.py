"""A cache for plans of motions: lines and arcs of the tool, the joint values of a pose, rounded
corners, and chains of motions with them.

A motion in a chain is planned as the machine looks ahead, again as it goes through the chain, and
once more as it is carried out; and after an edit all other motions are what they were. Answers are
kept by the content of their question, so that the cache changes nothing but the time taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from kinematics import (
    ArcCurve,
    LineResult,
    Mechanism,
    circular_arc,
    straight_line,
    with_goal_at_tool,
)
from kinematics.motion.chain import chain_of
from kinematics.motion.corners.bend import Bend, NoBend, bend_between
from kinematics.motion.corners.leg import Leg
from kinematics.motion.gains import estimated_gains, half_times
from kinematics.motion.laws.profile import Profile
from kinematics.motion.laws.time_law import JointLimits
from kinematics.motion.motion import Motion
from kinematics.motion.singular.manner import Singular
from scenes.execution.statements.reach import Choice, joint_values_of
from scenes.world.frozen import Array

# Number of answers kept, each of 10 to 40 kB: the lines and goals of a program of this length.
KEPT = 2048


@dataclass(frozen=True, eq=False)
class Question:
    """A question; two questions of the same content are equal.

    answer: Works the answer out. arrays: All arrays of the question. others: Its other values,
    hashable.
    """

    answer: Callable[[], Any]
    arrays: tuple[Array, ...]
    others: tuple[Any, ...]

    @property
    def _content(self) -> tuple[Any, ...]:
        return self.others, *(array.tobytes() for array in self.arrays)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Question) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)


@lru_cache(maxsize=KEPT)
def _answer(question: Question) -> Any:
    return question.answer()


def planned_line(
    mechanism: Mechanism,
    ends: tuple[Array, Array],
    q_start: Array,
    T_flange_tool: Array,
    tool_speeds: tuple[float, float],
    speed: float,
    profile: Profile,
    singular: Singular,
    holds_elbow: bool,
    q_end: Array | None = None,
) -> LineResult:
    """The straight line of the tool between two poses T_base_tool, from joint values q_start (n,).

    tool_speeds: Full speed of the tool, mm/s and rad/s. speed: Share of full speed. singular: What
    the line does beside a singular pose. holds_elbow: Whether a seven-axis arm keeps its elbow
    angle. q_end: (n,), joint values that an arm with a free joint is to end at.
    """

    def answer() -> LineResult:
        solved, T_tool = with_goal_at_tool(mechanism, T_flange_tool)
        return straight_line(
            solved,
            *ends,
            q_start,
            T_flange_tool=T_tool,
            tool_speed_mm_s=tool_speeds[0],
            tool_speed_rad_s=tool_speeds[1],
            speed=speed,
            profile=profile,
            singular=singular,
            holds_elbow=holds_elbow,
            q_end=q_end,
        )

    arrays = (*map(np.asarray, ends), q_start, T_flange_tool, *(() if q_end is None else (q_end,)))
    others = ("line", mechanism, tool_speeds, speed, profile, singular, holds_elbow)
    found: LineResult = _answer(Question(answer, arrays, others))
    return found


def planned_arc(
    mechanism: Mechanism,
    arc: ArcCurve,
    q_start: Array,
    T_flange_tool: Array,
    tool_speeds: tuple[float, float],
    speed: float,
    profile: Profile,
    singular: Singular,
    holds_elbow: bool,
) -> LineResult:
    """The arc of the tool from joint values q_start (n,); the others are as for a line."""

    def answer() -> LineResult:
        solved, T_tool = with_goal_at_tool(mechanism, T_flange_tool)
        return circular_arc(
            solved,
            arc,
            q_start,
            T_flange_tool=T_tool,
            tool_speed_mm_s=tool_speeds[0],
            tool_speed_rad_s=tool_speeds[1],
            speed=speed,
            profile=profile,
            singular=singular,
            holds_elbow=holds_elbow,
        )

    others = ("arc", mechanism, tool_speeds, speed, profile, singular, holds_elbow)
    found: LineResult = _answer(Question(answer, (*arc.numbers, q_start, T_flange_tool), others))
    return found


def planned_joints(
    mechanism: Mechanism, T_base_flange: Array, q_now: Array, choice: Choice, goal: str
) -> Array:
    """Joint values (n,) for a pose of the flange, chosen by `reach.joint_values_of`."""

    def answer() -> Array:
        return joint_values_of(mechanism, T_base_flange, q_now, choice, goal)

    others = ("joints", mechanism, choice, goal)
    found: Array = _answer(Question(answer, (T_base_flange, q_now), others))
    return found


def planned_bend(
    mechanism: Mechanism, first: Leg, second: Leg, zone: float, T_flange_tool: Array
) -> Bend | NoBend:
    """The rounded corner between two legs within `zone`, mm, or why there is none."""

    def answer() -> Bend | NoBend:
        return bend_between(mechanism, first, second, zone, T_flange_tool)

    others = ("bend", mechanism, first.mark, second.mark, zone)
    found: Bend | NoBend = _answer(Question(answer, (T_flange_tool,), others))
    return found


def planned_chain(
    mechanism: Mechanism,
    profile: Profile,
    legs: Sequence[Leg],
    bends: Sequence[Bend],
    stopping: float,
    *,
    is_trial: bool = False,
) -> tuple[Motion, ...]:
    """The motions of legs with rounded corners between them; see `Chain.motions`."""

    def answer() -> tuple[Motion, ...]:
        limits = JointLimits.of(mechanism, 1.0, profile)
        return chain_of(legs, bends).motions(limits, stopping, is_trial=is_trial)

    marks = tuple(leg.mark for leg in legs), tuple(bend.path.mark for bend in bends)
    others = ("chain", mechanism, profile, *marks, stopping, is_trial)
    found: tuple[Motion, ...] = _answer(Question(answer, (), others))
    return found


def planned_gains(
    mechanism: Mechanism, profile: Profile, legs: Sequence[Leg], bends: Sequence[Bend]
) -> Array:
    """What each corner saves by estimate, as a share of its two legs with a stop."""

    def answer() -> Array:
        limits = JointLimits.of(mechanism, 1.0, profile)
        halves = [_planned_halves(mechanism, profile, leg) for leg in legs]
        return estimated_gains(chain_of(legs, bends), halves, limits)

    marks = tuple(leg.mark for leg in legs), tuple(bend.path.mark for bend in bends)
    found: Array = _answer(Question(answer, (), ("gains", mechanism, profile, *marks)))
    return found


def _planned_halves(mechanism: Mechanism, profile: Profile, leg: Leg) -> tuple[float, float]:
    """The times of the estimate, s, to the middle and to the end of a leg from rest to rest."""

    def answer() -> tuple[float, float]:
        return half_times(leg, JointLimits.of(mechanism, 1.0, profile))

    others = ("halves", mechanism, profile, leg.mark)
    found: tuple[float, float] = _answer(Question(answer, (), others))
    return found
