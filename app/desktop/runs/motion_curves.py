"""The curves of a run over time: joint values, joint speeds, tool speed; no Qt."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from app.desktop.runs.arm_lines import tool_path
from scenes import Run
from scenes.world.frozen import Array

# Samples of a curve; of a longer run only the highest and lowest of each stretch are kept.
MOST_SAMPLES = 10_000


@dataclass(frozen=True, eq=False)
class MotionCurves:
    """The samples of a run in degrees and mm: all samples, or the extremes of a long run.

    times: (m,), s. joints: (m, n), degrees or mm.
    speeds: (m - 1, n), the greatest speed of each joint between two samples, in percent of its
    limit.
    tool_speed: (m - 1,), the greatest speed of the tool point between two samples, mm/s.
    """

    times: Array
    joints: Array
    speeds: Array
    tool_speed: Array
    names: tuple[str, ...]
    units: tuple[str, ...]

    def at(self, time: float) -> tuple[Array, float]:
        """The speeds of the joints (n,), percent, and of the tool, mm/s, at a time."""
        inside = int(
            np.clip(np.searchsorted(self.times, time, "right") - 1, 0, len(self.times) - 2)
        )
        return self.speeds[inside], float(self.tool_speed[inside])

    def shown(self, q: Array) -> Array:
        """Joint values (n,), rad or mm, in the units of the curves."""
        return np.where(np.array(self.units) == "°", np.degrees(q), q)


def curves_of(run: Run, most: int = MOST_SAMPLES) -> MotionCurves | None:
    """The curves of a run with about `most` samples; None where nothing moves."""
    trajectory, robot = run.trajectory(), run.cell.robot
    times, q = np.asarray(trajectory.times), np.asarray(trajectory.q)
    if len(times) < 2:
        return None
    mechanism = robot.mechanism
    turns = mechanism.revolute > 0.0
    spans = np.diff(times)
    rates = np.abs(np.diff(q, axis=0)) / spans[:, None]
    distances = np.linalg.norm(np.diff(tool_path(robot, q), axis=0), axis=1)
    rows = extreme_rows(q, most)
    return MotionCurves(
        times=times[rows],
        joints=q[rows] * np.where(turns, 180.0 / np.pi, 1.0),
        speeds=np.maximum.reduceat(100.0 * rates / mechanism.speed, rows[:-1], axis=0),
        tool_speed=np.maximum.reduceat(distances / spans, rows[:-1]),
        names=tuple(joint.name for joint in mechanism.joints),
        units=tuple("°" if turn else "mm" for turn in turns),
    )


def extreme_rows(q: Array, most: int) -> NDArray[np.int64]:
    """The rows to keep of samples (m, n): all, or the extremes of each column in each stretch."""
    count, columns = q.shape
    if count <= most:
        return np.arange(count)
    length = -(-count * (2 * columns + 1) // most)
    whole = count - count % length
    stretches = q[:whole].reshape(-1, length, columns)
    first = np.arange(0, whole, length)
    extremes = (stretches.argmin(axis=1), stretches.argmax(axis=1))
    inner = [(first[:, None] + at).ravel() for at in extremes]
    return np.unique(np.concatenate([first, *inner, [count - 1]]))
