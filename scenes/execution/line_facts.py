"""Facts about each line of a run for editors: its motion, its branches, its middle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from scenes.execution.values.scopes import shared
from scenes.runs.run import Run
from scenes.runs.step import Step
from scenes.world.frozen import Array, Frozen
from scenes.world.robot import Robot
from scenes.world.tool_frame import in_axes, tool_frame

if TYPE_CHECKING:
    from scenes.checking.tool_speeds import SpeedWords


@dataclass(frozen=True, eq=False)
class LineFacts(Frozen):
    """The motion of a line, the last time that the run came there.

    Attributes:
        q: Joint values at its end, shape (n,), rad or mm.
        duration: Seconds. times: Number of times the run came there.
        branch: Branch of the end, as `branches.branch_of` writes it.
        q_middle: Joint values halfway in time; None where nothing moved.
        tool, base: TOOL and BASE in the state before the motion (see `CellState`).
        speed: What is to be said of the speed of its tool, or "".
    """

    q: Array
    duration: float
    times: int
    branch: str
    q_middle: Array | None = None
    tool: Array | None = None
    base: Array | None = None
    speed: str = ""


@dataclass(frozen=True, eq=False)
class RunFacts(Frozen):
    """The facts about a run that an editor shows, without samples: m motions, one for each line.

    They are arrays, because a run may have thousands of motions that are sent to another process.

    Attributes:
        lines: Lines of the program's own file, (m,). times, durations: As in `LineFacts`, (m,).
        q, q_middle: Shape (m, n); nan in q_middle where nothing moved.
        branches: Branch of each motion. frames: Different pairs of TOOL and BASE. frame: Index
            into `frames` for each motion, (m,).
        locations: Locations at the end of the run, by name in capitals: as in `CellState`, or
            joint values for a precision point (`#P`).
        tool, base: TOOL and BASE at the end of the run.
        speeds: What is to be said of the speed of the tool on each motion, or "", (m,).
    """

    lines: Array = field(default_factory=lambda: np.zeros(0))
    times: Array = field(default_factory=lambda: np.zeros(0))
    durations: Array = field(default_factory=lambda: np.zeros(0))
    q: Array = field(default_factory=lambda: np.zeros((0, 0)))
    q_middle: Array = field(default_factory=lambda: np.zeros((0, 0)))
    branches: tuple[str, ...] = ()
    frames: tuple[tuple[Array | None, Array | None], ...] = ()
    frame: Array = field(default_factory=lambda: np.zeros(0))
    locations: Mapping[str, Array] = field(default_factory=dict)
    tool: Array | None = None
    base: Array | None = None
    speeds: SpeedWords | tuple[str, ...] = ()

    @cached_property
    def _places(self) -> dict[int, int]:
        return {int(line): i for i, line in enumerate(self.lines)}

    def motion(self, line: int) -> LineFacts | None:
        """The motion of a line; None where the line made none."""
        i = self._places.get(line)
        if i is None:
            return None
        middle = self.q_middle[i]
        return LineFacts(
            self.q[i],
            float(self.durations[i]),
            int(self.times[i]),
            self.branches[i],
            None if np.isnan(middle).any() else middle,
            *self.frames[int(self.frame[i])],
            self.speeds[i],
        )


def run_facts(run: Run) -> RunFacts:
    """The facts of all motions of a run."""
    from scenes.checking.tool_speeds import SpeedWords

    steps: dict[int, list[Step]] = {}
    for step in run.steps:
        if step.branch and not step.file:
            steps.setdefault(step.line, []).append(step)
    last = [own[-1] for own in steps.values()]
    n = len(run.start_state.q)
    frames = [(step.before.tool, step.before.base) for step in last]
    distinct = {(id(tool), id(base)): i for i, (tool, base) in enumerate(frames)}
    numbers = {key: number for number, key in enumerate(distinct)}
    return RunFacts(
        np.array(list(steps)),
        np.array([len(own) for own in steps.values()]),
        np.array([step.duration for step in last]),
        np.array([step.after.q for step in last]).reshape(-1, n),
        np.array([_middle(step) for step in last]).reshape(-1, n),
        tuple(step.branch for step in last),
        tuple(frames[i] for i in distinct.values()),
        np.array([numbers[id(tool), id(base)] for tool, base in frames]),
        {name.upper(): T for name, T in shared(run.end_state.locations).items()},
        run.end_state.tool,
        run.end_state.base,
        SpeedWords(run.cell.robot, tuple(last)),
    )


def _middle(step: Step) -> Array:
    """The joint values (n,) halfway in time; nan where nothing moved."""
    if step.duration == 0.0:
        return np.full_like(step.after.q, np.nan)
    return step.motion.at(step.duration / 2.0)


def via_point(robot: Robot, motion: LineFacts, dialect: str) -> tuple[float, ...] | None:
    """x, y, z (mm), o, a, t (degrees) of the tool halfway, as POINT takes them; or None.

    They hold for a POINT before the motion, with its TOOL and BASE. None where nothing moved.
    """
    from kinematics import forward, xyzoat_from_pose

    if motion.q_middle is None:
        return None
    T_base_tool = forward(robot.mechanism, motion.q_middle) @ tool_frame(robot, motion.tool)
    T_axes_tool = in_axes(motion.base, T_base_tool)
    return tuple(float(x) for x in xyzoat_from_pose(T_axes_tool, dialect))


def branches_at(robot: Robot, q: Array) -> tuple[str, ...]:
    """Names of all solutions of the pose at joint values q (n,), in the order of SOLUTION k."""
    from kinematics import forward, inverse
    from kinematics.families.posture import postures_of
    from kinematics.solutions.distinct_roots import in_order

    mechanism = robot.mechanism
    solutions = inverse(mechanism, forward(mechanism, q))
    if not len(solutions.q):
        return ()
    postures = postures_of(mechanism, solutions.q)
    inside = solutions.within_limits
    return tuple(
        str(postures[i]) + ("" if inside[i] else ", beyond a limit") for i in in_order(solutions.q)
    )


def clearance_in(run: Run, line: int) -> float | None:
    """Proven lower bound on distances of moving from standing bodies in a line's last motion, mm.

    None where the line makes no motion or nothing stands in the cell.
    """
    from scenes.checking.distances.over_stretch import least_in_step
    from scenes.checking.motions.situations import situation_of

    own = [step for step in run.moving_steps if step.line == line and not step.file]
    if not own:
        return None
    pieces = own[-1].pieces()
    least = min(least_in_step(situation_of(run.cell, piece.before), piece) for piece in pieces)
    return least if least < float("inf") else None
