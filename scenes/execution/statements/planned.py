"""What it takes most time to find out about a motion, kept for when the same is asked again.

A motion with a corner zone looks ahead at the motion behind it, again from the middle of the
corner, and then that motion comes: three times the same question. Answers are kept by the content
of the question, a few of them, so that nothing but time depends on it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from kinematics import LineResult, Mechanism, aimed, straight_line
from scenes.execution.statements.reach import Choice, joint_values_of
from scenes.world.frozen import Array

# Questions whose answers are kept: a corner asks about the motions on its two sides.
KEPT = 8


@dataclass(frozen=True, eq=False)
class Question:
    """A question that is equal to another of the same content.

    arrays: All arrays in it. others: Whatever else is in it, hashable.
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
    period: float,
) -> LineResult:
    """The straight line of the tool between two poses T_base_tool, from q_start (n,).

    tool_speeds: Full speed of the tool, mm/s and rad/s; speed: Share of it.
    """

    def answer() -> LineResult:
        solved, T_tool = aimed(mechanism, T_flange_tool)
        return straight_line(
            solved,
            *ends,
            q_start,
            T_flange_tool=T_tool,
            tool_speed_mm_s=tool_speeds[0],
            tool_speed_rad_s=tool_speeds[1],
            speed=speed,
            period=period,
        )

    arrays = (*map(np.asarray, ends), q_start, T_flange_tool)
    others = ("line", mechanism, tool_speeds, speed, period)
    found: LineResult = _answer(Question(answer, arrays, others))
    return found


def planned_joints(
    mechanism: Mechanism, T_base_flange: Array, q_now: Array, choice: Choice, goal: str
) -> Array:
    """Joint values (n,) of a pose of the flange, as `reach.joint_values_of` chooses them."""

    def answer() -> Array:
        return joint_values_of(mechanism, T_base_flange, q_now, choice, goal)

    others = ("joints", mechanism, choice, goal)
    found: Array = _answer(Question(answer, (T_base_flange, q_now), others))
    return found
