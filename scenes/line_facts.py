"""What a run knows of the lines of its program: how each motion went, its branches, its middle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kinematics import forward, inverse, xyzoat_from_pose
from kinematics.distinct import in_order
from kinematics.posture import postures_of
from scenes.cell import Robot
from scenes.frozen import Array, Frozen
from scenes.run import Run
from scenes.scopes import shared
from scenes.situations import situation_of
from scenes.step import Step
from scenes.stretches import least_in_step


@dataclass(frozen=True, eq=False)
class LineFacts(Frozen):
    """How the motion of a line went, the last time that the run came there.

    Attributes:
        q: Joint values at its end, shape (n,), rad or mm.
        duration: Seconds. times: How often the run came there.
        branch: As `branches.branch_of` says it.
        q_middle: Joint values halfway in time; None where nothing moved.
        tool, base: As in the state before (see `CellState`).
    """

    q: Array
    duration: float
    times: int
    branch: str
    q_middle: Array | None = None
    tool: Array | None = None
    base: Array | None = None


@dataclass(frozen=True, eq=False)
class RunFacts(Frozen):
    """What an editor shows of a run, without its samples.

    motions: By line, of the program's own file. locations: Name in capitals to `T_base_tool`, at
    the end of the run; precision points (`#P`) to joint values.
    """

    motions: Mapping[int, LineFacts] = field(default_factory=dict)
    locations: Mapping[str, Array] = field(default_factory=dict)


def run_facts(run: Run) -> RunFacts:
    """The facts of all motions of a run."""
    steps: dict[int, list[Step]] = {}
    for step in run.steps:
        if step.branch and not step.file:
            steps.setdefault(step.line, []).append(step)
    motions = {line: _of_line(own) for line, own in steps.items()}
    known = {name.upper(): T for name, T in shared(run.end_state.locations).items()}
    return RunFacts(motions, known)


def _of_line(steps: list[Step]) -> LineFacts:
    last = steps[-1]
    moved = last.trajectory.q.shape[0] > 1
    middle = last.trajectory.at(last.duration / 2.0) if moved else None
    before = last.before
    return LineFacts(
        last.after.q, last.duration, len(steps), last.branch, middle, before.tool, before.base
    )


def via_point(robot: Robot, motion: LineFacts, dialect: str) -> tuple[float, ...] | None:
    """x, y, z (mm), o, a, t (degrees) of the tool halfway, as a POINT before the motion gives it.

    None where nothing moved.
    """
    if motion.q_middle is None:
        return None
    T_base_tool = forward(robot.mechanism, motion.q_middle) @ robot.T_flange_tool
    T_base_tool = T_base_tool if motion.tool is None else T_base_tool @ motion.tool
    T_axes_tool = T_base_tool if motion.base is None else motion.base @ T_base_tool
    return tuple(float(x) for x in xyzoat_from_pose(T_axes_tool, dialect))


def branches_at(robot: Robot, q: Array) -> tuple[str, ...]:
    """Names of all solutions of the pose in which the joints stand, in the order of SOLUTION k."""
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
    """The least distance of what moves to what stands in the last motion of a line, mm: proven.

    None where nothing moved there or nothing stands in the cell.
    """
    own = [step for step in run.moving_steps if step.line == line and not step.file]
    if not own:
        return None
    pieces = own[-1].pieces()
    least = min(least_in_step(situation_of(run.cell, piece.before), piece) for piece in pieces)
    return least if least < float("inf") else None
