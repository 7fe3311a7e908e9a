"""A step: one statement that was carried out, with the states before and after and the motion."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from scenes.world.frozen import Array, Frozen
from scenes.world.state import CellState

if TYPE_CHECKING:
    from geometry.solids.tree import Solid
    from kinematics.motion.corners.leg import Leg
    from kinematics.motion.motion import Motion
    from kinematics.motion.trajectory import Trajectory
    from language.compiled.tables import MotionRow
    from language.programs.program import Statement

ERROR, WARNING, NOTE = "error", "warning", "note"
# Codes of errors after which a run goes on: an ASSERT that does not hold.
GOES_ON = frozenset({"E601"})
# The code of the warning about a posture word without a meaning for the arm.
NO_NAME = "W309"
# The code of the note about a corner zone that a motion does not use.
DROPPED_ZONE = "N307"
# The code of the note about a line that is left beside a singular pose.
LEFT_LINE = "N308"
# The codes of the notes about a hand that grips nothing, and about a part that it leaves behind.
GRIPS_NOTHING, LEFT_BEHIND = "N311", "N312"


@dataclass(frozen=True, eq=False)
class Problem(Frozen):
    """A problem of a statement that was carried out.

    Attributes:
        severity: "error", "warning" or "note".
        line: Source line, from 1.
        figures: The numbers of the message by name; lengths in mm, angles in degrees.
        time: Seconds since the start of the run; None for a problem without a time.
        file: Name of the file of a called program; "" for the program that is run.
    """

    code: str
    severity: str
    line: int
    message: str
    figures: Mapping[str, float | int | str] = field(default_factory=dict)
    time: float | None = None
    file: str = ""

    def __str__(self) -> str:
        where = f"{self.file}, " if self.file else ""
        return f"{where}line {self.line}: {self.severity}[{self.code}]: {self.message}"


@dataclass(frozen=True, eq=False)
class Step(Frozen):
    """One statement that was carried out.

    Attributes:
        row: Row of the motion table; None for a statement without one.
        motion: Joint values as a function of the time of the step, which starts at 0.
        start_time: Seconds since the start of the run.
        period: Seconds between the samples of `trajectory`.
        file: Name of the file of a called program; "" for the program that is run.
        branch: Branch at the end of a motion (`branches.branch_of`); "" for other statements.
        shapes: While a tool cuts, pairs of a time, seconds since the start of the step, and the
            solids of changed parts from then on; empty where no shape changes during the step.
        goal_q: Joint values (n,) at which an interrupted motion was to end; else None.
        leg: The path of a motion without its timing, until the machine has rounded its ends; None
            where the motion can only begin and end at rest.
    """

    statement: Statement
    row: MotionRow | None
    line: int
    before: CellState
    after: CellState
    motion: Motion
    opening_start: float
    opening_end: float
    start_time: float = 0.0
    problems: tuple[Problem, ...] = ()
    file: str = ""
    branch: str = ""
    shapes: tuple[tuple[float, Mapping[str, Solid]], ...] = ()
    leg: Leg | None = None
    goal_q: Array | None = None
    period: float = 0.01

    @property
    def duration(self) -> float:
        """Seconds that the step takes."""
        return self.motion.duration

    @cached_property
    def trajectory(self) -> Trajectory:
        """Samples of the motion at multiples of the period and at its end."""
        return self.motion.sampled(self.period)

    @property
    def end_time(self) -> float:
        """Seconds from the start of the run to the end of the step."""
        return self.start_time + self.duration

    @property
    def goal(self) -> Array:
        """Joint values (n,) at which its motion ends, or was to end before an interruption."""
        return self.motion.q_end if self.goal_q is None else self.goal_q

    @property
    def failed(self) -> bool:
        """Whether the step could not be carried out; a run ends with such a step."""
        return any(p.severity == ERROR and p.code not in GOES_ON for p in self.problems)

    def openings(self, times: Array) -> Array:
        """Hand openings, mm, at times in s since the start of the step; the hand moves evenly."""
        if self.duration == 0.0:
            return np.full(np.shape(times), self.opening_end)
        share = np.clip(np.asarray(times) / self.duration, 0.0, 1.0)
        return self.opening_start + share * (self.opening_end - self.opening_start)

    def state_at(self, t: float) -> CellState:
        """The state `t` seconds after the start of the step."""
        if t >= self.duration:
            return self.after
        opening = float(self.openings(np.array(t)))
        shapes = self.before.shapes
        if self.shapes:
            reached = bisect_right([time for time, _ in self.shapes], t)
            shapes = self.shapes[reached - 1][1] if reached else shapes
        return replace(self.before, q=self.motion.at(t), opening=opening, shapes=shapes)

    def pieces(self) -> tuple[Step, ...]:
        """The step divided at changes of shape; the step itself where no shape changes."""
        turns = [time for time, _ in self.shapes if 0.0 < time < self.duration]
        if not turns:
            return (self,)
        return tuple(self._piece(a, b) for a, b in pairwise([0.0, *turns, self.duration]))

    def _piece(self, start: float, end: float) -> Step:
        before, after = self.state_at(start), self.state_at(end)
        return replace(
            self,
            before=before,
            after=after,
            motion=self.motion.slice(start, end),
            opening_start=before.opening,
            opening_end=after.opening,
            start_time=self.start_time + start,
            shapes=(),
        )

    def starting_at(self, start_time: float) -> Step:
        """The step with another start time, s; the times of its problems move with it."""
        shift = start_time - self.start_time
        problems = tuple(
            problem if problem.time is None else replace(problem, time=problem.time + shift)
            for problem in self.problems
        )
        return self.having(start_time=start_time, problems=problems)
