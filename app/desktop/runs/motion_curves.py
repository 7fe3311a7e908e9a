"""The curves of a run over time, with their limits; no Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.desktop.runs.lines.motion_samples import (
    MotionSamples,
    Singles,
    in_plot_units,
    period_of,
    samples_of,
    state_of,
    tool_motion,
)
from language.instructions import ARC, STRAIGHT
from scenes import Robot, Run, Step
from scenes.world.frozen import Array
from scenes.world.tool_frame import tool_frame

# Samples of the curves; of a longer run only the highest and lowest of each stretch are kept.
MOST_SAMPLES = 120_000
# Steps whose samples are made and, in a long run, thinned out together.
STEPS_AT_ONCE = 4096
# Steps of the longest run whose samples are kept for the next run.
MOST_KEPT = 8192
# Percent of a limit from which on it counts as reached.
REACHED = 99.9


@dataclass(frozen=True, eq=False)
class MotionCurves:
    """The samples of a run: all, or the extremes of a long run.

    times: (m,), s; where two steps meet, both have a sample. joints: (m, n), degrees or mm.
    speeds, accelerations, jerks: (m, n), percent of the limit of each joint; nan where there is
    none. No jerk is limited while the arm brakes for a signal, nor in a trapezoid.
    tool_speed: (m,), of the tool point, mm/s. tool_limits: (k, 3), the programmed speed of the tool
    on straight lines and arcs: from a time to a time, s, and mm/s.
    """

    times: Array
    joints: Singles
    speeds: Singles
    accelerations: Singles
    jerks: Singles
    tool_speed: Singles
    tool_limits: Array
    names: tuple[str, ...]
    units: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Reading:
    """The values of all curves at one time, as in MotionCurves: (n,) each, and mm/s."""

    joints: Array
    speeds: Array
    accelerations: Array
    jerks: Array
    tool_speed: float


def curves_of(run: Run, samples: MotionSamples | None = None) -> MotionCurves | None:
    """The curves of a run, from its samples if they are there; None where nothing takes time."""
    samples = run_samples(run) if samples is None else samples
    if samples is None:
        return None
    mechanism = run.cell.robot.mechanism
    return MotionCurves(
        samples.times,
        samples.joints,
        samples.speeds,
        samples.accelerations,
        samples.jerks,
        samples.tool_speed,
        tool_limits(run.cell.robot, run.moving_steps),
        tuple(joint.name for joint in mechanism.joints),
        tuple("°" if turn else "mm" for turn in mechanism.revolute),
    )


def run_samples(run: Run, most: int = MOST_SAMPLES) -> MotionSamples | None:
    """The samples of a run, at most about `most`; None where nothing takes time."""
    steps = run.moving_steps
    if not steps:
        return None
    period, found = period_of(run.duration), list[MotionSamples]()
    for first in range(0, len(steps), STEPS_AT_ONCE):
        some = steps[first : first + STEPS_AT_ONCE]
        parts = samples_of(run.cell.robot, some, period, len(steps) <= MOST_KEPT)
        joined = MotionSamples.joined(parts, [step.start_time for step in some])
        share = -(-most * len(some) // len(steps))
        found.append(joined.at(extreme_rows(joined.rows, share)))
    return found[0] if len(found) == 1 else MotionSamples.joined(found, [0.0] * len(found))


def reading_of(robot: Robot, step: Step, t: float) -> Reading:
    """The values of all curves t seconds after the start of a step."""
    state = state_of(step.motion, np.array([t]), robot.profile)
    T_flange_tool = tool_frame(robot, step.before.tool)
    _, tool_speed = tool_motion(robot.mechanism, T_flange_tool, state[:, 0], state[:, 1])
    joints, speeds, accelerations, jerks = in_plot_units(robot, state)[0]
    return Reading(joints, speeds, accelerations, jerks, float(tool_speed[0]))


def tool_limits(robot: Robot, steps: Iterable[Step]) -> Array:
    """Spans (k, 3) in which a speed of the tool is programmed: from, to, s, and mm/s.

    They are the straight lines and arcs. The rest of an interrupted one keeps the speed that held
    when it began.
    """
    spans, begun = list[tuple[float, float, float]](), dict[object, float]()
    for step in steps:
        if step.statement.instruction.moves not in (STRAIGHT, ARC) or step.motion.is_still:
            continue
        share = step.before.pace.fraction(robot.tool_speed_mm_s)
        share = begun.pop(step.statement, share)
        if step.goal_q is not None:
            begun[step.statement] = share
        spans.append((step.start_time, step.end_time, share * robot.tool_speed_mm_s))
    return np.array(spans).reshape(-1, 3)


def spans_reached(times: Array, shares: Singles) -> Array:
    """Spans (k, 2), s, in which some joint is at a limit, from shares (m, n) of it in percent.

    In a span one joint is at its limit at each sample; a span of one sample has no length.
    """
    return np.concatenate([spans_where(times, column >= REACHED) for column in shares.T])


def spans_where(times: Array, holds: NDArray[np.bool_]) -> Array:
    """Spans (k, 2), s, between the first and the last of samples (m,) at which something holds."""
    turns = np.diff(np.concatenate([[False], holds, [False]]).astype(int))
    first, last = np.flatnonzero(turns > 0), np.flatnonzero(turns < 0) - 1
    return np.stack([times[first], times[last]], axis=1)


def extreme_rows(values: Singles, most: int) -> NDArray[np.int64]:
    """The rows to keep of samples (m, n): all, or the extremes of each column in each stretch.

    nan is smaller and greater than nothing.
    """
    count, columns = values.shape
    if count <= most:
        return np.arange(count)
    length = -(-count // max((most - 1) // (2 * columns + 1), 1))
    first = np.arange(0, count, length)
    # The last stretch is filled up with nan: its extremes count as those of all others.
    filled = np.full((len(first) * length, columns), np.nan, values.dtype)
    filled[:count] = values
    stretches = filled.reshape(-1, length, columns)
    low = np.where(np.isnan(stretches), np.inf, stretches).argmin(axis=1)
    high = np.where(np.isnan(stretches), -np.inf, stretches).argmax(axis=1)
    inner = [(first[:, None] + at).ravel() for at in (low, high)]
    return np.unique(np.concatenate([first, *inner, [count - 1]]))
