"""What a run looks like over time: joint values, joint speeds, tool speed. No Qt in here."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.desktop.view3d.arm_lines import tool_path
from scenes import Run
from scenes.frozen import Array


@dataclass(frozen=True, eq=False)
class MotionCurves:
    """The samples of a run in the units that people read.

    times: (m,), s. joints: (m, n), degrees or mm.
    speeds: (m - 1, n), what each joint does of its greatest speed between two samples, percent.
    tool_speed: (m - 1,), mm/s.
    """

    times: Array
    joints: Array
    speeds: Array
    tool_speed: Array
    names: tuple[str, ...]
    units: tuple[str, ...]

    def at(self, time: float) -> tuple[Array, Array, float]:
        """Joint values, speeds and tool speed at a time; values linear between samples."""
        inside = int(
            np.clip(np.searchsorted(self.times, time, "right") - 1, 0, len(self.times) - 2)
        )
        values = [np.interp(time, self.times, column) for column in self.joints.T]
        return np.array(values), self.speeds[inside], float(self.tool_speed[inside])


def curves_of(run: Run) -> MotionCurves | None:
    """The curves of a run; None where nothing moves in it."""
    trajectory, robot = run.trajectory(), run.cell.robot
    times, q = np.asarray(trajectory.times), np.asarray(trajectory.q)
    if len(times) < 2:
        return None
    mechanism = robot.mechanism
    turns = mechanism.revolute > 0.0
    spans = np.diff(times)
    rates = np.abs(np.diff(q, axis=0)) / spans[:, None]
    way = np.linalg.norm(np.diff(tool_path(robot, q), axis=0), axis=1)
    return MotionCurves(
        times=times,
        joints=q * np.where(turns, 180.0 / np.pi, 1.0),
        speeds=100.0 * rates / mechanism.speed,
        tool_speed=way / spans,
        names=tuple(joint.name for joint in mechanism.joints),
        units=tuple("°" if turn else "mm" for turn in turns),
    )
