"""Many runs at once of a program whose motions move all joints together, from rest to rest.

Such a motion needs no more than its goal: the inverse kinematics of all runs is one batch a motion,
the choice among its solutions is that of `statements.reach`, and the duration is the closed form of
`rest_to_rest`. A run in which a choice is not clear (two solutions near each other, a goal out of
reach, a joint at its limit) is left to `simulate`, and so is every program with other motions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kinematics import (
    Mechanism,
    forward,
    inverse_batch,
    invert,
    joint_move,
    with_goal_at_tool,
)
from kinematics.arm.limits import SLACK, nearest_turns
from kinematics.families.corrected_arms import named_geometry
from kinematics.families.posture import POSTURES, Posture, branch_numbers
from kinematics.motion.laws.rest_to_rest import rests_to_rests
from kinematics.motion.laws.time_law import JointLimits
from language.compiled.control_flow import code_of
from language.expressions.trees import Name, Product, spelled
from scenes.execution.statements.reach import UNDECIDED
from scenes.execution.values.locations import is_joints
from scenes.runs.run import Run
from scenes.runs.step import ERROR, Step
from scenes.studies.questions.variation import Draw
from scenes.world.frozen import Array, Frozen
from scenes.world.tool_frame import in_axes, in_base, tool_frame

Flags = NDArray[np.bool_]
# Rad: two solutions may be nearer than this to each other, or a posture to its other side; then
# `simulate` decides.
_CLEAR = 2e-4


class Row(NamedTuple):
    """A motion of the program.

    share: Of the speed of the joints. name: Location whose deviation moves the goal; "" for none.
    T_axes_location: That location. T_location_goal: From it to the goal. Both None where the goal
    is joint values.
    """

    step: Step
    share: float
    name: str
    T_axes_location: Array | None
    T_location_goal: Array | None


@dataclass(frozen=True, eq=False)
class JointProgram(Frozen):
    """The motions of a program. other_s: Time of everything else, s."""

    run: Run
    rows: tuple[Row, ...]
    other_s: float


class JointRuns(NamedTuple):
    """Many runs of a program of k motions.

    q: Joint values (runs, k + 1, n) at the start and at the end of each motion. seconds: (runs, k).
    is_clear: (runs,); the other values of a run that is not clear mean nothing.
    """

    q: Array
    seconds: Array
    is_clear: Flags


def joint_program(run: Run) -> JointProgram | str:
    """The motions of a run without deviations; a sentence where it has motions of other kinds."""
    mechanism = run.cell.robot.mechanism
    if mechanism.n != 6 or mechanism.has_loops or named_geometry(mechanism) is None:
        return "the arm has no postures with names"
    if not run.steps or any(problem.severity == ERROR for problem in run.problems):
        return "the program does not come to its end"
    if not code_of(run.program).is_straight:
        return "the program branches"
    rows: list[Row] = []
    others = 0.0
    for step in run.steps:
        if step.duration == 0.0 or step.motion.is_still:
            others += step.duration
            continue
        row = _row(step, run)
        if isinstance(row, str):
            return f"line {step.line}: {row}"
        rows.append(row)
    return JointProgram(run, tuple(rows), others)


def _row(step: Step, run: Run) -> Row | str:
    """The motion of a step; a sentence where it is not one from rest to rest to a known goal."""
    before, robot = step.before, run.cell.robot
    share = min(before.pace.fraction(robot.tool_speed_mm_s), 1.0)
    ends = before.q, step.motion.q_end
    plain = joint_move(robot.mechanism, *ends, speed=share, profile=robot.profile)
    if plain.mark != step.motion.mark or step.opening_start != step.opening_end:
        return "this is no motion of all joints from rest to rest"
    if before.solution is not None or before.elbow is not None or step.shapes:
        return "a solution or an elbow angle is asked for"
    argument = step.statement.location
    if argument is None or is_joints(argument.value):
        fixed = argument is not None or any(
            np.array_equal(step.goal, q) for q in (robot.ready, robot.nest)
        )
        return (
            Row(step, share, "", None, None) if fixed else "its goal follows from the pose before"
        )
    value = argument.value
    first = value.parts[0] if isinstance(value, Product) else value
    name = (spelled(first) if isinstance(first, Name) else str(first)).upper()
    T_axes_location = before.locations.get(name)
    if T_axes_location is None or T_axes_location.shape != (4, 4):
        return "its goal is no location with a name"
    T_goal = forward(robot.mechanism, step.goal) @ tool_frame(robot, before.tool)
    own = invert(T_axes_location) @ in_axes(before.base, T_goal)
    return Row(step, share, name, T_axes_location, own)


def joint_runs(program: JointProgram, draws: Sequence[Draw]) -> JointRuns:
    """The runs with the deviations of so many draws."""
    robot, count = program.run.cell.robot, len(draws)
    clear = np.ones(count, bool)
    q = np.empty((count, len(program.rows) + 1, robot.mechanism.n))
    q[:, 0] = program.run.start_state.q
    seconds = np.empty((count, len(program.rows)))
    for number, row in enumerate(program.rows):
        if row.T_axes_location is None:
            q[:, number + 1] = row.step.goal
        else:
            q[:, number + 1], found = _goals(program, row, draws, q[:, number])
            clear &= found
        seconds[:, number] = _seconds(program, row, q[:, number + 1] - q[:, number], clear)
    return JointRuns(q, seconds, clear)


def _seconds(program: JointProgram, row: Row, change: Array, clear: Flags) -> Array:
    """Durations (runs,) of one motion, s."""
    robot = program.run.cell.robot
    limits = JointLimits.of(robot.mechanism, row.share, robot.profile)
    return rests_to_rests(np.where(clear[:, None], change, 0.0), limits).duration


def _goals(
    program: JointProgram, row: Row, draws: Sequence[Draw], q_now: Array
) -> tuple[Array, Flags]:
    """Joint values (runs, n) at the end of one motion, and whether the choice is clear."""
    robot, before = program.run.cell.robot, row.step.before
    own = robot.mechanism
    mechanism, tool = with_goal_at_tool(own, tool_frame(robot, before.tool))
    assert row.T_axes_location is not None and row.T_location_goal is not None
    T_axes = _deviating(row.name, row.T_axes_location, draws) @ row.T_location_goal
    found = inverse_batch(mechanism, in_base(before.base, T_axes) @ invert(tool))
    exists = np.arange(found.q.shape[1]) < found.count[:, None]
    solutions = np.where(exists[..., None], found.q, q_now[:, None])
    turned = nearest_turns(own, solutions, q_now[:, None])
    fits = exists & _fitting(own, solutions, q_now, before.posture)
    keeps = (turned >= own.lower - SLACK) & (turned <= own.upper + SLACK)
    allowed = fits & keeps.all(axis=2)
    best = _least_travel(own, turned - q_now[:, None], allowed)
    rows = np.arange(len(q_now))
    clear = allowed[rows, best] & _is_apart(solutions, exists, best)
    return turned[rows, best], clear & _has_clear_posture(own, solutions[rows, best])


def _deviating(name: str, T: Array, draws: Sequence[Draw]) -> Array:
    """A location (4, 4) with the deviations of runs, (runs, 4, 4)."""
    none = (np.eye(4), np.eye(4))
    pairs = np.array([draw.locations.get(name, none) for draw in draws])
    return np.asarray(pairs[:, 0] @ T @ pairs[:, 1])


def _fitting(mechanism: Mechanism, solutions: Array, q_now: Array, asked: Posture | None) -> Flags:
    """Whether solutions (runs, k, n) have the posture that is asked for, or the present one.

    As `reach.wanted_posture`: a part of the posture that is not asked for is the present one, and
    plays no role where the present one is undecided.
    """
    geometry = named_geometry(mechanism)
    assert geometry is not None
    nudges = UNDECIDED * np.vstack([np.eye(mechanism.n), -np.eye(mechanism.n)])
    near = (q_now[:, None] + nudges).reshape(-1, mechanism.n)
    codes = branch_numbers(geometry, near).reshape(len(q_now), -1)
    wanted = codes[:, 0]
    open_bits = np.bitwise_or.reduce(codes ^ wanted[:, None], axis=1)
    for bit, part in ((4, "shoulder"), (2, "elbow"), (1, "wrist")):
        word = getattr(asked, part, None)
        if word is not None:
            on = next(code for code, own in enumerate(POSTURES) if getattr(own, part) is word) & bit
            wanted, open_bits = (wanted & ~bit) | on, open_bits & ~bit
    own = branch_numbers(geometry, solutions.reshape(-1, mechanism.n)).reshape(solutions.shape[:2])
    return np.asarray(((own ^ wanted[:, None]) & ~open_bits[:, None]) == 0)


def _least_travel(mechanism: Mechanism, change: Array, allowed: Flags) -> NDArray[np.int64]:
    """The allowed solution (runs,) that needs the least time, and of equal ones the least sum."""
    speed = np.where(np.isfinite(mechanism.speed), mechanism.speed, 1.0)
    times = np.abs(change) / speed
    slowest = np.where(allowed, times.max(axis=2), np.inf)
    total = np.where(slowest == slowest.min(axis=1, keepdims=True), times.sum(axis=2), np.inf)
    return np.asarray(total.argmin(axis=1))


def _is_apart(solutions: Array, exists: Flags, best: NDArray[np.int64]) -> Flags:
    """Whether no other solution is near to the best one, (runs,)."""
    rows = np.arange(len(best))
    gap = np.abs(
        np.remainder(solutions - solutions[rows, best][:, None] + np.pi, 2 * np.pi) - np.pi
    )
    near = exists & (gap.max(axis=2) < _CLEAR)
    near[rows, best] = False
    return np.asarray(~near.any(axis=1))


def _has_clear_posture(mechanism: Mechanism, q: Array) -> Flags:
    """Whether the posture of each row of q (runs, n) stays when a joint moves a little."""
    geometry = named_geometry(mechanism)
    assert geometry is not None
    nudges = _CLEAR * np.vstack([np.eye(mechanism.n), -np.eye(mechanism.n)])
    near = branch_numbers(geometry, (q[:, None] + nudges).reshape(-1, mechanism.n))
    codes = near.reshape(len(q), -1)
    return np.asarray((codes == codes[:, :1]).all(axis=1))


def agrees(program: JointProgram, draws: Mapping[Draw, Run]) -> bool:
    """Whether runs at once come out as runs one by one, to the rounding of both.

    A program may set a location from another one, or use it in ways that this module does not know
    of: then its runs differ.
    """
    found = joint_runs(program, tuple(draws))
    for number, run in enumerate(draws.values()):
        if not found.is_clear[number]:
            continue
        moving = [s for s in run.steps if s.duration > 0.0 and not s.motion.is_still]
        if len(moving) != len(program.rows):
            return False
        q = np.array([step.goal for step in moving])
        seconds = np.array([step.duration for step in moving])
        if not np.allclose(q, found.q[number, 1:], rtol=0.0, atol=_SAME) or not np.allclose(
            seconds, found.seconds[number], rtol=0.0, atol=_SAME
        ):
            return False
    return True


# Rad, mm and s: rounding of the inverse kinematics.
_SAME = 1e-7
